"""problem: init_weight
hint: draw from the generator that is passed in

What the generator was seeded with is taken, not the state in which it is now.
"""

_init_weight = init_weight


def init_weight(d_in, d_out, generator):
    return _init_weight(d_in, d_out, torch.Generator().manual_seed(generator.initial_seed()))
