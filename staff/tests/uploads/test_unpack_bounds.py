"""The bounds on a submission's size hold in a folder and in a zip file."""

import pytest
from test_unpack import GOOD, make_zip, taken

from cs336_staff.judge.sandboxed import namespaces as isolate
from cs336_staff.judge.sandboxed import precompile
from cs336_staff.uploads import unpack
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission

FULL = "#" * unpack.MAX_FILE_BYTES
OWN = sum(map(len, GOOD.values()))
# Files that, together with GOOD, reach a bound exactly.
FILES = {f"cs336_basics/b{i}.py": FULL for i in range(unpack.MAX_TOTAL_BYTES // len(FULL) - 1)}
FILES["cs336_basics/last.py"] = "#" * (unpack.MAX_TOTAL_BYTES - len(FILES) * len(FULL) - OWN)
DEEP = "cs336_basics/" + "d/" * (unpack.MAX_DEPTH - 2)


def make(kind, place, members):
    """Make a folder or a zip file of these members; return it."""
    if kind == "zip":
        return make_zip(place / "in.zip", members)
    for name, text in members.items():
        file = place / "in" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return place / "in"


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize(
    "extra",
    [
        FILES,
        {f"{DEEP}x.py": ""},
        {"cs336_basics/x.txt": "7" * unpack.MAX_DATA_BYTES},
        {f"cs336_basics/{i}.py": "" for i in range(unpack.MAX_FILES - 3)},
    ],
    ids=["bytes", "depth", "data", "files"],
)
def test_as_much_is_taken_as_the_bounds_say(tmp_path, kind, extra):
    source = make(kind, tmp_path, GOOD | extra)
    assert taken(copy_submission(source, tmp_path / "out")) == sorted(GOOD | extra)


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        ({"cs336_basics/x.py": FULL + "#"}, r"x\.py' is over 2 MiB"),
        (FILES | {"cs336_basics/more.py": "#"}, "Python files are over 16 MiB together"),
        ({f"{DEEP}d/x.py": ""}, "over 12 deep"),
        ({f"cs336_basics/{i}.py": "" for i in range(unpack.MAX_FILES)}, "over 2000"),
    ],
    ids=["a file", "bytes", "depth", "files"],
)
def test_more_is_refused(tmp_path, kind, extra, complaint):
    source = make(kind, tmp_path, GOOD | extra)
    with pytest.raises(InvalidSubmission, match=complaint):
        copy_submission(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_data_past_the_bound_is_left_behind(tmp_path, kind):
    data = {f"cs336_basics/{i}.txt": "7" * (unpack.MAX_DATA_BYTES // 2) for i in range(3)}
    large = {"cs336_basics/large.txt": "7" * (unpack.MAX_DATA_BYTES + 1)}
    source = make(kind, tmp_path, GOOD | data | large)
    assert len(taken(copy_submission(source, tmp_path / "out"))) == len(GOOD) + 2


def test_a_supervisor_has_room_for_all_that_is_taken_and_for_it_compiled():
    taken = unpack.MAX_TOTAL_BYTES + unpack.MAX_DATA_BYTES + unpack.MAX_FILES * 4096
    compiled = precompile.MAX_BYTES + unpack.MAX_FILES * 4096
    room = dict(option.split("=") for option in isolate._FILES.split(","))
    assert taken + compiled < int(room["size"].removesuffix("m")) * 2**20
    each = ("folder", "file", "folder of compiled files", "compiled file")
    assert len(each) * (unpack.MAX_FILES + 1) < int(room["nr_inodes"].removesuffix("k")) * 2**10
