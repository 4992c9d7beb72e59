"""Batches from a token array: handout §8. How starts are drawn: test_data_starts.py."""

import numpy as np
import pytest
import torch

from tests.harness.checks.checkpoint_files import sparse_tokens
from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_tensor
from tests.harness.expected.data import (
    assert_batch,
    distinct_tokens,
    observe_get_batch,
    token_bytes,
)
from tests.harness.plugin.failure import fail

pytestmark = pytest.mark.problem("get_batch")

DTYPES = ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64")
MUCH_MEMORY = 2**26  # bytes: far more than small windows take, far less than a large dataset


def test_get_batch_of_every_integer_dtype(adapters, rng):
    for dtype in DTYPES:
        largest = min(np.iinfo(dtype).max, 2**62)
        count = rng.integer(60, 120)
        tokens = largest - rng.numpy.permutation(count)  # the largest values may overflow
        dataset = tokens.astype(dtype)
        assert_batch(observe_get_batch(adapters, dataset, 16, rng.integer(2, 30)), dataset)


def test_get_batch_of_many_shapes(adapters, rng):
    for _ in range(8):
        context_length, batch_size = rng.integer(1, 40), rng.integer(1, 40)
        dataset = distinct_tokens(rng, context_length + rng.integer(1, 200))
        assert_batch(observe_get_batch(adapters, dataset, batch_size, context_length), dataset)
    for batch_size, context_length in ((1, 1), (1, 9), (9, 1), (70, 45)):
        dataset = distinct_tokens(rng, 50)
        assert_batch(observe_get_batch(adapters, dataset, batch_size, context_length), dataset)


def test_get_batch_of_tokens_that_repeat(adapters, rng):
    dataset = rng.tokens(3000, vocabulary=2)
    x, y = observe_get_batch(adapters, dataset, 20, 64).result
    windows = np.lib.stride_tricks.sliding_window_view(dataset.astype(np.int64), 65)
    known = {window.tobytes() for window in windows}
    if not all(row.tobytes() in known for row in torch.cat([x, y[:, -1:]], dim=1).numpy()):
        fail("x, with the last token of y appended, is not a window of the dataset")
    if not torch.equal(x[:, 1:], y[:, :-1]):
        fail("y is not x moved on by one")


def test_get_batch_takes_numpy_integers(adapters, rng):
    dataset = distinct_tokens(rng, 80)
    seen = observe_get_batch(adapters, dataset, np.int64(6), np.int32(11))
    assert_batch(seen, dataset)


def test_get_batch_of_a_strided_array(adapters, rng):
    dataset = distinct_tokens(rng, 300)[1::3]
    assert_batch(observe_get_batch(adapters, dataset, 30, 7), dataset)


def test_get_batch_of_a_memory_map(adapters, rng, tmp_path):
    tokens = distinct_tokens(rng, 500)
    (tmp_path / "tokens.bin").write_bytes(token_bytes(tokens, tokens.dtype))
    dataset = np.memmap(tmp_path / "tokens.bin", dtype=tokens.dtype, mode="r")
    assert_batch(observe_get_batch(adapters, dataset, 30, 20), tokens)
    if not np.array_equal(dataset, tokens):
        fail("the call changed the file behind the memory map")
    part, start = tokens[300:440], 300 * tokens.itemsize
    mapped = np.memmap(tmp_path / "tokens.bin", tokens.dtype, mode="r", offset=start, shape=140)
    np.save(tmp_path / "tokens.npy", part)
    behind_header = np.load(tmp_path / "tokens.npy", mmap_mode="r")
    for what, some in (
        ("dataset[300:440]", dataset[300:440]),
        ("a map with an offset", mapped),
        ("a map of a .npy file, behind its header", behind_header),
    ):
        try:
            assert_batch(observe_get_batch(adapters, some, 30, 20), part)
        except (AssertionError, IndexError, OSError, TypeError, ValueError) as error:
            fail(
                f"of {what}, a part of a memory map: {str(error).partition(chr(10))[0]}",
                "draw from the array that is given, not from its file, which may hold more",
            )


def test_get_batch_of_the_smallest_dataset(adapters, rng):
    for context_length in (rng.integer(2, 30), 1):  # windows of 1 distinguish few mistakes
        dataset = distinct_tokens(rng, context_length + 1)
        assert_batch(observe_get_batch(adapters, dataset, 3, context_length), dataset)


def test_get_batch_refuses_a_dataset_that_is_too_short(adapters, rng):
    context_length = rng.integer(3, 30)
    for count in (context_length, context_length - 1, 1, 0):
        dataset = distinct_tokens(rng, count)
        seen = adapters.observed().run_get_batch(dataset, 4, context_length, "cpu")
        when = (
            f"the dataset has {count} tokens, too short for context_length {context_length} and "
            "a last target"
        )
        if isinstance(seen.error, SystemExit):
            fail(f"when {when}, the call ended the process", "raise an error instead")
        mentions = ["dataset", "context_length", count, context_length]
        assert_raises(lambda seen=seen: seen.value, mentions=mentions, when=when)


def test_get_batch_refuses_bad_sizes(adapters, rng):
    dataset = distinct_tokens(rng, 100)
    for bad in (0, -rng.integer(1, 9)):
        for name, sizes in (("batch_size", (bad, 5)), ("context_length", (5, bad))):
            assert_raises(
                lambda sizes=sizes: adapters.run_get_batch(dataset, *sizes, "cpu"),
                mentions=[name, bad],
                when=f"{name} is {bad}",
            )
        both = f"batch_size is {bad} and context_length -3"
        assert_raises(
            lambda bad=bad: adapters.run_get_batch(dataset, bad, -3, "cpu"),
            mentions=[{"batch_size", "context_length"}, {bad, -3}],
            when=both,
        )


def test_get_batch_shares_no_memory_with_the_dataset(adapters, rng):
    for batch_size, spare in ((1, 1), (1, 30), (4, 30)):
        dataset = distinct_tokens(rng, 20 + spare).astype(np.int64)
        before = dataset.copy()
        for result in observe_get_batch(adapters, dataset, batch_size, 20).result:
            with torch.inference_mode():  # allows writing to inference tensors
                result.fill_(-1)
            if not np.array_equal(dataset, before):
                fail(
                    "writing into the batch changed the dataset: they share memory",
                    "a batch is a copy, also of an int64 dataset",
                )


def test_get_batch_puts_the_batch_on_the_device(adapters, rng):
    dataset = distinct_tokens(rng, 60)
    for device in ("meta", torch.device("meta")):
        pair = adapters.run_get_batch(dataset, 4, 9, device)
        for name, value in zip("xy", pair, strict=True):
            if value.device.type != "meta":
                fail(
                    f'{name} is on {value.device}, expected the device "meta", which was asked for'
                )
            assert_tensor(value, (4, 9), torch.int64, what=name, device="meta")
    assert_batch(observe_get_batch(adapters, dataset, 4, 9, torch.device("cpu")), dataset)
    seen = adapters.observed().run_get_batch(dataset, 4, 9, "cuda:99")
    if seen.error is None:
        fail('device "cuda:99", which no machine has, should be an error, but the call returned')


@pytest.mark.posix
def test_get_batch_reads_only_its_windows_of_a_slice(adapters, rng, tmp_path):
    size, period, path = 2**23, 251, tmp_path / "tokens.bin"
    # `write_bytes` raises ENOSPC, which is retried, not scored; tofile does not.
    path.write_bytes(np.resize(np.arange(period, dtype=np.uint8), size).tobytes())
    dataset = np.memmap(path, np.uint8, mode="r")
    step = rng.integer(2, 3)
    rows, length = rng.integer(2, 5), rng.integer(90, 120)
    seen = observe_get_batch(
        adapters, dataset[1::step], rows, length, trace=True, python_memory=True
    )
    x, y = seen.result
    after = torch.arange(length + 1) * step  # each token determines those after it
    if not torch.equal(torch.cat([x, y[:, -1:]], dim=1), (x[:, :1] + after) % period):
        fail(f"x, with the last token of y appended, is not a window of dataset[1::{step}]")
    peak = seen.trace.peak_bytes + seen.python_peak_bytes
    if peak > 2**21:
        fail(
            f"the call took {peak} bytes of memory at its peak for {rows} windows of {length} "
            f"tokens of dataset[1::{step}], a view of a memory map of {size} bytes",
            "read the windows alone: copy no dataset that is not contiguous, and list no starts",
        )


def _assert_reads_little(adapters, dataset):
    """Fail before a call reads a terabyte, which would take minutes without a message."""
    seen = observe_get_batch(adapters, dataset, 4, 100, python_memory=True)
    read = seen.mapped_bytes or 0  # None where the system does not report it
    if read > dataset.nbytes // 2:
        fail(
            f"the call read {read} of the {dataset.nbytes} bytes of a memory map for 4 windows of "
            "100 tokens",
            "read the windows, not the dataset: what looks at all its tokens, as min() does, takes "
            "minutes where they are 2**40",
        )


@pytest.mark.posix
def test_get_batch_reads_only_its_windows_of_a_terabyte(adapters, rng, sparse_path, not_run):
    # Marks are wherever a start without its upper bits (int32) would lead, so that each of its
    # windows has one. A right draw leads there with probability 2**-8: four do with
    # 2**-32 < 3e-10.
    size, context_length = 2**40, 2**20  # a loop over tokens is slow but right
    low = np.arange(0, 2**31, context_length)
    marked = np.concatenate([low, low + size - 2**31])
    path, other = sparse_path / "terabyte.bin", sparse_path / "smaller.bin"
    try:
        dataset = sparse_tokens(path, size, np.uint8, marked, np.full(len(marked), 7))
        smaller = sparse_tokens(other, 2**25, np.uint8, marked[:0], marked[:0])
    except OSError as error:
        not_run(f"no sparse file of 1 TB can be made here: {error}")
    try:
        _assert_reads_little(adapters, smaller)
        seen = observe_get_batch(adapters, dataset, 4, 100, trace=True, python_memory=True)
        shown = []
        while all(shown) and len(shown) < 4:
            x, y = observe_get_batch(adapters, dataset, 1, context_length).value
            if not torch.equal(x[:, 1:], y[:, :-1]):
                fail("y is not x moved on by one")
            shown.append(x.any())
    finally:
        path.unlink()
        other.unlink()
    if all(shown):
        fail(
            "all windows of a dataset of 2**40 tokens lie within 2**31 tokens of its ends",
            "draw among all starts; integers of 32 bits do not reach past 2**31",
        )
    peak = seen.trace.peak_bytes + seen.python_peak_bytes
    if peak > MUCH_MEMORY:
        fail(
            f"the call took {peak} bytes of memory at its peak for 4 windows of 100 tokens",
            "read the windows, not the dataset",
        )
