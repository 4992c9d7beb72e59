"""Which methods an answer is read with: those it can call, and no others."""

from pathlib import Path

import pytest

from tests.harness.plugin.adapters import Adapters
from tests.harness.rules.uses import uses

# What a class holds besides, and how `f` uses the class; `bad` is where .T is.
BAD = "    def bad(self): return self.x.T\n"
APART = {
    "a field of the class": "class C:\n{}def f(x): return C()\n",
    "another method": "class C:\n    def good(self): return self\n{}def f(x): return C().good()\n",
    "a static one": (
        "class C:\n    @staticmethod\n    def good(x): return x\n    @property\n{}f = C.good\n"
    ),
    "an error of its own": (
        "class C(ValueError):\n    def __init__(self): super().__init__('no')\n{}"
        "def f(x): raise C\n"
    ),
    "a dataclass": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n    x: int\n{}"
        "def f(x): return C(x).x\n"
    ),
    "a base of its own": "class A:\n{}class C(A):\n    y = 1\ndef f(x): return C().y\n",
    "a named tuple": (
        "import typing as t\nclass C(t.NamedTuple):\n    x: int\n{}def f(x): return C(x).x\n"
    ),
}
CALLED = {
    "by name": "class C:\n{}def f(x): return C().bad()\n",
    "as a property": "class C:\n    @property\n{}def f(x): return C().bad\n",
    "by another method": (
        "class C:\n    def good(self): return self.bad()\n{}def f(x): return C().good()\n"
    ),
    "by itself": "class C:\n    def __init__(self): self.bad()\n{}def f(x): return C()\n",
    "said before its class": "class C:\n{}def f(x): return x.bad() or C()\n",
    "in the class's body": "class C:\n{}    good = bad\ndef f(x): return C().good()\n",
    "in a text": "class C:\n    @property\n{}def f(x): return '{{0.bad}}'.format(C())\n",
    "in a pattern": (
        "class C:\n    @property\n{}def f(x):\n    match C():\n        case C(bad=y): return y\n"
    ),
    "by getattr": "class C:\n{}def f(x): return getattr(C(), 'b' + 'ad')()\n",
    "by attrgetter": (
        "from operator import attrgetter as a\nclass C:\n{}def f(x): return a('ba' + 'd')(C())\n"
    ),
    "by vars": "class C:\n{}def f(x): return [*vars(C).values()][1](x)\n",
    "by a base of torch's": (
        "import torch\nclass A:\n{}class C(A, torch.nn.Module): pass\ndef f(x): return C()(x)\n"
    ),
    "by a metaclass": (
        "class M(type):\n    def __new__(m, n, b, space): return [*space.values()][-1]\n"
        "class C(metaclass=M):\n{}def f(x): return C(x)\n"
    ),
    "by a decorator": (
        "ways = []\ndef keep(way): ways.append(way)\nclass C:\n    @keep\n{}"
        "def f(x): return C() and ways[0](x)\n"
    ),
    "by a staticmethod of its own": (
        "ways = []\nstaticmethod = ways.append\nclass C:\n    @staticmethod\n{}"
        "def f(x): return C() and ways[0](x)\n"
    ),
}
OTHERS = ("write", "keys", "sqrt", "send", "_missing_", "__call__")  # call these by themselves


def reads_it(folder: Path, code: str) -> bool:
    (folder / "cs336_basics").mkdir()
    (folder / "cs336_basics" / "m.py").write_text(code)
    adapters = Adapters(None, folder)  # type: ignore[arg-type]
    return any(".T" in use.name for use in uses(adapters, "cs336_basics/m.py", ["f"]))


@pytest.mark.parametrize("code", APART.values(), ids=APART)
def test_a_method_that_nothing_calls_is_not_read(tmp_path, code):
    assert not reads_it(tmp_path, code.format(BAD))


@pytest.mark.parametrize("code", CALLED.values(), ids=CALLED)
def test_a_method_that_is_called_is_read(tmp_path, code):
    assert reads_it(tmp_path, code.format(BAD))


@pytest.mark.parametrize("name", OTHERS)
def test_a_method_that_others_may_call_is_read(tmp_path, name):
    bad = BAD.replace("bad", name)
    assert reads_it(tmp_path, f"class C:\n{bad}def f(x): print(file=C())\n")
