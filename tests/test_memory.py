"""Memory accounting: handout §2."""

import itertools

import numpy as np
import pytest
import torch

from tests.harness.compare import assert_integer, assert_raises, fail
from tests.harness.describe import describe

DTYPES = (
    *(torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.float8_e4m3fn),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool),
    *(torch.uint16, torch.complex64, torch.complex128),
)
OPTIMIZER_VALUES = {"sgd": 0, "momentum": 1, "adagrad": 1, "rmsprop": 1, "adam": 2}
PRECISIONS = ("float32", "bfloat16")


@pytest.mark.problem("tensor_bytes")
def test_tensor_bytes_counts_elements_times_their_size(adapters, rng):
    for dtype in DTYPES:
        x = torch.zeros(rng.shape(3), dtype=dtype)
        assert_integer(
            adapters.run_tensor_bytes(x),
            x.numel() * x.element_size(),
            misconceptions={
                "this is the number of elements; each takes element_size() bytes": x.numel(),
                "this counts 4 bytes an element; the size depends on the dtype": 4 * x.numel(),
            },
            what=describe(x),
        )
    x = torch.empty(2**20 + 1, 2**12 + 1, device="meta")
    assert_integer(adapters.run_tensor_bytes(x), 4 * x.shape[0] * x.shape[1], what=describe(x))


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
        "a strided slice": (matrix[::2, 1:3], 4 * 2 * ((n + 1) // 2)),
        "an expanded row": (matrix[:1].expand(3 * n, n), 4 * 3 * n * n),
        "a 0-d tensor": (matrix[0, 0], 4),
        "an empty tensor": (matrix[:0], 0),
    }
    for what, (x, expected) in cases.items():
        shown = {tuple(i * s for i, s in zip(at, x.stride(), strict=True)) for at in _places(x)}
        misconceptions = {
            hint: x.untyped_storage().nbytes(),
            "x shows its repeated elements as often as they repeat: all count": 4 * len(shown),
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
        }
        actual = adapters.run_storage_bytes(x)
        assert_integer(actual, matrix.numel() * size, misconceptions=hints, what=what)


@pytest.mark.problem("storage_bytes")
def test_storage_bytes_of_a_view_in_another_dtype(adapters, rng):
    n = rng.integer(3, 9)
    assert_integer(adapters.run_storage_bytes(torch.zeros(n).view(torch.uint8)[1:]), 4 * n)


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_rounds_each_tensor_up(adapters, rng):
    sizes = [rng.integer(1, 5000) for _ in range(rng.integer(3, 8))]
    sizes += [1, 1, rng.integer(1025, 1536)]  # the last is 1536 bytes, not 2048
    expected = sum(-(-size // 512) * 512 for size in sizes)
    assert_integer(
        adapters.run_cuda_allocated_bytes(sizes),
        expected,
        misconceptions={
            "this rounds the sum; the allocator rounds each block": -(-sum(sizes) // 512) * 512,
            "this does not round up to multiples of 512": sum(sizes),
            "blocks are multiples of 512, not powers of two": sum(
                max(512, 1 << (size - 1).bit_length()) for size in sizes
            ),
            "this adds a block to exact multiples, or rounds down": sum(s // 512 for s in sizes)
            * 512,
        },
    )


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
    ):
        misconceptions = {hint: sum(int(s) // 512 * 512 + 512 for s in sizes)}
        actual = adapters.run_cuda_allocated_bytes(sizes)
        assert_integer(actual, expected, misconceptions=misconceptions, what=f"sizes {sizes}")


@pytest.mark.problem("cuda_allocated_bytes")
def test_cuda_allocated_bytes_refuses_a_negative_size(adapters, rng):
    for size in (-1, -rng.integer(2, 2000)):
        for sizes in ([size], [512, size], [size, 512], [9, size, 0], [size, 10**9], [size, size]):
            assert_raises(
                lambda sizes=sizes: adapters.run_cuda_allocated_bytes(sizes),
                mentions=["sizes", size],
                when=f"sizes are {sizes}",
            )


def _training_bytes(parameters, activations, optimizer, precision):
    full = precision == "float32"
    sizes = {
        "parameters": parameters * (4 if full else 6),
        "gradients": parameters * (4 if full else 2),
        "optimizer_state": parameters * 4 * OPTIMIZER_VALUES[optimizer],
        "activations": activations * (4 if full else 2),
    }
    return {**sizes, "total": sum(sizes.values())}


def _choices():
    """Give each optimizer and precision, as new strings, which `is` tells from any other."""
    for names in itertools.product(OPTIMIZER_VALUES, PRECISIONS):
        yield ["".join(list(name)) for name in names]


def _check_keys(actual, expected):
    keys = f"expected a dict with exactly the keys {', '.join(expected)}"
    if not isinstance(actual, dict):
        fail(f"{keys}; got {describe(actual)}")
    if set(actual) != set(expected):
        odd = {
            "missing": [key for key in expected if key not in actual],
            "unexpected": [str(key) for key in actual if key not in expected],
        }
        found = "; ".join(f"{kind}: {', '.join(names)}" for kind, names in odd.items() if names)
        master = any("master" in key.lower() for key in odd["unexpected"])
        hint = "the master copy of bfloat16 parameters counts among the parameters"
        fail(f"{keys}; {found}", hint if master else "")


@pytest.mark.problem("training_bytes")
def test_training_bytes(adapters, rng):
    hints = {
        "parameters": "bfloat16 keeps 2 bytes to compute with and a 4-byte master copy",
        "gradients": "a gradient has its parameter's compute precision: 4 bytes, 2 in bfloat16",
        "optimizer_state": "values a parameter, 4 bytes each: sgd 0, adam 2, the others 1",
        "activations": "4 bytes each in float32, 2 in bfloat16",
        "total": "the sum of the other four",
    }
    for optimizer, precision in _choices():
        for parameters in (rng.integer(1, 10**6), 0, 2**60 + 1, np.int32(rng.integer(1, 10**6))):
            activations = type(parameters)(rng.integer(0, 10**6))
            expected = _training_bytes(int(parameters), int(activations), optimizer, precision)
            actual = adapters.run_training_bytes(parameters, activations, optimizer, precision)
            _check_keys(actual, expected)
            for key, value in expected.items():
                hint = {hints[key]: actual[key]}
                what = f"{key} with {optimizer} in {precision}"
                assert_integer(actual[key], value, misconceptions=hint, what=what)


@pytest.mark.problem("training_bytes")
def test_training_bytes_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for arguments, mentions in (
        ((-1, 0, "adam", "float32"), ["num_parameters", -1]),
        ((bad, 0, "adam", "float32"), ["num_parameters", bad]),
        ((bad, 1000, "adam", "float32"), ["num_parameters", bad]),
        ((0, -1, "adam", "float32"), ["num_activations", -1]),
        ((0, bad, "adam", "float32"), ["num_activations", bad]),
        ((1000, bad, "adam", "float32"), ["num_activations", bad]),
        ((bad, -1, "adam", "float32"), [{"num_parameters", "num_activations"}, {bad, -1}]),
        *_unknown_names(),
    ):
        assert_raises(
            lambda arguments=arguments: adapters.run_training_bytes(*arguments),
            mentions=mentions,
            when=f"the arguments are {arguments}",
        )


def _unknown_names():
    """Give arguments with an unknown name, and what the error must mention."""
    for count in (1, 0):
        for name in ("lion", "ada", "adamw", "Adam"):
            yield (count, 1, name, "float32"), ["optimizer", name]
        for name in ("float8", "float", "float16", "bf16"):
            yield (1, count, "adam", name), ["precision", name]
    yield (1, 1, "lion", "float8"), [{"optimizer", "precision"}, {"lion", "float8"}]


def _check_max_parameters(adapters, optimizer, precision, devices, memory):
    each = _training_bytes(1, 0, optimizer, precision)["total"]
    actual = adapters.run_max_parameters(devices, memory, optimizer, precision)
    devices, memory = int(devices), int(memory)
    hint = "the bytes are converted from GB to GiB; take them as they are"
    gib = {hint: devices * memory * 2**30 // 10**9 // each}
    assert_integer(
        actual,
        devices * memory // each,
        misconceptions={
            "this rounds down for each device; the memory is pooled": devices * (memory // each),
            "this counts parameters alone; gradients and optimizer state fill memory too": (
                devices * memory // _training_bytes(1, 0, optimizer, precision)["parameters"]
            ),
            "bfloat16 parameters have a float32 master copy; it takes 4 bytes too": (
                devices * memory // (each - 4)
            ),
            "this leaves the number of devices out": memory // each,
            "this counts Adam's state whatever the optimizer": (
                devices * memory // _training_bytes(1, 0, "adam", precision)["total"]
            ),
            "this rounds up; so many do not fit": -(-devices * memory // each),
            "one more fits": devices * memory // each - 1,
            **(gib if memory >= 10**9 else {}),
        },
        what=f"{devices} devices of {memory} bytes, {optimizer} in {precision}",
    )


@pytest.mark.problem("max_parameters")
def test_max_parameters(adapters, rng):
    for optimizer, precision in _choices():
        each = _training_bytes(1, 0, optimizer, precision)["total"]
        for devices, memory in (
            (8, 80_000_000_000),
            (rng.integer(1, 9), rng.integer(1, 10**6)),
            (3, 2 * each - 1),
            (1, 2**60 + 7),
        ):
            _check_max_parameters(adapters, optimizer, precision, devices, memory)
    for devices, memory in (
        (0, 99),
        (4, 0),
        (np.int32(5), np.int64(rng.integer(1, 10**6))),
    ):
        _check_max_parameters(adapters, "adam", "float32", devices, memory)


@pytest.mark.problem("max_parameters")
def test_max_parameters_refuses_bad_arguments(adapters, rng):
    bad = -rng.integer(2, 99)
    for arguments, mentions in (
        ((-1, 1, "adam", "float32"), ["num_devices", -1]),
        ((bad, 1, "adam", "float32"), ["num_devices", bad]),
        ((bad, 0, "adam", "float32"), ["num_devices", bad]),
        ((1, -1, "adam", "float32"), ["bytes_per_device", -1]),
        ((1, bad, "adam", "float32"), ["bytes_per_device", bad]),
        ((0, bad, "adam", "float32"), ["bytes_per_device", bad]),
        ((bad, -1, "adam", "float32"), [{"num_devices", "bytes_per_device"}, {bad, -1}]),
        *_unknown_names(),
    ):
        assert_raises(
            lambda arguments=arguments: adapters.run_max_parameters(*arguments),
            mentions=mentions,
            when=f"the arguments are {arguments}",
        )
