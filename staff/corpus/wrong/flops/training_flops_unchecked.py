"""problem: training_flops
hint: but the call returned

Takes negative counts.
"""


def training_flops(num_parameters, num_tokens):
    return 6.0 * num_parameters * num_tokens
