"""A result that shares memory with an argument in NumPy: a write to either is seen through the other, or is refused.

The programs are generated: every row of the table whose result shares memory in NumPy, or may do so in compiled code,
on arrays that are contiguous, transposed and strided, with a write through the result and a write to the argument.
"""
import linecache
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import corpus
from recto.transform.core.errors import CompileError
from recto.transform.library import ATTRIBUTES, HOST, METHODS, REFUSED

from .compare import Number, Static, entry, label_of, plain
from .rows import ROWS
from .scipy_rows import SCIPY

F, V, SQUARE, EDGES = np.arange(12.0).reshape(3, 4), np.arange(4.0), np.ones((4, 4)), np.array([0.0, 2.0, 5.0])
ARRAYS = [F, V > 1, V + 1j, np.ones((1, 1)), np.array(2.5)]
LAYOUTS = ("", ".T", "[::2]")
MORE: list[tuple] = []


def more(function: Any, *args: Any, **kwargs: Any) -> None:
    MORE.append((function, args, kwargs))


def more_of(x: np.ndarray) -> None:
    for dtype in (x.dtype.type, np.float64, np.complex64):
        more(dtype, x)
        for function in (np.array, np.asarray, np.asanyarray, np.ascontiguousarray, np.asfortranarray):
            more(function, x, dtype=dtype)
        for copy in (None, False):
            more(np.asarray, x, dtype, copy=copy)
            more(np.array, x, dtype, copy=copy)
    for order in ("C", "F", "A", "K"):
        more(np.asarray, x, order=order)
        more(np.array, x, copy=None, order=order)
        more(np.astype, x, x.dtype, copy=False)
        more(".astype", x, x.dtype, order, copy=False)
    for copy in (None, True, False):
        more(np.reshape, x, -1, copy=copy)
        more(".reshape", x, x.shape, copy=copy)
        more(np.meshgrid, x, V, copy=copy)
    more(np.array, x, copy=None, ndmin=4)
    more(np.diff, x, 0)
    more(np.broadcast_arrays, x, np.ones((2, *x.shape)))
    more(np.einsum, "...->...", x)
    more(np.einsum, "...i->i...", x)
    for name in ("conj", "conjugate", "real", "imag", "T", "copy", "squeeze", "flatten", "ravel", "view"):
        more("." + name, x)


for _x in ARRAYS:
    more_of(_x)
    for _function in HOST:
        more(_function, _x)
more(np.meshgrid, V, V, copy=False, sparse=True)
more(np.meshgrid, V, EDGES, copy=False, indexing="ij")
more(np.ix_, V, EDGES)
for _subscripts in ("ij->ji", "ij", "ji", "ii->i", "ij->ij"):
    more(np.einsum, _subscripts, SQUARE)
    more(np.einsum, _subscripts, SQUARE, optimize=True)
more(np.einsum, SQUARE, [0, 0], [0])
more(np.einsum, "iij->ji", np.ones((2, 2, 3)))
more(np.einsum, "ijij->ij", np.ones((2, 3, 2, 3)))
more(np.histogram, V, EDGES)
more(np.histogram, V, bins=EDGES)
more(np.histogram2d, V, V, [EDGES, 3])
more(np.histogramdd, [V, V], [EDGES, EDGES])
more(np.linalg.matrix_power, SQUARE, 1)


class Text:
    """A call as source: arrays are parameters, what is known while compiling is a global."""

    def __init__(self, function: Any, args: tuple, kwargs: dict):
        self.arrays: list[np.ndarray] = []
        self.names: dict[str, Any] = {"np": np, "function": function}
        given = [*map(self.of, args), *(f"{key}={self.of(value)}" for key, value in kwargs.items())]
        if not isinstance(function, str):
            self.call = f"function({', '.join(given)})"
        elif function[1:] in METHODS:
            self.call = f"{given[0]}{function}({', '.join(given[1:])})"
        else:
            self.call = given[0] + function

    def of(self, value: Any) -> str:
        if isinstance(value, np.ndarray):
            self.arrays.append(value)
            return f"x{len(self.arrays) - 1}"
        if type(value) in (list, tuple):
            items = "".join(f"{self.of(item)}, " for item in value)
            return f"[{items}]" if type(value) is list else f"({items})"
        name = f"c{len(self.names)}"
        self.names[name] = value.value if isinstance(value, (Number, Static)) else value
        return name

    def function(self, lines: list[str]) -> Any:
        parameters = ", ".join(f"x{k}" for k in range(len(self.arrays)))
        source = "\n    ".join([f"def f({parameters}):", *lines, f"return r, [{parameters}]"]) + "\n"
        file = f"memory {source}"
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        space = dict(self.names)
        exec(compile(source, file, "exec"), space)
        return space["f"]


def written(name: str, array: np.ndarray) -> str:
    return f"{name} {'^= True' if array.dtype == bool else '+= 1'}"


def programs(text: Text, results: Any) -> Iterator[Any]:
    several = isinstance(results, (list, tuple))
    for layout in LAYOUTS:
        before = [f"x0 = x0{layout}"] * bool(layout) + [f"r = {text.call}"]
        for k, result in enumerate(results if several else [results]):
            if isinstance(result, np.ndarray):
                yield text.function([*before, f"t = r[{k}]" if several else "t = r", written("t", result)])
        for k, array in enumerate(text.arrays):
            yield text.function([*before, written(f"x{k}", array)])


def in_numpy(function: Any, args: tuple, kwargs: dict) -> tuple[Any, bool]:
    """What the host function gives, and whether it shares memory with an argument; (None, False) if it raises."""
    args = tuple(map(plain, args))
    text = Text(function, args, kwargs)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            results = entry(function)[0](*args, **kwargs)
        except Exception:
            return None, False
    listed = results if isinstance(results, (list, tuple)) else [results]
    arrays = [r for r in listed if isinstance(r, np.ndarray)]
    return results, any(r is x or np.shares_memory(r, x) for r in arrays for x in text.arrays)


def table() -> dict[str, list[tuple]]:
    """The rows to try, by the names of their functions; of those that are alike one."""
    found: dict[str, dict] = {}
    for function, args, kwargs in [*ROWS, *SCIPY, *MORE]:
        if isinstance(function, str) and function[1:] not in {**METHODS, **ATTRIBUTES} or \
                not isinstance(function, str) and (not callable(function) or function in REFUSED):
            continue
        host = entry(function)[1]
        if host is None or host.writes or function is np.empty_like or not Text(function, args, kwargs).arrays:
            continue
        results, shares = in_numpy(function, args, kwargs)
        if shares or results is not None and (host.view or host.each or host.returned or host.array):
            name = function if isinstance(function, str) else label_of(function)
            found.setdefault(name, {})[repr((args, kwargs))] = function, args, kwargs, results
    return {name: list(rows.values()) for name, rows in found.items()}


TABLE = table()


@pytest.mark.parametrize("name", TABLE)
def test_a_write_is_seen_by_whatever_shares_memory(name):
    for row, (function, args, kwargs, results) in enumerate(TABLE[name]):
        text = Text(function, args, kwargs)
        for k, program in enumerate(programs(text, results)):
            if corpus.tried(f"memory: {name} {row} {k}", 4):
                agree(corpus.Case(program, tuple(x.copy() for x in text.arrays)))


def agree(case: corpus.Case) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for run in (corpus.run_interpreted, corpus.run_printed):
            try:
                corpus.check_case(case, run)
            except CompileError:
                return


def test_functions_that_share_memory_are_tried():
    assert {"reshape", "asarray", "einsum", "histogram", "ix_", "float64", ".conj", ".T"} <= set(TABLE)


def test_a_result_without_axes_is_an_array_where_it_is_one_in_numpy():
    for rows in TABLE.values():
        for function, args, kwargs, result in rows:
            if isinstance(result, (np.ndarray, np.generic)) and result.ndim == 0:
                text = Text(function, args, kwargs)
                agree(corpus.Case(text.function([f"r = isinstance({text.call}, np.ndarray)"]),
                                  tuple(text.arrays)))
