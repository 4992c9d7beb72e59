"""Bytes of tensors, of storages and of the allocator's blocks: handout §2."""

import itertools

import numpy as np
import pytest
import torch

from tests.harness.checks.errors import assert_raises
from tests.harness.checks.values import assert_integer
from tests.harness.plugin.failure import fail
from tests.harness.runtime.describe import describe

DTYPES = (
    *(torch.float64, torch.float32, torch.float16, torch.bfloat16),
    *(torch.float8_e4m3fn, torch.float8_e5m2),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool),
    *(torch.uint16, torch.uint32, torch.uint64, torch.complex64, torch.complex128),
)
FOUR_BYTES = "this counts 4 bytes an element; the size depends on the dtype"


@pytest.mark.problem("tensor_bytes")
def test_tensor_bytes_counts_elements_times_their_size(adapters, rng):
    for dtype in DTYPES:
        x = torch.zeros(rng.shape(3), dtype=dtype)
        assert_integer(
            adapters.run_tensor_bytes(x),
            x.numel() * x.element_size(),
            misconceptions={
                "this is the number of elements; each takes element_size() bytes": x.numel(),
                FOUR_BYTES: 4 * x.numel(),
                "these are bits; a byte is 8 of them": 8 * x.numel() * x.element_size(),
                **_first_dim_only(x),
            },
            what=describe(x),
        )
    x = torch.empty(2**20 + 1, 2**12 + 1, device="meta")
    assert_integer(adapters.run_tensor_bytes(x), 4 * x.shape[0] * x.shape[1], what=describe(x))


@pytest.mark.problem("tensor_bytes")
def test_tensor_bytes_of_more_than_any_memory(adapters):
    for x in (
        torch.empty(2**31 + 1, 2**29 - 1, dtype=torch.uint8, device="meta"),  # in no float64
        torch.empty(4 * 12288, 12288, device="meta"),  # elements, not bytes, fit into 31 bits
    ):
        expected = x.shape[0] * x.shape[1] * x.element_size()
        assert_integer(adapters.run_tensor_bytes(x), expected, what=describe(x))


@pytest.mark.problem("tensor_bytes")
def test_tensor_bytes_copies_nothing(adapters):
    for what, x in (("a matrix", torch.ones(99, 99)), ("a strided one", torch.ones(99, 99)[::2])):
        seen = adapters.observed(trace=True).run_tensor_bytes(x)
        assert_integer(seen.value, 4 * x.numel(), what=what)
        if seen.trace.allocated_bytes >= 4 * x.numel():
            fail(
                f"to count the bytes of {what}, {describe(x)}, {seen.trace.allocated_bytes} bytes "
                "were allocated",
                "take the number of elements and their size, and make no copy",
            )


def _first_dim_only(x):
    text = "this counts the first dim alone; x.numel() counts the elements of all"
    return {text: len(x) * x.element_size()} if x.ndim > 1 and len(x) != x.numel() else {}


def _with_gradient(x):
    x = x.detach().requires_grad_()
    x.grad = torch.ones_like(x)
    return x


def _places(x):
    return itertools.product(*map(range, x.shape))


@pytest.mark.problem("tensor_bytes")
def test_tensor_bytes_counts_what_a_view_shows(adapters, rng):
    n = rng.integer(5, 9)
    matrix = torch.zeros(n, n)
    hint = "this is the bytes of the storage; count the elements that x shows"
    cases = {
        "a row": (matrix[1], 4 * n),
        "a row of float64, after one of float32": (matrix.double()[1], 8 * n),
        "a row that forgot its base": (matrix[1].data, 4 * n),
        "a parameter": (torch.zeros(n, n).requires_grad_(), 4 * n * n),
        "a parameter with its gradient": (_with_gradient(torch.zeros(n, n)), 4 * n * n),
        "a strided slice": (matrix[::2, 1:3], 4 * 2 * ((n + 1) // 2)),
        "an expanded row": (matrix[:1].expand(3 * n, n), 4 * 3 * n * n),
        "seven dims": (torch.zeros(n, 1, 2, 1, 3, 1, 2, dtype=torch.int16), 2 * 12 * n),
        "a 0-d tensor": (matrix[0, 0], 4),
        "an empty tensor": (matrix[:0], 0),
    }
    for what, (x, expected) in cases.items():
        shown = {tuple(i * s for i, s in zip(at, x.stride(), strict=True)) for at in _places(x)}
        misconceptions = {
            hint: x.untyped_storage().nbytes(),
            FOUR_BYTES: 4 * x.numel(),
            "x shows its repeated elements as often as they repeat: all count": (
                x.element_size() * len(shown)
            ),
            **_first_dim_only(x),
        }
        assert_integer(
            adapters.run_tensor_bytes(x), expected, misconceptions=misconceptions, what=what
        )


@pytest.mark.problem("storage_bytes")
def test_storage_bytes_counts_all_that_a_view_keeps_alive(adapters, rng):
    # Neither is the size of an element, so that no two mistakes give the same number.
    rows, columns = rng.choice([(5, 6), (6, 7), (7, 5), (9, 7)])
    dtype = rng.choice([torch.float32, torch.float64, torch.int16])
    matrix = torch.zeros(rows, columns, dtype=dtype)
    views = {
        "the whole matrix": matrix,
        "a row": matrix[1],
        "a transposed slice": matrix[1:3, ::2].T,
        "an expanded row": matrix[:1].expand(3 * rows, columns),
        "one element": matrix[2, 3],
        "a row that forgot its base": matrix[1].data,
        "an empty slice": matrix[:0],
    }
    for what, x in views.items():
        size = matrix.element_size()
        steps = sum((n - 1) * s for n, s in zip(x.shape, x.stride(), strict=True))
        reach = x.storage_offset() + steps + 1
        hints = {
            "this is the bytes of the elements x shows; it keeps the whole storage alive": (
                x.numel() * size
            ),
            "this is the number of elements; each takes element_size() bytes": matrix.numel(),
            "what lies before x in the storage is kept alive too": (
                (matrix.numel() - x.storage_offset()) * size
            ),
            "what lies behind x in the storage is kept alive too": reach * size,
            "an untyped storage counts bytes: they are multiplied by the element size again": (
                matrix.numel() * size * size
            ),
        }
        actual = adapters.run_storage_bytes(x)
        assert_integer(actual, matrix.numel() * size, misconceptions=hints, what=what)


@pytest.mark.problem("storage_bytes")
def test_storage_bytes_leaves_the_gradient_out(adapters, rng):
    n = rng.integer(3, 9)
    x = _with_gradient(torch.zeros(n, n)[1])
    hint = {"the gradient is a tensor of its own, with a storage of its own": 4 * n * n + 4 * n}
    assert_integer(adapters.run_storage_bytes(x), 4 * n * n, misconceptions=hint)


@pytest.mark.problem("storage_bytes")
def test_storage_bytes_of_a_view_in_another_dtype(adapters, rng):
    n = rng.integer(3, 9)
    assert_integer(adapters.run_storage_bytes(torch.zeros(n).view(torch.uint8)[1:]), 4 * n)
    odd = torch.zeros(2 * n + 1, dtype=torch.uint8)
    assert_integer(
        adapters.run_storage_bytes(odd[: 2 * n].view(torch.bfloat16)),
        2 * n + 1,
        misconceptions={"a storage is bytes: elements of x's dtype need not fill it": 2 * n},
        what="a view of uint8 as bfloat16",
    )


@pytest.mark.problem("storage_bytes")
def test_storage_bytes_of_more_than_any_memory(adapters):
    x = torch.empty(2**20 + 1, 2**20 + 1, device="meta")[3, :7]
    hints = {"this is the bytes of the elements x shows; it keeps the whole storage alive": 4 * 7}
    expected = 4 * (2**20 + 1) ** 2
    what = f"a part of a row of a matrix on meta, {describe(x)}"
    assert_integer(adapters.run_storage_bytes(x), expected, misconceptions=hints, what=what)


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_rounds_each_tensor_up(adapters, rng):
    for _ in range(100):  # until no two mistakes give the same number
        sizes = [rng.integer(1, 5000) for _ in range(rng.integer(3, 8))]
        sizes += [1, 1, rng.integer(1025, 1536)]  # the last is 1536 bytes, not 2048
        expected = sum(-(-size // 512) * 512 for size in sizes)
        wrong = _wrong_blocks(sizes)
        if len({expected, *wrong.values()}) > len(wrong):
            break
    actual = adapters.run_cuda_allocated_bytes(sizes)
    assert_integer(actual, expected, misconceptions=wrong)


def _wrong_blocks(sizes):
    return {
        "this rounds the sum; the allocator rounds each block": -(-sum(sizes) // 512) * 512,
        "this does not round up to multiples of 512": sum(sizes),
        "blocks are multiples of 512, not powers of two": sum(
            max(512, 1 << (size - 1).bit_length()) for size in sizes
        ),
        "this rounds down; a block that is begun is taken whole": sum(
            s // 512 * 512 for s in sizes
        ),
        "this rounds to the nearest multiple of 512; the allocator rounds up": sum(
            (s + 256) // 512 * 512 for s in sizes
        ),
        "this is the number of blocks; each takes 512 bytes": sum(-(-s // 512) for s in sizes),
        "blocks are multiples of 512 bytes, not of 1024": sum(-(-s // 1024) * 1024 for s in sizes),
        "a large tensor is rounded to 512 bytes too: 2 MiB are what its segment is rounded to": sum(
            -(-s // (512 if s <= 2**20 else 2**21)) * (512 if s <= 2**20 else 2**21) for s in sizes
        ),
    }


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_at_the_edges(adapters):
    hint = "a multiple of 512 stays what it is, and 0 takes nothing"
    for sizes, expected in (
        ([], 0),
        ([0], 0),
        ([512], 512),
        ([513], 1024),
        ([1], 512),
        ([4096, 4096], 8192),
        ([2**60 + 1], 2**60 + 512),
        ([np.int32(255), np.int64(513)], 1536),
        ([2**62 + 1] * 5, 5 * 2**62 + 5 * 512),
    ):
        misconceptions = {hint: sum(int(s) // 512 * 512 + 512 for s in sizes)}
        actual = adapters.run_cuda_allocated_bytes(sizes)
        assert_integer(actual, expected, misconceptions=misconceptions, what=f"sizes {sizes}")
    seen = adapters.observed().run_cuda_allocated_bytes([700] * 20_000)
    if isinstance(seen.error, RecursionError):
        fail("the 20000 tensors of a large model were too many: RecursionError", "take a loop")
    assert_integer(seen.value, 20_000 * 1024, what="20000 sizes of 700 bytes")


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_of_tensors_of_all_sizes(adapters, rng):
    # Over 1 MiB the allocator's segments are larger, but it counts what a tensor takes of them.
    for power in range(10, 36):
        size = 2**power + rng.integer(1, 2**power - 1)
        expected = -(-size // 512) * 512
        actual = adapters.run_cuda_allocated_bytes([size])
        assert_integer(actual, expected, misconceptions=_wrong_blocks([size]), what=f"{size} bytes")


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_refuses_a_negative_size(adapters, rng):
    for size in (-1, -rng.integer(2, 2000)):
        for sizes in ([size], [512, size], [size, 512], [9, size, 0], [size, 10**9], [size, size]):
            assert_raises(
                lambda sizes=sizes: adapters.run_cuda_allocated_bytes(sizes),
                mentions=["size", size],
                when=f"sizes are {sizes}",
            )
