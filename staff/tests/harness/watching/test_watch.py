"""The watch loop, by itself and in a terminal."""

import os
import re
import signal
import subprocess
import sys
import termios

import pexpect
import pytest
import torch
from support.points import ON_CPU
from support.suite_runs import append

from cs336_staff.paths import ROOT, SOLUTION
from tests.harness.plugin.failure import NO_DEVICE, Failure
from tests.harness.plugin.problems import load_problems
from tests.harness.plugin.scores import NOT_RUN, PASSED, ProblemScore, TestRecord
from tests.harness.plugin.submitted_files import read_files
from tests.harness.watching.keys import read_key
from tests.harness.watching.progress import FILE_NAME, Progress
from tests.harness.watching.warm import Run
from tests.watch import Watch, main


def row(id_, outcome, failure=None):
    return ProblemScore(load_problems()[id_], [TestRecord("a", id_, outcome, failure)])


PASSED_MFU = row("mfu", PASSED)

MODULE = "cs336_basics/memory.py"


def test_a_run_has_the_cuda_problems_that_measure_it(stubs, capsys):
    watch = Watch(stubs, 336)
    watch.run(["get_batch"])
    assert "asynchronous_copy" in watch.progress.verdicts
    assert ("asynchronous_copy" in capsys.readouterr().out) == torch.cuda.is_available()


def test_a_run_that_the_submission_ends_is_reported(stubs, capsys):
    with (stubs / MODULE).open("a") as file:
        file.write("import os\nos._exit(0)\n")
    Watch(stubs, 336).run(["tensor_bytes"])
    assert "the run gave no verdict: your code ended it" in capsys.readouterr().out


def test_a_run_that_pytest_stops_shows_its_last_words(stubs, capsys, monkeypatch):
    monkeypatch.setattr("tests.watch.with_measuring", lambda ids: ["no_such_problem"])
    Watch(stubs, 336).run(["mfu"])
    shown = capsys.readouterr().out
    assert "the run gave no verdict: pytest stopped" in shown
    assert "no problem is named 'no_such_problem'" in shown


def test_a_run_without_a_temporary_folder_says_so(stubs, capsys, monkeypatch):
    watch = Watch(stubs, 336)
    monkeypatch.setattr("tempfile.tempdir", str(stubs / "none"))
    monkeypatch.setenv("TMPDIR", str(stubs / "none"))
    watch.run(["mfu"])
    assert "gave no verdict: [Errno 2] No such file or directory: " in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell of the end")
def test_neither_code_page_nor_temporary_folder_nor_pytest_options_disturb_it(stubs, tmp_path):
    temporary = tmp_path / ("x" * 120)  # longer than a socket's path may be
    temporary.mkdir()
    environment = os.environ | {"PYTHONIOENCODING": "cp932", "TMPDIR": str(temporary)}
    environment["PYTEST_ADDOPTS"] = "-x --no-such-option"
    done = subprocess.run(
        [sys.executable, "-m", "tests.watch", f"--submission={stubs}"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=240,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"0 of {ON_CPU} points so far" in done.stdout.decode("cp932")
    assert Progress.load(stubs).status("train") == "to do"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal with job control")
def test_keys_are_read_singly_again_after_a_stop():
    code = (
        "from tests.harness.watching.keys import read_key, single_keys\n"
        "with single_keys():\n"
        "    print('ready', flush=True)\n"
        "    while True: print('key:', read_key(60), flush=True)\n"
    )
    terminal = pexpect.spawn(sys.executable, ["-c", code], cwd=str(ROOT), encoding="utf-8")
    terminal.expect("ready")
    settings = termios.tcgetattr(terminal.child_fd)
    settings[3] |= termios.ICANON  # as a shell leaves it
    termios.tcsetattr(terminal.child_fd, termios.TCSANOW, settings)
    terminal.kill(signal.SIGCONT)
    while termios.tcgetattr(terminal.child_fd)[3] & termios.ICANON:
        assert terminal.isalive()
    terminal.send("n")
    terminal.expect("key: n")
    terminal.close(force=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_that_controls_no_jobs_gives_single_keys():
    terminal, end = os.openpty()
    code = "from tests.harness.watching.keys import read_key, single_keys\n"
    code += "with single_keys():\n    print('ready', flush=True)\n    print(read_key(60))\n"
    command, pipe = [sys.executable, "-c", code], subprocess.PIPE
    process = subprocess.Popen(command, stdin=end, stdout=pipe, cwd=ROOT, start_new_session=True)
    assert process.stdout.readline() == b"ready\n"
    os.write(terminal, b"n")
    assert process.communicate() == (b"n\n", None)


def test_a_file_that_an_editor_has_emptied_is_read_once_it_is_written(stubs, monkeypatch):
    watch, file = Watch(stubs, 336), stubs / MODULE
    whole = file.read_text() + "\n# saved\n"
    file.write_text("")
    monkeypatch.setattr("time.sleep", lambda seconds: file.write_text(whole))
    assert watch._saved_files()[MODULE] == whole.encode()


def test_a_syntax_error_is_shown_with_its_line(stubs, capsys):
    append(stubs, "def tensor_bytes(x:\n")
    Watch(stubs, 336).run(["tensor_bytes", "memory_deltas"])
    shown = capsys.readouterr().out
    assert re.search(r"^tensor_bytes +0/1  failed", shown, re.MULTILINE)
    assert torch.cuda.is_available() or "memory_deltas" not in shown
    assert "SyntaxError" in shown and "memory.py" in shown


def test_lines_fit_a_narrow_terminal(stubs, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    append(stubs, "def tensor_bytes(x): return 1\n")
    Watch(stubs, 336).run(["tensor_bytes"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40


def test_a_file_of_ones_own_tests_that_cannot_be_read_stops_no_run(clone):
    (clone / "tests" / "test_mine.py").write_text("import no_such_module\n")
    run = "Watch(Path('staff/solution'), 336).run(['mfu'])"
    code = f"from pathlib import Path\nfrom tests.watch import Watch\n{run}\n"
    environment = os.environ | {"PYTHONPATH": str(clone)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, text=True)
    assert re.search(r"^mfu +1/1  passed", done.stdout, re.MULTILINE)


def test_a_failure_is_headed_by_its_problem_which_is_next(stubs, capsys):
    append(stubs, "def mfu(flops, seconds, promised): return 2.0\n", "cs336_basics/flops.py")
    Watch(stubs, 336).run(["mfu", "training_flops"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("mfu") + 1].startswith("    ")
    assert lines[-1].startswith("next: mfu, ")


def test_it_begins_with_where_the_files_are_and_what_failed(stubs, capsys, monkeypatch):
    monkeypatch.setattr("tests.watch.read_key", lambda seconds: "q")
    append(stubs, "def mfu(flops, seconds, promised): return 2.0\n", "cs336_basics/flops.py")
    append(stubs, "def storage_bytes(x): return x.untyped_storage().nbytes()\n")
    Progress.load(stubs).update([PASSED_MFU])
    Watch(stubs, 336).loop()
    shown = capsys.readouterr().out
    assert f"1 of {ON_CPU} points so far" in shown
    assert re.search(r"^mfu +0/1  failed", shown, re.MULTILINE)
    assert not re.search(r"^(storage_bytes|tensor_bytes|memory_deltas) ", shown, re.MULTILINE)
    assert "\nmfu\n    " in shown and "called: run_mfu(" in shown
    assert "next: tensor_bytes" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_save_cancels_an_endless_run(stubs):
    command = ["-m", "tests.watch", f"--submission={stubs}"]
    terminal = pexpect.spawn(
        sys.executable, command, cwd=str(ROOT), encoding="utf-8", timeout=50, dimensions=(40, 90)
    )
    terminal.expect("next: tensor_bytes")
    append(stubs, "def tensor_bytes(x):\n    while True: pass\n")
    terminal.expect("the tests are still running; a save starts them again")
    append(stubs, "def storage_bytes(x): return 0\n")
    terminal.expect("still running")
    append(stubs, "def tensor_bytes(x): return x.numel() * x.element_size()\n")
    terminal.expect(r"tensor_bytes +1/1 +passed")
    terminal.expect(r"storage_bytes +0/1 +failed")
    terminal.send("q")
    terminal.expect(pexpect.EOF)


def test_points_on_a_device_are_of_those_that_ran_on_it(stubs, capsys):
    watch = Watch(stubs, 336)
    watch.progress.update([row("memory_deltas", PASSED)])
    watch._show_total(Run(None, "completed", 1))
    assert f"4 of {ON_CPU + 4} points so far" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="keys of a pipe are for POSIX")
def test_keys_are_read_one_at_a_time_to_the_end_of_the_input(monkeypatch):
    reading, writing = os.pipe()
    with os.fdopen(reading) as end:
        monkeypatch.setattr(sys, "stdin", end)
        assert read_key(0) is None
        os.write(writing, b"hq")
        assert [read_key(0), read_key(0), read_key(0)] == ["h", "q", None]
        os.write(writing, b"\x04")
        assert read_key(0) == ""
        os.close(writing)
        assert read_key(0) == ""


def test_progress_is_kept_and_survives_damage(tmp_path):
    progress = Progress.load(tmp_path)
    assert progress.update([PASSED_MFU]) == ["mfu"]
    assert progress.update([PASSED_MFU]) == []
    assert Progress.load(tmp_path).status("mfu") == "passed"
    for damaged in ("[damaged", "[]", '{"mfu": 3}'):
        (tmp_path / FILE_NAME).write_text(damaged)
        assert Progress.load(tmp_path).status("mfu") == "to do"


def test_who_wants_no_colour_gets_none(stubs, capsys, monkeypatch):
    watch = Watch(stubs, 1)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    watch._say("failed", "31")
    monkeypatch.setenv("NO_COLOR", "1")
    watch._say("failed", "31")
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    watch._say("failed", "31")
    assert capsys.readouterr().out == "\x1b[31mfailed\x1b[0m\nfailed\nfailed\n"


def test_progress_that_cannot_be_written_ends_no_loop(tmp_path):
    progress = Progress.load(tmp_path / "no folder")
    assert progress.update([PASSED_MFU]) == ["mfu"]
    assert progress.status("mfu") == "passed"


def function(source, name):
    return re.search(rf"^def {name}\(.*?(?=^def |^class |\Z)", source, re.M | re.S)[0]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_the_loop_from_a_saved_file_to_the_next_problem(stubs):
    command = ["-m", "tests.watch", f"--submission={stubs}"]
    terminal = pexpect.spawn(
        sys.executable,
        command,
        cwd=str(ROOT),
        env={**os.environ, "BROWSER": "true"},
        encoding="utf-8",
        timeout=120,
        dimensions=(40, 90),
    )
    terminal.expect("next: tensor_bytes")
    file = stubs / MODULE
    stub = function(file.read_text(), "tensor_bytes")
    answer = function((SOLUTION / MODULE).read_text(), "tensor_bytes")

    file.write_text(file.read_text().replace(stub, answer.replace("element_size()", "ndim")))
    terminal.expect(r"tensor_bytes +0/1 +failed")
    terminal.expect("called: run_tensor_bytes")
    for key, shown in {
        "h": r"tensor_bytes\r\n +.*expected",
        "f": r"tensor_bytes +0/1 +failed",
        "o": r"handout §2.1.*: .*handout.html",
        "a": r"train +0/2 +to do",
    }.items():
        terminal.send(key)
        terminal.expect(shown)
    file.write_text(file.read_text().replace("x.ndim", "x.element_size()"))
    terminal.expect(r"tensor_bytes +1/1 +passed")
    terminal.expect(f"1 of {ON_CPU} points so far")
    terminal.expect("next: storage_bytes")
    terminal.send("n")
    terminal.expect(r"storage_bytes +0/1 +to do .*handout §")
    terminal.send("hq")
    terminal.expect(r"storage_bytes\r\n +problem storage_bytes: see")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert Progress.load(stubs).status("tensor_bytes") == "passed"
    assert read_files(stubs).keys() >= {"adapters.py", MODULE}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell of the end")
def test_it_runs_as_a_file_too_from_any_folder_and_ends_with_its_input(stubs):
    command = [sys.executable, str(ROOT / "tests" / "watch.py"), f"--submission={stubs}"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command,
        cwd=ROOT / "handout",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert f"0 of {ON_CPU} points so far" in done.stdout
    assert done.stdout.endswith("end of input: no longer watching\n")


@pytest.mark.parametrize("folder", ["handout", "x" * 300])
def test_a_folder_without_a_submission_is_one_clear_error(folder, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["watch", f"--submission={folder}"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "has no adapters.py; name a folder that has one" in capsys.readouterr().err


def test_a_seed_below_0_is_one_clear_error(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["watch", "--seed=-1"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "--seed: -1 is below 0" in capsys.readouterr().err


def test_a_row_says_why_it_was_not_run(stubs, capsys):
    Watch(stubs, 336)._show_row(row("memory_deltas", NOT_RUN, Failure("none", kind=NO_DEVICE)))
    assert "0/4  not run  no CUDA device: none" in capsys.readouterr().out


def test_torch_loads_behind_the_line_that_says_so():
    check = "import sys, tests.watch; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_while_torch_loads_ends_it_quietly():
    terminal = pexpect.spawn(
        sys.executable, ["-m", "tests.watch"], cwd=str(ROOT), encoding="utf-8", timeout=120
    )
    terminal.expect("loading torch …")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert terminal.before.split() == ["^C"]


def test_ctrl_c_at_the_first_line_ends_it_quietly(stubs, monkeypatch):
    written = []

    def interrupted(*words, **_):
        written.append(words)
        if len(written) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr("builtins.print", interrupted)
    monkeypatch.setattr(sys, "argv", ["watch", f"--submission={stubs}"])
    main()
    assert written == [("loading torch …",), ()]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no forkserver")
def test_ctrl_c_before_the_server_listens_to_signals_ends_it_quietly(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "if 'forkserver' in ' '.join(sys.orig_argv):\n"
        "    os.killpg(0, signal.SIGINT)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tests.watch"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,  # a process group to interrupt
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "loading torch …\n\n", "")
