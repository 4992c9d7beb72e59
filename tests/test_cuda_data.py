"""Batches that copy while the device computes: handout §13.5."""

import numpy as np
import pytest
import torch

from tests.harness.checks.gpu import batch_returns_while_busy
from tests.harness.checks.values import assert_tensor
from tests.harness.plugin.failure import INCONCLUSIVE, Failure, fail

BATCH, CONTEXT, TOKENS = 256, 1024, 200_000
BUSY, TRIES = 0.3, 3


@pytest.mark.cuda
@pytest.mark.problem("asynchronous_copy")
def test_asynchronous_copy_comes_from_pinned_memory(adapters, rng, gpu):
    dataset = rng.tokens(TOKENS)
    adapters.run_get_batch(dataset, BATCH, CONTEXT, str(gpu.device))
    seen = adapters.observed(trace=True).run_get_batch(dataset, BATCH, CONTEXT, str(gpu.device))
    _check_batch(seen.value, dataset, gpu)
    copies = [op.to_device for op in seen.trace.ops if op.to_device]
    if not copies:
        fail("the trace saw no copy from the host to the device")
    mistakes = {
        "unpinned": "pin the batch before the copy: from pageable memory the driver first copies "
        "it aside, and the call waits for that",
        "blocking": "let the copy not block: pinned memory alone does not make it asynchronous",
    }
    for kind, hint in mistakes.items():
        if kind in copies:
            fail(f"get_batch made {copies.count(kind)} {kind} copies to {gpu.device}", hint)


@pytest.mark.cuda
@pytest.mark.problem("asynchronous_copy")
def test_asynchronous_copy_does_not_wait_for_the_device(adapters, rng, gpu, not_run):
    dataset = rng.tokens(TOKENS)
    adapters.run_get_batch(dataset, BATCH, CONTEXT, str(gpu.device))  # pins memory, for reuse
    observed = adapters.observed(trace=True, busy_seconds=BUSY)
    returned = False
    for _ in range(TRIES):  # a busy host looks like one that waits, so try again
        seen = observed.run_get_batch(dataset, BATCH, CONTEXT, str(gpu.device))
        _check_batch(seen.value, dataset, gpu)
        returned = returned or bool(seen.trace.cuda and seen.trace.cuda["busy"])
    if returned:
        return
    waits = {name: batch_returns_while_busy(gpu, name, BUSY) for name in ("pinned", "pageable")}
    if waits != {"pinned": True, "pageable": False}:
        reason = "pinned and pageable copies take the same time here"
        not_run(Failure(reason, kind=INCONCLUSIVE))
    fail(
        f"the device had {BUSY} s of work queued, and get_batch returned only when that was done, "
        f"{TRIES} times of {TRIES}",
        "nothing may wait for the device: no synchronize, no .item(), no copy that blocks; and pin "
        "what is contiguous: of a slice torch sends a copy, which is not pinned",
    )


def _check_batch(batch, dataset, gpu):
    """Check that x and y are windows of the dataset; a buffer reused too early corrupts them."""
    for name, part in zip("xy", batch, strict=True):
        what = f"{name} of get_batch"
        assert_tensor(part, (BATCH, CONTEXT), torch.int64, what=what, device=gpu.device.type)
    x, y = (part.cpu().numpy() for part in batch)
    if (x[:, 1:] != y[:, :-1]).any():
        fail(
            "y is not x moved on by one",
            "a buffer must not be filled again before the device has read it",
        )
    rows = np.concatenate([x, y[:, -1:]], axis=1)
    if not all(_is_window(row, dataset) for row in rows):
        fail(
            "a row of x is no window of the dataset",
            "the batch must be whole when work queued after the call reads it",
        )


def _is_window(row, dataset):
    starts = np.flatnonzero(dataset[: len(dataset) - CONTEXT] == row[0])
    return any((dataset[start : start + CONTEXT + 1] == row).all() for start in starts)
