"""Attacks on the judge earn nothing and harm no other submission."""

import os
import threading
import time
from pathlib import Path

import pytest
from support.harm import SETTINGS, in_tensor_bytes, lost, message

from cs336_staff.judge import Judge
from cs336_staff.judge.host.protection import NAMESPACES
from cs336_staff.judge.sandboxed.processes import descendants
from cs336_staff.paths import SOLUTION


def test_the_reference_earns_all(judge):
    verdict = judge.grade(SOLUTION)
    assert verdict.ended == "completed" and not verdict.reason
    assert lost(verdict) == set()
    assert verdict.scores.points == verdict.scores.possible > 0
    assert verdict.protection == NAMESPACES.description


ENDS = {
    "exit": ("import os; os._exit(0)", "exited with code 0 in the middle of the call"),
    "sys.exit": ("raise SystemExit(0)", "raised SystemExit"),
    "abort": ("import os; os.abort()", "killed by"),
    "kill itself": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "killed by"),
    "crash": ("import ctypes; ctypes.string_at(0)", "killed by signal SIGSEGV"),
    "interrupt": ("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
    "stop": ("raise StopIteration", "StopIteration"),
    "generator exit": ("raise GeneratorExit", "GeneratorExit"),
    "skip": ("import pytest; pytest.skip('no')", "Skipped"),
    "xfail": ("import pytest; pytest.xfail('no')", "XFailed"),
    "subclass": ("import torch; return type('T', (torch.Tensor,), {})()", "cannot be taken"),
    "int subclass": ("return type('I', (int,), {})(_right(x))", "cannot be taken"),
    "huge integer": ("return 1 << 10**7", "cannot be taken"),
    "cycle": ("loop = []; loop.append(loop); return loop", "contains itself"),
    "unknown": ("return object()", "object"),
    "close all": ("import os; os.closerange(3, 1000)", "in the middle of the call"),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_call_that_does_not_return_a_value_costs_its_problem_alone(judge, submission, name):
    harm, words = ENDS[name]
    verdict = judge.grade(submission(in_tensor_bytes(harm)))
    assert lost(verdict) == {"tensor_bytes"}
    assert words in message(verdict)


def test_a_file_without_a_folder_can_be_written(judge, submission):
    harm = "open('note', 'w').close(); return _right(x)"
    assert lost(judge.grade(submission(in_tensor_bytes(harm)))) == set()


HANGS = {
    "python": "while True: pass",
    "swallowing": "k = 0\n    while True:\n        try: k += 1\n        except BaseException: pass",
    "sleep": "import time; time.sleep(1000)",
    "C": "sum(range(10**13))",
    "signals ignored": "import signal, time\n"
    "    [signal.signal(s, signal.SIG_IGN) for s in range(1, 32) if s not in (9, 19)]\n"
    "    time.sleep(1000)",
}


@pytest.mark.parametrize("name", HANGS)
def test_a_hang_ends_at_its_deadline(judge, submission, name):
    verdict = judge.grade(submission(in_tensor_bytes(HANGS[name])))
    assert lost(verdict) == {"tensor_bytes"}
    assert f"did not return within {SETTINGS.budgets.call:g} s and was" in message(verdict)
    if name not in ("C", "signals ignored"):  # Python gets no turn there, or does not hear of it
        assert "stopped; it was in cs336_basics/memory.py, line " in message(verdict)
    assert verdict.seconds < 60


def test_a_hang_of_a_module_s_import_is_reported_with_its_place(judge, submission):
    verdict = judge.grade(submission("while True:\n    pass"))
    assert "it was in cs336_basics/memory.py" in message(verdict)
    assert "in <module>" in message(verdict)


FLOODS = {
    "memory": "data = []\n    while True: data.append(bytearray(2**24))",
    "shared memory": "import mmap; m = mmap.mmap(-1, 2**33)\n"
    "    for i in range(0, 2**33, 4096): m[i] = 1",
    "processes": "import os\n    while True: os.fork()",
    "threads": "import threading, time\n"
    "    while True: threading.Thread(target=time.sleep, args=(99,)).start()",
    "files": "k = 0\n    while True:\n        k += 1\n"
    "        open(f'/tmp/{k}', 'w').write('x' * 10**6)",
    "descriptors": "import os\n    while True: os.dup(0)",
    "memory by children": "import os\n"
    "    for _ in range(9):\n        if not os.fork(): break\n"
    "    data = bytearray(3 * 2**27)\n    import time; time.sleep(1000)",
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_stopped(judge, submission, name):
    before = set(os.listdir("/tmp"))
    verdict = judge.grade(submission(in_tensor_bytes(FLOODS[name])))
    assert lost(verdict) == {"tensor_bytes"}
    assert verdict.seconds < 60
    assert not [n for n in set(os.listdir("/tmp")) - before if n.isdigit()]
    assert lost(judge.grade(SOLUTION)) == set()


@pytest.mark.parametrize("pairs, costs", [(20, set()), (100, {"tensor_bytes"})])
def test_sockets_are_counted_since_they_hold_memory(judge, submission, pairs, costs):
    harm = in_tensor_bytes(
        "import socket, time",
        "if 'held' not in globals():",
        f"    globals()['held'] = [socket.socketpair() for _ in range({pairs})]",
        "    time.sleep(0.5)",
    )
    verdict = judge.grade(submission(harm))
    assert lost(verdict) == costs
    assert not costs or "used over 64 sockets and was stopped" in message(verdict)


def test_who_hides_its_memory_maps_is_stopped(judge, submission):
    harm = in_tensor_bytes(
        "import ctypes, time",
        "ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE",
        "time.sleep(2)",
    )
    verdict = judge.grade(submission(harm))
    assert lost(verdict) == {"tensor_bytes"}
    assert "memory maps and was stopped" in message(verdict)


def test_who_has_hung_up_is_watched_until_it_ends(judge, submission):
    harm = in_tensor_bytes(
        "import os, socket, time",
        "os.closerange(3, 1000)",
        "held = [socket.socketpair() for _ in range(100)]",
        "time.sleep(1000)",
    )
    verdict = judge.grade(submission(harm))
    assert lost(verdict) == {"tensor_bytes"}
    assert "used over 64 sockets and was stopped" in message(verdict)


def test_output_goes_nowhere(judge, submission):
    verdict = judge.grade(submission(in_tensor_bytes("for _ in range(100): print('x' * 10**6)")))
    assert lost(verdict) == set()


def test_nothing_lives_on_after_its_problem(judge, submission):
    harm = in_tensor_bytes(
        "import os, time",
        "if os.fork() == 0:",
        "    os.setpgid(0, 0)",
        "    if os.fork() == 0: time.sleep(987)",
        "    os._exit(0)",
    )
    own = _below(judge)
    assert lost(judge.grade(submission(harm))) == set()
    assert _vanish(lambda: _below(judge) - own)


def _below(judge: Judge) -> set[int]:
    return set(descendants(judge._process.pid))


def _vanish(remaining) -> bool:
    deadline = time.monotonic() + 10
    while remaining() and time.monotonic() < deadline:
        time.sleep(0.05)
    return not remaining()


def test_a_problem_does_not_see_what_another_left(judge, submission):
    harm = (
        "import os, builtins\n"
        "def tensor_bytes(x):\n"
        "    import torch\n"
        "    if os.path.exists('/tmp/mark') or hasattr(builtins, 'mark'): return -1\n"
        "    if getattr(torch, 'mark', None): return -1\n"
        "    return x.numel() * x.element_size()\n"
        "def storage_bytes(x):\n"
        "    import torch\n"
        "    open('/tmp/mark', 'w').close(); builtins.mark = torch.mark = True\n"
        "    return x.untyped_storage().nbytes()\n"
    )
    assert lost(judge.grade(submission(harm))) == set()
    assert lost(judge.grade(SOLUTION)) == set()


PATCHES = {
    "torch.equal": "import torch\ntorch.equal = torch.allclose = lambda *a, **k: True",
    "builtins": "import builtins\nbuiltins.isinstance = lambda *a: True",
    "exit at once": "import atexit, os\natexit.register(os._exit, 0)",
    "encoder": "import cs336_staff.judge.wire.values as e\ne.Encoder.value = lambda *a, **k: None",
    "gc": "import gc\nfor o in gc.get_objects():\n    try: o.sort = None\n"
    "    except Exception: pass",
}


@pytest.mark.parametrize("name", PATCHES)
def test_patches_earn_nothing(judge, submission, name):
    wrong = f"{PATCHES[name]}\ndef tensor_bytes(x):\n    return -1\n"
    assert "tensor_bytes" in lost(judge.grade(submission(wrong)))


def test_a_forged_answer_earns_nothing(judge, submission):
    harm = in_tensor_bytes(
        "import os, struct",
        "for fd in range(3, 500):",
        "    try: os.write(fd, struct.pack('<4sB16sQ', b'C336', 4, bytes(16), 2**40))",
        "    except OSError: pass",
        "return -1",
    )
    verdict = judge.grade(submission(harm))
    assert lost(verdict) == {"tensor_bytes"}
    assert "cannot be taken" in message(verdict)


IMPORTS = {
    "exit": "import os\nos._exit(0)",
    "error": "raise ValueError('no')",
    "syntax": "def (",
    "hang": "while True: pass",
    "bytes": "x = '\x00'",
}


@pytest.mark.parametrize("name", IMPORTS)
def test_adapters_that_do_not_import_earn_nothing(judge, submission, name):
    verdict = judge.grade(submission(IMPORTS[name], module="adapters.py"))
    assert verdict.scores.points == 0
    assert verdict.seconds < 60
    assert lost(judge.grade(SOLUTION)) == set()


def test_submissions_side_by_side_do_not_disturb_each_other(judge, submission):
    bad = submission(in_tensor_bytes(FLOODS["processes"]))
    verdicts = {}
    threads = [
        threading.Thread(target=lambda p=path, n=name: verdicts.update({n: judge.grade(p)}))
        for name, path in (("good", SOLUTION), ("bad", bad), ("again", SOLUTION))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lost(verdicts["good"]) == lost(verdicts["again"]) == set()
    assert lost(verdicts["bad"]) == {"tensor_bytes"}


def test_everything_dies_with_the_judge():
    with Judge(SETTINGS) as judge:
        below = _below(judge)
        assert len(below) >= 3
        judge._process.kill()
        assert _vanish(lambda: {pid for pid in below if Path(f"/proc/{pid}").exists()})
