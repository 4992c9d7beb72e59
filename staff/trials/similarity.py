"""Measure what `cs336-staff similar` finds in a made class, and how often it is wrong.

    python -m staff.trials.similarity --classes 5       # recall, and false pairs a class
    python -m staff.trials.similarity --out FOLDER      # only write one class, to look at

A class has 200 submissions. Each answers every problem as the reference does or as an entry of the
corpus does, chosen at random, and is then rewritten in a style of its own: names, temporaries,
turned comparisons, unrolled comprehensions. So honest submissions share whole answers by accident,
more than real ones do. Six pairs are planted, each copied in another way (`PLANTED`).
"""

import argparse
import ast
import builtins
import copy
import keyword
import random
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import cs336_staff  # noqa: F401  (puts the repository on the path)
from cs336_staff.audit.corpus import load_corpus
from cs336_staff.paths import SOLUTION
from cs336_staff.similar.command import given_hashes
from cs336_staff.similar.fingerprints import of_folder
from cs336_staff.similar.ranking import THRESHOLD, rank
from staff.trials import at_least
from tests.harness.plugin.problems import Problem, all_problems

Modules = dict[str, list[ast.stmt]]  # a submission: the statements of each module


def _answers() -> dict[str, list[list[ast.stmt]]]:
    """Return for each problem the statements of the corpus's answers that are written out."""
    answers = defaultdict(list)
    for entry in load_corpus():
        ids = [id_ for id_ in all_problems() if entry.path.stem.startswith(id_)]
        if entry.kind in ("correct", "wrong") and ids and entry.path.suffix == ".py":
            body = ast.parse(entry.path.read_text(encoding="utf-8")).body[1:]
            if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in body):
                answers[max(ids, key=len)].append(body)
    return answers


class _Style(ast.NodeTransformer):
    """Rewrite functions in one of many ways; what they compute stays much the same."""

    def __init__(self, draw: random.Random, much: float) -> None:
        self._draw, self._much = draw, much
        self._names: dict[str, str] = {}
        self._count = 0

    def _yes(self) -> bool:
        return self._draw.random() < self._much

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        local = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and _is_stored(n)}
        local -= {name for n in ast.walk(node) if isinstance(n, ast.Global) for name in n.names}
        before = dict(self._names)
        self._names |= {name: f"{name[0]}{self._draw.randrange(10**6)}" for name in local}
        if ast.get_docstring(node) and self._yes():
            node.body = node.body[1:] or [ast.Pass()]
        self.generic_visit(node)
        node.body = self._rewritten(node.body)
        self._names = before
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._names and not keyword.iskeyword(node.id):
            node.id = self._names[node.id]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        turned = {
            ast.Lt: ast.Gt,
            ast.Gt: ast.Lt,
            ast.LtE: ast.GtE,
            ast.GtE: ast.LtE,
            ast.Eq: ast.Eq,
        }
        if len(node.ops) == 1 and type(node.ops[0]) in turned and self._yes():
            node.left, node.comparators = node.comparators[0], [node.left]
            node.ops = [turned[type(node.ops[0])]()]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mult | ast.Add) and self._yes():
            node.left, node.right = node.right, node.left
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        self.generic_visit(node)
        if not self._yes():
            return node
        made = ast.GeneratorExp(node.elt, node.generators)
        return ast.Call(ast.Name("list", ast.Load()), [made], [])

    def _rewritten(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Give results and arguments names of their own, and write out assignments."""
        out: list[ast.stmt] = []
        for node in body:
            for field in ("body", "orelse"):
                inner = getattr(node, field, None)
                if inner and isinstance(node, ast.If | ast.For | ast.While | ast.With):
                    setattr(node, field, self._rewritten(inner))
            if isinstance(node, ast.Return | ast.Assign | ast.Expr) and node.value is not None:
                for call in [n for n in ast.walk(node.value) if isinstance(n, ast.Call)][:3]:
                    self._pull_argument(call, out)
            if isinstance(node, ast.Return) and node.value is not None and self._yes():
                name = self._fresh()
                out.append(ast.Assign([ast.Name(name, ast.Store())], node.value))
                node.value = ast.Name(name, ast.Load())
            if (
                isinstance(node, ast.AugAssign)
                and isinstance(node.target, ast.Name)
                and self._yes()
            ):
                left = ast.Name(node.target.id, ast.Load())
                node = ast.Assign([node.target], ast.BinOp(left, node.op, node.value))
            out.append(node)
        return out

    def _pull_argument(self, call: ast.Call, out: list[ast.stmt]) -> None:
        for number, argument in enumerate(call.args):
            inner = [type(n).__name__ for n in ast.walk(argument)]
            plain = isinstance(argument, ast.Call | ast.BinOp) and not any(
                kind in ("Lambda", "comprehension", "Yield", "Starred", "NamedExpr")
                for kind in inner
            )
            if plain and self._yes():
                name = self._fresh()
                out.append(ast.Assign([ast.Name(name, ast.Store())], argument))
                call.args[number] = ast.Name(name, ast.Load())

    def _fresh(self) -> str:
        self._count += 1
        return f"{self._draw.choice('abcdefgh')}_{self._count}"


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store) and not hasattr(builtins, node.id)


def _restyled(modules: Modules, draw: random.Random, much: float) -> Modules:
    style = _Style(draw, much)
    return {
        name: [ast.fix_missing_locations(style.visit(copy.deepcopy(node))) for node in body]
        for name, body in modules.items()
    }


def _reordered(modules: Modules, draw: random.Random) -> Modules:
    """Return the modules with their functions in another order, imports first."""
    made = {}
    for name, body in modules.items():
        defs = [n for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef)]
        made[name] = [n for n in body if n not in defs] + draw.sample(defs, len(defs))
    return made


class _Class:
    """Makes submissions from the reference's and the corpus's answers."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self._answers = _answers()
        self._reference = {
            file.stem: ast.parse(file.read_text(encoding="utf-8")).body
            for file in sorted((SOLUTION / "cs336_basics").glob("*.py"))
        }

    def answered(self) -> Modules:
        """Return a submission that answers each problem in a way chosen at random."""
        modules = {name: list(body) for name, body in self._reference.items()}
        for id_, problem in all_problems().items():
            choices = self._answers.get(id_, [])
            number = self.draw.randrange(len(choices) + 2)
            self.draw.random()  # not used, but a seed makes the class that it always made
            new = choices[number] if number < len(choices) else self._of_reference(problem)
            names = {getattr(node, "name", None) for node in new} - {None}
            kept = [n for n in modules[problem.module] if getattr(n, "name", None) not in names]
            modules[problem.module] = kept + new
        return modules

    def _of_reference(self, problem: Problem) -> list[ast.stmt]:
        body = self._reference[problem.module]
        return [node for node in body if getattr(node, "name", None) in problem.names]

    def honest(self) -> Modules:
        """Return a submission in a style of its own."""
        return _restyled(self.answered(), self.draw, self.draw.uniform(0.3, 0.6))


def _verbatim(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    first = made.honest()
    return first, first


def _renamed(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    first = made.honest()
    return first, _restyled(first, made.draw, 0)


def _in_another_order(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    first = made.honest()
    return first, _reordered(_restyled(first, made.draw, 0), made.draw)


def _half(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    first = made.honest()
    own = _restyled(made.answered(), made.draw, 0.5)
    keep = set(made.draw.sample(sorted(first), len(first) // 2))
    half = {name: first[name] if name in keep else own[name] for name in first}
    return first, _restyled(half, made.draw, 0)


def _rewritten(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    first = made.honest()
    return first, _reordered(_restyled(first, made.draw, 0.15), made.draw)


def _of_a_public_solution(made: _Class, public: Modules) -> tuple[Modules, Modules]:
    return _restyled(public, made.draw, 0.1), _restyled(public, made.draw, 0.1)


PLANTED: dict[str, Callable[[_Class, Modules], tuple[Modules, Modules]]] = {
    "verbatim but for comments": _verbatim,
    "all variables renamed": _renamed,
    "renamed, and functions in another order": _in_another_order,
    "half of the modules, renamed": _half,
    "renamed, reordered, a seventh of the lines rewritten": _rewritten,
    "both from one public solution, each rewritten a little": _of_a_public_solution,
}


def make_class(folder: Path, seed: int, number: int = 200) -> dict[str, tuple[str, str]]:
    """Write a class of submissions, and the public solution to `folder.public`.

    Returns:
        The planted pairs, by how they were copied.
    """
    made = _Class(seed)
    public = made.honest()
    written = [pair(made, public) for pair in PLANTED.values()]
    submissions = [m for pair in written for m in pair]
    submissions += [made.honest() for _ in range(number - len(submissions))]
    names = [f"s{n:03}" for n in made.draw.sample(range(number), number)]
    for name, modules in zip(names, submissions, strict=True):
        _write(folder / name, modules, made.draw)
    _write(folder.with_suffix(".public") / "public", public, made.draw)
    planted = zip(names[0 : 2 * len(PLANTED) : 2], names[1 : 2 * len(PLANTED) : 2], strict=True)
    return dict(zip(PLANTED, planted, strict=True))


def _write(folder: Path, modules: Modules, draw: random.Random) -> None:
    (folder / "cs336_basics").mkdir(parents=True)
    shutil.copy(SOLUTION / "adapters.py", folder)
    for name, body in modules.items():
        text = ast.unparse(ast.Module(body, []))
        comment = f"# written at {draw.randrange(24)} o'clock\n"
        (folder / "cs336_basics" / f"{name}.py").write_text(comment + text, encoding="utf-8")


def main() -> None:
    """Print the shares of planted pairs and of the most alike others, and count mistakes."""
    parser = argparse.ArgumentParser(
        prog="python -m staff.trials.similarity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--classes", type=at_least(1), default=1, help="how many (%(default)s)")
    least = 2 * len(PLANTED)
    parser.add_argument(
        "--number", type=at_least(least), default=200, help="submissions of a class (%(default)s)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=336, help="of the first class (%(default)s)"
    )
    parser.add_argument("--out", type=Path, help="folder for one class, which is not ranked")
    options = parser.parse_args()
    if options.out:
        for how, pair in make_class(options.out, options.seed, options.number).items():
            print(f"{pair[0]} and {pair[1]}: {how}")
        return
    found = wrong = 0
    for seed in range(options.seed, options.seed + options.classes):
        with tempfile.TemporaryDirectory(prefix="cs336-similar-") as scratch:
            folder = Path(scratch) / "class"
            planted = make_class(folder, seed, options.number)
            read = {path.name: of_folder(path) for path in sorted(folder.iterdir())}
        pairs = rank(read, {}, given_hashes())
        shares = {frozenset((pair.first, pair.second)): pair.share for pair in pairs}
        copied = {how: shares.pop(frozenset(names), 0) for how, names in planted.items()}
        others = sorted(shares.values(), reverse=True)
        print(f"class {seed}")
        for how, share in copied.items():
            print(f"  {share:.2f}  {how}")
        print(
            f"  the most alike others: {', '.join(f'{share:.2f}' for share in others[:8])}",
            flush=True,
        )
        found += sum(share >= THRESHOLD for share in copied.values())
        wrong += sum(share >= THRESHOLD for share in others)
    total = len(PLANTED) * options.classes
    print(f"threshold {THRESHOLD}: {found} of {total} planted pairs found")
    print(f"{wrong / options.classes:.1f} false pairs a class of {options.number}")


if __name__ == "__main__":
    main()
