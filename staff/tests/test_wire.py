"""The wire: what crosses is the same on the other side, and nothing hostile gets through."""

import io
import random
import tracemalloc
from collections import OrderedDict

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from cs336_staff.judge.worker.buffers import Table
from cs336_staff.judge.worker.decode import Decoder
from cs336_staff.judge.worker.encode import Encoder
from cs336_staff.judge.worker.errors import read_error, write_error
from cs336_staff.judge.worker.tags import DTYPES
from cs336_staff.judge.worker.trusted import TrustedDecoder, TrustedEncoder
from cs336_staff.judge.worker.wire import Limits, Reader, Refused, WireError, Writer
from cs336_staff.judge.worker.writeback import (
    Before,
    apply_changes,
    apply_memory,
    write_changes,
    write_memory,
)

LIMITS = Limits()
SMALL = Limits(frame=2**20, items=2000, keys=200, elements=2**20)
TRIED = [dtype for dtype in DTYPES if "8_" not in str(dtype)]


def packed(out: Writer) -> bytes:
    return b"".join(bytes(part) for part in out.parts)


def there(value, limits=LIMITS):
    """Send a value from a worker to the judge."""
    encoder = Encoder(Table(), limits)
    encoder.value(value)
    decoder = Decoder(packed(encoder.out), Table(), limits)
    result = decoder.value()
    decoder.input.end()
    return result


class Crossing:
    """A call across the wire, in one process: arguments there, changes and result back."""

    def __init__(self, *arguments):
        self.here = Table()
        encoder = TrustedEncoder(self.here, LIMITS)
        encoder.value(arguments)
        self.counts = len(self.here.objects), len(self.here.buffers)
        self.table = Table()
        request = TrustedDecoder(packed(encoder.out), self.table, LIMITS)
        self.arguments = request.value()
        request.input.end()
        self.before = Before(self.table)

    def back(self, result=None):
        encoder = Encoder(self.table, LIMITS)
        write_memory(encoder, self.before)
        encoder.value(result)
        write_changes(encoder, self.before)
        decoder = Decoder(packed(encoder.out), self.here, LIMITS)
        apply_memory(decoder, self.counts[1])
        value = decoder.value()
        apply_changes(decoder, self.counts[0])
        decoder.input.end()
        return value


def bits(x: torch.Tensor) -> bytes:
    plain = x.detach().clone(memory_format=torch.contiguous_format)
    return plain.flatten().view(torch.uint8).numpy().tobytes() if x.numel() else b""


def same(a, b) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.Tensor):
        return (
            (a.dtype, a.shape, a.stride(), a.requires_grad)
            == (b.dtype, b.shape, b.stride(), b.requires_grad)
            and a.untyped_storage().nbytes() == b.untyped_storage().nbytes()
            and a.storage_offset() == b.storage_offset()
            and bits(a) == bits(b)
        )
    if isinstance(a, np.ndarray | np.generic):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b or (a != a and b != b)


@st.composite
def tensors(draw):
    dtype = draw(st.sampled_from(TRIED))
    shape = draw(st.lists(st.integers(0, 4), max_size=4))
    size = 1
    for n in shape:
        size *= max(n, 1)
    offset = draw(st.integers(0, 3))
    raw = torch.randint(0, 256, ((2 * size + offset + 8) * dtype.itemsize,), dtype=torch.uint8)
    if dtype is torch.bool:
        raw = raw % 2
    base = raw.view(dtype)
    order = draw(st.permutations(range(len(shape))))
    strides, step = [0] * len(shape), 1
    for dim in order:
        strides[dim] = draw(st.sampled_from([step, step, 0]))
        step *= max(shape[dim], 1)
    return base.as_strided(shape, strides, offset)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**4000), 2**4000)
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary()
    | st.complex_numbers()
    | st.sampled_from([torch.float32, torch.device("cpu"), torch.Size([2, 3]), np.int64(5), ...])
)
values = st.recursive(
    scalars | tensors(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(values)
def test_a_value_is_the_same_on_the_other_side(value):
    assert same(there(value), value)


@settings(max_examples=100, deadline=None)
@given(tensors(), st.data())
def test_views_of_one_storage_share_it_on_the_other_side(x, data):
    y = x.flatten() if x.is_contiguous() else x
    a, b = there((x, y[:1] if y.ndim else y))
    assert a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()
    crossing = Crossing(x, [x, y])
    first, (again, second) = crossing.arguments
    assert first is again
    assert same(second, y)
    result = crossing.back((first, second.view(second.shape), first.clone()))
    assert result[0] is x
    assert result[1].untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    if x.numel():
        assert result[2].untyped_storage().data_ptr() != x.untyped_storage().data_ptr()


@settings(max_examples=100, deadline=None)
@given(tensors())
def test_changes_in_place_are_written_back(x):
    view = x[..., :1] if x.ndim else x
    crossing = Crossing({"x": x, "view": view})
    other = crossing.arguments[0]
    other["x"].untyped_storage().fill_(1)
    crossing.back()
    assert set(bytes(x.untyped_storage())) <= {1}
    assert same(view, other["view"])


def test_arrays_and_tensors_over_one_memory():
    array = np.arange(12, dtype=np.int64)
    crossing = Crossing(array, array[2:8:2], torch.from_numpy(array)[5:])
    a, part, tensor = crossing.arguments
    assert part.tolist() == [2, 4, 6] and tensor.tolist() == [5, 6, 7, 8, 9, 10, 11]
    a[5] = 99
    assert tensor[0] == 99
    shared = crossing.back((torch.from_numpy(a)[4:], a[::-1].copy(), a[1:3]))
    assert array[5] == 99
    assert shared[0].data_ptr() == array.ctypes.data + 32
    assert np.shares_memory(shared[2], array) and not np.shares_memory(shared[1], array)


def test_a_memory_map_crosses_as_its_place(tmp_path):
    np.arange(100, dtype=np.uint16).tofile(tmp_path / "data")
    data = np.memmap(tmp_path / "data", np.uint16, "r", offset=8)
    crossing = Crossing(data)
    other = crossing.arguments[0]
    assert type(other) is np.memmap and same(np.array(other), np.array(data))
    with pytest.raises(ValueError, match="read-only"):
        other[0] = 1
    aliased = crossing.back(torch.from_numpy(other.view(np.int16))[3:])
    assert aliased.data_ptr() == data.ctypes.data + 6


def test_tensor_state_is_written_back():
    weight, bias = nn.Parameter(torch.ones(3)), torch.ones(2)
    crossing = Crossing([weight, bias])
    (there_weight, there_bias), *_ = crossing.arguments
    assert type(there_weight) is nn.Parameter
    there_weight.grad = torch.full((3,), 5.0)
    there_weight.requires_grad_(False)
    there_bias.t_()
    there_bias.resize_(4).fill_(7)
    crossing.back()
    assert weight.grad.tolist() == [5, 5, 5] and not weight.requires_grad
    assert bias.tolist() == [7] * 4
    crossing = Crossing(weight)
    crossing.arguments[0].data = torch.zeros(3)
    before = weight.data_ptr()
    crossing.back()
    assert weight.tolist() == [0, 0, 0] and weight.data_ptr() != before


def test_containers_are_written_back():
    inner = [1, 2]
    outer = {"a": inner, "b": (inner,)}
    crossing = Crossing(outer)
    other = crossing.arguments[0]
    assert other["a"] is other["b"][0]
    other["a"].append(3)
    del other["b"]
    other["c"] = other["a"]
    crossing.back()
    assert outer == {"a": [1, 2, 3], "c": [1, 2, 3]} and outer["c"] is inner


@pytest.mark.parametrize("kind", [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW])
def test_a_training_step_is_the_same_on_either_side(kind):
    def make():
        torch.manual_seed(1)
        model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
        return model, kind(model.parameters(), lr=0.1)

    def step(model, optimizer, x):
        model.eval().train()
        model(x).square().mean().backward()
        optimizer.step()
        optimizer.param_groups[0]["lr"] *= 0.5

    x = torch.randn(5, 3)
    (model, optimizer), (expected, expected_optimizer) = make(), make()
    first = next(model.parameters())
    for _ in range(3):
        step(expected, expected_optimizer, x)
        crossing = Crossing(model, optimizer, x, list(model.parameters()))
        there_model, there_optimizer, there_x, there_parameters = crossing.arguments
        assert there_parameters[0] is next(there_model.parameters())
        assert there_optimizer.param_groups[0]["params"][0] is there_parameters[0]
        step(there_model, there_optimizer, there_x)
        crossing.back()
    assert next(model.parameters()) is first
    assert same(dict(model.state_dict()), dict(expected.state_dict()))
    for mine, other in zip(model.parameters(), expected.parameters(), strict=True):
        assert same(mine.grad, other.grad)
        assert same(dict(optimizer.state[mine]), dict(expected_optimizer.state[other]))
    assert optimizer.param_groups[0]["lr"] == expected_optimizer.param_groups[0]["lr"]


def test_models_say_what_became_of_them():
    model = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
    crossing = Crossing(model)
    other = crossing.arguments[0]
    other.eval()
    other[0].weight = nn.Parameter(torch.zeros(2, 2))
    other[0].bias.requires_grad_(False)
    crossing.back()
    assert not model[1].training
    assert model[0].weight.tolist() == [[0, 0], [0, 0]] and not model[0].bias.requires_grad


def test_gradient_scalers_cross():
    scaler = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=1)
    crossing = Crossing(scaler)
    other = crossing.arguments[0]
    weight = nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([weight], lr=1.0)
    other.scale(weight.sum()).backward()
    other.step(optimizer)
    other.update()
    crossing.back()
    assert scaler.get_scale() == 16.0


def test_files_in_memory_and_on_disk(tmp_path):
    memory, path = io.BytesIO(b"abcdef"), tmp_path / "f"
    path.write_bytes(b"0123456789")
    memory.seek(2)
    with path.open("rb+") as opened:
        opened.seek(4)
        crossing = Crossing(memory, opened)
        one, two = crossing.arguments
        assert one.read(2) == b"cd" and two.read(2) == b"45"
        one.write(b"XYZ")
        two.write(b"ab")
        crossing.back()
        assert memory.getvalue() == b"abcdXYZ" and memory.tell() == 7
        assert path.read_bytes() == b"012345ab89" and opened.tell() == 8
        two.close()
        one.close()
        crossing.back()
        assert memory.closed and opened.closed


REFUSED = {
    "object": object(),
    "function": len,
    "set": {1},
    "generator": (i for i in ()),
    "object array": np.array([None]),
    "text array": np.array(["x"]),
    "record array": np.zeros(2, [("a", int)]),
    "sparse": torch.eye(2).to_sparse(),
    "conjugate": torch.ones(2, dtype=torch.complex64).conj(),
    "deep": [[]] * 1,
    "int subclass": type("I", (int,), {})(3),
    "str subclass": type("S", (str,), {})("x"),
    "float subclass": type("F", (float,), {})(1.0),
    "tensor subclass": torch.ones(2).as_subclass(type("T", (torch.Tensor,), {})),
    "surrogate": "\ud800",
    "large integer": 1 << 10**5,
}
for _ in range(100):
    REFUSED["deep"] = [REFUSED["deep"]]


@pytest.mark.parametrize("name", REFUSED)
def test_a_worker_sends_no_such_thing(name):
    with pytest.raises(Refused):
        there(REFUSED[name])


def test_containers_cross_as_what_they_are_based_on():
    assert type(there(OrderedDict(a=1))) is dict
    assert type(there(torch.ones(2, 3).max(0))) is tuple


@pytest.mark.parametrize(
    "error, shown",
    [
        (KeyError("weight"), "KeyError: 'weight'"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "UnicodeDecodeError: 'utf-8' codec"),
        (type("Own", (ValueError,), {})("x"), "Own: x"),
        (StopIteration(3), "StopIteration: 3"),
        (type("Bad", (Exception,), {"__str__": lambda self: 1 / 0})(), "Bad: (its text cannot"),
        (SystemExit(1), "SystemExit: 1"),
        (ValueError("a\x1b[2Jb\ud800"), "ValueError: a\ufffd[2Jb?"),
        (ValueError("x" * 10**6), "ValueError: " + "x" * 2000),
    ],
)
def test_exceptions_cross_as_kind_and_text(error, shown):
    out = Writer()
    write_error(out, error)
    read = read_error(Reader(packed(out), LIMITS))
    assert f"{type(read).__name__}: {read}".startswith(shown)
    assert len(str(read)) <= 2000
    if isinstance(error, Exception) and type(error).__name__ not in ("StopIteration",):
        assert isinstance(read, ValueError if isinstance(error, ValueError) else Exception)


def _samples() -> list[bytes]:
    base = torch.randn(4, 5)
    samples = []
    for value in (
        [base, base[1:, ::2], base.T, {"a": (1, 2.5, "x", None)}, torch.ones(2, device="meta")],
        [np.arange(6).reshape(2, 3), np.float32(3), io.BytesIO(b"abc"), torch.Size([2])],
        nn.Parameter(torch.ones(3)),
        [[[[1]]], {"k": {"k": [2**200, -1, b"x"]}}, torch.bool, torch.device("cpu"), slice(1)],
    ):
        encoder = Encoder(Table(), SMALL)
        encoder.value(value)
        samples.append(packed(encoder.out))
    return samples


SAMPLES = _samples()


def decode_hostile(payload: bytes) -> None:
    table = Table()
    decoder = Decoder(payload, table, SMALL)
    try:
        decoder.value()
        apply_memory(decoder, len(table.buffers))
        apply_changes(decoder, len(table.objects))
        decoder.input.end()
    except WireError:
        pass


def mutated(random_: random.Random, sample: bytes) -> bytes:
    data = bytearray(sample)
    for _ in range(random_.randint(1, 6)):
        at = random_.randrange(len(data) + 1)
        how = random_.randrange(5)
        if how == 0:
            data[at : at + 1] = bytes([random_.randrange(256)])
        elif how == 1:
            word = random_.choice([0, 1, -1, 2**31, 2**62, 2**63 - 1, -(2**63), 255])
            data[at : at + 8] = word.to_bytes(8, "little", signed=True)
        elif how == 2:
            del data[at : at + random_.randint(1, 16)]
        elif how == 3:
            data[at:at] = data[random_.randrange(len(data) + 1) :][: random_.randint(1, 40)]
        else:
            data[at:at] = bytes([random_.randrange(24)])
    return bytes(data)


def test_mutated_payloads_raise_nothing_but_wire_errors():
    random_ = random.Random(336)
    tracemalloc.start()
    for _ in range(20_000):
        decode_hostile(mutated(random_, random_.choice(SAMPLES)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**26


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_raise_nothing_but_wire_errors(payload):
    decode_hostile(payload)
