"""problem: linear_backward
hint: put it back

Switches gradients on at the end, also where the caller had them off.
"""

from math import prod

import torch


def linear_backward(x, w, grad_output):
    if x.shape[:-1] != grad_output.shape[:-1]:
        raise ValueError(
            f"grad_output must have the leading dims of x, got {tuple(grad_output.shape)} for "
            f"{tuple(x.shape)}"
        )
    torch.set_grad_enabled(False)
    rows = prod(x.shape[:-1])
    flat_x = x.reshape(rows, x.shape[-1])
    flat_grad = grad_output.reshape(rows, grad_output.shape[-1])
    result = (flat_grad @ w.T).reshape(x.shape), flat_x.T @ flat_grad
    torch.set_grad_enabled(True)
    return result
