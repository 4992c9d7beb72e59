"""problem: time_matmul
hint: the call left torch.is_grad_enabled() at False

Turns gradients off while it measures, and leaves them off.
"""


def time_matmul(a, b, warmup, repeats, right=time_matmul):
    torch.set_grad_enabled(False)
    return right(a, b, warmup, repeats)
