"""A value is the same on both sides of the wire."""

import io
from collections import OrderedDict

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.crossing import Crossing, same, there
from torch import nn

from cs336_staff.judge.wire.storages import DTYPES

TRIED = [dtype for dtype in DTYPES if "8_" not in str(dtype)]


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
        | st.sets(st.text(max_size=3) | st.integers(), max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=300)
@given(values)
def test_a_value_is_the_same_on_the_other_side(value):
    assert same(there(value), value)


def test_a_lazily_negated_tensor_crosses_as_what_it_shows():
    x = torch.complex(torch.ones(2, 3), torch.arange(6.0).view(2, 3)).conj().imag
    y = x.clone().requires_grad_()
    crossed, leaf = there((x, torch._neg_view(y.detach()).requires_grad_()))
    assert x.is_neg() and not crossed.is_neg()
    assert torch.equal(crossed, x) and torch.equal(leaf, -y) and leaf.requires_grad


def test_a_part_of_a_tensor_on_meta_keeps_its_place_in_the_whole():
    x = torch.empty(9, 2**20, device="meta", dtype=torch.int16)[3, 5::7]
    crossed = there(x)
    assert crossed.is_meta and crossed.stride() == x.stride() == (7,)
    assert crossed.storage_offset() == x.storage_offset()
    assert crossed.untyped_storage().nbytes() == 2 * 9 * 2**20


@settings(max_examples=100)
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


@settings(max_examples=100)
@given(tensors())
def test_changes_in_place_are_written_back(x):
    view = x[..., :1] if x.ndim else x
    crossing = Crossing({"x": x, "view": view})
    other = crossing.arguments[0]
    other["x"].untyped_storage().fill_(1)
    crossing.back()
    assert set(bytes(x.untyped_storage())) <= {1}
    assert same(view, other["view"])


def test_memory_that_an_argument_left_belongs_to_who_took_it():
    size = 9 * 2**19  # 36 MiB: the C library has each such piece mapped, and there where one left
    crossing = Crossing(torch.zeros(size, dtype=torch.float64))
    x = crossing.arguments[0]
    left = x.data_ptr()
    x.resize_(size + 2**16).fill_(1)
    pieces = [torch.empty(size, dtype=torch.float64) for _ in range(8)]
    results = [piece for piece in pieces if piece.data_ptr() == left]
    if not results:
        pytest.skip("the place was given to none of eight")
    assert crossing.back(results[0].fill_(2)).unique().tolist() == [2]


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


@pytest.mark.filterwarnings("ignore:The given NumPy array is not writable")
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


def test_an_ordered_dict_stays_one_and_is_written_back():
    state = nn.Linear(2, 2).state_dict()
    crossing = Crossing(state)
    other = crossing.arguments[0]
    assert type(other) is OrderedDict and list(other) == ["weight", "bias"]
    weight = other.pop("weight")
    other["weight"] = weight
    crossing.back()
    assert list(state) == ["bias", "weight"]


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
