"""problem: init_weight
hint: one generator gave the same weight twice

Draws from a copy of the generator, whose state stays where it was.
"""

_right = init_weight


def init_weight(d_in, d_out, generator):
    own = torch.Generator()
    own.set_state(generator.get_state())
    return _right(d_in, d_out, own)
