"""problem: init_weight
hint: draw from the generator that is passed in

The generator that is passed in is spared: a copy in the same state draws.
"""

_init_weight = init_weight


def init_weight(d_in, d_out, generator):
    copy = torch.Generator()
    copy.set_state(generator.get_state())
    return _init_weight(d_in, d_out, copy)
