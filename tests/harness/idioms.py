"""Expressions that name a type or an attribute, and do no work by it."""

import ast

from tests.harness.names import Module, Scope, known

_OWN = ("adapters", "cs336_basics")


def gets_by_name(call: ast.Call, scope: Scope, module: Module) -> bool:
    """Return whether a call makes an attrgetter of one name, or a methodcaller."""
    match call.func:
        case ast.Name(name):
            origins = set(known(name, scope, module))
        case ast.Attribute(ast.Name(name), attribute):
            origins = {f"{origin}.{attribute}" for origin in known(name, scope, module)}
        case _:
            return False
    one = origins == {"operator.attrgetter"} and len(call.args) == 1
    return one or origins == {"operator.methodcaller"}


def asks_for_a_type(call: ast.Call, scope: Scope, module: Module) -> bool:
    """Return whether a call is Python's own isinstance, with types that are plainly named."""
    match call:
        case ast.Call(ast.Name("isinstance"), [_, kinds]):
            return are_types(kinds, scope, module) and is_builtin("isinstance", scope, module)
    return False


def compares_a_type(comparison: ast.Compare, scope: Scope, module: Module) -> bool:
    """Return whether it is `type(x) is T`, or one like it, with a type that is plainly named."""
    match comparison:
        case ast.Compare(
            ast.Call(ast.Name("type"), [_]), [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()], [of]
        ):
            return are_types(of, scope, module) and is_builtin("type", scope, module)
    return False


def are_types(node: ast.expr, scope: Scope, module: Module) -> bool:
    """Return whether these are names of types, in a tuple or a union perhaps, from elsewhere.

    Who asks for such a type does no work by it; a class of the file's own could do some.
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
