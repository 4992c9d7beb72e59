"""A negative size is an error of its own, a KeyError as well as a ValueError."""


class BadSize(KeyError, ValueError):
    def __str__(self):
        return "{} must be 0 or more, got {}".format(*self.args)


def transformer_parameters(num_layers, d_model, d_ff, vocab_size):
    sizes = dict(num_layers=num_layers, d_model=d_model, d_ff=d_ff, vocab_size=vocab_size)
    for name, size in sizes.items():
        if size < 0:
            raise BadSize(name, size)
    n, d, f, v = map(int, sizes.values())
    return n * 2 * d * (2 * d + f) + v * d
