"""Flags on lines that may avoid a rule in a way that the judge does not record."""

import pytest

from cs336_staff.audit.corpus import copy_reference
from cs336_staff.compare.flags import MOST, find_flags
from cs336_staff.paths import SOLUTION

EVADES = {
    "a thread": "from threading import Thread as T",
    "a pool": "import concurrent.futures as cf",
    "no mode": "from torch.utils._python_dispatch import _disable_current_modes",
    "no function mode": "off = torch._C.DisableTorchFunctionSubclass",
    "a process": "import os; os.fork()",
    "memory": "import ctypes",
    "text": "def f(x): return eval('x')",
    "a module's dict": "f = torch.Tensor.__dict__['T']",
    "loaded modules": "import sys; t = sys.modules['torch']",
    "import hooks": "import sys; sys.meta_path.clear()",
}
HARMLESS = {
    "a lock": "import threading; lock = threading.Lock()",
    "a platform": "import platform; W = platform.system() == 'Windows'",
    "its own fields": "class A:\n    def f(self): return setattr(self, 'x', self.__dict__)",
    "a model's eval": "def f(model): return model.eval()",
    "torch's foreach": "def f(x): torch._foreach_add_(x, 1)",
    "a docstring": "'''exec and eval in a Thread'''",
}


def flags(folder, code, module="optim"):
    submission = copy_reference(folder / "submission")
    file = submission / "cs336_basics" / f"{module}.py"
    before = file.read_text() if file.exists() else "import torch\n"
    file.write_text(f"{before}\n{code}\n")
    return find_flags(submission)


def test_the_reference_has_none():
    assert find_flags(SOLUTION) == []


@pytest.mark.parametrize("module", ["optim", "helpers", "__init__"])
@pytest.mark.parametrize("code", EVADES.values(), ids=EVADES)
def test_what_may_evade_is_flagged_with_its_line(tmp_path, code, module):
    (flag,) = flags(tmp_path, code, module)
    assert (flag.module, flag.path) == (module, f"cs336_basics/{module}.py")
    assert flag.text == code
    assert (tmp_path / "submission" / flag.path).read_text().split("\n")[flag.line - 1] == code
    assert (flag.rule == "the optimizer is the submission's own") == (module == "optim")


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_what_evades_nothing_is_not_flagged(tmp_path, code):
    assert flags(tmp_path, code) == []


def test_a_module_whose_answers_have_no_rule_is_not_read(tmp_path):
    assert flags(tmp_path, "from threading import Thread", "data") == []


def test_a_helper_may_not_use_what_costs_the_answer_its_points(tmp_path):
    windows = "def sliding_windows(x): return stride_tricks.sliding_window_view(x)"
    assert flags(tmp_path, windows, "tensors") == []
    (flag,) = flags(tmp_path / "two", windows.replace("sliding_windows", "_help"), "tensors")
    assert "no tensor or array" in flag.rule


@pytest.mark.parametrize("code", ["def f(:", "x = '\0'", "-" * 100_000 + "1"])
def test_what_is_not_python_has_none(tmp_path, code):
    assert flags(tmp_path, code) == []


def test_there_are_only_so_many(tmp_path):
    assert len(flags(tmp_path, "exec('')\n" * 99)) == MOST
