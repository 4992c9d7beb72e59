"""A file that a result maps into memory crosses by its path, and the judge maps its own."""

import os

import numpy as np
import pytest
import torch
from support.crossing import LIMITS, Crossing, packed, same, there

from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer
from cs336_staff.judge.wire.storages import Buffer, Table
from cs336_staff.judge.wire.values import ARRAY, Decoder, Encoder

TOKENS = np.arange(5000, dtype=np.uint16)


@pytest.fixture
def tokens(tmp_path):
    (tmp_path / "tokens.bin").write_bytes(TOKENS.tobytes())
    return tmp_path / "tokens.bin"


def encoded(value):
    encoder = Encoder(Table(), LIMITS)
    encoder.value(value)
    return packed(encoder.out)


def test_a_map_crosses_by_its_path(tokens, tmp_path):
    np.save(tmp_path / "tokens.npy", TOKENS)
    whole = np.memmap(tokens, np.uint16, "r")
    for array in (
        whole,
        whole[7:],
        whole[3:99:5],
        whole.view(np.uint8)[4:].view(np.int32),
        np.memmap(tokens, np.uint16, "r", 4002, (1000,)),
        np.load(tmp_path / "tokens.npy", mmap_mode="r"),
    ):
        assert len(encoded(array)) < 400
        crossed = there(array, folder=tmp_path)
        assert type(crossed) is np.memmap and not crossed.flags.writeable
        assert same(crossed, array) and crossed.strides == array.strides
    crossed = there([whole, np.asarray(whole), whole[5:]], folder=tmp_path)
    assert [type(array) for array in crossed] == [np.memmap, np.ndarray, np.memmap]
    assert np.shares_memory(*crossed[:2]) and np.shares_memory(*crossed[1:])


def test_a_terabyte_crosses_at_once(tmp_path):
    with open(tmp_path / "tokens.bin", "wb") as file:
        file.truncate(2**40)
        os.pwrite(file.fileno(), b"\7", 2**39)
    crossed = there(np.memmap(tmp_path / "tokens.bin", np.uint8, "r"), folder=tmp_path)
    assert crossed.shape == (2**40,) and crossed[2**39] == 7


def test_a_map_that_may_be_written_crosses_by_its_contents(tokens, tmp_path):
    for mode in ("r+", "c"):
        crossed = there(np.memmap(tokens, np.uint16, mode), folder=tmp_path)
        assert type(crossed) is np.ndarray and crossed.flags.writeable
        assert np.array_equal(crossed, TOKENS)


def test_a_map_of_an_argument_is_still_that_arguments(tokens):
    crossing = Crossing(here := np.memmap(tokens, np.uint16, "r"))
    crossed = crossing.back(crossing.arguments[0][9:])
    assert np.shares_memory(crossed, here) and np.array_equal(crossed, here[9:])


def test_other_files_are_not_mapped(tokens, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tokens)
    (folder / "short").write_bytes(bytes(TOKENS.nbytes - 1))
    os.mkfifo(folder / "pipe")
    payload = encoded(np.memmap(tokens, np.uint16, "r"))
    for name in ("../tokens.bin", "link", "short", "pipe", "", "none", "a\0b"):
        path = str(folder / name) if name else str(folder)
        renamed = _renamed(payload, str(tokens), path)
        with pytest.raises(WireError, match="a memory map of a file"):
            Decoder(renamed, Table(), LIMITS, folder).value()
    with pytest.raises(WireError, match="a device that is not here"):
        Decoder(payload, Table(), LIMITS).value()


def _renamed(payload, old, new):
    name = [len(text).to_bytes(8, "little") + text.encode() for text in (old, new)]
    assert payload.count(name[0]) == 1
    return payload.replace(*name)


def test_a_tensor_may_not_look_into_a_map(tokens, tmp_path):
    table = Table()
    decoder = Decoder(encoded(np.memmap(tokens, np.uint16, "r")), table, LIMITS, tmp_path)
    forged = Encoder(Table(buffers=[Buffer.of_bytes(b"12", "cpu")]), LIMITS)  # the map's number
    forged.value(torch.empty(0, dtype=torch.uint8).set_(forged.table.buffers[0].storage))
    decoder.value()
    decoder.input = Reader(packed(forged.out), LIMITS)
    with pytest.raises(WireError, match="a tensor that looks into a file"):
        decoder.value()


def test_a_reply_maps_few_files(tmp_path):
    maps = []
    for number in range(17):
        (tmp_path / str(number)).write_bytes(b"1")
        maps.append(np.memmap(tmp_path / str(number), np.uint8, "r"))
    assert len(there(maps[:16], folder=tmp_path)) == 16
    with pytest.raises(WireError, match="a device that is not here"):
        there(maps, folder=tmp_path)


def test_a_mapped_file_that_is_removed_leaves_its_number_to_no_other(tmp_path):
    mirror = Mirror(tmp_path, 0, 9)
    for number in range(20):  # a file system gives out the number that was free last
        path = tmp_path / str(number)
        path.write_bytes(bytes(number + 1))
        buffer = Buffer.of_file(tmp_path, str(path), 0, number + 1)
        assert not mirror._is_pinned(path)
        mirror.pin([buffer])
        assert mirror._is_pinned(path)
        path.unlink()


def test_hostile_numbers_are_refused(tokens, tmp_path):
    payload = bytearray(encoded(np.memmap(tokens, np.uint16, "r")))
    at = payload.index(str(tokens).encode()) + len(str(tokens))
    assert payload[0] == ARRAY and len(payload) == at + 16
    for start, size in ((-1, 4), (0, 0), (0, -5), (2**60, 4), (0, 10_001), (9_999, 2), (0, 9_998)):
        payload[at:] = _numbers(start, size)
        with pytest.raises(WireError):
            Decoder(bytes(payload), Table(), Limits(), tmp_path).value()


def _numbers(*numbers):
    out = Writer()
    out.several(*numbers)
    return packed(out)
