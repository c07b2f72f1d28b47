"""Documented difference 4: a number is an int on one path and a float on another. Would Python do what was seen, if the
number had the type that holds both?

A run of Python notes, at each expression that chooses between numbers (`a if c else b`, `a or b`, `max(a, b)`) and at
each assignment to a variable, the types of the numbers that it chooses from, and those that the variable had before.
Where the number has a narrower type than these have together, a second run widens it.
"""
from __future__ import annotations

import ast
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from .bounded import Runaway, bounded
from .comparing import difference
from .execution import Outcome, arguments, load, observe, unload

NUMBERS = (bool, int, float, complex, np.bool_, np.number)
HAVE_DTYPES = (*NUMBERS, np.ndarray)            # a loop widens arrays as well


def widens(source: str, call: str, got: Outcome) -> bool:
    """Does Python do what was seen, if some numbers are as wide as they are on other paths?"""
    sites: dict[int, tuple[np.dtype, bool]] = {}
    run(source, call, lambda site, value, dtypes: note(sites, site, value, dtypes))
    for chosen in [set(sites), *({site} for site in sites)] if sites else []:
        found = run(source, call, lambda site, value, dtypes: widened(value, *sites[site]) if site in chosen else value)
        if found is not None and not difference(got, found):
            return True
    return False


def note(sites: dict[int, tuple[np.dtype, bool]], site: int, value: Any, others: list[Any]) -> Any:
    if isinstance(value, HAVE_DTYPES):
        dtype = np.asarray(value).dtype
        wide = np.result_type(dtype, *(np.asarray(other).dtype for other in others if isinstance(other, HAVE_DTYPES)))
        strong = not isinstance(value, np.generic | np.ndarray) and any(isinstance(o, np.generic) for o in others)
        if wide != dtype or strong:
            known, was_strong = sites.get(site, (wide, False))
            sites[site] = np.result_type(wide, known), strong or was_strong
    return value


def widened(value: Any, dtype: np.dtype, strong: bool) -> Any:
    """`strong`: a Python number is one of NumPy's on another path."""
    if isinstance(value, np.ndarray):
        return value.astype(dtype)
    if not isinstance(value, NUMBERS):
        return value
    wide = dtype.type(value)
    return wide if strong or isinstance(value, np.generic) else wide.item()


def run(source: str, call: str, see: Callable[[int, Any, list], Any]) -> Outcome | None:
    """What a call does if `see` may change numbers where they are chosen and assigned."""
    seen = Seen(see)
    tree = ast.fix_missing_locations(Choices().visit(ast.parse(source)))
    try:
        module: types.ModuleType = load("hunt_widened", ast.unparse(tree), _choose=seen.choose, _most=seen.most,
                                        _bind=seen.bind)
        with bounded(module.__file__, 40_000):
            return observe(module.f, arguments(module, call))
    except (Exception, Runaway):
        return None
    finally:
        unload("hunt_widened")


class Seen:
    """What the program calls at its choices and assignments."""

    def __init__(self, see: Callable[[int, Any, list], Any]):
        self.see, self.values = see, {}

    def choose(self, site: int, value: Any, *others: Callable[[], Any]) -> Any:
        return self.see(site, value, [attempt(other) for other in others])

    def most(self, site: int, function: Callable, *args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        items = args if len(args) > 1 else list(args[0]) if isinstance(args[0], (list, tuple, np.ndarray)) else []
        return self.see(site, value, list(items))

    def bind(self, site: int, name: str, value: Any) -> Any:
        """Of each type that the variable had one value is kept."""
        before = self.values.setdefault(name, {})
        if isinstance(value, HAVE_DTYPES):
            before.setdefault(str(np.asarray(value).dtype) + type(value).__name__, value)
        return self.see(site, value, list(before.values()))


def attempt(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception:
        return None


class Choices(ast.NodeTransformer):
    """`_choose(site, value, lambda: the other)`, `_most(site, max, a, b)`, `x = _bind(site, "x", x)`."""

    def __init__(self) -> None:
        self.sites = 0

    def wrapped(self, node: ast.expr, name: str, args: list[ast.expr], keywords: list | None = None) -> ast.expr:
        self.sites += 1
        new = ast.Call(ast.Name(name, ast.Load()), [ast.Constant(self.sites), *args], keywords or [])
        return ast.copy_location(new, node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        return self.wrapped(node, "_choose", [node, delayed(node.body), delayed(node.orelse)])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return self.wrapped(node, "_choose", [node, *map(delayed, node.values)])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("max", "min") and node.args:
            return self.wrapped(node, "_most", [node.func, *node.args], node.keywords)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        names = {n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)
                 and isinstance(n.ctx, ast.Store)}
        return [node, *(self.bound(node, name) for name in sorted(names))]

    def bound(self, node: ast.stmt, name: str) -> ast.stmt:
        """name = _bind(site, "name", name)"""
        value = self.wrapped(node, "_bind", [ast.Constant(name), ast.Name(name, ast.Load())])
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        self.generic_visit(node)
        node.value = self.wrapped(node, "_bind", [ast.Constant(node.target.id), node.value])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        return [node, self.bound(node, node.target.id)]


def delayed(node: ast.expr) -> ast.Lambda:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), node)
