"""`.source()`: what the printed function takes and returns, grouped and named as the user wrote it."""
from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from recto.transform import Argument, Instance, Out, Program, Reading
from recto.transform.printing import Fields, Known, Signature, numpy_source

from ._arguments import Entered

PLAIN = (int, float, complex, str, bool, type(None))
LONGEST = 40            # characters of a static argument that the header shows


def readable(function: Any, program: Program, entered: Entered, reading: Reading) -> str:
    """The NumPy source of a function's program."""
    return numpy_source(program, title(function), signature(function, program, entered, reading))


# -- grouping ------------------------------------------------------------------------------------------------------

def signature(function: Any, program: Program, entered: Entered, reading: Reading) -> Signature | None:
    """The printed function's arguments and result; None where they must stay flat: what is raised is among them."""
    if reading.errors:
        return None
    results = result_tree(reading)
    if results is None:
        return None
    captured = len(reading.captures)
    numbers = iter(range(captured, len(program.parameters)))
    names = [*function.parameter_names, *(f"x{k}" for k in range(len(function.parameter_names), len(entered.args)))]
    given = [(n, v, tree_of(v, numbers)) for n, v in [*zip(names, entered.args), *entered.kwargs.items()]]
    static = tuple((n, v) for n, v, t in given if not holds_leaves(t) and isinstance(v, PLAIN) and len(repr(v)) < LONGEST)
    parameters = [(program.parameters[k].name, k) for k in range(captured)]
    parameters += [(n, t) for n, _, t in given if holds_leaves(t)]
    return Signature(tuple(parameters), results, dict(leaf_names(function, parameters[captured:])), static)


def tree_of(value: Any, numbers: Iterator[int]) -> Any:
    """The positions of the parameters that an argument became."""
    match value:
        case Argument():
            return next(numbers)
        case dict():
            done = {k: tree_of(value[k], numbers) for k in (sorted(value) if type(value) is dict else value)}
            return {k: done[k] for k in value}
        case list() | tuple():
            items = [tree_of(v, numbers) for v in value]
            return items if isinstance(value, list) else tuple(items)
        case Instance():
            return Fields({k: tree_of(v, numbers) for k, v in value.attributes.items()})
    return Known(value) if isinstance(value, PLAIN) else None


def holds_leaves(tree: Any) -> bool:
    match tree:
        case dict():
            return any(map(holds_leaves, tree.values()))
        case list() | tuple():
            return any(map(holds_leaves, tree))
        case Fields(trees):
            return any(map(holds_leaves, trees.values()))
    return isinstance(tree, int)


def result_tree(reading: Reading) -> Any:
    """What the printed function returns: the user's result, and after it what mutated arguments hold; None: flat."""
    try:
        result = positions_of(reading.structure)
    except TypeError:
        return None
    new = [k for k in reading.contents if k not in set(outs(reading.structure))]
    if not new:
        return result
    return tuple(new) if result == Known(None) and len(new) > 1 else new[0] if result == Known(None) else (result, *new)


def positions_of(structure: Any) -> Any:
    match structure:
        case Out():
            return structure.number
        case dict():
            if not all(isinstance(k, PLAIN) for k in structure):
                raise TypeError("a key that has no source")
            return {k: positions_of(v) for k, v in structure.items()}
        case list() | tuple():
            items = [positions_of(v) for v in structure]
            return items if isinstance(structure, list) else tuple(items)
        case Instance():
            return {k: positions_of(v) for k, v in structure.attributes.items()}
    if isinstance(structure, PLAIN):
        return Known(structure)
    raise TypeError("a result that has no source")


def outs(structure: Any) -> Iterator[int]:
    match structure:
        case Out():
            yield structure.number
        case dict():
            yield from (k for v in structure.values() for k in outs(v))
        case list() | tuple():
            yield from (k for v in structure for k in outs(v))
        case Instance():
            yield from (k for v in structure.attributes.values() for k in outs(v))


# -- naming --------------------------------------------------------------------------------------------------------

def leaf_names(function: Any, parameters: list[tuple[str, Any]]) -> Iterator[tuple[int, str]]:
    """Names for the arrays in containers: keys, attributes, or those that the user's own unpacking gives them."""
    patterns = unpacked(undecorated(function))
    for name, tree in parameters:
        if not isinstance(tree, int):
            yield from named_leaves(tree, name, patterns.get(name))


def named_leaves(tree: Any, name: str, target: ast.expr | None, suffix: str = "") -> Iterator[tuple[int, str]]:
    """Of a tree that the user takes apart as `target`; the items of a list are told apart by their number."""
    match tree:
        case int():
            yield tree, (target.id if isinstance(target, ast.Name) else name) + suffix
        case Fields(trees) | dict(trees):
            for k, t in trees.items():
                found = f"{k}{suffix}" if str(k).isidentifier() else f"{name}_{k}"
                yield from named_leaves(t, found, None)
        case tuple() | list():
            several = isinstance(target, ast.Tuple) and len(target.elts) == len(tree)
            for k, t in enumerate(tree):
                if several:
                    yield from named_leaves(t, f"{name}_{k}", target.elts[k], suffix)
                else:
                    yield from named_leaves(t, f"{name}_{k}" if target is None else name, target, f"_{k}" * (target is not None))


def undecorated(function: Any) -> Callable:
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function


def unpacked(function: Callable) -> dict[str, ast.expr]:
    """How the user takes each variable apart: {"params": W, b} for `W, b = params` and `for W, b in params`."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return {}
    found: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[target], value=value) | ast.For(target=target, iter=value):
                if (source := taken_from(value)) and isinstance(target, ast.Tuple):
                    found.setdefault(source, target)
    return found


def taken_from(node: ast.expr) -> str | None:
    """params, for params, params[:-1] and reversed(params)."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Name(id="reversed" | "list" | "tuple"), args=[inner]):
            return taken_from(inner)
    return None


# -- what the function is ------------------------------------------------------------------------------------------

def title(function: Any) -> str | None:
    """The first line above the source: what was done to which function of the user."""
    derived = function.__wrapped__
    if not hasattr(derived, "argnums"):
        return None
    numbers, names = (derived.argnums,) if isinstance(derived.argnums, int) else derived.argnums, function.parameter_names
    chosen = ", ".join(names[k] if -len(names) <= k < len(names) else f"argument {k}" for k in numbers)
    value = "value and " if getattr(derived, "with_value", False) else ""
    code = getattr(undecorated(function), "__code__", None)
    place = f" ({code.co_filename.rsplit('/', 1)[-1]}:{code.co_firstlineno})" if code else ""
    inner = derived.__wrapped__
    name = getattr(getattr(inner, "__wrapped__", inner), "__name__", "a function")
    return f"{value}reverse-mode derivative of {name}{place} with respect to {chosen}"
