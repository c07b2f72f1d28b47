"""What the library makes of a host function compared with the host function itself: values, dtypes and shapes."""
from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from recto.transform.ir.builder import Builder, Sym
from recto.transform.ir.evaluate import evaluate
from recto.transform.library import ATTRIBUTES, METHODS, Host, find_host
from recto.transform.ir.program import Program, Type, check

TOLERANCE = {
    "float16": 4e-3, "bfloat16": 3e-2, "float32": 3e-5, "complex64": 3e-5, "float64": 1e-10, "complex128": 1e-10
}


@dataclasses.dataclass(frozen=True)
class Number:
    """A Python number that is dynamic: an argument of the user's function."""
    value: Any


@dataclasses.dataclass(frozen=True)
class Static:
    """An array known while compiling."""
    value: Any


def dynamic(builder: Builder, value: Any, inputs: list) -> Any:
    """The argument as the front end would give it: arrays and `Number`s as Syms, everything else as it is."""
    if isinstance(value, Static):
        return value.value
    if isinstance(value, (Number, np.ndarray, np.generic)):
        plain = value.value if isinstance(value, Number) else value
        array = np.asarray(plain)
        inputs.append(array)
        return builder.parameter(Type(array.dtype, array.shape, isinstance(value, Number)), f"x{len(inputs)}")
    if type(value) in (list, tuple):
        return type(value)(dynamic(builder, v, inputs) for v in value)
    return value


def plain(value: Any) -> Any:
    """The argument as NumPy gets it; arrays are copied, for functions that write."""
    if isinstance(value, (Number, Static)):
        return value.value
    if isinstance(value, np.ndarray):
        return value.copy()
    return type(value)(map(plain, value)) if type(value) in (list, tuple) else value


def flat(value: Any) -> list:
    return [x for v in value for x in flat(v)] if isinstance(value, (list, tuple)) else [value]


def write(builder: Builder, inputs: list, host: Host, args: tuple, kwargs: dict) -> list:
    """One call, written into a builder: its results (some may be static). The parameters' values go to `inputs`."""
    args = [dynamic(builder, a, inputs) for a in args]
    kwargs = {k: dynamic(builder, v, inputs) for k, v in kwargs.items()}
    return flat(host(*args, **kwargs, **({"builder": builder} if host.builder else {})))


def finished(builder: Builder, out: list) -> Program:
    return check(builder.finish([v for v in out if isinstance(v, Sym)], "f"))


def expect_same(got: Any, expected: Any, label: str = "") -> None:
    got, expected = np.asarray(got), np.asarray(expected)
    assert got.dtype == expected.dtype, f"{label}: dtype {got.dtype}, NumPy has {expected.dtype}"
    assert got.shape == expected.shape, f"{label}: shape {got.shape}, NumPy has {expected.shape}"
    tolerance = TOLERANCE.get(got.dtype.name, 0)
    wide = (lambda x: x.astype(np.float64)) if got.dtype.name in ("float16", "bfloat16") else (lambda x: x)
    np.testing.assert_allclose(wide(got), wide(expected), rtol=tolerance, atol=tolerance, err_msg=label)


def reference(function: Callable[..., Any], host: Host, args: tuple, kwargs: dict) -> list:
    """What the host function itself gives; the changed argument for those that write."""
    args, kwargs = [plain(a) for a in args], {k: plain(v) for k, v in kwargs.items()}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        out = function(*args, **kwargs)
    return flat(args[0] if host.writes else out)


def entry(function: Any) -> tuple[Callable, Host, str]:
    """A host function, its entry and its name; ".name" is a method or attribute of the first argument."""
    if not isinstance(function, str):
        return function, find_host(function), getattr(function, "__name__", str(function))
    name = function[1:]
    if name in METHODS:
        return lambda x, *args, **kwargs: getattr(x, name)(*args, **kwargs), METHODS[name], name
    return lambda x: getattr(x, name), ATTRIBUTES[name], name


def by_function(rows: list) -> dict[str, list]:
    """The rows of each function, by a name for the test."""
    found: dict[str, list] = {}
    for row in rows:
        name = row[0] if isinstance(row[0], str) else label_of(row[0])
        found.setdefault(name, []).append(row)
    return found


def label_of(function: Any) -> str:
    owner = getattr(function, "__self__", None)
    module = (getattr(function, "__module__", None) or "").split(".")
    place = [owner.__name__] if isinstance(owner, np.ufunc) else [m for m in module[1:] if not m.startswith("_")]
    return ".".join([*place, function.__name__])


def expect_all(out: list, values: Iterator, expected: list, label: str) -> None:
    """Python numbers must be Python numbers (weak) in Recto too."""
    assert len(out) == len(expected), f"{label}: {len(out)} results, NumPy has {len(expected)}"
    for got, wanted in zip(out, expected):
        if isinstance(got, Sym):
            assert got.weak == (type(wanted)
                                in (bool, int, float, complex)), f"{label}: weak {got.weak}, result {type(wanted)}"
            expect_same(next(values), wanted, label)
        elif isinstance(got, np.ndarray) or isinstance(wanted, np.ndarray):
            expect_same(got, wanted, label)
        else:
            assert got == wanted, label


def same_as_host(function: Any, *args: Any, **kwargs: Any) -> None:
    """The law of this folder, in the NumPy interpreter."""
    function, host, name = entry(function)
    builder, inputs = Builder(), []
    out = write(builder, inputs, host, args, kwargs)
    with np.errstate(all="ignore"):
        values = iter(evaluate(finished(builder, out), *inputs))
    expect_all(out, values, reference(function, host, args, kwargs), f"{name}{args} {kwargs or ''}")


def same_in_xla(rows: list, run: Callable[..., tuple]) -> None:
    """The law for many rows in one program."""
    builder, inputs, outs = Builder(), [], []
    for function, args, kwargs in rows:
        outs.append(write(builder, inputs, entry(function)[1], args, kwargs))
    values = iter(run(finished(builder, [v for out in outs for v in out]), *inputs))
    for (function, args, kwargs), out in zip(rows, outs):
        function, host, name = entry(function)
        expect_all(out, values, reference(function, host, args, kwargs), f"{name}{args} {kwargs or ''}")
