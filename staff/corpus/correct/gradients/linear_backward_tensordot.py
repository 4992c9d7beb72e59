"""Contracts the leading dims with tensordot."""


def linear_backward(x, w, grad_output):
    if x.ndim != grad_output.ndim or any(
        a != b for a, b in zip(x.shape[:-1], grad_output.shape[:-1], strict=True)
    ):
        raise ValueError(f"x: {tuple(x.shape)}; grad_output: {tuple(grad_output.shape)}")
    dims = tuple(range(x.ndim - 1))
    grad_x = torch.tensordot(grad_output, w, dims=([-1], [1]))
    return grad_x, torch.tensordot(x, grad_output, dims=(dims, dims))
