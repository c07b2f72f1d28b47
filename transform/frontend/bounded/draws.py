"""Random arrays of computed length: find which axes of a draw have the computed lengths of its arguments.

    rng.normal(size=k)      =>      drawn = host_call(rng, k), of shape [bound]; drawn[:k] is the result

The generator draws k numbers, not as many as the bound. A generator of the same class is called with
arguments of other lengths, to find out which axes depend on which length.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ...core.errors import CompileError
from ...ir.builder import Sym
from ..interpreter import Interpreter
from ..state.integer_facts import only_arguments
from ..state.values import Array, contains_dynamic, describe, raised_by
from .creation import check_size, is_whole, capacity
from .extents import BoundedExtent, BoundedArray, count, equal, make, array_under

MOST_PROBED = 100_000  # numbers that are drawn to find out what a call gives
STARRED = ("rand", "randn")  # take *size

# What stands for an argument whose value is not known: allowed whatever else is given. Functions take its shape.
PROBES: dict[str, Any] = {
    "loc": 0.0,
    "scale": 1.0,
    "mean": 1.0,
    "sigma": 1.0,
    "mu": 0.0,
    "low": 0,
    "population": 1_000_000,
    "high": 1 << 30,
    "left": 0.0,
    "mode": 0.5,
    "right": 1.0,
    "lam": 1.0,
    "kappa": 1.0,
    "a": 2.0,
    "b": 2.0,
    "n": 3,
    "p": 0.5,
    "df": 2.0,
    "dfnum": 2.0,
    "dfden": 2.0,
    "nonc": 1.0,
    "shape": 2.0,
    "ngood": 5,
    "nbad": 5,
    "nsample": 3,
    "alpha": 1.0,
    "beta": 1.0,
    "lambd": 1.0,
    "seed": 0,
    "colors": 5,
    "stop": 1 << 30,
    "start": 0,
}
INTEGERS = frozenset(("n", "ngood", "nbad", "nsample", "low", "high", "colors", "seed", "start", "stop"))
ONLY_BOUND = {  # of randint(n) the upper one
    "choice": {"a": "items"},
    "randint": {"low": "high"},
    "integers": {"low": "high"},
    "randrange": {"start": "stop"},
}
FEW, MORE, HUGE = 2, 3, 1 << 62  # lengths that are tried; what is no bound
WHAT = "the size of a random array"


@dataclasses.dataclass
class Lengths:
    """The computed lengths of the arguments of a draw, each once, and the most that each can be."""

    interp: Interpreter
    ends: list[Any] = dataclasses.field(default_factory=list)
    most: list[int] = dataclasses.field(default_factory=list)
    extents: list[tuple[BoundedExtent, int]] = dataclasses.field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.ends)

    def place(self, n: Any, most: int) -> int:
        """The number of a length among them."""
        for k, other in enumerate(self.ends):
            if equal(n, other):
                self.most[k] = min(most, self.most[k])
                return k
        self.ends.append(n)
        self.most.append(most)
        return len(self.ends) - 1

    def number(self, extent: BoundedExtent) -> int:
        """The number of the length of an extent."""
        for other, k in self.extents:
            if extent.same(other):
                return k
        self.extents.append((extent, self.place(count(self.interp, extent), extent.size)))
        return self.extents[-1][1]

    def size(self, n: Any) -> Any:
        """A size that is asked for: an int if it is or must be known, else an integer that is not negative."""
        if isinstance(n, (list, tuple)):
            return tuple([self.size(v) for v in n])
        if not is_computed(n):
            return n if n is None else self.interp.static(n, WHAT)
        most, n = capacity(
            self.interp, self.interp.wrap(self.interp.sym(n)) if isinstance(n, Array) else n, WHAT
        )
        n = check_size(self.interp, n, "negative dimensions are not allowed")
        if isinstance(n, Sym):
            self.place(n, most)
        return n

    def note(self, value: Any) -> None:
        """Learn the lengths of an argument."""
        if isinstance(value, BoundedArray):
            for extent in value.extents.values():
                self.number(extent)
        elif isinstance(value, (list, tuple)):
            for item in value:
                self.note(item)

    def tried(self, value: Any, lengths: tuple[int, ...]) -> Any:
        """A size, or the shape of an array, where its computed lengths are these."""
        if isinstance(value, (list, tuple)):
            return tuple([self.tried(v, lengths) for v in value])
        if isinstance(value, BoundedArray):
            extents = value.extents
            return tuple(
                [
                    lengths[self.number(extents[k])] if k in extents else n
                    for k, n in enumerate(value.data.shape)
                ]
            )
        return lengths[self.place(value, HUGE)] if isinstance(value, Sym) and not value.is_const else value

    def found(self, sample: Callable[[tuple[int, ...]], Any], what: str) -> tuple[Any, dict[int, int]]:
        """The result of a call for small lengths, and its axes with the numbers of their lengths."""
        few = (FEW,) * len(self.ends)
        first = np.asarray(sample(few))
        axes: dict[int, int] = {}
        for k in range(len(few)):
            shape = np.shape(self.varied(sample, (*few[:k], MORE, *few[k + 1 :]), what))
            for axis, (n, other) in enumerate(zip(first.shape, shape, strict=True)):
                if n != other:
                    if (n, other) != (FEW, MORE) or axis in axes:
                        raise CompileError(f"{what} with such lengths that are computed", "draw whole arrays")
                    axes[axis] = k
        return first, axes

    def varied(self, sample: Callable, lengths: tuple[int, ...], what: str) -> Any:
        try:
            return sample(lengths)
        except CompileError as error:
            raise CompileError(
                f"{what} with several lengths, of which it is not known that they are equal",
                "cut all arguments with the same bounds",
            ) from error

    def counted(self, drawn: Array, axes: Mapping[int, int]) -> Any:
        """The draw, cut to its computed lengths."""
        extents = {axis: BoundedExtent(drawn.shape[axis], 0, self.ends[k]) for axis, k in axes.items()}
        return make(self.interp, drawn, extents, safe=True, zeroed=True)


def is_computed(n: Any) -> bool:
    """Whether it is a size that data or a loop decide."""
    return (
        isinstance(n, (Sym, Array))
        and is_whole(n)
        and not (isinstance(n, Sym) and n.is_const)
        and not (isinstance(n, Sym) and only_arguments([n]))
    )


# -- probing ---------------------------------------------------------------------------------------------------------


def probe(
    lengths: Lengths,
    tried: tuple[int, ...],
    cls: type,
    method: str,
    function: Callable,
    args: list,
    kwargs: dict,
    given: Mapping[str, Any],
    size: Any,
) -> Any:
    """The result of such a call for given lengths: a number or an array, or None."""
    scratch, size = new_like(cls), lengths.tried(size, tried)
    count = math.prod(size) if isinstance(size, tuple) else size or 1
    also = ONLY_BOUND.get(method, {})
    alone = also if given.get("high") is None and given.get("stop") is None else {}

    def stand_in(value: Any, name: str) -> Any:
        if name == "size":
            return size
        if name == "replace" and tried:
            return True  # the shape does not depend on it
        whole = lengths.tried(value, tried) if isinstance(value, BoundedArray) or name == "x" else None
        return stand_in_for(lengths.interp, value, alone.get(name, name), count, whole)

    positional = [*size] if method in STARRED else [stand_in(v, name) for v, name in zip(args, given)]
    named = {k: stand_in(v, k) for k, v in kwargs.items() if (k, method) != ("p", "choice") or not tried}
    if isinstance(count, int) and count > MOST_PROBED and not any_has_axes([*positional, *named.values()]):
        small = (0,) * len(size) if isinstance(size, tuple) else 0
        positional = (
            [0] * len(args)
            if method in STARRED
            else [small if n == "size" else v for v, n in zip(positional, given)]
        )
        named = {k: small if k == "size" else v for k, v in named.items()}
        sample = compute_draw(function, scratch, positional, named)
        whole = size if isinstance(size, tuple) else (size,)
        return np.broadcast_to(np.zeros((), sample.dtype), (*whole, *sample.shape[len(whole) :]))
    return compute_draw(function, scratch, positional, named)


def any_has_axes(values: list) -> bool:
    return any(isinstance(v, (np.ndarray, list)) for v in values)


def compute_draw(function: Callable, scratch: Any, positional: list, named: dict) -> Any:
    try:
        with np.errstate(all="ignore"):
            return function(scratch, *positional, **named)
    except Exception as error:
        raise raised_by(error) from None


def new_like(cls: type) -> Any:
    return np.random.Generator(np.random.PCG64(0)) if cls.__name__ == "Generator" else cls(0)


def stand_in_for(interp: Interpreter, value: Any, name: str, count: int, whole: Any = None) -> Any:
    """An argument itself, if it is known; else something of its type, or of this shape, or this number."""
    if not contains_dynamic(value):
        return interp.static_argument(value, name)
    if isinstance(value, (list, tuple)):
        return type(value)([stand_in_for(interp, v, name, count) for v in value])
    if not isinstance(value, (Sym, Array, BoundedArray)):
        raise CompileError(f"{describe(value)} as argument {name} of a random draw", "pass numbers or arrays")
    if isinstance(whole, int):
        return whole
    t = interp.sym(array_under(value)).type
    t = t if whole is None or not isinstance(value, BoundedArray) else t.update(shape=whole)
    filler: Any = PROBES.get(name, 1.0)
    if name in ("x", "items"):
        return np.zeros(t.shape, t.dtype) if t.shape else count + 1
    if name in ("pvals", "p") and t.shape:
        filler = 1.0 / t.shape[-1]
    if name == "cov":
        filler = np.eye(t.shape[-1])
    if t.dtype.kind in "iub" and not t.shape:
        most = 1 if t.dtype.kind == "b" else np.iinfo(t.dtype).max
        return int(filler) if t.weak else t.dtype.type(min(int(filler), most))
    if t.dtype.kind in "iu" and name not in INTEGERS:
        filler = max(1, int(filler))
    made = np.full(t.shape, filler, t.dtype)
    return made if t.shape else made.item() if t.weak else made[()]


# -- what is called with the generator, where it is no method ----------------------------------------------------


def shuffled_array(stream: Any, x: np.ndarray, axis: int = 0) -> np.ndarray:
    """A copy that is shuffled."""
    made = np.array(x)
    stream.shuffle(made, axis) if axis else stream.shuffle(made)
    return made


def shuffled_list(stream: Any, x: list) -> np.ndarray:
    made = list(x)
    stream.shuffle(made)
    return np.asarray(made, np.int64)


def position(stream: Any, n: int) -> int:
    return stream.choice(range(n))


def positions_by(name: str) -> Callable:
    def positions(stream: Any, population: range | int, **kwargs: Any) -> np.ndarray:
        population = population if isinstance(population, range) else range(population)
        return np.asarray(getattr(stream, name)(population, **kwargs), np.int64)

    return positions


def seeded(stream: Any, *args: Any) -> None:
    stream.seed(*args)


POSITIONS = {name: positions_by(name) for name in ("sample", "choices")}
