"""Expressions that only name a type, an attribute or a function: it does no work there."""

import ast

from tests.harness.rules.names import Module, Scope, known

_OWN = ("adapters", "cs336_basics")


def names_got(call: ast.Call, scope: Scope, module: Module) -> list[str]:
    """Return the names that a call makes an attrgetter of, or a methodcaller; else none."""
    match call.func:
        case ast.Name(name):
            origins = set(known(name, scope, module))
        case ast.Attribute(ast.Name(name), attribute):
            origins = {f"{origin}.{attribute}" for origin in known(name, scope, module)}
        case _:
            return []
    names = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    if origins == {"operator.attrgetter"} and len(names) == len(call.args):
        return [part for name in names for part in str(name).split(".")]
    return [str(names[0])] if origins == {"operator.methodcaller"} else []


def parts_at_work(node: ast.AST, scope: Scope, module: Module) -> list[ast.AST] | None:
    """Return the parts of an expression that do work, where another part only seems to.

    Such are `isinstance(x, T)`, `type(x) is T` and a pattern `T()`, with types that are plainly
    named; `f(**locals())`, which passes on what has names here; and itertools.product over the
    corners of a view, of which a dim has two.
    """
    match node:
        case ast.Call(ast.Name("isinstance"), [of, kinds]):
            if are_types(kinds, scope, module) and is_builtin("isinstance", scope, module):
                return [of]
        case ast.Compare(
            ast.Call(ast.Name("type"), [of]), [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], [t]
        ):
            if are_types(t, scope, module) and is_builtin("type", scope, module):
                return [of]
        case ast.MatchClass(cls, positional, _, named) if are_types(cls, scope, module):
            return [*positional, *named]
        case ast.keyword(None, ast.Call(ast.Name("locals"), [], [])):
            if is_builtin("locals", scope, module):
                return []
        case ast.Call(function, sides, keywords) if all(map(_is_pair, sides)):
            if module.origins(function, scope) == ["itertools.product"]:
                return [*sides, *keywords]
    return None


def _is_pair(side: ast.expr) -> bool:
    """Return whether an argument is a pair, or stands for pairs: `*[(0, n) for n in shape]`."""
    match side:
        case ast.Starred(ast.ListComp(part) | ast.GeneratorExp(part)):
            return _is_pair(part)
        case ast.Tuple([a, b]) | ast.List([a, b]):
            return not isinstance(a, ast.Starred) and not isinstance(b, ast.Starred)
    return False


def are_types(node: ast.expr, scope: Scope, module: Module) -> bool:
    """Return whether these are names of imported types, perhaps in a tuple or a union.

    To ask for such a type does no work; a class of the submission's own could do some when asked.
    """
    match node:
        case ast.Tuple(parts):
            return all(are_types(part, scope, module) for part in parts)
        case ast.BinOp(left, ast.BitOr(), right):
            return are_types(left, scope, module) and are_types(right, scope, module)
        case ast.Attribute(of):
            return are_types(of, scope, module)
        case ast.Name(name):
            meanings = known(name, scope, module)
            return all(isinstance(m, str) and m.split(".")[0] not in _OWN for m in meanings)
    return False


def is_builtin(name: str, scope: Scope, module: Module) -> bool:
    """Return whether a name is Python's own, which no definition or import has changed."""
    return not (module.stars or name in {**module.scope, **scope})
