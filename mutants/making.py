"""Ways to break a statement: each mutant is one small change to the syntax tree of one function."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: its place, and the code before and after."""

    path: Path
    function: str
    line: int
    statement: int
    """Number of the statement in the module, to find the tests that reach it."""
    name: str
    """The change in the words of reports and of the list of survivors."""
    number: int
    """Index among the changes of its module."""
    place: int
    """Index among the changes of its function."""
    key: str
    """Hash of the function's code, without docstrings, and its changes; results are valid for one hash."""


@dataclass
class Change:
    node: ast.AST
    made: ast.AST
    statement: int
    function: str
    line: int


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Give the outermost functions and methods of a module with their names."""
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        prefix, parent = pending.pop(0)
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef):
                pending.append((f"{prefix}{node.name}.", node))
            elif isinstance(node, ast.FunctionDef):
                yield f"{prefix}{node.name}", node


def statements(tree: ast.Module) -> list[ast.stmt]:
    """List the statements of all functions of a module."""
    return [
        node
        for _, function in functions(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.stmt) and node is not function and not _is_docstring(node)
    ]


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def paths(globs: Iterable[str], root: Path) -> list[Path]:
    found = [path for glob in globs for path in sorted(root.glob(glob))]
    return list(dict.fromkeys(path.relative_to(root) for path in found))


def of_sources(globs: Iterable[str], root: Path) -> list[Mutant]:
    return [mutant for path in paths(globs, root) for mutant in mutants(path, root)]


def mutants(path: Path, root: Path) -> list[Mutant]:
    tree = ast.parse((root / path).read_bytes())
    told: dict[str, list[str]] = defaultdict(list)
    for function, node in functions(tree):
        told[function].append(_code(node))
    counted: Counter[str] = Counter()
    found = []
    for number, change in enumerate(_changes(tree)):
        changed = f"{_said(change.node)} -> {_said(change.made)}"
        said = f"{path.as_posix()}::{change.function}: {changed}"
        counted[said] += 1
        if counted[said] > 1:
            said = f"{said} ({counted[said]})"
        told[change.function].append(changed)
        place = counted[change.function]
        counted[change.function] += 1
        found.append(
            Mutant(path, change.function, change.line, change.statement, said, number, place, key="")
        )
    keys = {function: sha256("\n".join(lines).encode()).hexdigest()[:12] for function, lines in told.items()}
    return [replace(each, key=keys[each.function]) for each in found]


def _code(function: ast.FunctionDef) -> str:
    """Write a function without its docstring and its name."""
    bare = deepcopy(function)
    bare.name = "_"
    for node in ast.walk(bare):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and _is_docstring(node.body[0]):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(bare)


def mutated(source: bytes, number: int) -> ast.Module:
    """Make one of the changes to a module."""
    tree = ast.parse(source)
    change = next(change for place, change in enumerate(_changes(tree)) if place == number)
    _Replacer(change).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replacer(ast.NodeTransformer):
    def __init__(self, change: Change) -> None:
        self._change = change

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._change.node:
            made = self._change.made
            return made if isinstance(made, ast.match_case) else ast.copy_location(made, node)
        return self.generic_visit(node)


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.match_case):
        guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
        return f"case {ast.unparse(node.pattern)}{guard}"
    said = " ".join(ast.unparse(node).split())
    return said if len(said) <= 90 else f"{said[:87]}..."


def _changes(tree: ast.Module) -> Iterator[Change]:
    numbers = {id(statement): number for number, statement in enumerate(statements(tree))}
    for name, function in functions(tree):
        for statement in ast.walk(function):
            if id(statement) in numbers:
                assert isinstance(statement, ast.stmt)
                for node, made in _of_statement(statement):
                    yield Change(
                        node, made, numbers[id(statement)], name, getattr(node, "lineno", statement.lineno)
                    )


def _of_statement(statement: ast.stmt) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Give the changes to a statement itself and to its expressions, not to statements inside it."""
    match statement:
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
            yield statement, ast.Pass()
        case ast.If() | ast.While():
            if not isinstance(statement.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield statement.test, _negated(statement.test)
        case ast.Match():
            yield from ((case, _never(case)) for case in statement.cases)
        case _:
            pass
    for node in _expressions(statement):
        yield from ((node, made) for made in _of_expression(node))


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [statement]
    while pending:
        parent = pending.pop(0)
        for field, value in ast.iter_fields(parent):
            if field in {"annotation", "returns", "pattern"}:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.stmt):
                    if isinstance(child, ast.expr):
                        yield child
                    pending.append(child)


def _of_expression(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            yield _with(node, ops=[_COMPARED[type(op)]()])
        case ast.BoolOp(op=op):
            yield _with(node, op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) if type(op) in _COMPUTED and not _is_text(node):
            yield _with(node, op=_COMPUTED[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.IfExp(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield _with(node, test=_negated(test))
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Name(id=name) if name in _NAMES and isinstance(node.ctx, ast.Load):
            yield ast.Name(_NAMES[name], ast.Load())
        case _:
            pass
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        for place, part in enumerate(node.generators):
            for each, test in enumerate(part.ifs):
                if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                    made = deepcopy(node)
                    made.generators[place].ifs[each] = _negated(test)
                    yield made


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.Constant | ast.JoinedStr) and _is_str(side) for side in (node.left, node.right)
    )


def _is_str(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _with(node: ast.expr, **fields: object) -> ast.expr:
    values = {name: getattr(node, name) for name in node._fields}
    return type(node)(**{**values, **fields})


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _never(case: ast.match_case) -> ast.match_case:
    # A wildcard or a capture must stay the last case that can match, which a guard keeps legal.
    return ast.match_case(case.pattern, ast.Constant(value=False), case.body)
