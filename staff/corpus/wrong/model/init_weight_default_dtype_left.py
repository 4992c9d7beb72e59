"""problem: init_weight
hint: the call left torch's default dtype

Draws with float64 as the default dtype, and leaves it so.
"""


def init_weight(d_in, d_out, generator, right=init_weight):
    torch.set_default_dtype(torch.float64)
    return right(d_in, d_out, generator).float()
