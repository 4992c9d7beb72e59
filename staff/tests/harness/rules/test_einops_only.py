"""The rule that only einops moves axes, on answers that run under torch's record."""

import sys
from types import ModuleType

import pytest
import torch
from einops import pack
from support.answers_right import RIGHT
from support.answers_wrong import MOVES

from tests.harness.checks.errors import assert_raises
from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch
from tests.harness.rules.einops_only import OnlyEinops, pack_may_refuse
from tests.harness.runtime.conditions import Observation, observe_call

X = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
FILE = "cs336_basics/m.py"


class Here:
    """A caller that has one function for all adapters."""

    def __init__(self, function):
        self._function = function

    def call(self, name, args, kwargs, conditions):
        return observe_call(lambda: self._function(*args, **kwargs), conditions)


@pytest.fixture
def answer(tmp_path, monkeypatch):
    def build(code: str) -> OnlyEinops:
        (tmp_path / "cs336_basics").mkdir()
        (tmp_path / "adapters.py").write_text("from cs336_basics.m import f as run_f\n")
        code = code.replace("E\n", "from einops import rearrange as r\n", 1)
        (tmp_path / FILE).write_text(code)
        module = ModuleType("cs336_basics.m")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(code, FILE, "exec"), module.__dict__)
        return OnlyEinops(Adapters(Here(module.f), tmp_path))

    return build


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_right_answers_pass(answer, code):
    adapters = answer(code)
    assert isinstance(adapters.run_f(X), torch.Tensor)
    adapters.assert_einops("run_f")


@pytest.mark.parametrize("code", MOVES.values(), ids=MOVES)
def test_what_moves_axes_fails(answer, code):
    with pytest.raises(Mismatch, match=r"the answer uses .*\nhint: (only einops|stay with)"):
        answer(code).run_f(X)


@pytest.mark.parametrize("code", ["def f(x): return x @ x", "import einops\ndef f(x): return x"])
def test_an_answer_without_einops_fails(answer, code):
    adapters = answer(code)
    adapters.run_f(X)
    with pytest.raises(Mismatch, match="uses nothing of einops"):
        adapters.assert_einops("run_f")


def test_each_adapter_uses_einops(answer):
    adapters = answer("from einops import rearrange as r\ndef f(x): return r(x, 'a b -> b a')")
    adapters.run_f(X)
    with pytest.raises(Mismatch, match="uses nothing of einops"):
        adapters.assert_einops("run_f", "run_g")


def test_the_line_is_named(answer):
    adapters = answer("import math\n\n\ndef f(x):\n    y = 2 * x\n    return y.T  # turned\n")
    line = r"the answer uses T \(cs336_basics/m.py, line 6: return y.T  # turned\)"
    with pytest.raises(Mismatch, match=line):
        adapters.run_f(X)


def test_a_line_of_adapters_py_is_named_too(answer):
    adapters = answer("def f(x): return x")
    (adapters._adapters._folder / "adapters.py").write_text("def run_f(x):\n    return x.T\n")
    adapters._adapters._caller.call = lambda *_: Observation(calls=["adapters:2 T"])
    with pytest.raises(Mismatch, match=r"the answer uses T \(adapters\.py, line 2: return x\.T\)"):
        adapters.run_f(X)


@pytest.mark.parametrize("module", ["../m", "/etc/x", "cs336_basics..m", "m", "cs336_basics.none"])
def test_no_file_is_read_that_is_not_the_submissions(answer, module):
    adapters = answer("def f(x): return x")
    (adapters._adapters._folder.parent / "m.py").write_text("secret\n")
    adapters._adapters._caller.call = lambda *_: Observation(calls=[f"{module}:1 T"])
    with pytest.raises(Mismatch) as failure:
        adapters.run_f(X)
    assert f"(called by {module})" in str(failure.value)


def test_a_refusal_that_moves_axes_is_none(answer):
    adapters = answer("def f(x):\n    x.T\n    raise ValueError('heads')")
    with pytest.raises(Mismatch, match="the answer uses T"):
        assert_raises(lambda: adapters.run_f(X), when="the number is bad")


def test_pack_alone_may_refuse_a_size_of_0():
    with pack_may_refuse():
        pack([torch.zeros(2, 0, 3)], "* seq d")
    for error in (RuntimeError("sizes differ"), ValueError("is ambiguous")):
        with pytest.raises(type(error)), pack_may_refuse():
            raise error
