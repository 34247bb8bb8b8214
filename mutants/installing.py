"""Replace the code of loaded functions in place, so that every reference finds the new code."""

import ast
import builtins
import gc
import importlib
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType

from mutants.making import functions, statements

REACHED: set[int] = set()
"""Statements reached since the set was last emptied, numbered over all modules."""


def module_name(path: Path) -> str:
    """Turn a path below src/ into the name of its module."""
    parts = path.with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def install(root: Path, path: Path, tree: ast.Module, only: str = "") -> None:
    """Replace the loaded functions of a module, or one of them, by changed ones."""
    codes = _codes(compile(tree, str(root / path), "exec"))
    module = importlib.import_module(module_name(path))
    for name, function in _loaded(module):
        if (not only or name == only) and name in codes:
            function.__code__ = codes[name]


def _codes(module: CodeType) -> dict[str, CodeType]:
    """Find the code of each outermost function and method."""
    found: dict[str, CodeType] = {}
    pending = [(module, "")]
    while pending:
        code, prefix = pending.pop()
        for each in code.co_consts:
            if isinstance(each, CodeType) and not each.co_name.startswith("<"):
                name = f"{prefix}{each.co_name}"
                is_class = "__module__" in each.co_names and "__qualname__" in each.co_names
                if is_class:
                    pending.append((each, f"{name}."))
                else:
                    found[name] = each
    return found


def _loaded(module: object) -> Iterator[tuple[str, FunctionType]]:
    """Give the loaded functions of a module by name."""
    name = getattr(module, "__name__", "")
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == name:
            yield from _of_class(value)
        elif (function := _function(value)) is not None and function.__module__ == name:
            yield function.__qualname__, function


def _of_class(kind: type) -> Iterator[tuple[str, FunctionType]]:
    for value in list(vars(kind).values()):
        if isinstance(value, type) and value.__qualname__.startswith(f"{kind.__qualname__}."):
            yield from _of_class(value)
        elif (function := _function(value)) is not None and function.__module__ == kind.__module__:
            yield function.__qualname__, function


def _function(value: object) -> FunctionType | None:
    """Find the function below its decorators."""
    match value:
        case FunctionType():
            below = getattr(value, "__wrapped__", None)
            return _function(below) if below is not None else value
        case property(fget=below) | cached_property(func=below):
            return _function(below)
        case staticmethod() | classmethod():
            return _function(value.__func__)
        case _:
            below = getattr(value, "__wrapped__", None) or getattr(value, "py_func", None)
            return below if isinstance(below, FunctionType) else None


def clear_caches() -> None:
    """Clear the caches of the project's functions, which may come from changed code."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "casinowar":
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()
    gc.freeze()


def watch() -> None:
    vars(builtins)["__reached__"] = REACHED.add


def watched(source: bytes, first: int) -> ast.Module:
    """Instrument every statement of a module's functions to record its number when reached."""
    tree = ast.parse(source)
    numbers = {id(statement): first + number for number, statement in enumerate(statements(tree))}
    for _, function in functions(tree):
        for node in ast.walk(function):
            for _, body in ast.iter_fields(node):
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    body[:] = [each for old in body for each in _telling(old, numbers)]
    return ast.fix_missing_locations(tree)


def _telling(statement: ast.stmt, numbers: dict[int, int]) -> Iterator[ast.stmt]:
    if id(statement) in numbers:
        tells = ast.parse(f"__reached__({numbers[id(statement)]})").body[0]
        yield ast.copy_location(tells, statement)
    yield statement
