"""Processes that write results report how they ended."""

import os
import signal

import pytest
from support.made_class import judge, write_submission

from cs336_staff.files.whole import write_whole
from cs336_staff.grading.result_writers import Writer, write_entry
from cs336_staff.results.record import build_results
from cs336_staff.uploads.discover import Upload


def obey(order, *arguments):
    """Do in the child what a test wants."""
    if order == "lack a key":
        {}[arguments[0]]
    elif order == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif order == "kill the writer":
        os.kill(os.getppid(), signal.SIGKILL)
    elif order == "leave":
        os._exit(3)
    elif order == "write":
        write_whole(*arguments)
    elif order == "take memory":
        bytearray(2**40)


@pytest.fixture
def writer():
    writer = Writer(obey)
    yield writer
    writer.close()
    writer.join()


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (("write nothing",), ""),
        (("lack a key", "x"), "KeyError: 'x'"),
        (("lack a key", "\udcff" * 5000), "KeyError: "),
        (("take memory",), "MemoryError"),
        (("die",), "signal 9"),
        (("leave",), "code 3"),
    ],
)
def test_each_end_is_reported_and_the_next_call_is_served(writer, order, message):
    said = writer(*order)
    assert said.startswith(message) and len(said) <= 2000 and bool(said) == bool(message)
    assert writer("write nothing") == ""


def test_a_fault_of_the_machine_is_raised_and_names_the_file(writer, tmp_path):
    with pytest.raises(OSError, match=r"gone/page\.html: No such file"):
        writer("write", tmp_path / "gone" / "page.html", "text")
    assert writer("write", tmp_path / "page.html", "text") == ""
    assert (tmp_path / "page.html").read_text() == "text"


def test_a_writer_that_was_killed_is_a_fault_of_the_machine(writer):
    with pytest.raises(OSError, match="was killed"):
        writer("kill the writer")


def test_old_files_stay_until_new_ones_are_written_and_not_longer(tmp_path, monkeypatch):
    upload = Upload("ada", write_submission(tmp_path / "ada"))
    folder, verdict = tmp_path / "out" / "ada", judge(upload.path, 1)
    write_entry(upload, tmp_path / "out", build_results("ada", verdict), "it crashed", "")
    names = {"junit.xml", "report.html", "results.json", "ta.html"}
    assert {file.name for file in folder.iterdir()} == names | {"judge-crash.txt"}

    def full(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="full"):
        patch.setattr("cs336_staff.grading.result_writers.write_pages", full)
        write_entry(upload, tmp_path / "out", build_results("ada", verdict), "", "")
    assert {file.name for file in folder.iterdir()} == names
    write_entry(upload, tmp_path / "out", build_results("ada", verdict), "", "", "signal 9")
    assert {file.name for file in folder.iterdir()} == {"results.json"} | ({"junit.xml"} & names)
