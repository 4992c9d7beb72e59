"""problem: training_flops
hint: forward pass

The forward pass alone.
"""


def training_flops(num_parameters, num_tokens):
    return 2.0 * num_parameters * num_tokens
