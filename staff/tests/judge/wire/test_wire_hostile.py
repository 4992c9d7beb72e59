"""A worker can send nothing but values, and nothing that breaks the judge."""

import copy
import io
import random
import tracemalloc
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from support.crossing import LIMITS, packed, there
from torch import nn

from cs336_staff.judge.wire.changes import Before, apply_changes, apply_memory, write_changes
from cs336_staff.judge.wire.exceptions import TEXT_LIMIT, read_error, write_error
from cs336_staff.judge.wire.observations import read_observation, write_observation
from cs336_staff.judge.wire.primitives import Limits, Reader, Refused, WireError, Writer
from cs336_staff.judge.wire.requests import write_request
from cs336_staff.judge.wire.storages import MEMMAP, Table
from cs336_staff.judge.wire.values import Decoder, Encoder
from tests.harness.runtime.conditions import Observation

FILE = Path(__file__).resolve()  # a file to map into memory
SMALL = Limits(frame=2**20, items=2000, keys=200, elements=2**20)

REFUSED = {
    "object": object(),
    "function": len,
    "bytearray": bytearray(b"1"),
    "generator": (i for i in ()),
    "object array": np.array([None]),
    "text array": np.array(["x"]),
    "record array": np.zeros(2, [("a", int)]),
    "sparse": torch.eye(2).to_sparse(),
    "conjugate": torch.ones(2, dtype=torch.complex64).conj(),
    "deep": [[]] * 1,
    "int subclass": type("I", (int,), {})(3),
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


def test_a_tensor_crosses_that_has_outlived_torch_func():
    kept: list[torch.Tensor] = []
    torch.func.grad(lambda x: kept.append(2 * x) or x.sum())(torch.ones(3))
    assert there(kept[0]).tolist() == [2.0] * 3


def test_strings_cross_as_what_they_are_based_on():
    spoken = type(
        "Spoken", (str,), {"__str__": lambda self: "other", "encode": lambda *_: b"other"}
    )
    for text in (spoken("key"), np.str_("key")):
        (key,) = there({text: 1})
        assert type(key) is str and key == "key"


def noted(error, note):
    error.__notes__ = [note]
    return error


@pytest.mark.parametrize(
    "error, shown",
    [
        (KeyError("weight"), "KeyError: 'weight'"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), "UnicodeDecodeError: 'utf-8' codec"),
        (type("Own", (ValueError,), {})("x"), "Own: x"),
        (type("Both", (KeyError, ValueError), {})("x"), "Both: 'x'"),
        (type("Both", (ArithmeticError, OSError, ValueError), {})("x"), "Both: x"),
        (StopIteration(3), "StopIteration: 3"),
        (noted(ValueError("a"), "b"), "ValueError: a\nb"),
        (noted(ValueError("a"), 3), "ValueError: (its text cannot be had: TypeError)"),
        (type("Bad", (Exception,), {"__str__": lambda self: 1 / 0})(), "Bad: (its text cannot"),
        (SystemExit(1), "SystemExit: 1"),
        (KeyboardInterrupt(), "RuntimeError: the call raised KeyboardInterrupt"),
        (ValueError("a\x1b[2Jb\ud800"), "ValueError: a\ufffd[2Jb?"),
        (ValueError("x" * 10**6), "ValueError: " + "x" * (TEXT_LIMIT - 1) + "…"),
    ],
)
def test_exceptions_cross_as_kind_and_text(error, shown):
    out = Writer()
    write_error(out, error)
    read = read_error(Reader(packed(out), LIMITS))
    assert f"{type(read).__name__}: {read}".startswith(shown)
    assert len(str(read)) <= TEXT_LIMIT
    if isinstance(error, Exception) and type(error).__name__ not in ("StopIteration",):
        assert isinstance(read, ValueError if isinstance(error, ValueError) else Exception)


def _samples() -> list[bytes]:
    base = torch.randn(4, 5)
    samples = []
    for value in (
        [base, base[1:, ::2], base.T, {"a": (1, 2.5, "x", None)}, torch.ones(2, device="meta")],
        [np.arange(6).reshape(2, 3), np.float32(3), io.BytesIO(b"abc"), torch.Size([2])],
        [np.memmap(FILE, np.uint8, "r", shape=(9,)), np.memmap(FILE, np.uint8, "r", 4, (2, 3))],
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
    decoder = Decoder(payload, table, SMALL, FILE.parent)
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


def test_a_tensor_does_not_become_one_of_another_kind():
    table, encoder = Table(), Encoder(Table(), LIMITS)
    table.add(torch.ones(2))
    encoder.out.number(1)  # one change, of object 0, which is a tensor
    encoder.out.number(0)
    encoder.out.byte(0)
    encoder.tensor(torch.ones(2, device="meta"), 0)
    with pytest.raises(WireError, match="another layout"):
        apply_changes(Decoder(packed(encoder.out), table, LIMITS), 1)


@pytest.mark.parametrize(("value", "place"), [([1], 0), ({"a": 1}, "a")])
def test_a_list_or_dict_that_was_changed_to_hold_itself_is_refused(value, place):
    theirs, ours = Table([value]), Table([copy.copy(value)])
    before = Before(theirs)
    value[place] = value
    encoder = Encoder(theirs, LIMITS)
    write_changes(encoder, before)
    decoder = Decoder(packed(encoder.out), ours, LIMITS)
    apply_changes(decoder, known=1)
    with pytest.raises(WireError, match="too many values"):
        decoder.check_cycles(None)


@pytest.mark.parametrize("flags", [0, MEMMAP])
def test_an_array_of_more_elements_than_its_memory_is_refused(flags):
    encoder = Encoder(Table(), LIMITS)
    encoder.value(np.zeros(2, np.uint8))
    data = bytearray(packed(encoder.out))
    at = data.index(b"|u1") + 3
    size, stride = (2**60).to_bytes(8, "little"), bytes(8)
    assert data[at + 9 : at + 17] == (2).to_bytes(8, "little")
    data[at], data[at + 9 : at + 17], data[at + 25 : at + 33] = flags, size, stride
    with pytest.raises(WireError, match="more elements"):
        Decoder(bytes(data), Table(), LIMITS).value()


def test_an_observation_of_an_unknown_kind_is_refused():
    encoder = Encoder(Table(), LIMITS)
    write_observation(encoder, Observation(result=3))
    data = bytearray(packed(encoder.out))
    read_observation(Decoder(bytes(data), Table(), LIMITS), Observation())
    data[0] |= 16
    with pytest.raises(WireError, match="another kind"):
        read_observation(Decoder(bytes(data), Table(), LIMITS), Observation())


def test_a_request_over_the_limit_is_refused():
    for size in (3_000, 5_000):
        write_request(Writer(), Table(), torch.zeros(size, dtype=torch.uint8), Limits(frame=10_000))
    for value in (torch.zeros(20_000, dtype=torch.uint8), "x" * 20_000):
        with pytest.raises(Refused, match="is over"):
            write_request(Writer(), Table(), value, Limits(frame=10_000))


def test_mutated_payloads_raise_nothing_but_wire_errors():
    random_ = random.Random(336)
    tracemalloc.start()
    for _ in range(20_000):
        decode_hostile(mutated(random_, random_.choice(SAMPLES)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**26


@settings(max_examples=500)
@given(st.binary(max_size=200))
def test_any_bytes_raise_nothing_but_wire_errors(payload):
    decode_hostile(payload)
