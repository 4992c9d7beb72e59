"""Exceptions as names and text: a name from a fixed table, text that is cut where it was raised.

observations.py calls both halves. No class of the submission's crosses.
"""

import builtins
import pickle
from typing import Any

import einops

from cs336_staff.judge.wire.primitives import Reader, Writer, printable
from tests.harness.runtime.describe import error_text

TEXT_LIMIT = 8000  # a message may name all layers of a deep model
_MOST_KINDS = 3  # of one exception: it may be a KeyError and a ValueError
_REFUSED = {"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError"}
_REFUSED |= {"BaseExceptionGroup", "ExceptionGroup", "StopIteration", "StopAsyncIteration"}
KINDS: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException) and name not in _REFUSED
}
KINDS["EinopsError"] = einops.EinopsError
KINDS["UnpicklingError"] = pickle.UnpicklingError
KINDS["PicklingError"] = pickle.PicklingError
_NAMES = {kind: name for name, kind in KINDS.items()}


class _Shown(str):
    """Text whose repr is itself, since a KeyError shows its argument's repr."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def write_error(out: Writer, error: BaseException) -> None:
    """Write an exception: the nearest kinds in the table, its own name, its text."""
    out.text(" ".join(_NAMES[kind] for kind in _nearest(type(error))[:_MOST_KINDS]))
    out.text(_clean(type.__getattribute__(type(error), "__name__"))[:80])
    text = _clean(error_text(error))
    out.text(text if len(text) <= TEXT_LIMIT else f"{text[: TEXT_LIMIT - 1]}…")


def _nearest(error: type) -> list[type[BaseException]]:
    """Return the kinds in the table that an exception is of, without their own base classes."""
    kinds = [kind for kind in type.mro(error) if kind in _NAMES]
    return [kind for kind in kinds if sum(issubclass(other, kind) for other in kinds) == 1]


def _clean(text: Any) -> str:
    """Return text without surrogates and control characters, which could act on a terminal."""
    if len(text) > 4 * TEXT_LIMIT:
        text = text[: 4 * TEXT_LIMIT]
    text = str(text).encode("utf-8", "replace").decode("utf-8")
    return printable(text, besides="\n\t")


def read_error(source: Reader) -> BaseException:
    """Read an exception: an instance of a type from the table, or of a plain subclass of some."""
    names, shown = source.text(80).split(" "), _clean(source.text(400))
    text = _clean(source.text(4 * TEXT_LIMIT))[:TEXT_LIMIT]
    if len(names) > _MOST_KINDS or not KINDS.keys() >= set(names):
        source.fail("an exception of an unknown kind")
    kinds = [KINDS[name] for name in names]
    for kind in kinds:
        if not issubclass(kind, Exception):
            if kind is SystemExit or kind is GeneratorExit:
                return kind(text)
            return RuntimeError(f"the call raised {shown[:80]}: {text}")  # an interrupt ends pytest
    kind, name = kinds[0], shown[:80] if shown.isidentifier() else names[0]
    if kinds != [KINDS.get(name)]:
        try:
            kind = type(name, tuple(kinds), {})
        except TypeError:
            source.fail("an exception of kinds that do not go together")
    if issubclass(kind, KeyError):
        return kind(_Shown(text))
    return kind(text)
