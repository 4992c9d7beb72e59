"""Stops at the first tensor of another shape."""


def _check_fit(expected, found):
    if odd := sorted(expected.keys() ^ found.keys()):
        raise ValueError(f"missing or unexpected keys: {', '.join(odd)}")
    for name, tensor in expected.items():
        if tensor.shape != found[name].shape:
            raise ValueError(f"{name} has another shape")
