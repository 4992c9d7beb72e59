"""Files that tests make for a submission, and files that a submission made."""

import os
import re
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.harness.plugin.failure import fail

MAX_BYTES = 16 * 2**20
_ENTRY = 1024  # bytes that an entry counts for besides its own
_LISTED = b"PK\1\2"  # begins each entry in a zip file's list


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the running test, whose name does not say which test that is."""
    return tmp_path_factory.mktemp("test")


def sparse_tokens(
    path: Path, count: int, dtype: Any, marked: list[int] | np.ndarray, marks: np.ndarray
) -> np.memmap:
    """Make a file of zeros that takes no room on the disk but for its marks, and map it.

    Args:
        path: the file to make.
        count: number of tokens.
        dtype: their dtype.
        marked: positions that hold a mark.
        marks: the token at each of these positions.
    """
    dtype = np.dtype(dtype)
    tokens = np.ascontiguousarray(marks, dtype)
    with open(path, "wb") as file:
        file.truncate(count * dtype.itemsize)
        for position, token in zip(marked, tokens, strict=True):
            os.pwrite(file.fileno(), token.tobytes(), int(position) * dtype.itemsize)
    return np.memmap(path, dtype=dtype, mode="r")


def read_regular(path: Path) -> bytes:
    """Return the bytes of a file that a submission left: no link, no pipe, no giant is opened."""
    try:
        info = os.lstat(path)
    except OSError:
        fail(f"there is no file {path.name} after the call", "save under the very name given")
    if not stat.S_ISREG(info.st_mode):
        fail(f"{path.name} is not a regular file")
    if info.st_size > MAX_BYTES:
        fail(f"{path.name} has {info.st_size} bytes; its contents should take far less")
    return path.read_bytes()


def load_here(path: Path) -> Any:
    """Load a checkpoint in this process."""
    return torch.load(path, map_location="cpu", weights_only=True)


_UNPICKLER = re.compile(r"WeightsUnpickler error:\s*(.+?)(?:\. Please|\n|$)")  # after much advice

# What loads a checkpoint; the grader's judge has a process without the submission do it.
LOADER: list[Callable[[Path], Any]] = [load_here]


def load_safely(path: Path) -> Any:
    """Load a checkpoint that a submission left, with weights_only=True."""
    read_regular(path)
    try:
        return LOADER[0](path)
    except Exception as error:
        told = _UNPICKLER.search(str(error))
        reason = told[1] if told else (str(error).splitlines() or [type(error).__name__])[0]
        hint = "save tensors, numbers, strings, lists and dicts, not whole objects"
        if "numpy" in reason:
            hint = "save NumPy's integers as Python's, and its arrays as tensors"
        if "operand" in reason:
            hint = "weights_only reads the pickle_protocol that torch.save takes by itself, 2"
        fail(f"{path.name} does not load with weights_only=True: {reason}", hint)


def rewrite_pickle(source: Path, target: Path, change: Callable[[bytes], bytes]) -> None:
    """Copy a checkpoint and change its pickle, whether it is in torch's zip format or the old one.

    Args:
        source: the checkpoint.
        target: the file to make.
        change: gets the pickle's bytes and returns the new ones.
    """
    content = read_regular(source)
    if content.count(_LISTED) > MAX_BYTES // _ENTRY:  # before a list of them is made
        fail(f"{source.name} has {content.count(_LISTED)} entries; it should have far fewer")
    if not zipfile.is_zipfile(source):
        target.write_bytes(change(content))
        return
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        left = MAX_BYTES
        for entry in old.infolist():
            data = _unpacked(old, entry, left)
            left -= len(data) + _ENTRY
            new.writestr(entry.filename, change(data) if is_pickle(entry.filename) else data)


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """Return an entry's bytes, whatever size it claims; torch compresses none, and bzip2 bombs."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        fail(
            f"{entry.filename[:100]} in the checkpoint is compressed as torch.save compresses none"
        )
    with archive.open(entry) as stream:
        # No more than it claims, of which a reader would unpack megabytes, to leave them out.
        data = stream.read(min(entry.file_size, max(most, 0)) + 1)
    if len(data) > most:
        fail(f"the checkpoint unpacks to more than {MAX_BYTES} bytes")
    return data


def is_pickle(name: str) -> bool:
    """Return whether an entry of torch's zip format is the pickle."""
    return name.rsplit("/", 1)[-1] == "data.pkl"


def on_device(pickle: bytes, device: str) -> bytes:
    """Say in a checkpoint's pickle that its CPU storages were saved from another device."""
    return pickle.replace(_unicode("cpu"), _unicode(device))


def making_folder(pickle: bytes, folder: Path) -> bytes:
    """Hide a call of os.mkdir(folder) at the beginning of a pickle; the rest loads as before."""
    call = b"cos\nmkdir\n(" + _unicode(str(folder)) + b"tR0"
    return pickle[:2] + call + pickle[2:]  # the first two bytes say the protocol


def _unicode(text: str) -> bytes:
    encoded = text.encode()
    return b"X" + len(encoded).to_bytes(4, "little") + encoded
