"""What the harness observed of a call, as replies.py writes and reads it."""

import json
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, get_type_hints

from cs336_staff.judge.wire.exceptions import read_error, write_error
from cs336_staff.judge.wire.primitives import Refused
from cs336_staff.judge.wire.values import Decoder, Encoder
from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.trace import Op, Trace

_GENERATORS = ("python", "numpy", "torch")
_KILLED, _FAILED, _SEEN, _TRACED, _UNKNOWN = 1, 2, 4, 8, 16  # what an observation begins with
_COUNT = 2**62
_MOST_CALLS = 10_000
_COUNTS = tuple(n for n, kind in get_type_hints(Observation).items() if kind == int | None)


def write_observation(encoder: Encoder, observation: Observation) -> None:
    """Write what a call gave. If the result itself cannot cross, the caller handles it."""
    out, trace = encoder.out, observation.trace
    seen = (
        observation.generators,
        observation.calls,
        *(getattr(observation, name) for name in _COUNTS),
    )
    flags = _KILLED if observation.killed else 0
    flags |= _FAILED if observation.error is not None else 0
    flags |= _SEEN if seen.count(None) < len(seen) else 0
    flags |= _TRACED if trace is not None else 0
    out.byte(flags)
    if observation.error is not None:
        write_error(out, observation.error)
        out.text(str(observation.where)[:400])
    else:
        encoder.value(observation.result)
    if flags & _SEEN:
        encoder.value(seen)
    if trace is not None:
        ops = json.dumps(list(map(_OP_VALUES, trace.ops)), ensure_ascii=False)
        if ops.count(",") > encoder.limits.items:
            raise Refused(f"it takes {len(trace.ops)} operators, more than any problem asks for")
        out.text(ops)
        encoder.value((trace.allocated_bytes, trace.peak_bytes, trace.retained_bytes, trace.cuda))


def read_observation(decoder: Decoder, observation: Observation) -> None:
    """Read what a call gave into an observation; every field is checked."""
    source = decoder.input
    flags = source.byte()
    if flags >= _UNKNOWN:
        source.fail("an observation of another kind")
    observation.killed = bool(flags & _KILLED)
    if flags & _FAILED:
        observation.error = read_error(source)
        observation.where = source.printable(2000)
    else:
        observation.result = decoder.value()
    if flags & _SEEN:
        seen = decoder.value()
        if type(seen) is not tuple or len(seen) != 2 + len(_COUNTS):
            decoder.input.fail("counts of another kind")
        observation.generators = _generators(decoder, seen[0])
        if seen[1] is not None and not _lists_of(_are_texts)([seen[1]]):
            decoder.input.fail("names of functions that are none")
        if len(seen[1] or ()) > _MOST_CALLS:
            decoder.input.fail("more functions than any problem needs")
        observation.calls = seen[1]
        for name, count in zip(_COUNTS, seen[2:], strict=True):
            if count is not None and not (_is_count(count) and count >= 0):
                decoder.input.fail("a count that is none")
            setattr(observation, name, count)
    if flags & _TRACED:
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
    ops, totals = _ops(decoder), decoder.value()
    if type(totals) is not tuple or len(totals) != 4:
        decoder.input.fail("a trace that is none")
    cuda = totals[3]
    if cuda is not None and not (
        type(cuda) is dict and all(type(k) is str and _is_count(v) for k, v in cuda.items())
    ):
        decoder.input.fail("a trace's counters that are none")
    if not all(map(_is_count, totals[:3])):
        decoder.input.fail("a trace's bytes that are none")
    return Trace(ops, *totals)


def _ops(decoder: Decoder) -> list[Op]:
    """Read the operators: a text in JSON, since there are thousands of plain values.

    JSON makes lists, dicts, strings and numbers of it, about as large as the text; there are not
    more than its commas. Names have nothing that JSON would escape.
    """
    text = decoder.input.text()
    if text.count(",") > decoder.limits.items or "\\" in text or "{" in text:
        decoder.input.fail("operators that are none")
    try:
        ops = json.loads(text)
    except (ValueError, RecursionError):
        decoder.input.fail("operators that are none")
    if not _are_ops(ops):
        decoder.input.fail("an operator that is none")
    return [Op(*values) for values in ops]


def _are_ops(ops: Any) -> bool:
    if not _are(list, [ops]) or not _are(list, ops):
        return False
    if any(len(op) != len(_OP_CHECKS) for op in ops):
        return False
    columns = zip(*ops, strict=True)  # none where there are no operators
    return all(check(list(c)) for check, c in zip(_OP_CHECKS, columns, strict=False))


def _are(kind: type, values: Iterable[Any]) -> bool:
    """Return whether all values are of exactly this type; each type is checked once."""
    return set(map(type, values)) <= {kind}


def _are_counts(values: list[Any]) -> bool:
    return _are(int, values) and (not values or -_COUNT < min(values) <= max(values) < _COUNT)


def _lists_of(check: Callable[[list[Any]], bool]) -> Callable[[list[Any]], bool]:
    return lambda values: _are(list, values) and check(list(chain.from_iterable(values)))


def _is_count(value: Any) -> bool:
    return type(value) is int and -_COUNT < value < _COUNT


_are_texts = partial(_are, str)
_CHECKS: dict[Any, Callable[[list[Any]], bool]] = {  # of a column: all operators' values of a field
    str: _are_texts,
    int: _are_counts,
    float: partial(_are, float),
    list[str]: _lists_of(_are_texts),
    list[list[int]]: _lists_of(_lists_of(_are_counts)),
}
_OP_CHECKS = [_CHECKS[kind] for kind in get_type_hints(Op).values()]
_OP_VALUES = attrgetter(*(f.name for f in fields(Op)))
