"""Bounds on the memory and the text that a worker's answer may cost the judge."""

import bz2
import io
import os
import struct
import tracemalloc
import zipfile
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
import torch
from support.crossing import Crossing, there

from cs336_staff.judge.wire.folders import Mirror
from cs336_staff.judge.wire.primitives import Limits, Reader, WireError, Writer
from cs336_staff.judge.wire.storages import Buffer
from tests.harness.checks.checkpoint_files import MAX_BYTES, read_regular, rewrite_pickle
from tests.harness.checks.values import assert_integer
from tests.harness.plugin.failure import Mismatch
from tests.harness.runtime.describe import describe

TEXT = ["a" * 2**20]
WIDE = torch.zeros(1).expand(2**28)


@pytest.mark.parametrize(
    "value",
    [
        ["b" * 2**20] * 100,
        [TEXT] * 100,
        [b"c" * 2**20] * 100,
        [2**8000] * 10_000,
        [Path("/a" * 2000)] * 2100,
        [torch.Size([9] * 64)] * 16_000,
        [WIDE, torch.ones(1).expand(2**28)],
        [WIDE] * 2,
        np.broadcast_to(np.zeros(1), 2**28),
    ],
)
def test_a_value_counts_by_what_it_comes_to(value):
    with pytest.raises(WireError, match="too many values"):
        there(value)


def test_what_a_value_may_come_to():
    assert len(there([TEXT] * 50)) == 50
    assert there([2**8000] * 5_000) == [2**8000] * 5_000
    assert there([Path("/a" * 2000), torch.Size([9] * 64)] * 1000)[1] == (9,) * 64
    assert there([WIDE[: 2**23]])[0].shape == (2**23,)
    assert there([torch.zeros(1, device="meta").expand(2**28)] * 9)[0].is_meta


def test_a_slice_holds_integers():
    assert there(slice(1, None, -2)) == slice(1, None, -2)
    with pytest.raises(WireError, match="a slice of other than integers"):
        there(slice([1], None, None))


def test_memory_that_grows_by_much_is_refused():
    for size, much in ((2**19, False), (2**22, True)):
        x = torch.zeros(4)
        crossing = Crossing(x)
        crossing.arguments[0].untyped_storage().resize_(size)
        if much:
            with pytest.raises(WireError, match="grew more"):
                crossing.back()
        else:
            crossing.back()
            assert x.untyped_storage().nbytes() == size


@pytest.mark.parametrize("size", [0, 4, 15])
def test_memory_that_shrinks_is_refused(size):
    model = torch.nn.Linear(2, 2, bias=False)
    crossing = Crossing(model)
    crossing.arguments[0].weight.untyped_storage().resize_(size)
    with pytest.raises(WireError):
        crossing.back()
    assert model.weight.untyped_storage().nbytes() == 16


@pytest.mark.parametrize("key", ["fused", "foreach", "capturable", "differentiable"])
@pytest.mark.parametrize("new", [False, True])
def test_another_kernel_for_the_judges_optimizer_is_refused(key, new):
    weight, other = (torch.zeros(2, requires_grad=True) for _ in range(2))
    crossing = Crossing(torch.optim.Adam([weight]), other)
    optimizer, other = crossing.arguments
    if new:
        optimizer.add_param_group({"params": [other]})
    optimizer.param_groups[-1][key] = True
    with pytest.raises(WireError, match="another kernel"):
        crossing.back()


def test_a_new_param_group_crosses():
    weight, other = (torch.zeros(2, requires_grad=True) for _ in range(2))
    here = torch.optim.Adam([weight])
    crossing = Crossing(here, other)
    crossing.arguments[0].add_param_group({"params": [crossing.arguments[1]], "lr": 0.5})
    crossing.back()
    assert [group["lr"] for group in here.param_groups] == [1e-3, 0.5]


@pytest.mark.parametrize(
    "changed",
    [
        {"betas": (3, 0.9)},  # the next step would take 3 to the power of its number
        {"betas": ([0.5], 0.9)},
        {"betas": {"first": 0.5}},
        {"lr": [0.5, None]},
        {"params": "twice"},
        {7: 0.5},
    ],
    ids=str,
)
def test_a_param_group_that_the_judges_step_cannot_take_is_refused(changed):
    weight = torch.zeros(2, requires_grad=True)
    crossing = Crossing(torch.optim.Adam([weight]))
    (group,) = crossing.arguments[0].param_groups
    group.update(changed if "params" not in changed else {"params": group["params"] * 2})
    with pytest.raises(WireError):
        crossing.back()


@pytest.mark.parametrize(
    "value", [(0.5, 0.75), [0.5, 0.75], 3, None, "x", True, torch.tensor(2.0)], ids=str
)
def test_a_param_group_takes_what_torch_optim_does(value):
    here = torch.optim.Adam([torch.zeros(2, requires_grad=True)])
    crossing = Crossing(here)
    crossing.arguments[0].param_groups[0]["betas"] = value
    crossing.back()
    assert here.param_groups[0]["betas"] == value


@pytest.mark.parametrize(
    "name, value",
    [
        ("_scale", torch.ones(2)),
        ("_scale", 4.0),
        ("_growth_tracker", torch.empty(0)),
        ("_init_scale", np.zeros(0)),
        ("_growth_interval", 1.0),
        ("_enabled", None),
    ],
    ids=str,
)
def test_a_scalers_field_of_another_kind_is_refused(name, value):
    here = torch.amp.GradScaler("cpu")
    crossing = Crossing(here)
    setattr(crossing.arguments[0], name, value)
    with pytest.raises(WireError, match="of another kind"):
        crossing.back()


def test_a_mapped_file_keeps_its_size(tmp_path):
    judge, worker = (Mirror(tmp_path / side, n, 9) for n, side in enumerate(("judge", "worker")))
    for mirror in (judge, worker):
        mirror.root.mkdir()
    file, there_too = judge.root / "tokens.bin", worker.root / "tokens.bin"
    file.write_bytes(bytes(9))
    _exchange(judge, worker)
    judge.pin([Buffer.of_file(judge.root, str(file), 0, 9)])
    there_too.write_bytes(b"123456789")
    _exchange(worker, judge)
    assert file.read_bytes() == b"123456789"
    for size in (8, 10):
        there_too.write_bytes(bytes(size))
        with pytest.raises(WireError, match="mapped into memory"):
            _exchange(worker, judge)
        assert file.read_bytes() == b"123456789"


def _exchange(one, other):
    out = Writer()
    one.write(out)
    other.read(Reader(b"".join(bytes(part) for part in out.parts), Limits()))


def test_a_file_too_large_to_read_is_refused(tmp_path):
    judge, worker = Mirror(tmp_path / "judge", 0, 9, largest=2**20), Mirror(tmp_path / "w", 1, 9)
    worker.root.mkdir()
    for size in (2**20, 2**20 + 1):
        with (worker.root / f"file{size}").open("wb") as file:
            file.truncate(size)
        if size <= 2**20:
            _exchange(worker, judge)
        else:
            with pytest.raises(WireError):
                _exchange(worker, judge)
    assert [path.name for path in judge.root.iterdir()] == [f"file{2**20}"]


@pytest.mark.parametrize("value", [bytes(2**26), "x" * 2**26, [["x" * 2**22] * 9] * 9, 10**4000])
def test_a_failure_says_a_large_value_in_few_words(value):
    tracemalloc.start()
    with pytest.raises(Mismatch) as failure:
        assert_integer(value, 3)
    text = describe(value)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(str(failure.value)) < 10_000
    assert len(text) < 300
    assert peak < 2**21


def test_an_entry_of_few_bytes_is_not_unpacked_into_many(tmp_path):
    for how in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED):
        file = tmp_path / "checkpoint.pt"
        with zipfile.ZipFile(file, "w", how) as archive:
            archive.writestr("archive/data.pkl", bytes(2**27))
        tracemalloc.start()
        with pytest.raises(Mismatch):
            rewrite_pickle(file, tmp_path / "new.pt", bytes)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 2**28


def test_an_entry_that_lies_about_its_size_is_not_unpacked(tmp_path):
    bomb = bz2.compress(bytes(2**27))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        info = zipfile.ZipInfo("archive/bomb")
        archive.writestr(info, bomb)
        info.compress_type, info.file_size = zipfile.ZIP_BZIP2, 1
    (tmp_path / "lies.pt").write_bytes(file.getvalue())
    assert struct.unpack("<I", file.getvalue()[22:26]) == (len(bomb),)
    with pytest.raises(Mismatch, match="is compressed"):
        rewrite_pickle(tmp_path / "lies.pt", tmp_path / "new.pt", bytes)


def test_of_an_entry_that_claims_to_be_empty_little_is_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "lies.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/bomb", bytes(2**24))
        archive.filelist[0].file_size = archive.filelist[0].CRC = 0
    tracemalloc.start()
    rewrite_pickle(tmp_path / "lies.pt", tmp_path / "new.pt", bytes)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**20


def test_a_checkpoint_over_the_limit_is_not_opened(tmp_path):
    file = tmp_path / "checkpoint.pt"
    for size, fits in ((MAX_BYTES, True), (MAX_BYTES + 1, False)):
        file.touch()
        os.truncate(file, size)
        with nullcontext() if fits else pytest.raises(Mismatch, match=f"has {size} bytes"):
            assert len(read_regular(file)) == size


def test_a_list_of_very_many_entries_is_not_read(tmp_path, monkeypatch):
    entry = struct.pack("<4s42x", b"PK\1\2")  # of an empty name, an empty file at the very start
    end = struct.pack("<4s4xHHIIH", b"PK\5\6", 2**16 - 1, 2**16 - 1, 300_000 * len(entry), 0, 0)
    (tmp_path / "list.pt").write_bytes(entry * 300_000 + end)
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(Mismatch, match="300000 entries"):
        rewrite_pickle(tmp_path / "list.pt", tmp_path / "new.pt", bytes)
