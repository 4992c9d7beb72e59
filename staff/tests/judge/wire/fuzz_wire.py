"""Fuzz the judge's decoder, guided by coverage.

    pip install atheris
    python staff/tests/judge/wire/fuzz_wire.py [CORPUS_FOLDER] -max_total_time=600 \
        -malloc_limit_mb=256

It ends with an error at the first input that raises anything but WireError (or, where files are to
be made, OSError), or that allocates more than libFuzzer's limits allow.
"""

import contextlib
import sys
import tempfile
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[3]), str(Path(__file__).parents[4])]
with atheris.instrument_imports(include=["cs336_staff.judge.wire"]):
    from cs336_staff.judge.wire.changes import apply_changes, apply_memory
    from cs336_staff.judge.wire.folders import Mirror
    from cs336_staff.judge.wire.observations import read_observation
    from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer
    from cs336_staff.judge.wire.requests import write_request
    from cs336_staff.judge.wire.storages import Table
    from cs336_staff.judge.wire.values import Decoder

import numpy as np
import torch
from torch import nn

from tests.harness.runtime.conditions import Observation

LIMITS = Limits(frame=2**20, items=2000, keys=200, elements=2**20)


def arguments() -> tuple[Table, int, int]:
    """Return the judge's table after a request with one of each kind of argument."""
    model = nn.Linear(2, 2)
    table = Table()
    optimizer = torch.optim.Adam(model.parameters())
    given = [model, optimizer, np.arange(4), {"a": [1, 2]}, torch.ones(3)]
    write_request(Writer(), table, given, LIMITS)
    return table, len(table.objects), len(table.buffers)


def decode_reply(data: bytes) -> None:
    """Decode a whole reply, as RemoteCaller does."""
    table, objects, buffers = arguments()
    decoder = Decoder(data, table, LIMITS)
    try:
        apply_memory(decoder, buffers)
        read_observation(decoder, Observation())
        apply_changes(decoder, objects)
        decoder.input.end()
    except WireError:
        pass


def decode_value(data: bytes) -> None:
    """Decode a single value, which may map a file of this folder into memory."""
    decoder = Decoder(data, Table(), LIMITS, Path(__file__).resolve().parent)
    try:
        decoder.value()
        decoder.input.end()
    except WireError:
        pass


def make_files(data: bytes) -> None:
    """Create a folder from a listing."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        root = Path(folder) / "judge"
        with contextlib.suppress(WireError, OSError):
            Mirror(root, 0, 20).read(Reader(data, LIMITS))
        left = list(Path(folder).iterdir())
        assert left in ([], [root]), left


def one_input(data: bytes) -> None:
    """Choose the decoder by the first byte."""
    if data:
        (decode_reply, decode_value, make_files)[data[0] % 3](data[1:])


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
