"""np.vectorize, np.frompyfunc and numba.guvectorize: a call for each element, or for each row."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.reading import read_as, unsupported


@read_as("numpy.vectorize.__call__")
def vectorized(made: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of what np.vectorize made: arguments that are not excluded are divided into elements, or into rows."""
    excluded = made.excluded if made.excluded else ()
    names = [name for name in kwargs if name not in excluded]
    places = [k for k in range(len(args)) if k not in excluded]
    if made.signature is not None and names:
        raise TypeError("np.vectorize with a signature takes positional arguments")

    def call(*parts: Any) -> Any:
        given, named = list(args), dict(kwargs)
        for k, part in zip(places, parts):
            given[k] = part
        for name, part in zip(names, parts[len(places) :]):
            named[name] = part
        return made.pyfunc(*given, **named)

    divided = tuple([args[k] for k in places] + [kwargs[name] for name in names])
    if made.signature is not None:
        return by_rows(call, made.signature, made.otypes, divided)
    if not divided:
        raise ValueError("args can not be empty")
    return by_elements(call if excluded or names else made.pyfunc, made.otypes, divided, made.cache)


def by_elements(function: Callable, otypes: Any, args: tuple, cache: bool = False, asks: bool = True) -> Any:
    """A call for each element, which is a number of Python's.

    cache: is the call that tells the dtypes that of the first elements?
    asks: does a call with the first elements as NumPy's numbers tell the dtypes? Else the first results do.
    """
    arrays = np.broadcast_arrays(*args)
    if arrays[0].size == 0 and otypes is not None:
        empty = [np.zeros(arrays[0].shape, kind) for kind in otypes]
        return empty[0] if len(empty) == 1 else tuple(empty)
    columns = [np.ravel(x) for x in arrays]

    def call(*numbers: Any) -> Any:
        return function(*[number.item() for number in numbers])

    if otypes is not None or not asks or len(columns[0]) == 0:
        return over_columns(call, otypes, columns, arrays[0].shape)
    first = function(*[column[0] for column in columns])
    told = [type_of(value) for value in (first if isinstance(first, tuple) else (first,))]
    return over_columns(call, told, columns, arrays[0].shape, (first,) if cache else ())


def by_rows(function: Callable, signature: str, otypes: Any, args: tuple) -> Any:
    """Likewise, with the last axes that the signature names: (m,n),(n)->(m)."""
    inputs, outputs = [core_axes(side) for side in signature.replace(" ", "").split("->")]
    if len(args) != len(inputs):
        raise TypeError(f"wrong number of positional arguments: expected {len(inputs)}, got {len(args)}")
    given = [np.asarray(x) for x in args]
    sizes: dict[str, int] = {}
    for x, axes in zip(given, inputs):
        if x.ndim < len(axes):
            raise ValueError(
                f"{x.ndim}-dimensional argument does not have enough dimensions for all core dimensions"
            )
        note_sizes(sizes, x.shape[x.ndim - len(axes) :], axes)
    loop = np.broadcast_shapes(*[x.shape[: x.ndim - len(axes)] for x, axes in zip(given, inputs)])
    columns = []
    for x, axes in zip(given, inputs):
        core = x.shape[x.ndim - len(axes) :]
        columns.append(np.broadcast_to(x, (*loop, *core)).reshape((math.prod(loop), *core)))

    def call(*parts: Any) -> Any:
        found = function(*parts)
        several = found if isinstance(found, tuple) else (found,)
        if len(several) != len(outputs):
            raise ValueError(
                f"wrong number of outputs from pyfunc: expected {len(outputs)}, got {len(several)}"
            )
        for value, axes in zip(several, outputs):
            if np.ndim(value) != len(axes):
                raise ValueError(
                    "a result of the function has another number of axes than the signature says"
                )
            note_sizes(sizes, np.shape(value), axes)
        return found

    return over_columns(call, otypes, columns, loop)


def core_axes(side: str) -> list:
    """ "(m,n),(n),()"   =>   [["m", "n"], ["n"], []]"""
    return [[name for name in part.split(",") if name] for part in side[1:-1].split("),(")]


def note_sizes(sizes: dict, shape: tuple, axes: list) -> None:
    for name, n in zip(axes, shape):
        if sizes.setdefault(name, n) != n:
            raise ValueError(f"inconsistent size for core dimension {name!r}: {n} vs {sizes[name]}")


def over_columns(function: Callable, otypes: Any, columns: list, shape: tuple, known: tuple = ()) -> Any:
    """A call for each item of the columns; the results in this shape. They have the types of the first ones. `known`:
    the result for the first items, if there has been a call."""
    if len(columns[0]) == 0:
        raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
    first = known[0] if known else function(*[column[0] for column in columns])
    several = isinstance(first, tuple)
    firsts = first if several else (first,)
    dtypes = [type_of(value) for value in firsts] if otypes is None else [np.dtype(kind) for kind in otypes]
    results = [np.zeros((len(columns[0]), *np.shape(v)), dtype) for v, dtype in zip(firsts, dtypes)]
    for k in range(len(results)):
        results[k][0] = as_result(firsts[k], dtypes[k])
    for n in range(1, len(columns[0])):
        found = function(*[column[n] for column in columns])
        if several:
            for k in range(len(results)):
                results[k][n] = as_result(found[k], dtypes[k])
        else:
            results[0][n] = as_result(found, dtypes[0])
    made = [x.reshape(shape + x.shape[1:])[()] if shape else x[0] for x in results]
    return tuple(made) if several else made[0]


def as_result(value: Any, dtype: Any) -> Any:
    """A result; a float of Python's is converted by Python where the results are integers."""
    return int(value) if type(value) is float and dtype.kind in "iu" else value


def type_of(value: Any) -> Any:
    """The dtype of a first result: NumPy converts all others to it, so it must not depend on data."""
    return np.asarray(value).dtype if type(value) is np.ndarray else np.dtype(type(value))


@read_as("numpy.vectorize")
class Vectorize:
    """np.vectorize(pyfunc) in compiled code."""

    def __init__(
        self,
        pyfunc: Callable,
        otypes: Any = None,
        doc: Any = None,
        excluded: Any = None,
        cache: bool = False,
        signature: Any = None,
    ):
        self.pyfunc, self.otypes, self.excluded, self.signature = pyfunc, otypes, excluded, signature
        self.cache = cache

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return vectorized(self, *args, **kwargs)


# -- np.frompyfunc -------------------------------------------------------------------------------------------


class ObjectArray:
    """The result of a function of np.frompyfunc for arrays. NumPy's is an array of objects; here these are
    numbers, of which astype makes an array."""

    def __init__(self, values: Any):
        self.values = values

    @property
    def shape(self) -> tuple:
        return self.values.shape

    def __len__(self) -> int:
        return len(self.values)

    def astype(self, dtype: Any) -> Any:
        return self.values.astype(dtype)

    def tolist(self) -> list:
        return self.values.tolist()


@read_as("numpy.frompyfunc")
class FromPyFunc:
    """np.frompyfunc(func, nin, nout) in compiled code."""

    def __init__(self, func: Callable, nin: int, nout: int, identity: Any = None):
        self.func, self.nin, self.nout = func, nin, nout

    def __call__(self, *args: Any) -> Any:
        if len(args) != self.nin:
            raise TypeError("func takes another number of arguments than np.frompyfunc was told")
        if all([np.ndim(x) == 0 for x in args]):
            return self.func(*[np.asarray(x).item() for x in args])
        found = by_elements(self.func, None, args, asks=False)
        if isinstance(found, tuple) != (self.nout > 1):
            unsupported("np.frompyfunc: the function gives another number of results than it was told")
        return tuple([ObjectArray(x) for x in found]) if self.nout > 1 else ObjectArray(found)


# -- numba.guvectorize ---------------------------------------------------------------------------------------


def over_core_axes(function: Callable, inputs: tuple, outputs: tuple, dtypes: tuple, *args: Any) -> Any:
    """A generalized ufunc, whose function writes into its last arguments (NumPy reference: Generalized universal
    function API).

    Args:
        inputs, outputs: the names of the last axes of each argument and result, which the function is given
        dtypes: of the arguments and results
    """
    given = [in_dtype(x, dtype) for x, dtype in zip(args, dtypes)]
    if len(args) not in (len(inputs), len(inputs) + len(outputs)):
        raise TypeError("wrong number of arguments of a function of numba.guvectorize")
    sizes = {}
    for x, axes in zip(given, inputs):
        for k in range(len(axes)):
            n = x.shape[x.ndim - len(axes) + k]
            if sizes.setdefault(axes[k], n) != n:
                raise ValueError("operands of a function of numba.guvectorize do not fit in an axis")
    loop = np.broadcast_shapes(*[x.shape[: x.ndim - len(axes)] for x, axes in zip(given, inputs)])
    made = given[len(inputs) :]
    if len(args) == len(inputs):
        made = [
            np.zeros(loop + tuple([sizes[name] for name in axes]), dtype)
            for axes, dtype in zip(outputs, dtypes[len(inputs) :])
        ]
    # (of a single number, an array of one)
    cells = [x if axes else x[..., None] for x, axes in zip(made, outputs)]
    for place in np.ndindex(loop):
        parts = [part_at(x, x.ndim - len(axes), place) for x, axes in zip(given, inputs)]
        function(*parts, *[x[place] for x in cells])
    if len(made) == 0:
        return None
    results = [x[()] for x in made]
    return results[0] if len(results) == 1 else tuple(results)


def in_dtype(x: Any, dtype: Any) -> Any:
    x = np.asarray(x)
    return x if x.dtype == dtype else x.astype(dtype)


def part_at(x: Any, before: int, place: tuple) -> Any:
    """The part at a place of the first axes; those of length 1 are broadcast."""
    return x[tuple([place[len(place) - before + k] if x.shape[k] > 1 else 0 for k in range(before)])]
