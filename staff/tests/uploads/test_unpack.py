"""Only regular Python and data files of a submission are copied; a refusal gives its reason."""

import os
import resource
import signal
import stat
import tarfile
import tracemalloc
import zipfile
import zlib

import pytest

from cs336_staff.uploads import unpack
from cs336_staff.uploads.unpack import InvalidSubmission, copy_submission, fingerprint


def make_folder(top):
    (top / "cs336_basics").mkdir(parents=True)
    (top / "adapters.py").write_text("# adapters\n")
    (top / "cs336_basics" / "memory.py").write_text("x = 1\n")
    return top


def make_zip(file, members):
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


GOOD = {"adapters.py": "# adapters\n", "cs336_basics/memory.py": "x = 1\n"}


def taken(folder):
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def test_a_folder_is_copied_without_what_is_not_its_own(tmp_path):
    source = make_folder(tmp_path / "in")
    for name in ("conftest.py", "pytest.ini", "sitecustomize.py", "torch/__init__.py"):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text("raise SystemExit\n")
    (source / "cs336_basics" / "memory.cpython-311.pyc").write_bytes(b"x")
    assert taken(copy_submission(source, tmp_path / "out")) == sorted(GOOD)


DATA = {"cs336_basics/devices.json": "{}", "cs336_basics/tables/Budget.CSV": "4,2\n"}


def test_small_data_files_of_the_package_are_taken(tmp_path):
    left = {"notes 12:30.txt": "", "cs336_basics/table.yaml": "", "cs336_basics/x.so": ""}
    members = GOOD | DATA | left | {"cs336_basics/tokens.txt": "7" * (2**20 + 1)}
    source = make_folder(tmp_path / "in")
    for name, text in members.items():
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text(text)
    (source / "cs336_basics" / "passwd.txt").symlink_to("/etc/passwd")
    assert taken(copy_submission(source, tmp_path / "out")) == sorted(GOOD | DATA)

    file = make_zip(tmp_path / "a.zip", members)
    with zipfile.ZipFile(file, "a") as archive:
        link = zipfile.ZipInfo("cs336_basics/passwd.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert taken(copy_submission(file, tmp_path / "unzipped")) == sorted(GOOD | DATA)


def test_a_zip_file_of_windows_with_its_folders_is_taken(tmp_path):
    folders = ["hw\\", "hw\\cs336_basics\\", "hw\\cs336_basics\\empty\\"]
    files = {"hw\\" + name.replace("/", "\\"): text for name, text in GOOD.items()}
    file = make_zip(tmp_path / "a.zip", dict.fromkeys(folders, "") | files)
    assert taken(copy_submission(file, tmp_path / "out")) == sorted(GOOD)


@pytest.mark.parametrize("prefix", ["", "alice/", "alice-submission_1/", "hw 1/hw 1/", "a/b/c/"])
def test_a_submission_may_lie_in_folders_that_hold_nothing_else(tmp_path, prefix):
    members = {prefix + name: text for name, text in GOOD.items()}
    members |= {"__MACOSX/x": "", ".git/x": "", "readme.txt": ""}
    zipped = make_zip(tmp_path / "a.zip", members)
    assert taken(copy_submission(zipped, tmp_path / "from zip")) == sorted(GOOD)
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(tmp_path / "a")
    assert taken(copy_submission(tmp_path / "a", tmp_path / "from folder")) == sorted(GOOD)


def test_of_two_folders_none_is_taken_for_the_submission(tmp_path):
    members = {f"hw/{part}/{name}": text for part in "ab" for name, text in GOOD.items()}
    with pytest.raises(InvalidSubmission, match="at its top: 'a', 'b'"):
        copy_submission(make_zip(tmp_path / "a.zip", members), tmp_path / "out")


@pytest.mark.parametrize("prefix", ["", "hw/"])
def test_a_folder_beside_a_zipped_submission_is_not_taken_for_all(tmp_path, prefix):
    make_folder(tmp_path / "in" / "ada")
    make_zip(tmp_path / "in" / "Ben.ZIP", {prefix + name: text for name, text in GOOD.items()})
    with pytest.raises(
        InvalidSubmission, match=r"several submissions, 'ada' and beside it 'Ben\.ZIP'"
    ):
        copy_submission(tmp_path / "in", tmp_path / "out")


def test_what_else_is_beside_a_student_s_only_folder_is_left_behind(tmp_path):
    top = make_folder(tmp_path / "in" / "hw").parent
    make_zip(top / "data.zip", {"tokens.bin": "7", "my_adapters.py": ""})
    make_zip(top / "._hw.zip", GOOD)
    (top / "damaged.zip").write_bytes(b"PK")
    (top / "README.zip").symlink_to("/etc/passwd")
    os.mkfifo(top / "pipe.zip")
    assert taken(copy_submission(top, tmp_path / "out")) == sorted(GOOD)


@pytest.mark.parametrize(
    ("extra", "complaint"),
    [
        ({"cs336_basics\\..\\..\\evil.py": ""}, "unsafe name"),
        ({"cs336_basics/../evil.py": ""}, "unsafe name"),
        ({f"cs336_basics/{'x' * 300}.py": ""}, "too long"),
        ({"cs336_basics/big.py": "#" * (3 * 2**20)}, "over 2 MiB"),
        ({f"cs336_basics/{i}/d/x.py": "" for i in range(1000)}, "over 2000 files and folders"),
        ({"cs336_basics/x.py": "", "cs336_basics/x.py/y.py": ""}, "as a file and as a folder"),
        ({"cs336_basics/x.py/y.py": "", "cs336_basics/x.py": ""}, "as a file and as a folder"),
        ({"cs336_basics/./memory.py": ""}, "'cs336_basics/memory.py' twice"),
    ],
)
def test_zips_with_odd_members_are_refused(tmp_path, extra, complaint):
    with pytest.raises(InvalidSubmission, match=complaint):
        copy_submission(make_zip(tmp_path / "a.zip", GOOD | extra), tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip"]


DEEP = ".venv/lib/python3.12/site-packages/torch/include/ATen/native/transformers/cuda/gemm/x/y.h"


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("prefix", ["", "hw/"])
@pytest.mark.parametrize(
    "others",
    [
        [f".mypy_cache/3.12/m{i}.data.json" for i in range(2100)],
        [f"cs336_basics/.venv/lib/m{i}.py" for i in range(2100)],
        [DEEP, f"venv/{DEEP}", "venv/adapters.py"],
        [".DS_Store", ".DS_Store"],
        ["cs336_basics/._memory.py", "cs336_basics/.#memory.py", "cs336_basics/.idea/a.json"],
        ["../evil.py", "/etc/evil.py", "C:/evil.py", "x/\1.py"],
        ["tests/x.py", "tests/x.py/y.py"],
    ],
    ids=["many", "many inside", "deep", "twice", "hidden", "unsafe", "file and folder"],
)
def test_what_is_not_taken_is_not_checked(tmp_path, prefix, others):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in [*GOOD, *others]:
            archive.writestr(prefix + name, GOOD.get(name, "raise SystemExit"))
    assert taken(copy_submission(tmp_path / "a.zip", tmp_path / "out")) == sorted(GOOD)
    if others[0].startswith("../") or others[0] == "tests/x.py":
        return
    for name in [*GOOD, *others]:
        (tmp_path / "a" / prefix / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "a" / prefix / name).write_text(GOOD.get(name, "raise SystemExit"))
    assert taken(copy_submission(tmp_path / "a", tmp_path / "from folder")) == sorted(GOOD)


def test_an_editors_lock_is_not_taken(tmp_path):
    source = make_folder(tmp_path / "in")
    (source / "cs336_basics" / ".#memory.py").symlink_to("ada@laptop.4711:1700000000")
    assert taken(copy_submission(source, tmp_path / "out")) == sorted(GOOD)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_decompresses_without_bound_is_refused(tmp_path, method):
    file = make_zip(tmp_path / "a.zip", GOOD)
    with zipfile.ZipFile(file, "a", method) as archive:
        archive.writestr("cs336_basics/data.py", bytes(64 * 2**20))
    assert file.stat().st_size < 50_000
    tracemalloc.start()
    with pytest.raises(InvalidSubmission, match="rare way; use an ordinary zip"):
        copy_submission(file, tmp_path / "out")
    assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    tracemalloc.stop()


def test_a_zip_bomb_is_refused(tmp_path):
    bombs = {f"cs336_basics/b{i}.py": "#" * (2 * 2**20 - 1) for i in range(10)}
    with pytest.raises(InvalidSubmission, match="MiB together"):
        copy_submission(make_zip(tmp_path / "a.zip", GOOD | bombs), tmp_path / "out")


@pytest.mark.parametrize("damaged", [False, True])
def test_data_in_a_zip_is_read_for_as_much_as_is_taken(tmp_path, monkeypatch, damaged):
    half = {f"cs336_basics/{i}.txt": "7" * 2**19 for i in range(9)}
    whole = {f"cs336_basics/a{i}.txt": "7" * (2**20 + 1) for i in range(9)}
    file = make_zip(tmp_path / "a.zip", GOOD | half | whole)
    content, read = file.read_bytes(), []
    if damaged:
        crc = zlib.crc32(half["cs336_basics/0.txt"].encode()).to_bytes(4, "little")
        file.write_bytes(content.replace(crc, bytes(4)))
    reading = zipfile.ZipExtFile.read
    monkeypatch.setattr(
        zipfile.ZipExtFile, "read", lambda self, n=-1: read.append(self.name) or reading(self, n)
    )
    taken = copy_submission(file, tmp_path / "out")
    assert len(list(taken.rglob("*.txt"))) == (0 if damaged else 2)
    assert len([name for name in read if name.endswith(".txt")]) == 2


def test_of_a_member_that_claims_to_be_empty_little_is_unpacked(tmp_path):
    with zipfile.ZipFile(make_zip(tmp_path / "a.zip", GOOD), "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("cs336_basics/a.txt", bytes(2**22))
        archive.filelist[-1].file_size = archive.filelist[-1].CRC = 0
    tracemalloc.start()
    taken = copy_submission(tmp_path / "a.zip", tmp_path / "out")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (taken / "cs336_basics" / "a.txt").read_bytes() == b""
    assert peak < 2**20


def test_a_list_of_too_many_members_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(unpack, "MAX_MEMBERS", 20_000)
    make_zip(tmp_path / "a.zip", dict.fromkeys(map(str, range(20_001)), ""))
    tracemalloc.start()
    with pytest.raises(InvalidSubmission, match="over 20000 files and folders"):
        copy_submission(tmp_path / "a.zip", tmp_path / "out")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * (tmp_path / "a.zip").stat().st_size


def test_a_link_in_a_zip_is_refused(tmp_path):
    file = make_zip(tmp_path / "a.zip", GOOD)
    with zipfile.ZipFile(file, "a") as archive:
        link = zipfile.ZipInfo("cs336_basics/data.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(InvalidSubmission, match="is a link"):
        copy_submission(file, tmp_path / "out")


def test_a_link_in_a_folder_is_refused(tmp_path):
    source = make_folder(tmp_path / "in")
    (source / "cs336_basics" / "data.py").symlink_to("/etc/passwd")
    with pytest.raises(InvalidSubmission, match="is a link"):
        copy_submission(source, tmp_path / "out")


def test_a_pipe_is_refused_and_not_opened(tmp_path):
    source = make_folder(tmp_path / "in")
    os.mkfifo(source / "cs336_basics" / "data.py")
    with pytest.raises(InvalidSubmission, match="not a regular file"):
        copy_submission(source, tmp_path / "out")


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda path: path.write_bytes(b"PK\x03\x04 damaged"), "it is not a zip file"),
        (lambda path: path.write_bytes(b"%PDF-1.7"), "it is a PDF, not a zip file"),
        (lambda path: make_zip(path, {}), "^it is empty$"),
        (lambda path: make_zip(path, {"cs336_basics/memory.py": ""}), "no adapters.py"),
        (
            lambda path: make_zip(path, {"adapters.py": ""}),
            "no Python files in a folder cs336_basics",
        ),
        (
            lambda path: make_zip(path, {"adapters.py": "", "cs336_basics/a.json": ""}),
            "no Python files in a folder cs336_basics",
        ),
        (lambda path: path.symlink_to("/etc"), "is a link"),
        (os.mkfifo, "neither a folder nor a zip file"),
    ],
)
def test_what_is_no_submission_is_refused(tmp_path, make, complaint):
    make(tmp_path / "a.zip")
    with pytest.raises(InvalidSubmission, match=complaint):
        copy_submission(tmp_path / "a.zip", tmp_path / "out")


def test_a_full_disk_is_no_fault_of_the_submission(tmp_path):
    sources = [make_folder(tmp_path / "in"), make_zip(tmp_path / "a.zip", GOOD)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        for source in sources:
            with pytest.raises(OSError, match="File too large"):
                copy_submission(source, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_destination_that_cannot_be_written_is_no_fault_of_the_submission(tmp_path):
    source = make_folder(tmp_path / "in")
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        copy_submission(source, tmp_path / "file" / "out")


def test_a_fingerprint_is_of_what_is_taken(tmp_path):
    source = make_folder(tmp_path / "in")
    zipped = make_zip(tmp_path / "a.zip", GOOD | {"conftest.py": ""})
    assert fingerprint(source) == fingerprint(zipped)
    (source / "cs336_basics" / "memory.py").write_text("x = 2\n")
    assert fingerprint(source) != fingerprint(zipped)


def test_another_kind_of_archive_is_called_one(tmp_path):
    with tarfile.open(tmp_path / "hw.tar.gz", "w:gz") as archive:
        archive.add(make_folder(tmp_path / "in"), "hw")
    with pytest.raises(InvalidSubmission, match="another kind of archive; hand in a zip file"):
        copy_submission(tmp_path / "hw.tar.gz", tmp_path / "out")


def test_a_source_that_is_not_there_is_no_fault_of_the_submission(tmp_path):
    with pytest.raises(FileNotFoundError):
        copy_submission(tmp_path / "gone.zip", tmp_path / "out")


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["ada.zip"], "at its top: 'ada.zip'$"),
        (["hw/adapters.py", "notes/x.py"], "at its top: 'hw', 'notes'$"),
        (["one/two/x.py"], "at its top: 'x.py'$"),
        (["hw/Adapters.py", "hw/a/b/x.py"], r"at its top: 'Adapters.py', 'a' \(capitals count\)$"),
        (["hw/x.txt", "hw/a/y.txt", "hw/a/b/x.py"], "at its top: 'a', 'x.txt'$"),
        ([f"{letter}.py" for letter in "fedcba"], "at its top: 'a.py', .*'e.py', …$"),
        ([f"{'hw' * 30}.py"], f"at its top: '{'hw' * 19}h…'$"),
    ],
)
def test_the_names_at_the_top_are_shown_where_adapters_is_missing(tmp_path, names, found):
    file = make_zip(tmp_path / "a.zip", dict.fromkeys(names, ""))
    (tmp_path / "a").mkdir()
    with zipfile.ZipFile(file) as archive:
        archive.extractall(tmp_path / "a")
    for source in (file, tmp_path / "a"):
        with pytest.raises(InvalidSubmission, match=f"no adapters.py at its top.*; {found}"):
            copy_submission(source, tmp_path / "out")
