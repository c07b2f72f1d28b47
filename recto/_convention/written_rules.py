"""Reverse rules that are whole functions, as `recto vjp` writes them: f_vjp(x, y, out_bar) -> (out, x_bar, y_bar)."""

from __future__ import annotations

import dataclasses
import importlib.util
import inspect
import pathlib
import re
import types
from collections.abc import Callable, Sequence
from typing import Any

HEADER = re.compile(r"^# Made by recto .*: vjp(?:\(wrt=\(?([\w, ]+?),?\)?\))?$", re.M)


@dataclasses.dataclass(frozen=True)
class Forward:
    """The value, and the arguments as residuals: the rule computes again what it needs."""

    function: Callable
    __name__ = "forward"

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        return interp.call(self.function, args, kwargs), tuple(args)


@dataclasses.dataclass(frozen=True)
class Backward:
    """The cotangents of the chosen arguments; the others are zeros."""

    rule: Callable
    chosen: tuple[int, ...] | None
    __name__ = "backward"

    def __recto_call__(self, interp: Any, args: list, kwargs: dict) -> Any:
        residuals, bar = args
        _, *bars = interp.known_items(
            interp.call(self.rule, [*residuals, bar], kwargs), "the results of the rule"
        )
        if self.chosen is None:
            return tuple(bars)
        found = dict(zip(self.chosen, bars, strict=True))
        return tuple(found.get(k) for k in range(len(residuals)))


def written_rule(function: Callable, rule: Callable | str, wrt: str | Sequence[str] | None) -> tuple:
    """The pair of a rule that is one function, or is in a file.

    Raises:
        TypeError: its parameters are not those of the function and one cotangent.
    """
    names = list(inspect.signature(function).parameters)
    if isinstance(rule, str):
        rule, said = loaded(rule, getattr(getattr(function, "__code__", None), "co_filename", ""))
        wrt = wrt or said
    taken = list(inspect.signature(rule).parameters)
    name = getattr(rule, "__name__", "the rule")
    if len(taken) != len(names) + 1:
        wanted = ", ".join([*names, "out_bar"])
        raise TypeError(f"{name}({', '.join(taken)}) is no rule for {function.__name__}: it takes ({wanted})")
    chosen = [wrt] if isinstance(wrt, str) else wrt
    unknown = [n for n in chosen or () if n not in names]
    if unknown:
        raise TypeError(f"{function.__name__} has no argument {unknown[0]}: it has {', '.join(names)}")
    places = tuple(names.index(n) for n in chosen) if chosen else None
    return Forward(function), Backward(rule, places)


def loaded(target: str, beside: str) -> tuple[Callable, list[str] | None]:
    """The function that FILE or FILE:NAME names, and with respect to which arguments the file says it is.

    A file is looked for in the working directory, then beside the function's own.
    """
    file, _, name = target.rpartition(":") if not target.endswith(".py") else (target, "", "")
    places = [pathlib.Path(file), pathlib.Path(beside).parent / file]
    path = next((p for p in places if p.is_file()), None)
    if path is None:
        raise FileNotFoundError(f"there is no file {file}: recto vjp -o {file} writes one")
    said = HEADER.search(path.read_text(encoding="utf-8"))
    wrt = said[1].replace(" ", "").split(",") if said and said[1] else None
    return function_in(module_of(path), name, file), wrt


def module_of(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function_in(module: types.ModuleType, name: str, file: str) -> Callable:
    """The function of this name; by default that whose name ends with _vjp."""
    own = {n: v for n, v in vars(module).items() if isinstance(v, types.FunctionType)}
    found = [n for n in own if n == name] if name else [n for n in own if n.endswith("_vjp")] or list(own)
    if len(found) != 1:
        raise TypeError(f"which function of {file}? {', '.join(own) or 'there is none'}")
    return own[found[0]]
