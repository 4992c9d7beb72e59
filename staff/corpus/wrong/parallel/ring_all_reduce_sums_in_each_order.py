"""problem: ring_all_reduce
hint: made once, in reduce-scatter

Gathers all chunks and lets each device sum in its own order.
"""

_right_ring_all_reduce = ring_all_reduce


def ring_all_reduce(tensors, send):
    count = len(tensors)
    sums = _right_ring_all_reduce(tensors, send)
    if not sums[0].is_floating_point():
        return sums
    return [one * (1 + device * torch.finfo(one.dtype).eps) for device, one in enumerate(sums)]
