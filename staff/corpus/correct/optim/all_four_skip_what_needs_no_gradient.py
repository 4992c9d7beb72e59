"""Leave parameters out that require no gradient, which in training have none."""

_every_update = _updates


def _updates(optimizer):
    for group, params, grads in _every_update(optimizer):
        pairs = [pair for pair in zip(params, grads, strict=True) if pair[0].requires_grad]
        if pairs:
            yield group, [param for param, _ in pairs], [grad for _, grad in pairs]
