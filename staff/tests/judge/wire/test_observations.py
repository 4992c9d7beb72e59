"""A trace crosses the wire unchanged, and nothing else is accepted as one."""

import json

import pytest
import torch

from cs336_staff.judge.wire.observations import read_observation, write_observation
from cs336_staff.judge.wire.primitives import Limits, Refused, WireError
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder, Encoder
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.trace import Op, Trace, Tracer

LIMITS = Limits()


def there(trace: Trace, limits: Limits = LIMITS, change=lambda data: data) -> Trace:
    """Send a trace from a worker to the judge."""
    encoder = Encoder(Table(), limits)
    write_observation(encoder, Observation(trace=trace))
    data = change(b"".join(map(bytes, encoder.out.parts)))
    observation = Observation()
    read_observation(Decoder(data, Table(), limits), observation)
    return observation.trace


def traced() -> Trace:
    with Tracer() as tracer:
        (torch.ones(3, 4, dtype=torch.bfloat16) @ torch.ones(4, 2, dtype=torch.bfloat16)).sum()
    return tracer.trace


def test_a_trace_is_the_same_on_the_other_side():
    trace = traced()
    assert len(trace.ops) >= 4 and there(trace) == trace
    assert there(Trace()) == Trace()


def test_a_trace_of_too_many_operators_is_refused():
    trace = Trace(ops=traced().ops * 100)
    with pytest.raises(Refused, match=f"{len(trace.ops)} operators"):
        there(trace, Limits(items=2000))


def values(**changes) -> list:
    op = Op("aten.mm", ["float32"], [[2, 3]], ["float32"], [[2]], ["cpu"], 3, 512, 512)
    return list(vars(op).values() if not changes else {**vars(op), **changes}.values())


HOSTILE = {
    "no JSON": "[",
    "nested": "[" * 100_000 + "]" * 100_000,
    "a dict": json.dumps([{"name": "aten.mm"}]),
    "no list": "3",
    "a short operator": json.dumps([values()[:-1]]),
    "a long operator": json.dumps([[*values(), 1]]),
    "a name that is none": json.dumps([values(name=3)]),
    "an escaped name": json.dumps([values(name="\ud800")]),
    "a shape of texts": json.dumps([values(input_shapes=[["3"]])]),
    "a flat shape": json.dumps([values(input_shapes=[3])]),
    "a bool for a number": json.dumps([values(flops=True)]),
    "a float for a number": json.dumps([values(flops=1.0)]),
    "a huge number": json.dumps([values(flops=2**70)]),
    "a number of many digits": json.dumps([values(flops=0)]).replace(" 0,", " " + "9" * 5000 + ","),
    "a number for a time": json.dumps([values(began=1)]),
    "too many values": "[" + "0," * 2_000_000 + "0]",
}


TOO_MUCH = {"a dict", "nested", "too many values"}  # refused before, or while, they are parsed


def test_what_is_changed_below_would_pass_as_it_is():
    there(Trace(), change=lambda data: with_operators(data, json.dumps([values()])))


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_else_passes_for_a_trace(name):
    with pytest.raises(
        WireError, match="operators that are none" if name in TOO_MUCH else "operator"
    ):
        there(Trace(), change=lambda data: with_operators(data, HOSTILE[name]))


def with_operators(data: bytes, text: str) -> bytes:
    """Replace the operators of an empty trace with a text."""
    length = (2).to_bytes(8, "little")
    assert data.count(length + b"[]") == 1
    raw = text.encode()
    return data.replace(length + b"[]", len(raw).to_bytes(8, "little") + raw)
