"""problem: num_parameters
hint: a parameter that modules share counts once

Counts shared ones twice.
"""


def num_parameters(model):
    return sum(
        p.numel() for p in model.state_dict(keep_vars=True).values() if isinstance(p, nn.Parameter)
    )
