"""Source rules: which names an answer may not use, as `uses` finds them."""

import re
from collections.abc import Collection, Sequence

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.rules.in_sight import assert_files_in_sight, hides_work
from tests.harness.rules.uses import Use, uses
from tests.harness.runtime.torch_calls import TorchCall
from tests.harness.runtime.trace import Op

_PLAINLY = "its source must say plainly which functions it calls"
_PRIVATE = "what begins with _ is private to torch; use what its documentation names"
RUN_TIME_NAMES = {
    *("eval", "exec", "compile", "globals", "locals", "vars", "__import__", "getattr", "setattr"),
    *("operator.methodcaller", "operator.attrgetter", "sys.modules", "sys._getframe"),
    *("sys.settrace", "sys.setprofile", "types.FunctionType", "types.CodeType"),
}
RUN_TIME_PARTS = {
    *("__dict__", "__getattribute__", "__getattr__", "__globals__", "__code__", "__subclasses__"),
    *("importlib", "builtins", "ctypes", "marshal", "runpy", "pickle", "pkgutil", "pydoc"),
}
# Those among them that an answer may use which names a function or a class of torch's nowhere.
_HARMLESS = {"compile", "getattr", "setattr", "locals", "vars", "__dict__", "__getattr__"}
# What tells the strides of an array, or of memory, that was made only to be asked for them.
_ASKING = {"as_strided", "empty_strided", "stride_tricks", "memoryview", "c_contiguous", "flags"}
_OPTIMIZERS = ("SGD", "AdaGrad", "RMSProp", "Adam")
_BASE = re.compile(r"torch\.optim\.[Oo]ptimizer\b")


def assert_avoids(
    adapters: Adapters, path: str, names: Collection[str], banned: Collection[str], *, hint: str
) -> list[Use]:
    """Assert that an answer uses none of the banned names, and none that only a run would tell.

    Args:
        adapters: the submission.
        path: the file of the answer.
        names: its functions and classes in that file.
        banned: parts of names: "as_strided" is torch.as_strided, x.as_strided and any alias.
        hint: what to do instead.

    Returns:
        All the names it uses.
    """
    found = uses(adapters, path, names)
    for use in found:
        if use.parts & set(banned) and not use.own:
            fail(f"the answer uses {use}", hint)
        if use.name in RUN_TIME_NAMES or (use.parts & RUN_TIME_PARTS and not use.own):
            fail(f"the answer uses {use}", _PLAINLY)
    _refuse_out_of_sight(found)
    return found


def assert_in_sight(adapters: Adapters, path: str, names: Collection[str]) -> list[Use]:
    """Assert that what an answer runs can be seen in a trace; return all the names it uses."""
    found = uses(adapters, path, names)
    _refuse_out_of_sight(found)
    return found


def _refuse_out_of_sight(found: list[Use]) -> None:
    for use in found:
        if use.is_private:
            fail(f"the answer uses {use}", _PRIVATE)
        if (hides_work(use.name) and not use.own) or use.is_library:
            fail(f"the answer uses {use}", "its operations must be there to be seen")


def could_be_asked(op: Op) -> bool:
    """Return whether an operator had a tensor that knows a shape or strides worth asking for.

    To calculate with the sizes or strides themselves, a vector or a table of a few numbers, is no
    asking: a tensor that could be asked has more dims, those of size 1 left out (torch.einsum makes
    some on its way), or a size over 8.
    """
    shapes = [*op.input_shapes, *op.output_shapes]
    return any(
        max(shape, default=0) > 8 or sum(size != 1 for size in shape) > 2 for shape in shapes
    )


def assert_asks_nothing(adapters: Adapters, ops: Sequence[Op], function: str) -> None:
    """Assert that a function of tensors.py and its adapter ask no tensor, and no array.

    Args:
        adapters: the submission.
        ops: what ran in a call.
        function: the function; its adapter is run_ and this name.
    """
    for op in ops:
        if could_be_asked(op):
            hint = "compute it from the numbers that are given"
            fail(f"a tensor was made to ask it: {op.name} ran", hint)
    assert_arithmetic(adapters, f"run_{function}", function)


def assert_arithmetic(adapters: Adapters, adapter: str, function: str) -> None:
    """Assert that an adapter and what is behind it ask no array, and no tensor out of sight.

    Args:
        adapters: the submission.
        adapter: the adapter's name.
        function: the function or class of tensors.py.
    """
    hint = "compute it from the numbers that are given"
    assert_files_in_sight(adapters, "cs336_basics/tensors.py", [("adapters.py", adapter)])
    found = assert_in_sight(adapters, "cs336_basics/tensors.py", [function])
    found += assert_in_sight(adapters, "adapters.py", [adapter])
    has_arrays = any(use.name.startswith("numpy.") for use in found)
    for use in found:  # a field of its own may have an array's name, where there is no array
        if use.parts & _ASKING and (has_arrays or not use.own):
            fail(f"an array was made to ask it: {use}", hint)


def assert_optimizer_is_own(
    adapters: Adapters, calls: Sequence[str], made: str, theirs: str
) -> None:
    """Assert that an optimizer is none of torch's, nor the harness's, under whatever name.

    Args:
        adapters: the submission.
        calls: what ran when it was watched.
        made: the class in optim.py.
        theirs: what torch's is called, in lower case.
    """
    hint = "write the update yourself, with tensor operations"
    path = "cs336_basics/optim.py"
    driver = [("adapters.py", name) for name in ("run_optimizer", "run_optimizer_resumed")]
    others = [(path, other) for other in _OPTIMIZERS if other != made]
    assert_files_in_sight(adapters, path, [(path, made), *driver], others)
    found = uses(adapters, "cs336_basics/optim.py", [made])
    for use in found:
        if use.name.startswith("torch.optim.") and not _BASE.match(use.name):
            fail(f"the answer uses {use}", hint)
        reaches = {use.name, *use.parts} & ((RUN_TIME_NAMES | RUN_TIME_PARTS) - _HARMLESS)
        if use.is_library or (reaches and not use.own):
            fail(f"the answer uses {use}", _PLAINLY)
    for use in [*found, *uses(adapters, "adapters.py", ["run_optimizer", "run_optimizer_resumed"])]:
        if use.name.startswith("torch.") and theirs in use.name.lower():
            fail(f"the answer uses {use}", hint)
    for call in map(TorchCall.of, calls):
        if call.module.startswith(("torch.optim.", "tests.harness.")):
            fail(f"{call.module} took the step", hint)
