"""Source rules: which names an answer may not use, as `uses` finds them."""

from collections.abc import Collection

from tests.harness.compare import fail
from tests.harness.submission import Adapters
from tests.harness.uses import Use, uses

AXIS_MOVERS = {
    *("transpose", "permute", "swapaxes", "swapdims", "movedim", "moveaxis", "rollaxis", "rot90"),
    *("T", "mT", "H", "mH", "t", "adjoint", "matrix_transpose", "permute_dims", "einsum"),
    *("view", "view_as", "reshape", "reshape_as", "resize", "resize_as", "as_strided", "ravel"),
    *("flatten", "unflatten", "Flatten", "Unflatten", "unsqueeze", "expand_dims", "newaxis"),
    *("[None]", "atleast_1d", "atleast_2d", "atleast_3d", "stack", "hstack", "vstack", "dstack"),
    *("row_stack", "column_stack", "cat", "concat", "concatenate", "unfold", "fold"),
    *("Unfold", "Fold", "pixel_shuffle", "pixel_unshuffle", "PixelShuffle", "PixelUnshuffle"),
    *("pad_sequence", "getitem"),
}
RUN_TIME_NAMES = {
    *("eval", "exec", "compile", "globals", "locals", "vars", "__import__", "getattr", "setattr"),
    *("operator.methodcaller", "operator.attrgetter", "sys.modules", "sys._getframe"),
    *("sys.settrace", "sys.setprofile", "types.FunctionType", "types.CodeType"),
}
RUN_TIME_PARTS = {
    *("__dict__", "__getattribute__", "__getattr__", "__globals__", "__code__", "__getitem__"),
    *("importlib", "builtins", "ctypes", "marshal", "runpy"),
}


def assert_avoids(
    adapters: Adapters, path: str, names: Collection[str], banned: Collection[str], *, hint: str
) -> list[Use]:
    """Assert that an answer uses none of the banned names, and none that only a run would tell.

    Args:
        adapters: the submission.
        path: the file of the answer.
        names: its functions and classes in that file.
        banned: parts of names: "einsum" is torch.einsum, x.einsum and any alias of them, but
            nothing of einops.
        hint: what to do instead.

    Returns:
        All the names it uses.
    """
    found = uses(adapters, path, names)
    for use in found:
        if use.parts & set(banned) and not use.is_einops:
            fail(f"the answer uses {use}", hint)
        if use.name in RUN_TIME_NAMES or use.parts & RUN_TIME_PARTS:
            fail(f"the answer uses {use}", "its source must say plainly which functions it calls")
    return found


def assert_only_einops_moves_axes(adapters: Adapters, *names: str) -> None:
    """Assert that what these adapters call uses einops, and nothing else that moves axes."""
    hint = "only einops moves, splits, merges or adds axes here: rearrange, reduce, repeat, einsum"
    found = assert_avoids(adapters, "adapters.py", names, AXIS_MOVERS, hint=hint)
    if not any(use.is_einops for use in found):
        fail("the answer uses nothing of einops", hint)
