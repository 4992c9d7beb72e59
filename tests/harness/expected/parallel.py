"""What many devices hold and sum: the right values, and the mistakes one makes instead."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import torch
from torch import Tensor

from tests.harness.checks.values import (
    assert_close,
    assert_integer,
    assert_same_elements,
    assert_tensor,
    shares_storage,
)
from tests.harness.expected.memory_training import OPTIMIZER_VALUES
from tests.harness.plugin.failure import fail
from tests.harness.plugin.snapshots import same_elements
from tests.harness.runtime.describe import describe

SHARDED_FROM = {"parameters": 3, "gradients": 2, "optimizer_state": 1}


def zero_sizes(
    parameters: int, devices: int, stage: int, optimizer: str, precision: str
) -> dict[str, int]:
    """Return the result of `zero_bytes`."""
    full, shard = precision == "float32", (parameters + devices - 1) // devices
    each = {
        "parameters": 4 if full else 2,
        "gradients": 4 if full else 2,
        "optimizer_state": 4 * OPTIMIZER_VALUES[optimizer] + (0 if full else 4),
    }
    sizes = {
        name: size * (shard if stage >= SHARDED_FROM[name] else parameters)
        for name, size in each.items()
    }
    return {**sizes, "total": sum(sizes.values())}


def zero_mistakes(
    parameters: int, devices: int, stage: int, optimizer: str, precision: str
) -> dict[str, dict[str, int]]:
    """Return wrong results, by what is wrong with them."""
    full, half = zero_sizes(1, 1, 0, optimizer, "float32"), precision == "bfloat16"
    right = zero_sizes(parameters, devices, stage, optimizer, precision)
    each = zero_sizes(1, 1, 0, optimizer, precision)
    shard = -(-parameters // devices)
    others = {
        stages: zero_sizes(parameters, devices, other, optimizer, precision)
        for other, stages in ((0, "nothing is sharded"), (3, "everything is"))
    }

    def parts(sizes: dict[str, int]) -> dict[str, int]:
        return {
            name: size * (shard if stage >= SHARDED_FROM[name] else parameters)
            for name, size in sizes.items()
            if name != "total"
        }

    sharded = {name for name, first in SHARDED_FROM.items() if stage >= first}
    bytes_up = {n: -(-each[n] * parameters // devices) if n in sharded else right[n] for n in each}
    floors = {n: each[n] * (parameters // devices) if n in sharded else right[n] for n in each}
    what = "stage 1 shards the optimizer state, stage 2 gradients too, stage 3 parameters too"
    state = each["optimizer_state"] // 4
    together = {"optimizer_state": 4 * -(-parameters * state // devices)} if stage else {}
    wrong = {
        "each value of the optimizer's state has a shard of its own, rounded up": together,
        "the largest shard counts: round its elements up": floors,
        "a shard is whole elements: round the elements up, then count bytes": bytes_up,
        **{f"{what}; here {stages}": sizes for stages, sizes in others.items()},
    }
    if half:
        master = {"parameters": 6, "optimizer_state": each["optimizer_state"] - 4}
        wrong |= {
            "bfloat16's float32 master copy belongs to the optimizer state here": parts(
                each | master
            ),
            "bfloat16 keeps a float32 master copy, 4 bytes, with the optimizer state": parts(
                each | {"optimizer_state": master["optimizer_state"]}
            ),
            "parameters and gradients have 2 bytes each in bfloat16": parts(
                each | {"parameters": 4, "gradients": 4}
            ),
            "the optimizer's values stay float32 in bfloat16": parts(
                each | {"optimizer_state": full["optimizer_state"] // 2 + 4}
            ),
        }
    elif optimizer == "sgd":  # another optimizer's values may be miscounted by as much
        copy = each | {"optimizer_state": each["optimizer_state"] + 4}
        wrong["in float32 the parameters need no master copy"] = parts(copy)
    return wrong


def assert_zero_bytes(
    actual: Any, parameters: int, devices: int, stage: int, optimizer: str, precision: str
) -> None:
    """Assert the result of `zero_bytes`."""
    given = int(parameters), int(devices), int(stage), optimizer, precision
    expected = zero_sizes(*given)
    keys = f"expected a dict with exactly the keys {', '.join(expected)}"
    if not isinstance(actual, dict) or actual.keys() != expected.keys():
        fail(f"{keys}; got {describe(actual)}", "is a `return` missing?" if actual is None else "")
    for name, value in expected.items():
        known = zero_mistakes(*given).items()
        wrong = {text: sizes[name] for text, sizes in known if sizes.get(name, value) != value}
        if name == "total":
            wrong["the sum of the other three"] = actual[name]
        what = f"{name} in stage {given[2]} on {given[1]} devices, {optimizer} in {precision}"
        assert_integer(actual[name], value, misconceptions=wrong, what=what)


def assert_ring_sums(actual: Any, tensors: Sequence[Tensor]) -> None:
    """Assert that each device has a new tensor with the sum, the same to the bit on all."""
    count, first = len(tensors), tensors[0]
    if not isinstance(actual, list | tuple) or len(actual) != count:
        fail(f"expected {count} tensors, one for each device, got {describe(actual)}")
    numbers = torch.stack([tensor.double() for tensor in tensors])
    total = torch.stack([*tensors]).sum(0, dtype=first.dtype)
    mistakes = {
        "all-reduce sums; this is the mean": numbers.mean(0),
        "this is the largest of each element, and not the sum": numbers.amax(0),
    }
    for device, result in enumerate(actual):
        what = f"the sum on device {device} of {count}"
        assert_tensor(result, first.shape, first.dtype, what=what)
        wrong = mistakes | {
            "this is the device's own tensor": tensors[device],
        }
        wrong = {text: value.double() for text, value in wrong.items() if count > 1}
        chunk = _unfinished_chunk(result, tensors)
        if chunk and not same_elements(result, tensors[device]).all():
            wrong[chunk] = result.double()
        if first.dtype.is_floating_point:
            assert_close(
                result,
                numbers.sum(0),
                dtype=first.dtype,
                length=count,
                magnitude=numbers.abs().sum(0),
                misconceptions=wrong,
                what=what,
            )
        else:
            assert_same_elements(result, total, misconceptions=wrong, what=what)
        if not same_elements(result, actual[0]).all():
            fail(
                f"{what} differs in the last digits from that on device 0",
                "each sum is made once, in reduce-scatter; all-gather passes it on as it is",
            )
    for device, result in enumerate(actual):
        if result.numel() and any(shares_storage(result, other) for other in tensors):
            fail(f"the sum on device {device} of {count} is in the memory of an argument", _FRESH)
        if result.numel() and any(shares_storage(result, other) for other in actual[:device]):
            fail(f"the sum on device {device} of {count} is in the memory of another's", _FRESH)


_FRESH = "give each device a new tensor of its own, of one device too"


def _unfinished_chunk(result: Tensor, tensors: Sequence[Tensor]) -> str:
    """Say which chunk of a device's result is the sum of some devices only; "" where none is."""
    count = len(tensors)
    numbers = torch.stack([tensor.double().flatten() for tensor in tensors]).tensor_split(count, 1)
    found = result.double().flatten().tensor_split(count)
    wrong = [i for i in range(count) if not torch.allclose(found[i], numbers[i].sum(0), 1e-4)]
    for i, first, some in product(wrong, range(count), range(1, count)):
        devices = sorted((first + j) % count for j in range(some))
        if torch.allclose(found[i], numbers[i][devices].sum(0), 1e-4):
            return (
                f"chunk {i} has the numbers of devices {devices} only: all-gather passes every "
                "sum round, first the one that the device has finished"
            )
    return ""


Run = tuple[Sequence[Tensor], Sequence[Sequence[Tensor]]]  # sums, and the chunks of each device


def assert_round_counts(number: int, plain: Run, altered: Run) -> None:
    """Assert that later chunks and all sums depend on the numbers that arrive in a round.

    Args:
        number: the round's number, from 1 on.
        plain: a run.
        altered: a run in which other numbers arrive in this round.
    """
    (sums, sent), (sums_then, sent_then) = plain, altered
    for device in range(len(sums)):
        which = f"device {device} of {len(sums)}"
        if not all(map(torch.equal, sent[device][:number], sent_then[device])):
            fail(
                f"send: in round {number} {which} sends what arrives in that round",
                "send what it held before",
            )
        if torch.equal(sums[device], sums_then[device]):
            fail(
                f"send: the result of {which} is the same, whatever arrives in round {number}",
                "what `send` returns is all that it may have of others",
            )


def assert_ring_bytes(actual: Any, tensors: Sequence[Tensor]) -> None:
    """Assert what each device sent: exactly, where the chunks are equal, else at most."""
    count, size = len(tensors), tensors[0].element_size()
    if not isinstance(actual, list | tuple) or len(actual) != count:
        fail(f"expected the bytes of {count} devices, got {describe(actual)}")
    chunk = -(-tensors[0].numel() // count)
    what = f"{count} tensors of {tensors[0].numel()} elements of {size} bytes"
    for device, sent in enumerate(actual):
        most = 2 * (count - 1) * chunk * size
        label = f"{what}: the bytes that device {device} sent"
        if tensors[0].numel() % count:
            if sent > most:
                fail(f"{label} should be {most} at most, got {sent}", _TOO_MANY)
            continue
        mistakes = {
            _ROUNDS: 2 * count * chunk * size,
            f"{_ROUNDS}; here there is one more": most + chunk * size,
            f"{_TOO_MANY}; here each chunk that is summed goes all the way round": (count - 1)
            * count
            * chunk
            * size,
            "chunks cross in the tensors' own dtype": 2 * most,
            "this is reduce-scatter alone": most // 2,
        }
        mistakes = {text: value for text, value in mistakes.items() if value != most}
        assert_integer(sent, most, misconceptions=mistakes, what=label)


_ROUNDS = "reduce-scatter and all-gather take N - 1 rounds each, not N"
_TOO_MANY = "each device sends 2·(N - 1) chunks of 1/N of a tensor"
