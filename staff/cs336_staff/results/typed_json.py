"""Read JSON into types: a file of the wrong shape is one error that names the field."""

import json
from typing import Any, NoReturn, TypeVar

import msgspec

T = TypeVar("T")


class BadData(ValueError):
    """JSON of the wrong shape; the message names the field and what is wrong with it."""


def decode(data: bytes, kind: type[T]) -> T:
    """Return what JSON holds as a value of a type.

    Texts may hold lone surrogates, as those that quote a submission do.

    Raises:
        BadData: it is no JSON, lacks a field, or a field is of another type.
    """
    try:
        value = json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise BadData("it is no JSON") from error
    return from_data(value, kind)


def from_data(value: object, kind: type[T]) -> T:
    """Return decoded JSON as a value of a type; see `decode`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
        field = path.strip("`.") or "the whole"
        raise BadData(f"{field}: {problem[:1].lower()}{problem[1:]}") from error


def encode(value: object) -> str:
    """Return a value of such a type as JSON in ASCII."""
    return json.dumps(msgspec.to_builtins(value), indent=1) + "\n"


def to_data(value: object) -> Any:
    """Return a value of such a type as dicts, lists, texts and numbers, for JSON."""
    return msgspec.to_builtins(value)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
