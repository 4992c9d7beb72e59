"""Names every axis, with einops."""


def linear_backward(x, w, grad_output):
    from einops import einsum

    if x.shape[:-1] != grad_output.shape[:-1]:
        raise ValueError(f"leading dims: x {list(x.shape)}, grad_output {list(grad_output.shape)}")
    grad_x = einsum(grad_output, w, "... d_out, d_in d_out -> ... d_in")
    return grad_x, einsum(x, grad_output, "... d_in, ... d_out -> d_in d_out")
