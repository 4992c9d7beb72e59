"""Forbidden names cost points in the answer's own definition, and nowhere else."""

import pytest

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch
from tests.harness.rules.forbidden_names import STRIDED_ARRAYS, assert_avoids

PATH = "cs336_basics/tensors.py"
USES = {
    "a method": "def f(x):\n    return x.as_strided(x.shape)\n",
    "an alias of its module": "def f(x):\n    return tricks.as_strided(x)\n",
    "a call": "def f(x):\n    return np.ndarray(x, strides=x)\n",
    "an import inside": "def f(x):\n    from numpy.lib import stride_tricks as s\n    return s\n",
    "the last definition": "def f(x):\n    return x\ndef f(x):\n    return as_strided(x)\n",
    "a method of the class": "class f:\n    def g(self):\n        return self.x.as_strided()\n",
    "assigned": "f = lambda x: as_strided(x)\n",
}
AVOIDS = {
    "an earlier definition": "def f(x):\n    return as_strided(x)\ndef f(x):\n    return x\n",
    "another answer": "def g(x):\n    return x.as_strided()\ndef f(x):\n    return x\n",
    "a type": "def f(x: np.ndarray):\n    return isinstance(x, np.ndarray)\n",
    "a docstring": "def f(x):\n    '''No as_strided here.'''\n    return x\n",
    "setattr elsewhere": "class G:\n    def g(self, n):\n        setattr(self, n, eval(n))\n"
    "def f(x):\n    return x\n",
    "a name from elsewhere": "from cs336_basics.helper import f\n",
    "no definition": "globals()['f'] = abs\n",
}


def check(folder, code):
    (folder / "cs336_basics").mkdir()
    (folder / PATH).write_text(code)
    adapters = Adapters(None, folder)  # type: ignore[arg-type]
    assert_avoids(adapters, PATH, "f", STRIDED_ARRAYS, "index with positions")


@pytest.mark.parametrize("code", USES.values(), ids=USES)
def test_a_forbidden_name_fails_with_its_line(tmp_path, code):
    words = r"uses (as_strided|ndarray|stride_tricks) \(cs336_basics/tensors.py, line [1-4]: \w"
    with pytest.raises(Mismatch, match=words + r".*\nhint: index with positions"):
        check(tmp_path, code)


@pytest.mark.parametrize("code", AVOIDS.values(), ids=AVOIDS)
def test_no_answer_is_refused_for_what_is_elsewhere(tmp_path, code):
    check(tmp_path, code)


def test_an_answer_in_another_file_is_not_looked_for(tmp_path):
    adapters = Adapters(None, tmp_path)  # type: ignore[arg-type]
    assert_avoids(adapters, PATH, "f", STRIDED_ARRAYS, "")
