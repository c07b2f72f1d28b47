"""Expressions of NumPy, written as text: what compiled code gives for them beside what NumPy gives.

    same_as_numpy("np.quantile(x, q)", x=np.arange(4.0), q=0.3)

All arguments are dynamic. Values, dtypes, shapes and arguments that are written must agree; where NumPy raises,
compiled code raises an exception of that class, be it while compiling.
"""
from __future__ import annotations

import itertools
import linecache
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import corpus
import numpy as np
from batching.laws import batch_is_a_loop
from derivatives.laws import derivatives_hold

from recto.transform import CompileError


def written(text: str, names: tuple[str, ...]) -> Callable:
    """A function of these names that returns an expression; `first; second` are statements before it."""
    *statements, result = text.split("; ")
    source = f"def f({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in (*statements, f"return {result}"))
    name = f"<{text}>"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    space = {"np": np}
    exec(compile(source, name, "exec"), space)
    return space["f"]


def variants(text: str) -> Iterator[str]:
    """np.{sin|cos}(x)   =>   np.sin(x), np.cos(x)"""
    parts = [part.partition("}") for part in text.split("{")]
    choices = [[parts[0][0]]] + [[each + rest for each in inner.split("|")] for inner, _, rest in parts[1:]]
    return map("".join, itertools.product(*choices))


def same_as_numpy(text: str, **arguments: Any) -> None:
    for each in variants(text):
        _same_as_numpy(each, arguments)


def _same_as_numpy(text: str, arguments: dict[str, Any]) -> None:
    case = corpus.Case(written(text, tuple(arguments)), tuple(arguments.values()))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = corpus.observe(case, corpus.run_python)
        try:
            got = corpus.observe(case, corpus.run_interpreted)
        except CompileError as error:
            assert error.kind and isinstance(wanted.exception, error.kind), f"{text}: {error}, {wanted.exception!r}"
            return
    if wanted.exception is not None or got.exception is not None:
        assert type(got.exception) is type(wanted.exception), f"{text}: {got.exception!r}, {wanted.exception!r}"
        return
    corpus.same(got.value, wanted.value, text)
    corpus.same(got.args, wanted.args, f"{text}: the arguments")


def laws_hold(text: str, **arguments: Any) -> None:
    """Values, derivatives by all floats, and batches."""
    for each in variants(text):
        _same_as_numpy(each, arguments)
        made = corpus.read(corpus.Case(written(each, tuple(arguments)), tuple(arguments.values())))
        active = [np.asarray(x).dtype.kind in "fc" for x in made.operands]
        assert derivatives_hold(made.program, made.operands, active, 1) > 0
        assert batch_is_a_loop(made.program, [True] * len(active), [made.operands, made.operands]) > 0
