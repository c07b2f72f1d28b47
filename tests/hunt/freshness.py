"""Laws of change: a warm start is a cold start; what is edited, in the source or outside, changes the answer."""
from __future__ import annotations

import ast
import contextlib
import os
import random
import tempfile
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from recto import runtime, transform

from .bounded import Runaway
from .comparing import difference
from .execution import arguments, compiled, in_python, load, observe
from .generator import Generated
from .oracle import explanation

OTHER = {int: lambda v: v + 1, float: lambda v: v + 1.5, bool: lambda v: not v}


@contextlib.contextmanager
def disk_cache() -> Iterator[None]:
    """An empty disk cache."""
    before = {name: os.environ.get(name) for name in ("RECTO_CACHE", "RECTO_CACHE_DIR")}
    with tempfile.TemporaryDirectory(prefix="recto-hunt-") as folder:
        os.environ.update(RECTO_CACHE="1", RECTO_CACHE_DIR=folder)
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def found_in(module: types.ModuleType, source: str, call: str, run: Callable[..., Any]) -> tuple[str, str]:
    """(verdict, detail) of one call of a compiled function."""
    try:
        want = in_python(module, call)
        got = observe(run, arguments(module, call))
    except Runaway:
        return "discarded", ""
    except transform.InternalError as error:
        return "mismatch", f"InternalError: {str(error)[:300]}"
    except transform.CompileError as error:
        return "refused", str(error).splitlines()[0][:160]
    wrong = difference(got, want)
    why = wrong and explanation(module, source, call, want, wrong, True, got)
    return ("explained", why) if why else ("mismatch", wrong) if wrong else ("agrees", "")


def forget() -> None:
    """Executables of this process, so that the next start finds those on disk alone."""
    runtime.compilation.executable._known.clear()


def starts(generated: Generated, sources: list[str]) -> tuple[str, str]:
    """One module after another under the same name, each compiled anew with one disk cache."""
    worst = "agrees", ""
    with disk_cache():
        for k, source in enumerate(sources):
            module = load(generated.name, source)
            for call in generated.calls[:2]:
                forget()
                verdict, detail = found_in(module, source, call, compiled(module.f))
                if verdict == "mismatch":
                    return verdict, f"{detail.partition(':')[0]}: start {k}: {detail}"
                if verdict != "agrees":
                    worst = verdict, detail
    return worst


def warm(generated: Generated, module: types.ModuleType) -> tuple[str, str]:
    """A second start, which finds the program on disk."""
    return starts(generated, [generated.source] * 2)


def edited(generated: Generated, module: types.ModuleType) -> tuple[str, str]:
    """A constant of the source is another one at the second start."""
    return starts(generated, [generated.source, *edits(generated.source, generated.name, 3)])


def edits(source: str, name: str, count: int) -> list[str]:
    """The source with one number changed, in several ways; those that still run."""
    rng, found = random.Random(name), []
    total = sum(isinstance(n, ast.Constant) and type(n.value) in OTHER for n in ast.walk(ast.parse(source)))
    for number in rng.sample(range(total), min(total, count)):
        tree = ast.parse(source)
        nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and type(n.value) in OTHER]
        nodes[number].value = OTHER[type(nodes[number].value)](nodes[number].value)
        with contextlib.suppress(Exception):
            text = ast.unparse(tree) + "\n"
            exec(compile(text, "edited", "exec"), {})
            found.append(text)
    return found


def changed(generated: Generated, module: types.ModuleType) -> tuple[str, str]:
    """A value outside is changed between two calls of one compiled function."""
    run, worst = compiled(module.f), ("agrees", "")
    changes: list[Callable[[], Any]] = [lambda: None, *outside_changes(module)]
    for k, change in enumerate(changes):
        change()
        verdict, detail = found_in(module, generated.source, generated.calls[0], run)
        if verdict == "mismatch":
            return verdict, f"{detail.partition(':')[0]}: change {k}: {detail}"
        if verdict != "agrees":
            worst = verdict, detail
    return worst


def outside_changes(module: types.ModuleType) -> Iterator[Callable[[], Any]]:
    """Globals rebound, items and elements assigned, attributes of classes set."""
    for name, value in list(vars(module).items()):
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        if type(value) in OTHER:
            yield lambda name=name, value=value: setattr(module, name, OTHER[type(value)](value))
        elif isinstance(value, np.generic):
            yield lambda name=name, value=value: setattr(module, name, value + value.dtype.type(1))
        elif isinstance(value, np.ndarray):
            yield lambda value=value: value.__setitem__(0, value[0] + 1)
        elif isinstance(value, list):
            yield lambda value=value: value.__setitem__(-1, value[0])
        elif isinstance(value, dict):
            yield lambda value=value: value.__setitem__("a", value["a"] + 1)
        elif isinstance(value, type) and hasattr(value, "rate"):
            yield lambda value=value: setattr(value, "rate", value.rate + 1)


CHANGES = {"warm": warm, "edited source": edited, "edited outside": changed}
