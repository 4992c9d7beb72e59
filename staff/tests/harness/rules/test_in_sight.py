"""What would take an answer's work out of sight, wherever it stands, costs that answer."""

from pathlib import Path

import pytest

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch
from tests.harness.rules.in_sight import assert_files_in_sight

ADAPTERS = """
def run_f(x):
    from cs336_basics.m import f
    return f(x)
def run_g(x):
    from cs336_basics.m import g
    return g(x)
"""
PLAIN = """
from concurrent.futures import ThreadPoolExecutor as Pool
def f(x):
    return x + 1
"""
THREADED = "def hidden(x):\n    with Pool() as pool:\n        return pool.submit(abs, x).result()\n"
INSTEAD = {  # of f's plain answer the one in a thread
    "walrus": "(f := hidden)",
    "with": "import contextlib\nwith contextlib.nullcontext(hidden) as f:\n    pass",
    "match": "match hidden:\n    case f:\n        pass",
    "global": "def set_up():\n    global f\n    f = hidden\nset_up()",
    "globals": "globals().update(f=hidden)",
    "name": "if __name__ != '__main__':\n    f = hidden",
    "metaclass": "class M(type):\n    def __init__(cls, *_):\n        import sys\n"
    "        sys.modules[__name__].f = hidden\nclass X(metaclass=M):\n    pass",
}


@pytest.fixture
def submission(tmp_path):
    def build(adapters: str = ADAPTERS, **modules: str) -> Adapters:
        folder = tmp_path / "cs336_basics"
        folder.mkdir()
        (tmp_path / "adapters.py").write_text(adapters)
        for name, code in modules.items():
            (folder / f"{name}.py").write_text(code)
        return Adapters(None, Path(tmp_path))  # type: ignore[arg-type]

    return build


def check(adapters: Adapters, name: str = "run_f") -> None:
    assert_files_in_sight(adapters, "cs336_basics/m.py", [("adapters.py", name)])


@pytest.mark.parametrize("code", INSTEAD.values(), ids=INSTEAD)
def test_whatever_sets_an_answer_in_its_place_it_is_not_out_of_sight(submission, code):
    with pytest.raises(Mismatch, match=r"uses concurrent.futures.ThreadPoolExecutor \(cs336_bas"):
        check(submission(m=f"{PLAIN}{THREADED}{code}\n"))


@pytest.mark.parametrize("statement", ["from . import helper", "from helper import Thread"])
@pytest.mark.parametrize("module", ["m", "__init__"])
def test_what_is_imported_before_is_looked_at_too(submission, module, statement):
    files = {"m": "def f(x):\n    return x\n", "helper": "import threading\nthreading.Thread()\n"}
    files[module] = f"{files.get(module, '')}{statement}\n"
    with pytest.raises(Mismatch, match=r"uses threading \(cs336_basics/helper.py, line 2"):
        check(submission(**files))


def test_what_adapters_import_at_their_top_runs_before_every_answer(submission):
    helper = "import cs336_basics.m as m\n_p = __import__('threading')\n"
    adapters = submission(f"import cs336_basics.helper\n{ADAPTERS}", m="f = abs\n", helper=helper)
    with pytest.raises(Mismatch, match=r"uses threading \(cs336_basics/helper.py, line 2"):
        check(adapters)


def test_another_folder_for_the_package_is_not_what_is_read_here(submission):
    with pytest.raises(Mismatch, match="uses __path__"):
        check(submission(m="f = abs\n", __init__="__path__.insert(0, 'x')\n"))


def test_what_another_answer_does_is_its_own_matter(submission):
    adapters = submission(m=f"{PLAIN}{THREADED}def g(x):\n    return hidden(x)\n")
    check(adapters)
    with pytest.raises(Mismatch, match="ThreadPoolExecutor"):
        check(adapters, "run_g")


def test_an_import_that_nothing_uses_hides_nothing(submission):
    check(submission(m=PLAIN))


def test_other_files_may_have_threads(submission):
    check(submission(m="f = abs\n", data="import threading\nthreading.Thread()\n"))


@pytest.mark.parametrize(
    "helper",
    [
        "import platform\nWINDOWS = platform.system() == 'Windows'\n",
        "import threading\nlock, mine = threading.RLock(), threading.local()\n",
        "from threading import Lock\nlock = Lock()\n",
        "import threading as th\nlock = th.Lock()\n",
    ],
)
def test_what_only_sounds_so_starts_nothing(submission, helper):
    check(submission(m=f"import helper\n{helper}def f(x): return x\n", helper=helper))


@pytest.mark.parametrize(
    "code",
    [
        "import os as platform\nplatform.system('true')\n",
        "import platform\nfrom x import os as platform\nplatform.system('true')\n",
        "import platform\ndef f(platform): return platform.system('true')\n",
        "import platform\nplatform.os.system('true')\n",
        "import threading\nthreading.Lock.T = threading.Thread\n",
        "import torch as threading\nthreading.local.system('true')\n",
        "import threading as th\nth.Thread(target=abs).start()\n",
        "import threading as th\nimport torch as th\nth.Lock()\n",
        "from os import system as f\nf('true')\n",
        "from torch.jit import fork\nfork(abs)\n",
    ],
)
def test_under_no_name_is_work_taken_out_of_sight(submission, code):
    with pytest.raises(Mismatch, match="uses"):
        check(submission(m=code + "def f(x): return x\n"))
