"""Reading an answer's source: what is refused, and what must not be."""

from pathlib import Path

import pytest
from support.answers_right import RIGHT
from support.answers_wrong import HIDES, UNREADABLE

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import Mismatch
from tests.harness.rules.source_rules import assert_arithmetic, assert_avoids
from tests.harness.rules.uses import uses

ADAPTERS = """
from torch import Tensor
def run_f(x: Tensor, mask: "Tensor | None" = None) -> Tensor:
    from cs336_basics.m import f
    return f(x)
"""


@pytest.fixture
def submission(tmp_path):
    def build(code: str | bytes) -> Adapters:
        folder = tmp_path / "cs336_basics"
        folder.mkdir()
        (tmp_path / "adapters.py").write_text(ADAPTERS)
        data = code.encode() if isinstance(code, str) else code
        (folder / "m.py").write_bytes(
            data.replace(b"E\n", b"from einops import rearrange as r\n", 1)
        )
        (folder / "helpers.py").write_text(
            "from builtins import eval as borrowed\n"
            "def bad(x): return eval('x')\ndef good(x): return x\n"
        )
        return Adapters(None, Path(tmp_path))  # type: ignore[arg-type]

    return build


def assert_plain(adapters: Adapters) -> None:
    assert_avoids(adapters, "adapters.py", ["run_f"], set(), hint="")


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_right_answers_pass(submission, code):
    assert_plain(submission(code))


@pytest.mark.parametrize("code", HIDES.values(), ids=HIDES)
def test_what_hides_its_names_fails(submission, code):
    with pytest.raises(Mismatch, match="the answer uses"):
        assert_plain(submission(code))


def test_a_module_as_a_whole_is_called_so(submission):
    words = r"the answer uses torch as a whole \(cs336_basics/m.py, line 3: def f"
    with pytest.raises(Mismatch, match=words):
        assert_plain(submission(HIDES["torch as a whole"]))


@pytest.mark.parametrize("code", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_files_fail_clearly(submission, code):
    words = "cannot be read|nested too deeply|too many for one module|too many meanings"
    with pytest.raises(Mismatch, match=words):
        assert_plain(submission(code))


def test_a_package_hides_the_module_beside_it(submission):
    adapters = submission("def f(x): return x\n")
    package = adapters._folder / "cs336_basics" / "m"
    package.mkdir()
    (package / "__init__.py").write_text("def f(x): return eval(x)\n")
    with pytest.raises(Mismatch, match=r"m/__init__.py, line 1: def f\(x\): return eval"):
        assert_plain(adapters)


def test_a_module_may_be_a_folder(submission):
    adapters = submission("")
    module, package = (adapters._folder / "cs336_basics" / name for name in ("m.py", "m"))
    module.unlink()
    package.mkdir()
    (package / "__init__.py").write_text("from .core import f\n")
    (package / "core.py").write_text("def f(x): return x.T\n")
    assert_plain(adapters)
    with pytest.raises(Mismatch, match=r"m/core.py, line 1: def f\(x\): return x.T"):
        assert_avoids(adapters, "cs336_basics/m.py", ["f"], {"T"}, hint="")
    (package.parent / "__init__.py").write_text("import torch\ntorch.f = eval\n")
    with pytest.raises(Mismatch, match=r"the answer uses eval \(cs336_basics/__init__.py"):
        assert_plain(adapters)


def test_the_package_may_not_change_what_its_modules_mean(submission):
    adapters = submission("def f(x): return x\n")
    (adapters._folder / "cs336_basics" / "__init__.py").write_text(
        "import builtins\ndef other(*names): pass\nbuiltins.__import__ = other\n"
    )
    with pytest.raises(Mismatch, match=r"the answer uses builtins\.__import__"):
        assert_plain(adapters)


def test_an_answer_may_come_through_a_star_of_its_own(submission):
    adapters = submission("from .helpers import *\n")
    (adapters._folder / "cs336_basics" / "helpers.py").write_text("def f(x): return x\n")
    assert_plain(adapters)


def test_methods_and_fields_of_its_own_may_have_any_name(submission):
    adapters = submission(
        "class Grid:\n    flat: int\n    def set_(self): self.ndarray = self.flat\n"
        "def f(x): return Grid().set_() or Grid().flat + Grid().ndarray\n"
    )
    assert_avoids(adapters, "cs336_basics/m.py", ["f"], {"flat", "set_", "ndarray"}, hint="")


@pytest.mark.parametrize("code", ["from .helpers import f", "from .helpers import g as f"])
def test_what_a_file_only_imports_is_read(submission, code):
    adapters = submission(f"import math\n{code}\n")
    helpers = adapters._folder / "cs336_basics" / "helpers.py"
    helpers.write_text("def f(x): return x.T\ng = f\n")
    with pytest.raises(Mismatch, match=r"helpers.py, line 1: def f\(x\): return x.T"):
        assert_avoids(adapters, "cs336_basics/m.py", ["f"], {"T"}, hint="")


def test_what_a_file_has_by_a_star_is_read(submission):
    adapters = submission("from .helpers import *\n")
    with pytest.raises(Mismatch, match=r"the answer uses eval .*helpers.py"):
        assert_avoids(adapters, "cs336_basics/m.py", ["bad"], set(), hint="")
    assert_avoids(adapters, "cs336_basics/m.py", ["good"], set(), hint="")


def test_an_imported_use_has_its_place(submission):
    adapters = submission("import math\nfrom torch.optim import Adagrad as AdaGrad\n")
    (use,) = uses(adapters, "cs336_basics/m.py", ["AdaGrad"])
    assert (use.name, use.place) == ("torch.optim.Adagrad", "cs336_basics/m.py, line 2")


def test_a_use_has_its_place(submission):
    adapters = submission("import torch\n\n\ndef f(x):\n    return torch.sqrt(x)\n")
    (use,) = [use for use in uses(adapters, "cs336_basics/m.py", ["f"]) if "." in use.name]
    assert (use.name, use.place) == ("torch.sqrt", "cs336_basics/m.py, line 5")
    assert use.text == "return torch.sqrt(x)"


@pytest.mark.parametrize(
    "base",
    ["torch.optim.Adagrad", "optim.Adagrad", "Adagrad", "ada.Adagrad", "G"],
)
def test_classes_are_followed_to_their_bases(submission, base):
    code = f"""
import torch
import torch.optim.adagrad as ada
from torch import optim
from torch.optim import Adagrad
class G(optim.Adagrad): pass
class AdaGrad({base}):
    pass
"""
    with pytest.raises(Mismatch, match="Adagrad"):
        adapters = submission(code)
        assert_avoids(adapters, "cs336_basics/m.py", ["AdaGrad"], {"Adagrad"}, hint="")


def test_what_a_comprehension_goes_through_is_read_once(submission):
    nested = "x.T"
    for _ in range(9):
        nested = f"[1 for _ in {nested}]"
    found = uses(submission(f"def f(x): return {nested}\n"), "cs336_basics/m.py", ["f"])
    assert [use.name for use in found] == [".T"]


@pytest.mark.parametrize("asks", [False, True])
def test_a_field_of_its_own_hides_no_array_that_is_asked(submission, asks):
    adapters = submission("def f(x): return x\n")
    made = "np.ndarray(x).flags" if asks else "View().flags"
    (adapters._folder / "cs336_basics" / "tensors.py").write_text(
        f"import numpy as np\nclass View:\n    flags: int\ndef f(x): return {made}\n"
    )
    if not asks:
        return assert_arithmetic(adapters, "run_f", "f")
    with pytest.raises(Mismatch, match="an array was made to ask it: flags"):
        assert_arithmetic(adapters, "run_f", "f")


def test_a_package_of_long_modules_is_too_long(submission):
    adapters = submission("from .long0 import f\n")
    for n in range(11):
        file = adapters._folder / "cs336_basics" / f"long{n}.py"
        file.write_text(f"{'#' * 100_000}\nfrom .long{n + 1} import f\n")
    with pytest.raises(Mismatch, match="the answer's modules have over 1000000 characters"):
        assert_plain(adapters)


def test_a_missing_function_is_named(submission):
    with pytest.raises(Mismatch, match="has no g"):
        uses(submission("def f(): pass"), "cs336_basics/m.py", ["g"])


def test_a_missing_file_is_named(submission):
    with pytest.raises(Mismatch, match=r"the submission has no file cs336_basics/none\.py"):
        uses(submission("def f(): pass"), "cs336_basics/none.py", ["f"])


def test_a_number_too_long_to_be_printed_is_read_over(submission):
    assert_plain(
        submission(f"E\nif 0x{'1f' * 4000} == 1:\n    pass\ndef f(x): return r(x, 'a -> a')")
    )
