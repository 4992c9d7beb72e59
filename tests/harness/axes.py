"""Which calls and indices add or keep axes, as far as their source tells."""

import ast

import torch

from tests.harness.names import Module, Scope, Tangled, known

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOST_LOOKS = 500_000  # at parts of a file's indices; a plain file takes some thousands


def gives_dtype(call: ast.Call) -> bool:
    """Return whether a `.view(...)` changes the dtype, not the shape."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    attributes = [part.attr for part in given if isinstance(part, ast.Attribute)]
    dtypes = [a == "dtype" or isinstance(getattr(torch, a, 0), torch.dtype) for a in attributes]
    return dtypes == [True] and len(given) == 1


def adds_axis(
    index: ast.AST,
    scope: Scope,
    module: Module,
    depth: int = 9,
    listed: bool = False,
    seen: dict[tuple[int, bool], bool] | None = None,
) -> bool:
    """Return whether an index has a None, or a bool, which add an axis.

    Args:
        index: what stands between the brackets.
        scope: the names of the function around it.
        module: its file.
        depth: how many parts within parts to look into.
        listed: whether the items of a list are parts of the index, as in `x[tuple([…])]`.
        seen: the answers for parts that were looked into, or will be: once is enough.

    Raises:
        Tangled: the indices of the file have too many parts.
    """
    answers = {} if seen is None else seen

    def adds(part: ast.AST, listed: bool = listed) -> bool:
        key = id(part), listed
        _count(module, 1)
        if depth > 0 and key not in answers:
            answers[key] = False
            answers[key] = adds_axis(part, scope, module, depth - 1, listed, answers)
        return answers.get(key, False)

    match index:
        case ast.Constant(None | True | False):
            return True
        case ast.Tuple(elts=parts):
            return any(map(adds, parts))
        case ast.List(elts=parts):
            return listed and any(map(adds, parts))
        case ast.Call(func=ast.Name("tuple"), args=parts):
            return any(adds(part, True) for part in parts)
        case ast.Starred(value=part):
            return adds(part, True)
        case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
            return adds(left) or adds(right)
        case ast.Call(func=ast.Name(id=name)):
            return any(adds(m) for m in known(name, scope, module) if isinstance(m, _FUNCTIONS))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            nodes = list(ast.walk(index))
            _count(module, len(nodes))
            ends = (node for node in nodes if isinstance(node, ast.Return))
            return any(adds(end.value) for end in ends if end.value)
        case ast.Name(id=name):
            meanings = known(name, scope, module)
            values = [value for value in meanings if isinstance(value, ast.expr)]
            return bool(meanings) and len(values) == len(meanings) and all(map(adds, values))
    return False


def _count(module: Module, looks: int) -> None:
    module.looks += looks
    if module.looks > _MOST_LOOKS:
        raise Tangled
