"""Conditions and observations of the harness, as frames: both directions, both sides."""

from dataclasses import astuple, fields
from typing import Any, get_args, get_origin, get_type_hints

from tests.harness.conditions import Conditions, Observation
from tests.harness.trace import Op, Trace

from .decode import Decoder
from .encode import Encoder
from .errors import read_error, write_error

_OP_TYPES = get_type_hints(Op)
_GENERATORS = ("python", "numpy", "torch")
_COUNT = 2**62
_COUNTS = tuple(n for n, kind in get_type_hints(Observation).items() if kind == int | None)


def write_conditions(encoder: Encoder, conditions: Conditions) -> None:
    """Write conditions."""
    encoder.value({f.name: getattr(conditions, f.name) for f in fields(Conditions)})


def read_conditions(decoder: Decoder) -> Conditions:
    """Read conditions."""
    return Conditions(**decoder.value())


def write_observation(encoder: Encoder, observation: Observation) -> None:
    """Write what a call gave. The result's own trouble is the caller's to handle."""
    out = encoder.out
    out.byte(observation.killed)
    out.byte(observation.error is not None)
    if observation.error is not None:
        write_error(out, observation.error)
    else:
        encoder.value(observation.result)
    out.text(str(observation.where)[:400])
    encoder.value(observation.generators)
    encoder.value({name: getattr(observation, name) for name in _COUNTS})
    trace = observation.trace
    out.byte(trace is not None)
    if trace is not None:
        encoder.value([astuple(op) for op in trace.ops])
        encoder.value((trace.allocated_bytes, trace.peak_bytes, trace.retained_bytes, trace.cuda))


def read_observation(decoder: Decoder, observation: Observation) -> None:
    """Read what a call gave into an observation; every field is checked."""
    source = decoder.input
    observation.killed = bool(source.byte())
    if source.byte():
        observation.error = read_error(source)
    else:
        observation.result = decoder.value()
    where = source.text(2000)
    observation.where = "".join(c if c.isprintable() else "\ufffd" for c in where)
    observation.generators = _generators(decoder, decoder.value())
    counts = decoder.value()
    if type(counts) is not dict or tuple(counts) != _COUNTS:
        decoder.input.fail("counts of another kind")
    for name, count in counts.items():
        if count is not None and not (_is_count(count) and count >= 0):
            decoder.input.fail("a count that is none")
        setattr(observation, name, count)
    if source.byte():
        observation.trace = _trace(decoder)


def _generators(decoder: Decoder, value: Any) -> dict[str, tuple[str, str]] | None:
    if value is None:
        return None
    good = type(value) is dict and tuple(value) == _GENERATORS
    if not good or not all(
        type(pair) is tuple and len(pair) == 2 and all(type(digest) is str for digest in pair)
        for pair in value.values()
    ):
        decoder.input.fail("digests of generators that are none")
    return value


def _trace(decoder: Decoder) -> Trace:
    ops, totals = decoder.value(), decoder.value()
    if type(ops) is not list or type(totals) is not tuple or len(totals) != 4:
        decoder.input.fail("a trace that is none")
    cuda = totals[3]
    if cuda is not None and not (
        type(cuda) is dict and all(type(k) is str and _is_count(v) for k, v in cuda.items())
    ):
        decoder.input.fail("a trace's counters that are none")
    if not all(map(_is_count, totals[:3])):
        decoder.input.fail("a trace's bytes that are none")
    return Trace([_op(decoder, op) for op in ops], *totals)


def _op(decoder: Decoder, value: Any) -> Op:
    if type(value) is not tuple or len(value) != len(_OP_TYPES):
        decoder.input.fail("an operator that is none")
    for kind, item in zip(_OP_TYPES.values(), value, strict=True):
        if not _fits(item, kind):
            decoder.input.fail("an operator's field that is none")
    return Op(*value)


def _is_count(value: Any) -> bool:
    return type(value) is int and -_COUNT < value < _COUNT


def _fits(value: Any, kind: Any) -> bool:
    """Return whether a value is what a field's annotation says: str, int, float, or lists."""
    if get_origin(kind) is list:
        return type(value) is list and all(_fits(item, get_args(kind)[0]) for item in value)
    return _is_count(value) if kind is int else type(value) is kind
