"""Bounded arrays (`BoundedArray`) and their extents: data with static axes, and the part of each axis that belongs
to the array.

A bounded array is an array of static shape (a view of the base that was sliced, or the result of an operation)
with an Extent for each axis of which only a part belongs to it: positions lo … hi - 1, or those that a mask
chooses. Operations compute at the positions where the data lie; elements outside an extent are masked by
`select` before they could reach a result or a derivative, so a NaN there has no effect.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from typing import Any, NamedTuple

import numpy as np

from ...core.dtypes import canonical, is_integer, short_name
from ...core.errors import CompileError, NeedsStatic
from ...ir.builder import TABLE, Sym, arithmetic, broadcast_to, match
from ...library.numpy.indexing import getitem
from ...primitives import inside, note_failure, select, select_region, shift
from ...primitives.data_movement.regions import along
from ..interpreter import Interpreter
from ..state.integer_facts import difference, facts_of, learn, origins_of, surely_at_least
from ..state.values import Array, DynamicText, Instance, Maybe


LARGE = 4096  # positions: where a slice is short, work on the whole axis is felt


@dataclasses.dataclass(frozen=True)
class BoundedExtent:
    """The part of an axis of `size` positions that counts: lo … hi - 1, where lo <= hi; or those of a mask."""

    size: int
    lo: Any = 0
    hi: Any = 0
    mask: Array | None = None

    def same(self, other: "BoundedExtent") -> bool:
        """Whether they are the same positions, in every run."""
        if self.mask is not None or other.mask is not None:
            return same_content(self.mask, other.mask) and self.size == other.size
        return equal(self.lo, other.lo) and equal(self.hi, other.hi)


def same_content(a: Array | None, b: Array | None) -> bool:
    """Whether two masks, which nobody writes, hold the same."""
    if a is None or b is None or a is b:
        return a is b
    return (
        isinstance(a.sym, Sym)
        and isinstance(b.sym, Sym)
        and a.sym.atom == b.sym.atom
        and a.sym.builder is b.sym.builder
    )


def as_line(mask: Sym) -> Sym:
    """A mask of several axes as a line: the same one each time, so that what it chooses is known to be as long."""
    known, key = mask.builder.reads, (mask.atom, "as a line")
    if key not in known:
        known[key] = TABLE["reshape"](mask, shape=(mask.size,))
    return known[key]


class MaskPlaces(NamedTuple):
    """The content of a mask, the axis along which an index array has the places that it chooses, and what that held
    then: its parts, and the content of its data."""

    mask: Sym
    axis: int
    parts: dict[str, Any]
    content: Any


class BoundedArray(Instance):
    """An array with axes of which a part counts.

    `safe`: what lies outside depends on nothing that could be hurt. `zeroed`: it is 0. `growth`: where a loop
    (`loop`) carries it, by how many positions an axis grows in an iteration; its data have room for all
    rounds. `spare`: of the rows of a list, how many more there is surely room for; None where that is not
    followed. `chosen_by`: the mask whose places it has along an axis, as np.nonzero gives them; see `MaskPlaces`."""

    __slots__ = ("safe", "zeroed", "growth", "loop", "spare", "chosen_by")

    def __init__(
        self,
        attributes: dict[str, Any],
        safe: bool = False,
        zeroed: bool = False,
        growth: dict[int, int] | None = None,
        loop: int | None = None,
        spare: int | None = None,
    ):
        super().__init__(np.ndarray, attributes)
        self.safe, self.zeroed, self.growth, self.loop, self.spare = safe, zeroed, growth or {}, loop, spare
        self.chosen_by: MaskPlaces | None = None

    def like(self, attributes: dict[str, Any]) -> "BoundedArray":
        return BoundedArray(attributes, growth=self.growth, loop=self.loop, spare=self.spare)

    data = property(lambda self: self.attributes["data"])
    dtype = property(lambda self: self.data.dtype)
    ndim = property(lambda self: self.data.ndim)

    @property
    def extents(self) -> dict[int, BoundedExtent]:
        """The extents, by axis."""
        found: dict[int, BoundedExtent] = {}
        for k, size in enumerate(self.data.shape):
            if f"mask{k}" in self.attributes:
                found[k] = BoundedExtent(size, mask=self.attributes[f"mask{k}"])
            elif f"hi{k}" in self.attributes:
                found[k] = BoundedExtent(size, self.attributes[f"lo{k}"], self.attributes[f"hi{k}"])
        return found


def array_under(value: Any) -> Any:
    """The array of which a part counts; any other value as it is."""
    return value.data if isinstance(value, BoundedArray) else value


def attributes_of(value: Any, axes: Any) -> dict[str, Any]:
    """The attributes of a bounded array, or of an array all of which counts, for these axes at least."""
    if isinstance(value, BoundedArray):
        extents = value.extents
        rest = [k for k in axes if k not in extents]
        return {**value.attributes, **attributes_of(value.data, rest)}
    bounds = {k: v for axis in axes for k, v in ((f"lo{axis}", 0), (f"hi{axis}", value.shape[axis]))}
    return {**bounds, "data": value}


def used_positions(given: list, shapes: list) -> tuple[int, int]:
    """The number of positions of the first axis that each of two values may use: all, unless the list knows
    less."""
    followed = all(getattr(v, "spare", None) is not None for v in given)
    used = [shape[0] - (v.spare if followed else 0) for v, shape in zip(given, shapes)]
    return used[0], used[-1]


def free_capacity(given: list, capacity: tuple[int, ...]) -> int | None:
    """The room that is certainly free on either side; None if that is not tracked."""
    free = [v.spare if isinstance(v, BoundedArray) else 0 for v in given]
    sizes = [array_under(v).shape[0] for v in given]
    return None if None in free else min(f + capacity[0] - n for f, n in zip(free, sizes))


def note_bounds(
    interp: Interpreter, value: Any, sources: frozenset | None = None, behind_loop: bool = False
) -> None:
    """Note the facts about the bounds that a joined value carries: they lie within its axes. `behind_loop`: no round of
    the loop that has carried it comes any more."""
    if isinstance(value, Maybe):
        return note_bounds(interp, value.value, sources, behind_loop)
    items = value if isinstance(value, (list, tuple)) else value.values() if isinstance(value, dict) else ()
    for item in (
        value.attributes.values()
        if isinstance(value, Instance) and not isinstance(value, BoundedArray)
        else items
    ):
        note_bounds(interp, item, sources, behind_loop)
    if isinstance(value, BoundedArray) and behind_loop:
        value.spare = None if value.growth else value.spare
        value.growth = {}
    for extent in (value.extents if isinstance(value, BoundedArray) else {}).values():
        for bound, last in ((extent.hi, extent.size), (extent.lo, extent.hi)):
            if isinstance(bound, Sym) and not bound.is_const and bound.builder is interp.builder:
                within(interp, bound, 0, last)
                facts = facts_of(bound)
                interp.builder.site.facts[bound.atom.name] = facts._replace(sources=sources)


def make(
    interp: Interpreter,
    data: Array,
    extents: dict[int, BoundedExtent | None],
    safe: bool = False,
    zeroed: bool = False,
) -> Any:
    """A bounded array; a plain array where all of every axis counts."""
    attributes: dict[str, Any] = {"data": data}
    for k, extent in sorted(extents.items()):
        if extent is None or extent.mask is None and whole_axis(extent):
            continue
        if extent.mask is not None:
            attributes[f"mask{k}"] = extent.mask
        else:
            attributes |= {f"lo{k}": extent.lo, f"hi{k}": extent.hi}
    if len(attributes) == 1:
        return data
    return interp.trail.allocate(BoundedArray(attributes, safe, zeroed))


def whole_axis(extent: BoundedExtent) -> bool:
    return equal(extent.lo, 0) and equal(extent.hi, extent.size)


def shape_of(value: Any) -> tuple[int, ...]:
    return (
        value.data.shape
        if isinstance(value, BoundedArray)
        else value.shape
        if isinstance(value, (Array, Sym))
        else np.shape(value)
    )


# -- integers ------------------------------------------------------------------------------------------------------


def equal(x: Any, y: Any) -> bool:
    """Whether two integers are the same in every run."""
    return difference(x, y) == 0


def plus(interp: Interpreter, x: Any, y: Any) -> Any:
    """x + y; a Python int where it is known."""
    if equal(x, 0) or equal(y, 0):
        return y if equal(x, 0) else x
    total = interp.binary("Add", x, y)
    known = facts_of(total)
    return known.const if known is not None and known.terms == () else total


def minus(interp: Interpreter, x: Any, y: Any) -> Any:
    """x - y; a Python int where it is known."""
    known = difference(x, y)
    return known if known is not None else x if equal(y, 0) else interp.binary("Sub", x, y)


def not_below(interp: Interpreter, x: Any, y: Any) -> bool:
    return surely_at_least(x, y, interp.builder.site.facts)


def larger(interp: Interpreter, x: Any, y: Any) -> Any:
    """The larger of two integers; one of them where it is known which."""
    return x if not_below(interp, x, y) else y if not_below(interp, y, x) else _pick(interp, "max", x, y)


def smaller(interp: Interpreter, x: Any, y: Any) -> Any:
    return x if not_below(interp, y, x) else y if not_below(interp, x, y) else _pick(interp, "min", x, y)


def _pick(interp: Interpreter, name: str, x: Any, y: Any) -> Any:
    result = arithmetic({"max": "maximum", "min": "minimum"}[name], *(interp.sym(v) for v in (x, y)))
    return learn(interp.wrap(result), name, x, y)


def in_bounds(interp: Interpreter, bound: Any, n: Any, default: Any) -> Any:
    """A slice bound as NumPy understands it for an axis of length n: from the end where negative, then cut to 0 … n."""
    if bound is None:
        return default
    bound = as_position(interp, bound)
    if not_below(interp, bound, 0):
        return smaller(interp, bound, n)
    if not_below(interp, -1, bound):
        return larger(interp, plus(interp, bound, n), 0)
    return clip_bound(interp, bound, plus(interp, bound, n), bound, n)


def as_position(interp: Interpreter, bound: Any) -> Any:
    """One of NumPy's integers, of a type that may not hold all positions, as one of Python's; none is larger than an
    axis is long."""
    if (
        type(bound) is not Sym
        or bound.weak
        or bound.ndim
        or not is_integer(bound.dtype)
        or bound.dtype.name == "int64"
    ):
        return bound
    number, largest = bound, np.iinfo(np.int64).max
    if bound.dtype == np.uint64 and not not_below(interp, largest, bound):
        number = arithmetic("minimum", bound, interp.builder.lift(np.uint64(largest)))
    number = TABLE["cast"](number, dtype=canonical(np.int64), weak=True)
    if bound.facts is not None and not number.is_const:
        interp.builder.site.facts[number.atom.name] = bound.facts
    return number


def clip_bound(interp: Interpreter, positive: Any, negative: Any, bound: Any, n: Any) -> Any:
    """One of two positions by the sign of a bound, cut to 0 … n."""
    wrapped = interp.wrap(select(interp.sym(bound) < 0, *alike(interp, negative, positive)))
    return smaller(interp, larger(interp, wrapped, 0), n)


def alike(interp: Interpreter, *values: Any) -> list[Sym]:
    return match(*(interp.sym(v) for v in values))


def bounds_of(interp: Interpreter, part: slice, n: Any) -> tuple[Any, Any]:
    """First position and one behind the last of a slice with step 1; never the other way round."""
    lo = position_of_bound(interp, part.start, n, 0)
    hi = position_of_bound(interp, part.stop, n, n)
    return lo, larger(interp, hi, lo)


def position_of_bound(interp: Interpreter, bound: Any, n: Any, default: Any) -> Any:
    """The position of a bound; for the same bound the same value: x[:i] and x[i:] are as long as x together."""
    if not isinstance(bound, Sym) or bound.is_const:
        return in_bounds(interp, bound, n, default)
    known, facts = interp.builder.positions, facts_of(bound)
    form = bound.atom if facts is None or facts.terms is None else (facts.terms, facts.const)
    key = form, n.atom if isinstance(n, Sym) else n
    if key not in known:
        known[key] = in_bounds(interp, bound, n, default)
    return known[key]


# -- extents -------------------------------------------------------------------------------------------------------


def extent_along(value: Any, axis: int) -> BoundedExtent:
    """The extent along an axis of an array (all of it) or of a bounded array."""
    size = array_under(value).shape[axis]
    return (value.extents.get(axis) if isinstance(value, BoundedArray) else None) or BoundedExtent(
        size, 0, size
    )


def count(interp: Interpreter, extent: BoundedExtent) -> Any:
    """The number of positions that count: a static int, or a dynamic Python number."""
    if extent.mask is None:
        return minus(interp, extent.hi, extent.lo)
    total = interp.sym(interp.call_host(np.sum, [extent.mask], {}))
    return interp.wrap(TABLE["cast"](total, dtype=canonical(np.int64), weak=True))


def positions(interp: Interpreter, extent: BoundedExtent) -> Sym:
    """The positions that count, as bools."""
    if extent.mask is not None:
        return interp.content(extent.mask)
    note_length(interp, extent)
    return inside(interp.sym(extent.lo), interp.sym(extent.hi), size=extent.size)


def note_length(interp: Interpreter, extent: BoundedExtent) -> None:
    if extent.size >= LARGE and interp.builder.depth:
        interp.note(
            f"a slice of computed length works on all {extent.size} positions of its axis in every iteration"
        )


def sources_of(value: BoundedArray) -> frozenset | None:
    """The values that would have to be static for the lengths to be static."""
    found: frozenset | None = frozenset()
    for extent in value.extents.values():
        for bound in (extent.lo, extent.hi) if extent.mask is None else (None,):
            origins = origins_of(bound) if facts_of(bound) is not None else None
            found = None if found is None or origins is None else found | origins
    return found


def unsupported(what: str, *values: Any) -> CompileError:
    """The error for an operation that slices of computed length don't have (yet)."""
    given = [v for v in values if isinstance(v, BoundedArray)]
    parts = [sources_of(v) for v in given]
    sources = None if any(p is None for p in parts) else frozenset().union(*parts)
    return NeedsStatic(
        f"{what}: not supported for a slice of computed length",
        sources,
        "use a window of constant length (x[i:i + 5]) or a mask (np.where)",
    )


def mask_outside(interp: Interpreter, value: Any, fill: Any = 0) -> Sym:
    """The data with `fill` wherever they don't count."""
    content = interp.content(value.data)
    if value.zeroed and np.isscalar(fill) and fill == 0:
        return content
    return only_inside(interp, content, value.extents, fill)


def only_inside(interp: Interpreter, content: Sym, extents: dict[int, BoundedExtent], fill: Any = 0) -> Sym:
    if not extents or content.is_const and not content.ndim:
        return content
    filler = broadcast_to(interp.builder.lift(np.asarray(fill, content.dtype)), content.shape)
    return one_or_other(interp, extents, content, filler)


def mask_of(interp: Interpreter, extents: dict[int, BoundedExtent], shape: tuple[int, ...]) -> Sym:
    """The mask of the positions that count in all of the extents."""
    lines = [along(axis, positions(interp, extent), shape) for axis, extent in extents.items()]
    return functools.reduce(operator.and_, lines)


def one_or_other(interp: Interpreter, extents: dict[int, BoundedExtent], x: Sym, y: Sym) -> Sym:
    """x where all of the extents count, y elsewhere."""
    for axis, extent in extents.items():
        if extent.mask is not None:
            x = select(along(axis, positions(interp, extent), x.shape), x, y)
    ranges = sorted(axis for axis, extent in extents.items() if extent.mask is None)
    if not ranges:
        return x
    for axis in ranges:
        note_length(interp, extents[axis])
    bounds = [interp.sym(end) for axis in ranges for end in (extents[axis].lo, extents[axis].hi)]
    return select_region(x, y, *bounds, axes=tuple(ranges))


# -- alignment -----------------------------------------------------------------------------------------------------


def moved_to(interp: Interpreter, sym: Sym, axis: int, extent: BoundedExtent, target: BoundedExtent) -> Sym:
    """Data of one extent at the positions of another of the same length (neither a mask, or the same mask)."""
    if extent.mask is not None:
        assert extent.same(target), "elements that different masks select are compacted first"
        return sym
    assert target.mask is None, "a mask is no place to move to"
    by = minus(interp, extent.lo, target.lo)
    if not isinstance(by, Sym) and by == 0:
        return resize_axis(interp.builder, sym, axis, target.size)
    return shift(sym, interp.sym(by), axis=axis, size=target.size)


def resize_axis(builder: Any, sym: Sym, axis: int, size: int) -> Sym:
    """The axis cut to a size, or filled up to it with zeros."""
    change = size - sym.shape[axis]
    if not change:
        return sym
    if not sym.shape[axis]:
        shape = tuple(size if a == axis else n for a, n in enumerate(sym.shape))
        return broadcast_to(builder.lift(np.zeros((), sym.dtype)), shape)
    high = tuple(change * (a == axis) for a in range(sym.ndim))
    none = (0,) * sym.ndim
    return TABLE["pad"](sym, builder.lift(np.zeros((), sym.dtype)), low=none, high=high, interior=none)


def check_lengths(
    interp: Interpreter,
    extent: BoundedExtent,
    other: BoundedExtent,
    what: str = "operands could not be broadcast together",
    error: type = ValueError,
    or_none: bool = False,
    repeated: tuple[BoundedExtent, ...] = (),
) -> None:
    """NumPy's error at the end of the call if two lengths are not the same; nothing where they are surely equal.
    `or_none`: the first length may be 0. `repeated`: those of which NumPy repeats a length of 1, which no handler may
    take for one that does not fit."""
    if extent.same(other):
        return
    a, b = count(interp, extent), count(interp, other)
    known = difference(a, b)
    if known == 0:
        return
    if or_none and not isinstance(a, Sym) and a == 0:
        return
    if known is not None and not isinstance(a, Sym) and not isinstance(b, Sym):
        raise CompileError(f"{error.__name__}: {what}: lengths {a} and {b}")
    text = DynamicText([f"{what}: lengths ", (a, "", ""), " and ", (b, "", "")])
    wrong = interp.compare("NotEq", a, b)
    wrong = interp.both(wrong, interp.compare("NotEq", a, 0)) if or_none else wrong
    interp.fail_if(interp.sym(wrong), error, interp.payload((text,), True))
    for n in (count(interp, e) for e in repeated if interp.trying):
        if isinstance(n, Sym) and not not_below(interp, n, 2):
            single = interp.both(wrong, interp.compare("Eq", n, 1))
            fail_at_end(interp, interp.sym(single), "a slice whose computed length is 1 is not repeated here")


def fail_at_end(interp: Interpreter, wrong: Sym, message: str, asserts: bool = True) -> None:
    """The call raises ValueError at its end if a condition holds here, whatever `try` it is in. `asserts`: an assertion
    says so in printed source."""
    note_failed(interp, wrong, ValueError, (message,), asserts)


def note_failed(
    interp: Interpreter, wrong: Sym, exception: type, arguments: Any, asserts: bool = False
) -> None:
    """The call raises an exception with these arguments at its end if a condition holds here."""
    number = interp.error_site(exception, arguments)
    interp.failures.add(number)
    failed = interp.builder.lift(interp.sym(interp.registers["failed"]).astype(np.int32))
    noted = note_failure(failed, interp.builder.lift(wrong), failure=number, asserts=asserts)
    interp.trail.write(interp.registers, "failed", noted)


def speculate_full_window(interp: Interpreter, extent: BoundedExtent) -> BoundedExtent:
    """The extent of a window of constant length that may reach over an end of its axis; that is noted."""
    if isinstance(extent.hi, Sym) and not extent.hi.is_const:
        interp.windows[extent.hi.atom.name] = extent.size
    return extent


def assert_full_window(interp: Interpreter, value: BoundedArray) -> Array | None:
    """The data of windows of constant length, with a ValueError at the end of the call if one does not fit; None if
    the value is made of something else."""
    for extent in value.extents.values():
        hi = extent.hi
        if not isinstance(hi, Sym) or hi.is_const or interp.windows.get(hi.atom.name) != extent.size:
            return None
    for extent in value.extents.values():
        message = f"this slice of {extent.size} positions reaches past the end of its axis"
        interp.fail_if(
            interp.sym(interp.compare("NotEq", count(interp, extent), extent.size)), ValueError, (message,)
        )
    return value.data


def to_front(interp: Interpreter, value: BoundedArray, axis: int) -> BoundedArray:
    """The same elements, those of one axis at the positions from 0 on."""
    extent = value.extents[axis]
    if extent.mask is None and equal(extent.lo, 0):
        return value
    n = count(interp, extent)
    content = interp.content(value.data) if value.safe else mask_outside(interp, value)
    if extent.mask is None:
        content = shift(content, interp.sym(extent.lo), axis=axis, size=extent.size)
    elif extent.size > 1:
        # behind the last: the first position, again
        content = take(content, positions_of_mask(interp, extent), axis)
    extents = {**value.extents, axis: BoundedExtent(extent.size, 0, bound_count(interp, n, extent.size))}
    return make(interp, interp.array(content), extents, safe=extent.mask is None)


def bound_count(interp: Interpreter, n: Any, size: int) -> Any:
    """A count, of which it is noted that it lies between 0 and a size."""
    return within(interp, n, 0, size)


def within(interp: Interpreter, n: Any, first: int, last: Any) -> Any:
    """An integer, of which it is noted that it lies between two others, ends included."""
    facts, end = facts_of(n), facts_of(last)
    if not isinstance(n, Sym) or n.is_const or facts is None or end is None:
        return n
    lo = first if facts.lo is None else max(first, facts.lo)
    hi = facts.hi if end.hi is None else end.hi if facts.hi is None else min(end.hi, facts.hi)
    ceiling = end if end.terms and facts.ceiling is None else facts.ceiling
    interp.builder.site.facts[n.atom.name] = facts._replace(lo=lo, hi=hi, ceiling=ceiling)
    return n


def take(content: Sym, index: Sym, axis: int) -> Sym:
    return getitem(content, (*[slice(None)] * axis, index), lambda i: (0, content.shape[axis] - 1))


def positions_of_mask(interp: Interpreter, extent: BoundedExtent) -> Sym:
    """The positions that a mask chooses, in order; 0 behind the last."""
    whole = canonical(np.int64)
    if extent.size == 1:
        return interp.builder.lift(np.zeros(1, whole))
    mask = positions(interp, extent)
    number = ranks(interp, extent)
    line = interp.builder.bind(TABLE["iota"], (), {"shape": (extent.size,), "axis": 0, "dtype": whole})
    outside = broadcast_to(interp.builder.lift(whole.type(extent.size)), (extent.size,))
    target = select(mask, number, outside)
    zeros = broadcast_to(interp.builder.lift(whole.type(0)), (extent.size,))
    return TABLE["scatter"](zeros, line, target, axes=(0,), mode="skip")


def ranks(interp: Interpreter, extent: BoundedExtent) -> Sym:
    """For each position how many up to it a mask chooses, less 1: the number of each that is chosen."""
    whole = canonical(np.int64)
    return TABLE["cumsum"](positions(interp, extent).astype(whole), axis=0, reverse=False) - whole.type(1)


def numbers_from_0(interp: Interpreter, extent: BoundedExtent) -> Sym:
    """The same, and 0 where nothing has been chosen yet: as indices."""
    if extent.size == 1:
        return interp.builder.lift(np.zeros(1, canonical(np.int64)))
    number = ranks(interp, extent)
    return TABLE["maximum"](number, number * number.dtype.type(0))


def check_casting(value: Sym, target: Any) -> None:
    """Whether a ufunc may write its result into an array: NumPy's rule."""
    if not np.can_cast(value.dtype, target.dtype, "same_kind"):
        raise CompileError(
            f"Cannot cast ufunc output from {short_name(value.dtype)} to {short_name(target.dtype)} "
            "with casting rule 'same_kind'",
            f"convert the array first: a = a.astype({value.dtype})",
            kind=TypeError,
        )
