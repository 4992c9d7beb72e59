"""Fuzz what the judge reads of a problem process, guided by coverage.

    pip install atheris
    python staff/tests/judge/wire/fuzz_wire.py FOLDER -max_total_time=600 -malloc_limit_mb=256

The folder takes the inputs, of which real messages are the first. It ends with an error at the
first input that raises anything but WireError (or, where files are to be made, OSError), or that
allocates more than libFuzzer's limits allow.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[3]), str(Path(__file__).parents[4])]
with atheris.instrument_imports(include=["cs336_staff.judge.wire"]):
    from cs336_staff.judge.wire.changes import Before
    from cs336_staff.judge.wire.folders import Mirror
    from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer
    from cs336_staff.judge.wire.replies import read_reply, write_reply
    from cs336_staff.judge.wire.requests import write_request
    from cs336_staff.judge.wire.storages import Table
    from cs336_staff.judge.wire.values import Decoder

import numpy as np
import torch
from torch import nn

from tests.harness.runtime.conditions import Observation
from tests.harness.runtime.trace import Tracer

LIMITS = Limits(frame=2**20, items=2000, keys=200, elements=2**20)


def arguments() -> tuple[list, Table]:
    """Return one of each kind of argument, and a side's table after their request."""
    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    scaler = torch.amp.GradScaler("cpu")
    given = [model, optimizer, scaler, np.arange(4), {"a": [1, 2]}, torch.ones(3), io.BytesIO()]
    table = Table()
    write_request(Writer(), table, given, LIMITS)
    return given, table


def decode_reply(data: bytes) -> None:
    """Decode a whole reply, as RemoteCaller does."""
    _, table = arguments()
    decoder = Decoder(data, table, LIMITS)
    with contextlib.suppress(WireError):
        read_reply(decoder, len(table.objects), len(table.buffers), None, Observation())


def real_replies() -> Iterator[bytes]:
    """Yield replies to calls that change their arguments, each with one kind of observation."""
    tensor = torch.arange(6.0).reshape(2, 3)
    with Tracer() as tracer:
        tensor @ tensor.T
    for observation in (
        Observation([tensor, tensor[:, ::2], tensor.T, torch.ones(2, device="meta")]),
        Observation({"a": (1, 2.5, "x", None, {2**99}), "b": np.float32(3), "c": slice(1)}),
        Observation(nn.Parameter(tensor), calls=["torch.add"], lines_run=3, python_peak_bytes=9),
        Observation(error=KeyError("weight"), where="data.py, line 3"),
        Observation(io.BytesIO(b"abc"), trace=tracer.trace),
        Observation([torch.bool, torch.device("cpu"), torch.Size([2]), Path("a"), b"x"]),
    ):
        given, table = arguments()
        before = Before(table)
        model, optimizer, scaler, array, known, plain, file = given
        model(tensor[:, :2]).sum().backward()
        optimizer.step()
        scaler.scale(plain)
        array += 1
        known["a"].append(plain)
        plain.resize_(4).fill_(7)
        file.write(b"abc")
        yield _joined(write_reply(table, before, observation, None, LIMITS))


def _joined(out: Writer) -> bytes:
    return b"".join(map(bytes, out.parts))


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
    for number, reply in enumerate(real_replies()):
        Path(sys.argv[1], f"reply{number}").write_bytes(b"\0" + reply)
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
