"""A problem process's reply to a call, or why there is none.

sandboxed/serve.py writes it, host/remote_caller.py and host/checkpoint_loader.py read it.
"""

from cs336_staff.judge.wire.changes import (
    Before,
    apply_changes,
    apply_memory,
    write_changes,
    write_memory,
)
from cs336_staff.judge.wire.exceptions import KINDS
from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.observations import read_observation, write_observation
from cs336_staff.judge.wire.primitives import Limits, Reader, Refused, WireError, Writer
from cs336_staff.judge.wire.storages import Table
from cs336_staff.judge.wire.values import Decoder, Encoder
from tests.harness.runtime.conditions import Observation

RESULT, REFUSAL = range(2)  # what a reply begins with
_REASON = 4000  # bytes


def write_reply(
    table: Table, before: Before, observation: Observation, mirror: Mirror | None, limits: Limits
) -> Writer:
    """Write the reply, or in words why it cannot be written."""
    encoder = Encoder(table, limits)
    try:
        encoder.out.byte(RESULT)
        write_memory(encoder, before)
        write_observation(encoder, observation)
        write_changes(encoder, before)
        if mirror:
            mirror.write(encoder.out)
        return encoder.out
    except Refused as refused:
        return write_refusal(str(refused))
    except BaseException as error:
        kind = type(error).__name__ if type(error) in KINDS.values() else "an exception"
        return write_refusal(f"the result cannot be read: {kind} while it was")


def write_refusal(why: str) -> Writer:
    """Write why there is no reply."""
    out = Writer()
    out.byte(REFUSAL)
    out.text(why.encode("utf-8", "replace").decode()[: _REASON // 4])
    return out


def read_reply(
    decoder: Decoder,
    known: int,
    buffers: int,
    mirror: Mirror | None,
    observation: Observation,
) -> None:
    """Do to the judge's own objects what the call did, and read what it gave.

    Args:
        decoder: of the reply, with the table of the request.
        known: how many objects the request held.
        buffers: how many storages the request held.
        mirror: of the test's folder.
        observation: takes what the call gave.
    """
    if refusal := read_refusal(decoder.input):
        raise WireError(refusal)
    apply_memory(decoder, buffers)
    read_observation(decoder, observation)
    apply_changes(decoder, known)
    decoder.check_cycles(observation.result)
    if mirror:
        mirror.pin(decoder.table.buffers)
        mirror.read(decoder.input)
    decoder.input.end()


def read_refusal(source: Reader) -> str:
    """Read why there is no reply; an empty text where one follows."""
    return "" if source.byte() == RESULT else source.printable(_REASON) or "no reason given"
