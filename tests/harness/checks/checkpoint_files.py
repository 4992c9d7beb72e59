"""Token files that tests create, and checkpoint files that a submission wrote."""

import mmap
import os
import re
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.harness.plugin.failure import fail
from tests.harness.plugin.temporary_files import MEMORY, disk_folder

MAX_BYTES = 16 * 2**20
_ENTRY_BYTES = 1024  # counted for each entry of a zip file, besides its contents
_ENTRY_SIGNATURE = b"PK\1\2"  # of an entry in a zip file's central directory
_UNPICKLER_ERROR = re.compile(r"WeightsUnpickler error:\s*(.+?)(?:\. Please|\n|$)")


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Create a folder for the running test; its name does not reveal which test that is."""
    folder = tmp_path_factory.mktemp("test")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)  # it may be in memory


@pytest.fixture
def sparse_path(tmp_path: Path) -> Iterator[Path]:
    """Create a folder for sparse files: never in memory, which they would fill as they are read."""
    if not tmp_path.is_relative_to(MEMORY):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=disk_folder()) as folder:
        yield Path(folder)


def sparse_tokens(
    path: Path, count: int, dtype: Any, positions: list[int] | np.ndarray, tokens: np.ndarray
) -> np.memmap:
    """Create a sparse file of zeros with a few other tokens, and map it read-only.

    Args:
        path: the file to create.
        count: the number of tokens.
        dtype: NumPy's dtype of the tokens.
        positions: where the tokens that are not zero are.
        tokens: the token at each of these positions.

    Returns:
        The mapped file, of shape (count,).
    """
    dtype = np.dtype(dtype)
    tokens = np.ascontiguousarray(tokens, dtype)
    with open(path, "wb") as file:
        file.truncate(count * dtype.itemsize)
        for position, token in zip(positions, tokens, strict=True):
            os.pwrite(file.fileno(), token.tobytes(), int(position) * dtype.itemsize)
    mapped = np.memmap(path, dtype=dtype, mode="r")
    mapped._mmap.madvise(mmap.MADV_RANDOM)  # type: ignore[attr-defined]  # read no page ahead
    return mapped


def read_regular(path: Path) -> bytes:
    """Return the bytes of a submission's file; fail if it is no regular file or too large."""
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


# The function that loads a checkpoint. The judge replaces it: a process of its own loads the file.
LOADER: list[Callable[[Path], Any]] = [load_here]


def load_safely(path: Path) -> Any:
    """Load a submission's checkpoint with weights_only=True; fail if that raises."""
    read_regular(path)
    try:
        return LOADER[0](path)
    except Exception as error:
        found = _UNPICKLER_ERROR.search(str(error))
        reason = found[1] if found else (str(error).splitlines() or [type(error).__name__])[0]
        hint = "save tensors, numbers, strings, lists and dicts, not whole objects"
        if "numpy" in reason:
            hint = "save NumPy's integers as Python's, and its arrays as tensors"
        if "operand" in reason:
            hint = "weights_only reads the pickle_protocol that torch.save takes by itself, 2"
        fail(f"the checkpoint does not load with weights_only=True: {reason}", hint)


def rewrite_pickle(source: Path, target: Path, change: Callable[[bytes], bytes]) -> None:
    """Copy a checkpoint and change its pickle, in torch's zip format or its older one.

    Args:
        source: the checkpoint.
        target: the file to create.
        change: takes the pickle's bytes and returns the new ones.
    """
    content = read_regular(source)
    entries = content.count(_ENTRY_SIGNATURE)  # counted before zipfile makes an object of each
    if entries > MAX_BYTES // _ENTRY_BYTES:
        fail(f"{source.name} has {entries} entries; it should have far fewer")
    if not zipfile.is_zipfile(source):
        target.write_bytes(change(content))
        return
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        budget = MAX_BYTES
        for entry in old.infolist():
            data = _read_entry(old, entry, budget)
            budget -= len(data) + _ENTRY_BYTES
            new.writestr(entry.filename, change(data) if is_pickle(entry.filename) else data)


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: int) -> bytes:
    """Return an entry's bytes; fail if there are more than `budget`, whatever size it claims.

    torch.save does not compress; bzip2 and LZMA are refused because they can unpack without bound.
    """
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        fail(
            f"{entry.filename[:100]} in the checkpoint is compressed as torch.save never compresses"
        )
    with archive.open(entry) as stream:
        data = stream.read(min(entry.file_size, max(budget, 0)) + 1)
    if len(data) > budget:
        fail(f"the checkpoint unpacks to more than {MAX_BYTES} bytes")
    return data


def is_pickle(name: str) -> bool:
    """Return whether the entry of this name, in torch's zip format, is the pickle."""
    return name.rsplit("/", 1)[-1] == "data.pkl"


def on_device(pickle: bytes, device: str) -> bytes:
    """Change a checkpoint's pickle so that its CPU storages name another device."""
    return pickle.replace(_unicode("cpu"), _unicode(device))


def calling_mkdir(pickle: bytes, folder: Path) -> bytes:
    """Insert a call of os.mkdir(folder) into a pickle; the rest loads as before."""
    call = b"cos\nmkdir\n(" + _unicode(str(folder)) + b"tR0"
    return pickle[:2] + call + pickle[2:]  # the first two bytes name the protocol


def _unicode(text: str) -> bytes:
    """Return the pickle opcode BINUNICODE for a text."""
    encoded = text.encode()
    return b"X" + len(encoded).to_bytes(4, "little") + encoded
