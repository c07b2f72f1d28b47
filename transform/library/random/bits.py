"""recto.random: keys and random bits, by the counter-based generator Threefry-2x32 (Salmon et al. 2011).

A key is two words, uint32[2]. A draw of n words hashes the counters 0 … n-1 under the key; a split hashes them
likewise and takes the pairs of words as keys. So every word depends on its key and its place alone: not on the
device, on the batch, nor on how the program is compiled.

    J. Salmon, M. Moraes, R. Dror, D. Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...core.dtypes import canonical, is_integer, kind, settings
from ...core.errors import NOWHERE, CompileError, ModularSpan
from ...ir.builder import Builder, Sym, broadcast_to, builder_of, convert
from ...ir.program import Program, Type
from ..core.arrays import (
    array_dtype,
    as_array,
    constant_in,
    describe,
    element,
    full_like,
    iota,
    normalize_shape,
    strong,
)
from ..core.loops import repeat_while
from ..core.table import implements, prim
from ..numpy.joining import stack
from ..numpy.shapes import reshape_to

ROTATIONS = (13, 15, 26, 6), (17, 29, 16, 24)
PARITY = 0x1BD11BDA  # of the key schedule
WORD = np.dtype(np.uint32)
UNSIGNED = {bits: np.dtype(f"u{bits // 8}") for bits in (8, 16, 32, 64)}

Words = tuple[Any, Any]  # two arrays of words: keys, counters or their hashes


def random(*static: str, **fields: Any) -> Callable:
    """Enter a function of recto.random under its own name."""

    def enter(function: Callable) -> Callable:
        name = f"recto.random.{function.__name__.strip('_')}"
        implements(name, static=static, builder=True, **fields)(modular(function))
        return function

    return enter


def modular(function: Callable) -> Callable:
    """The function at a place where integers are meant to wrap around (`passes.checks`)."""

    @functools.wraps(function)
    def call(*args: Any, builder: Builder | None = None, **kwargs: Any) -> Any:
        if builder is None or not settings.faults:
            return function(*args, builder=builder, **kwargs)
        site, before = builder.site, builder.site.place
        site.span = ModularSpan(*(site.span or NOWHERE))
        try:
            return function(*args, builder=builder, **kwargs)
        finally:
            site.place = before

    return call


# -- the hash ------------------------------------------------------------------------------------------------


def rounds(k0: Any, k1: Any, x0: Any, x1: Any) -> Words:
    """Threefry-2x32 with 20 rounds, on arrays of words of one shape."""
    schedule = (k0, k1, name_value(prim.xor(prim.xor(k0, k1), full_like(k0, PARITY)), "k2"))
    x0, x1 = name_value(x0 + k0, "x0"), name_value(x1 + k1, "x1")
    for group in range(5):
        for distance in ROTATIONS[group % 2]:
            x0 = name_value(x0 + x1, "x0")
            x1 = name_value(prim.xor(rotate_left(x1, distance), x0), "x1")
        x0 = name_value(x0 + schedule[(group + 1) % 3], "x0")
        x1 = name_value(x1 + schedule[(group + 2) % 3] + full_like(x1, group + 1), "x1")
    return x0, x1


def name_value(x: Any, name: str) -> Any:
    """The value, with a name for printed source."""
    if isinstance(x, Sym):
        x.builder.name(x, name)
    return x


def rotate_left(x: Any, distance: int) -> Any:
    """The words turned left."""
    left, right = (full_like(x, d) for d in (distance, 32 - distance))
    return prim.or_(prim.shift_left(x, left), prim.shift_right(x, right))


def looped_rounds(k0: Any, k1: Any, x0: Any, x1: Any) -> Words:
    """The same as a loop over groups of four rounds, for results that many read: XLA would hash again for each."""

    def body(k0: Any, k1: Any, group: Any, x0: Any, x1: Any) -> tuple[Any, Any, Any]:
        like = lambda x: broadcast_to(x, x0.shape)
        even = prim.eq(prim.and_(group, full_like(group, 1)), full_like(group, 0))
        for distances in zip(*ROTATIONS):
            distance = prim.select(even, *(full_like(group, d) for d in distances))
            x0 = x0 + x1
            left, right = like(distance), like(full_like(group, 32) - distance)
            x1 = prim.xor(prim.or_(prim.shift_left(x1, left), prim.shift_right(x1, right)), x0)
        k2 = prim.xor(prim.xor(k0, k1), full_like(k0, PARITY))
        place = prim.remainder(group, full_like(group, 3))
        first, second = (like(prim.eq(place, full_like(group, n))) for n in (0, 1))
        of = lambda a, b, c: prim.select(first, a, prim.select(second, b, c))
        return group + 1, x0 + of(k1, k2, k0), x1 + of(k2, k0, k1) + like(group + 1)

    def test(k0: Any, k1: Any, group: Any, x0: Any, x1: Any) -> Any:
        return prim.lt(group, full_like(group, 5))

    return repeat_while(test, body, full_like(x0, 0, shape=()), x0 + k0, x1 + k1, fixed=(k0, k1))[1:]


@functools.lru_cache(256)
def rounds_program(shape: tuple[int, ...], one_key: bool, looped: bool) -> Program:
    """The hash as a function of its own, for one key or for a key to each counter."""
    b, key = Builder(), () if one_key else shape
    types = {"k0": key, "k1": key, "x0": shape, "x1": shape}
    k0, k1, x0, x1 = (b.parameter(Type(WORD, s), name) for name, s in types.items())
    hashed = (looped_rounds if looped else rounds)(broadcast_to(k0, shape), broadcast_to(k1, shape), x0, x1)
    return b.finish(hashed, "threefry_2x32")


def threefry(key: Words, counter: Words, looped: bool = False) -> Words:
    """Both words of the hash of counters; keys and counters broadcast."""
    shape = np.broadcast_shapes(*(x.shape for x in (*key, *counter)))
    high, low = (broadcast_to(x, shape) for x in counter)
    builder = builder_of((*key, high, low))
    if builder is None:
        first, second = (broadcast_to(k, shape) for k in key)
        return (looped_rounds if looped else rounds)(first, second, high, low)
    one_key = not key[0].shape
    first, second = key if one_key else (broadcast_to(k, shape) for k in key)
    program = rounds_program(shape, one_key, looped)
    hashed = prim.call(*(builder.lift(x) for x in (first, second, high, low)), program=program)
    return name_value(hashed[0], "high"), name_value(hashed[1], "low")


def counters(builder: Builder | None, shape: tuple[int, ...]) -> Words:
    """0, 1, 2 … in an array of this shape (of one dimension at least), as two words each."""
    size = math.prod(shape)
    if size > 2**32:
        raise CompileError(
            f"{size} random values at once", "draw at most 2**32 values with one key: split it"
        )
    high = constant_in(builder, np.broadcast_to(np.zeros((), WORD), shape))
    return high, reshape_to(iota(builder, size, WORD), shape)


# -- keys ----------------------------------------------------------------------------------------------------


def key_words(key: Any, builder: Builder | None, name: str) -> Words:
    """The two words of one key."""
    x = as_array(key, builder)
    if x.dtype != WORD or tuple(x.shape[-1:]) != (2,):
        raise CompileError(
            f"{name} needs a key, which is u32[2], not {describe(x)}",
            "recto.random.key(seed) makes one",
            kind=TypeError,
        )
    if x.ndim > 1:
        raise CompileError(
            f"{name} needs one key, u32[2], not an array of keys {describe(x)}",
            "take one of them: keys[0]",
            kind=ValueError,
        )
    return element(x, 0, 0), element(x, 0, 1)


def split_words(key: Words, count: int, builder: Builder | None) -> list[Words]:
    """New keys from a key; from each of an array of keys, an array."""
    high, low = counters(builder, (count,))
    rows = (
        [broadcast_to(reshape_to(k, (*k.shape, 1)), (*k.shape, count)) for k in key] if key[0].ndim else key
    )
    new = threefry((rows[0], rows[1]), (high, low))
    return [(element(new[0], key[0].ndim, k), element(new[1], key[0].ndim, k)) for k in range(count)]


@random()
def key(seed: Any, *, builder: Builder | None = None) -> Any:
    x = strong(as_array(seed, builder))
    if x.ndim or not is_integer(x.dtype):
        raise CompileError(f"a seed is an integer, not {describe(x)}", kind=TypeError)
    return stack(seed_words(x))


@random()
def PRNGKey(seed: Any, *, builder: Builder | None = None) -> Any:
    return key(seed, builder=builder)


def once(builder: Builder | None) -> bool:
    """Whether keys are hashed by a loop: outside of loops, where keys of keys of keys would be hashed over and over by
    whatever reads them, and compiling would take minutes. In a loop that would cost time in each round."""
    return builder is not None and not builder.depth


def seed_words(x: Any) -> Words:
    """The upper and the lower half of an integer's 64 bits; of a shorter one the upper half is 0."""
    if x.dtype.itemsize < 8:
        return full_like(x, 0, WORD), convert(x, WORD)
    bits = convert(x, np.uint64)
    return convert(prim.shift_right(bits, full_like(bits, 32)), WORD), convert(bits, WORD)


@random("num")
def split(key: Any, num: Any = 2, *, builder: Builder | None = None) -> Any:
    shape = normalize_shape(num)
    words = threefry(key_words(key, builder, "split"), counters(builder, shape or (1,)), once(builder))
    return reshape_to(stack(words, -1), (*shape, 2))


@random()
def fold_in(key: Any, data: Any, *, builder: Builder | None = None) -> Any:
    x = strong(as_array(data, builder))
    if x.ndim or not is_integer(x.dtype):
        raise CompileError(f"fold_in takes one integer, not {describe(x)}", kind=TypeError)
    low = reshape_to(convert(x, WORD), (1,))
    words = threefry(key_words(key, builder, "fold_in"), (full_like(low, 0), low), once(builder))
    return reshape_to(stack(words, -1), (2,))


@random()
def key_data(keys: Any, *, builder: Builder | None = None) -> Any:
    return checked_keys(keys, builder, "key_data")


@random()
def wrap_key_data(key_bits_array: Any, *, builder: Builder | None = None) -> Any:
    return checked_keys(key_bits_array, builder, "wrap_key_data")


def checked_keys(keys: Any, builder: Builder | None, name: str) -> Any:
    x = as_array(keys, builder)
    if x.dtype != WORD or tuple(x.shape[-1:]) != (2,):
        raise CompileError(f"{name} takes keys, u32[..., 2], not {describe(x)}", kind=TypeError)
    return x


# -- bits ----------------------------------------------------------------------------------------------------


def draw_bits(key: Words, width: int, shape: Sequence[int], builder: Builder | None) -> Any:
    """Random unsigned integers of 8, 16, 32 or 64 bits."""
    return reshape_to(word_bits(threefry(key, counters(builder, tuple(shape) or (1,))), width), shape)


def word_bits(words: Words, width: int) -> Any:
    """The integers made of the two words of a hash."""
    if width == 64:
        high, low = (convert(w, np.uint64) for w in words)
        return name_value(prim.or_(prim.shift_left(high, full_like(high, 32)), low), "bits")
    return name_value(convert(prim.xor(*words), UNSIGNED[width]), "bits")


@random("shape", "dtype")
def bits(key: Any, shape: Any = (), dtype: Any = None, *, builder: Builder | None = None) -> Any:
    dtype = array_dtype(dtype, np.uint64)
    if kind(dtype) != "u":
        raise CompileError(f"bits are unsigned integers, not {dtype}", kind=TypeError)
    return draw_bits(key_words(key, builder, "bits"), 8 * dtype.itemsize, normalize_shape(shape), builder)


# -- uniform -------------------------------------------------------------------------------------------------


def float_bits(dtype: np.dtype) -> int:
    """The number of random bits for a float: its width, but 8 if the mantissa is shorter."""
    return 8 if mantissa(dtype) < 8 else 8 * dtype.itemsize


def mantissa(dtype: np.dtype) -> int:
    return {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}[dtype.name]


def unit(bits: Any, dtype: np.dtype) -> Any:
    """Random bits as numbers in [0, 1): they become the mantissa of numbers in [1, 2)."""
    width, kept = 8 * bits.dtype.itemsize, mantissa(dtype)
    top = prim.shift_right(bits, full_like(bits, width - kept))
    top = convert(top, UNSIGNED[8 * dtype.itemsize])
    one = np.ones((), dtype).view(top.dtype)
    return name_value(
        prim.bitcast(prim.or_(top, full_like(top, one)), dtype=dtype) - full_like(top, 1, dtype), "u"
    )


def draw_unit(key: Words, shape: Sequence[int], dtype: np.dtype, builder: Builder | None) -> Any:
    """Numbers in [0, 1)."""
    return unit(draw_bits(key, float_bits(dtype), shape, builder), dtype)


def scale_to_range(u: Any, low: Any, high: Any) -> Any:
    """Numbers in [0, 1) moved to [low, high): values of one shape, or numbers known now."""
    low, high = (v if hasattr(v, "ndim") and v.ndim == u.ndim else full_like(u, v) for v in (low, high))
    return prim.maximum(low, u * (high - low) + low)


def float_dtype(dtype: Any, name: str) -> np.dtype:
    dtype = array_dtype(dtype)
    if kind(dtype) != "f":
        raise CompileError(f"{name} gives floats, not {dtype}", kind=TypeError)
    return dtype


def parameter(value: Any, dtype: Any, builder: Builder | None) -> Any:
    """A parameter of a distribution as an array of its dtype."""
    return convert(as_array(value, builder), dtype)


def broadcast_parameters(name: str, shape: Any, *params: Any) -> tuple[tuple[int, ...], list[Any]]:
    """The shape of the result (by default that of the parameters), and the parameters in it."""
    given = [tuple(p.shape) for p in params]
    wanted = None if shape is None else normalize_shape(shape)
    try:
        found = np.broadcast_shapes(*given, *(() if wanted is None else (wanted,)))
    except ValueError:
        found = None
    if found is None or wanted not in (None, found):
        types = " and ".join(describe(p) for p in params)
        raise CompileError(
            f"{name}: parameters {types} do not broadcast to the shape {wanted or given[0]}", kind=ValueError
        )
    return found, [broadcast_to(p, found) for p in params]


@random("shape", "dtype")
def uniform(
    key: Any,
    shape: Any = (),
    dtype: Any = None,
    minval: Any = 0.0,
    maxval: Any = 1.0,
    *,
    builder: Builder | None = None,
) -> Any:
    dtype = float_dtype(dtype, "uniform")
    u = draw_unit(key_words(key, builder, "uniform"), normalize_shape(shape), dtype, builder)
    if type(minval) in (int, float) and type(maxval) in (int, float) and (minval, maxval) == (0, 1):
        return u
    _, (low, high) = broadcast_parameters(
        "uniform", shape, *(parameter(v, dtype, builder) for v in (minval, maxval))
    )
    return scale_to_range(u, low, high)


@random("shape", "dtype")
def randint(
    key: Any, shape: Any, minval: Any, maxval: Any, dtype: Any = None, *, builder: Builder | None = None
) -> Any:
    """Integers from twice the bits, reduced: the bias is below range * 2^-bits (2^-32 for shorter dtypes)."""
    dtype = array_dtype(dtype, np.int64)
    if not is_integer(dtype):
        raise CompileError(f"randint gives integers, not {dtype}", kind=TypeError)
    wide = dtype if dtype.itemsize >= 4 else np.dtype(np.int32)
    low, high = (as_integers(v, builder) for v in (minval, maxval))
    if wide != dtype:
        info = np.iinfo(dtype)
        low, high = (
            clip_to_dtype(low, info.min, info.max, wide),
            clip_to_dtype(high, info.min, info.max + 1, wide),
        )
    _, (low, high) = broadcast_parameters("randint", shape, low, high)
    words = key_words(key, builder, "randint")
    return convert(integers_between(words, low, high, wide, builder), dtype)


def as_integers(value: Any, builder: Builder | None) -> Any:
    x = strong(as_array(value, builder))
    return x if is_integer(x.dtype) else convert(x, canonical(np.int64))


def clip_to_dtype(x: Any, low: int, high: int, dtype: np.dtype) -> Any:
    """Integers in another dtype; those outside of a range, or of either dtype, at its end."""
    own, new = np.iinfo(x.dtype), np.iinfo(dtype)
    low, high = max(low, own.min, new.min), min(high, own.max, new.max)
    return convert(prim.minimum(prim.maximum(x, full_like(x, low)), full_like(x, high)), dtype)


def integers_between(key: Words, low: Any, high: Any, dtype: np.dtype, builder: Builder | None) -> Any:
    width, info = 8 * dtype.itemsize, np.iinfo(dtype)
    unsigned = UNSIGNED[width]
    beyond = prim.gt(high, full_like(high, min(info.max, np.iinfo(high.dtype).max)))
    low, high = (clip_to_dtype(x, info.min, info.max, dtype) for x in (low, high))
    draws = [draw_bits(k, width, low.shape, builder) for k in split_words(key, 2, builder)]
    span = convert(high - low, unsigned)
    one = full_like(span, 1)
    span = prim.select(prim.le(high, low), one, span)
    span = prim.select(prim.and_(beyond, prim.gt(high, low)), span + one, span)
    rest = lambda x: remainder(x, span)
    factor = rest(full_like(span, 2 ** (width // 2)))
    factor = rest(factor * factor)
    return low + convert(rest(rest(draws[0]) * factor + rest(draws[1])), dtype)


def remainder(x: Any, span: Any) -> Any:
    """x modulo span; x where the span is 0, which stands for all integers there are."""
    zero = prim.eq(span, full_like(span, 0))
    return prim.select(zero, x, prim.remainder(x, prim.select(zero, full_like(span, 1), span)))
