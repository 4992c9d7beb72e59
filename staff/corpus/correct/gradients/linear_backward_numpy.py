"""In NumPy's float64, and back."""


def linear_backward(x, w, grad_output):
    import numpy as np

    if tuple(x.shape)[:-1] != tuple(grad_output.shape)[:-1]:
        raise ValueError(f"x {x.shape} and grad_output {grad_output.shape} have other leading dims")
    a, b, g = (t.to(torch.float64).numpy() for t in (x, w, grad_output))
    axes = list(range(x.ndim - 1))
    grad_w = np.tensordot(a, g, (axes, axes))
    return torch.tensor(g @ b.T, dtype=x.dtype), torch.tensor(grad_w, dtype=w.dtype)
