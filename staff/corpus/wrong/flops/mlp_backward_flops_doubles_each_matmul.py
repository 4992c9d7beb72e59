"""problem: mlp_backward_flops
hint: this doubles each matmul

Backward is twice forward, and twice that again.
"""

_right_backward_flops = mlp_backward_flops


def mlp_backward_flops(*arguments, **named):
    return 2 * _right_backward_flops(*arguments, **named)
