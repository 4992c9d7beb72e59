"""The rule of handout §4: only einops moves, splits, merges or adds axes.

Torch itself says what ran and whose code called it, on every call.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import torch

from tests.harness.plugin.adapters import Adapters
from tests.harness.plugin.failure import fail
from tests.harness.plugin.problems import all_problems
from tests.harness.rules.forbidden_names import BELOW_EINOPS, assert_avoids
from tests.harness.runtime.torch_calls import EXPANDING, TorchCall

BATCHES = ((), (3,), (2, 3), (1, 2, 2), (2, 1, 1, 2, 1))
FLOATS = (torch.float32, torch.float64, torch.bfloat16)
_TO_MORE_DIMS = {f"{name} to more dims" for name in EXPANDING}
AXIS_MOVERS = {
    *("transpose", "permute", "swapaxes", "swapdims", "movedim", "moveaxis", "rot90"),
    *("T", "mT", "H", "mH", "t", "adjoint", "matrix_transpose", "einsum"),
    *("view", "view_as", "reshape", "reshape_as", "resize", "resize_as", "as_strided", "ravel"),
    *("flatten", "unflatten", "unsqueeze", "[None]", "atleast_1d", "atleast_2d", "atleast_3d"),
    *("stack", "hstack", "vstack", "dstack", "row_stack", "column_stack", "_stack"),
    *("cat", "concat", "concatenate", "unfold", "fold", "im2col", "col2im"),
    *("pixel_shuffle", "pixel_unshuffle", "channel_shuffle", "pad_sequence", "set", "_unsafe_view"),
    *("one_hot", "diag_embed", "conv1d", "conv2d", "conv3d", "convolution"),
    *_TO_MORE_DIMS,
    *("unsafe_chunk_cat", "_chunk_cat", "_reshape_alias", "_reshape_copy", "_reshape_from_tensor"),
}
# einops' own error for sizes that do not divide, and what it raises for sizes of 0 and below.
EINOPS_ERRORS = (ValueError, TypeError, RuntimeError, ArithmeticError)
# What takes a tensor's elements out of torch, which then does not see what moves them.
_LEAVES = {
    *("numpy", "tolist", "__array__", "__dlpack__", "untyped_storage", "storage", "data_ptr"),
}
_RULE = "only einops moves, splits, merges or adds axes here: rearrange, reduce, repeat, einsum"
_STAY = "stay with tensors, which einops takes as they are"
_OWN = re.compile(r"adapters|cs336_basics(\.\w+)*", re.ASCII)


class OnlyEinops:
    """Adapters that fail where a call of one moves axes by anything but einops."""

    def __init__(self, adapters: Adapters) -> None:
        self._adapters = adapters
        self._with_einops: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        broadcasts = any(p.broadcasts and name in p.adapters for p in all_problems().values())
        movers = AXIS_MOVERS - _TO_MORE_DIMS if broadcasts else AXIS_MOVERS

        def run(*args: Any) -> Any:
            seen = getattr(self._adapters.observed(calls=True), name)(*args)
            for call in map(TorchCall.of, seen.calls or []):
                self._check(call, _LEAVES, _STAY)  # einops.asnumpy, too
                if call.module.split(".")[0] == "einops":
                    self._with_einops.add(name)
                else:
                    self._check(call, movers, _RULE)
            return seen.value

        return run

    def makes_tensors(self, name: str, *args: Any) -> bool:
        """Return whether a call makes tensors of no other tensor, which choose a device."""
        seen = getattr(self._adapters.observed(trace=True), name)(*args)
        return bool(seen.trace.creations)

    def _check(self, call: TorchCall, names: set[str], hint: str) -> None:
        plain = call.name.removesuffix("_").removesuffix("_copy")  # in place, and as a copy
        if {call.name, plain} & names:
            fail(f"the answer uses {call.name} ({self._place(call)})", hint)

    def _place(self, call: TorchCall) -> str:
        """Return the line that made a call, if the module that claims it is the submission's."""
        path = call.module.replace(".", "/")
        for file in (f"{path}/__init__.py", f"{path}.py"):
            if _OWN.fullmatch(call.module) and self._adapters.has_source(file):
                lines = self._adapters.source(file).split("\n")
                text = lines[call.line - 1].strip() if 0 < call.line <= len(lines) else ""
                return f"{file}, line {call.line}: {text[:80]}"
        return f"called by {call.module}"

    def assert_einops(self, *names: str) -> None:
        """Assert that these adapters have used einops, by the functions that it documents."""
        path = "cs336_basics/einops_rewrites.py"
        for name in names:
            assert_avoids(self._adapters, path, name.removeprefix("run_"), BELOW_EINOPS, _RULE)
            if name not in self._with_einops:
                fail("the answer uses nothing of einops", _RULE)


@pytest.fixture
def only_einops(adapters: Adapters) -> OnlyEinops:
    """The submission's adapters, watched in every call."""
    return OnlyEinops(adapters)


@contextmanager
def pack_may_refuse() -> Iterator[None]:
    """Let a call raise what einops.pack does where it cannot infer the batch: another dim is 0."""
    try:
        yield
    except RuntimeError as error:
        if "is ambiguous" not in str(error):
            raise
