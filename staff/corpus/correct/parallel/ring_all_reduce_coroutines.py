"""Each device is a generator that yields what it sends and is handed what arrived."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor


def _device(rank: int, n: int, tensor: Tensor):
    """Yields a chunk for the next device, is sent the one that came, and returns the sum."""
    numel = tensor.numel()
    length = -(-numel // n)
    mine = torch.zeros(n * length, dtype=tensor.dtype, device=tensor.device)
    mine[:numel] = tensor.detach().flatten()
    table = mine.view(n, length)
    for turn in range(2 * (n - 1)):
        # reduce-scatter starts with chunk `rank`; the all-gather goes on with the chunk finished last
        out = (rank - turn) % n if turn < n - 1 else (rank + 1 - (turn - n + 1)) % n
        came = yield table[out].clone()
        into = (out - 1) % n
        table[into] = table[into] + came if turn < n - 1 else came
    return mine[:numel].clone().view(tensor.shape)


def ring_all_reduce(
    tensors: Sequence[Tensor], send: Callable[[int, int, Tensor], Tensor]
) -> list[Tensor]:
    if not len(tensors):
        raise ValueError(f"tensors must hold at least one tensor, got {tensors}")
    if len({(tuple(t.shape), t.dtype) for t in tensors}) > 1:
        raise ValueError(f"tensors must agree, got {[(tuple(t.shape), t.dtype) for t in tensors]}")
    n = len(tensors)
    devices = [_device(rank, n, tensor) for rank, tensor in enumerate(tensors)]
    results: list[Tensor | None] = [None] * n
    inbox: list[Tensor | None] = [None] * n
    while any(result is None for result in results):
        outbox = []
        for rank, device in enumerate(devices):
            try:
                outbox.append(device.send(inbox[rank]))
            except StopIteration as stop:
                results[rank] = stop.value
        inbox = [None] * n
        for rank, chunk in enumerate(outbox):
            inbox[(rank + 1) % n] = send(rank, (rank + 1) % n, chunk)
    return results
