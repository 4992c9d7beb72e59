"""problem: training_flops
hint: backward pass

The backward pass alone.
"""


def training_flops(num_parameters, num_tokens):
    return 4.0 * num_parameters * num_tokens
