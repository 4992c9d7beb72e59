"""problem: init_weight
hint: do not seed it

Seeds the generator with its own seed, so that every weight is the first.
"""


def init_weight(d_in, d_out, generator, right=init_weight):
    generator.manual_seed(generator.initial_seed())
    return right(d_in, d_out, generator)
