"""Expressions: templates with holes. What fits is found by running it."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from . import kinds
from .draft import Draft, Refused

HOLE = re.compile(r"\{\{|\}\}|\{(\w+)\}")       # or a brace
TRIES = 6

# Scalars: Python numbers and NumPy scalars.
NUMBER = """
{n} + {n} | {n} - {n} | {n} * {n} | {n} * {c} | {n} + {c} | {c} - {n} | {n} / {c} | -{n} | +{n} | abs({n})
{n} // {p} | {n} % {p} | divmod({n}, {p})[0] | divmod({n}, {p})[1] | {n} ** 2 | {n} ** {e} | {e} ** {E}
-({n}) ** 2
{n} if {b} else {n} | {n} if {b} else {c} | {c} if {b} else {n} | min({n}, {n}) | max({n}, {n})
min({n}, {c}) | max({c}, {n}, {n})
{V}[{k}] | {V}[-1] | {M}[{k}, {k}] | {M}[{k}][{k}] | {A}.flat[0] | {A}.sum() | {A}.max() | {A}.min()
{A}.mean()
np.sum({a}) | np.max({a}) | np.min({a}) | np.mean({a}) | np.prod({a}) | np.std({a}) | np.var({a})
np.median({a})
np.dot({v}, {v}) | {v} @ {v} | np.vdot({v}, {v}) | np.trace({M}) | np.linalg.norm({v}) | np.ptp({a})
np.argmax({a}) | np.argmin({a}) | np.count_nonzero({a}) | np.count_nonzero({m}) | np.sum({m}) | {A}.argmax()
len({V}) | {A}.size | {A}.ndim | {A}.shape[0] | len({L}) | sum({L}) | min({L}) | max({L}) | {L}[{k}]
{L}[-1] | {T}[0] | {T}[-1]
sum({V}) | max({V}) | min({V}) | sum({x} for {x} in {V}) | max({x} * {c} for {x} in {V})
sum({x} * {y} for {x}, {y} in zip({V}, {V}))
sum(1 for {x} in {V} if {x} > {c}) | sum([{x} * {x} for {x} in {L}])
sum({x} for {x} in {L} if {x} is not None)
functools.reduce(lambda p, q: p + q, {V}) | functools.reduce(operator.mul, {L}, 1)
functools.reduce(lambda p, q: max(p, q), {V}, {c})
int({n}) | float({n}) | round({n}) | int({b}) | bool({n}) + 1 | math.floor({n}) | math.ceil({n})
math.trunc({n})
np.float32({n}) | np.float64({n}) | np.int32({i}) | np.int64({i}) | np.uint8({u}) | np.int8({u})
np.float16({n}) | np.{t}({u})
np.sqrt(abs({n})) | np.sin({n}) | np.cos({n}) | np.exp(-abs({n})) | np.tanh({n}) | np.floor({n})
np.sign({n}) | np.arctan2({n}, {n})
math.sin({n}) | math.cos({n}) | math.sqrt(abs({n})) | math.hypot({n}, {n}) | math.exp(-abs({n}))
math.atan2({n}, {c}) | math.copysign({n}, {n})
np.maximum({n}, {n}) | np.minimum({n}, {n}) | np.where({b}, {n}, {n}) | np.clip({n}, -1, 1) | np.abs({n})
np.square({n}) | np.hypot({n}, {n})
{i} & {i} | {i} | {i} ^ {i} | ~{i} | {i} << {e} | {i} >> {e} | {i} // {p} | {i} % {p} | -{i} // {p}
{i} & 7 | math.gcd({i}, {p})
{z}.real | {z}.imag | abs({z}) | np.conj({z}) | {z} * {z} | {z} + {n} | complex({n}, {n}) | np.angle({z})
np.real({z}) | {z} ** 2 | {z} == {z}
(lambda w: w * w)({n}) | (lambda w, k=2: w + k)({n}) | (lambda *w: w[0] + w[-1])({n}, {n})
operator.add({n}, {n}) | operator.sub({n}, {n})
{D}[{d}] | {D}.get({d}, {c}) | {D}.get("none", {n}) | sum({D}.values()) | max({D}.values()) | len({D})
{n} and {n} | {n} or {n} | ({w} := {n}) + {w} | {n}.dtype.itemsize | {n}.real | {n}.imag | {n}.item()
{V}[{k}].item() | {A}.sum().item()
np.add.reduce({v}) | np.multiply.reduce({v}) | np.maximum.reduce({v}) | np.searchsorted(np.sort({v}), {n})
{V}.tolist()[0]
next({I}, {n}) | next({I}, {c}) | sum(1 for _ in {I}) | len(list({I})) | sum({I}) | len({W}) | sum({W})
{R}[{k}] | {R}[-1] | len({R}) | sum({R}) | {R}.stop | max({R}, default={n}) | next(iter({V})) | next({x} for {x} in {L})
isinstance({n}, int) + {n} | (3 if isinstance({x0}, float) else 4) * {n} | {O}.{o} | {F}({n})
{F}({n}, {n}) | {F}(*({n}, {n})) | {F}({n}, k={n})
{n} * {b} | {n} + {b} | {n} - ({n} - {n}) | {n} - (-{n}) | {n} - np.negative({n}) | {n} / ({n} / {c})
{c} * ({n} + {n}) | -(-{n})
"""

# Arrays.
ARRAY = """
{a} + {a} | {a} - {a} | {a} * {a} | {a} + {n} | {n} - {a} | {a} * {n} | {a} / {c} | {n} / (abs({a}) + 1)
-{a} | +{a} | abs({a}) | ~{m} | {a} ** 2 | {a} ** {e}
{a} // {p} | {a} % {p} | {p} % (abs({a}) + 1) | {a} - (-{a}) | {a} - np.negative({a}) | {a} * {m}
{m} * {n} | {a} + {m} | {a} - {a} - {a} | -(-{a}) | {a} * 1 | {a} + 0
{V}[::-1] | {V}[1:] | {V}[:-1] | {V}[::2] | {V}[1::2] | {V}[{s}:] | {V}[:{s}] | {V}[-2:] | {V}[{s}:{s}]
{V}[::-2] | {V}[None] | {V}[:, None] | {V}[...]
{M}[{k}] | {M}[:, {k}] | {M}[::-1] | {M}[:, ::-1] | {M}[1:, :-1] | {M}[..., {k}] | {M}.T | {M}[{k}, :]
{M}[[{k}, {k}]] | {M}[:, [{k}, 0]] | {A}[None, ...] | {A}[...]
{V}[{m}] | {a}[{m}] | {V}[[{k}, {k}, 0]] | {V}[np.array([{k}, {k}])] | {M}[{k}][::-1]
{V}[np.argsort({V}, kind='stable')]
{M}.T[::-1] | {M}[[0, 1], [{k}, {k}]]
{V}[{k}:{k} + 2] | {V}[{k}:] | {V}[:{k}] | {V}[:{k} + 1][::-1] | {V}[{k}::2] | {M}[{k}:, :1]
{V}[{lo}:{hi}] | {V}[-{k}:] | {M}[:, :{k}]
np.where({m}, {a}, {a}) | np.where({m}, {a}, {n}) | np.where({m}, {c}, {a}) | np.where({a} > {n}, {a}, 0)
np.select([{m}, {m}], [{a}, {a}], {c})
np.sum({M}, axis=0) | np.sum({M}, axis=1, keepdims=True) | {M}.max(axis=1) | {M}.min(axis=0)
np.mean({M}, axis=-1) | np.argmax({M}, axis=1) | {M}.prod(axis=0)
np.cumsum({v}) | np.cumprod({v}) | np.cumsum({M}, axis=1) | np.diff({v}) | np.diff({M}, axis=0)
np.maximum.accumulate({v}) | np.add.accumulate({v}) | np.sort({v}) | np.sort({M}, axis=0)
np.argsort({v}, kind='stable')
np.maximum({a}, {a}) | np.minimum({a}, {n}) | np.clip({a}, -1, 2) | np.clip({a}, {n}, None) | np.sign({a})
np.floor({a}) | np.ceil({a}) | np.round({a}) | np.rint({a}) | np.trunc({a}) | np.abs({a})
np.fmax({a}, {n}) | np.fmin({a}, {a})
np.sin({a}) | np.cos({a}) | np.exp(-abs({a})) | np.tanh({a}) | np.sqrt(abs({a})) | np.log1p(abs({a}))
np.arctan({a}) | np.square({a}) | np.reciprocal(abs({a}) + 1.5) | np.hypot({a}, {a}) | np.arctan2({a}, {n})
np.isnan({a}) * 1.0 | np.nan_to_num({a}) | np.log(abs({a}) + 1) | np.expm1(-abs({a}))
np.dot({M}, {v}) | {M} @ {v} | {M} @ {M}.T | {v} @ {M} | np.outer({v}, {v}) | np.einsum("ij,j->i", {M}, {v})
np.tensordot({M}, {v}, 1) | np.kron({v}, {v}) | np.convolve({v}, {v}) | np.matmul({M}, {v})
np.cross({v}, {v}) | np.einsum("ii->i", {M})
np.concatenate([{v}, {v}]) | np.concatenate(({M}, {M}), axis=1) | np.stack([{v}, {v}])
np.vstack([{v}, {M}]) | np.hstack([{v}, {v}]) | np.append({v}, {n}) | np.repeat({v}, 2) | np.tile({v}, 2)
np.array([{n}, {n}]) | np.array([[{n}, {n}], [{n}, {n}]]) | np.array({L}) | np.insert({v}, 1, {n})
np.delete({v}, 0) | np.array([{x} * 2 for {x} in {V}]) | np.array([{v}, {v}]) | np.block([{v}, {v}])
np.column_stack([{v}, {v}])
{A}.copy() | {A}.ravel() | {A}.flatten() | {A}.reshape(-1) | {A}.reshape(-1, 1) | {M}.reshape(-1) | {A}.T
np.transpose({M}) | np.swapaxes({M}, 0, 1) | np.expand_dims({a}, 0) | np.squeeze({A}) | np.flip({a})
np.roll({v}, 1) | np.roll({M}, {s}, axis=0) | np.flipud({M}) | np.rot90({M}) | np.pad({v}, 1)
np.pad({v}, (1, 2), constant_values={c}) | np.pad({v}, 1, mode="edge") | np.atleast_2d({a})
np.moveaxis({M}, 0, 1) | np.ravel({M}, order="F") | np.broadcast_to({v}, (2, len({v}))) | np.roll({v}, {i})
np.zeros({s}) | np.ones(({s}, 2)) | np.zeros_like({a}) | np.ones_like({a}) | np.full({s}, {n})
np.full_like({a}, {c}) | np.arange({s}) | np.arange(len({V})) | np.arange({s}) * {n}
np.linspace(0, {c}, {s}) | np.eye({s}) | np.diag({v}) | np.diag({M}) | np.tri(2) | np.tril({M})
np.triu({M}) | np.empty(0) | np.array([]) | np.zeros((0, 2)) | np.asarray({n}) | np.array({n})
np.identity(2) | np.arange({s}, 0, -1) | np.zeros({A}.shape) | np.zeros(len({V}), np.{t})
np.arange({s}, dtype=np.{t}) | -np.arange({s}) + {s} | np.meshgrid({v}, {v})[0] | np.indices((2, 2))[0]
{a}.astype(np.{t}) | {a}.astype(int) | {a}.astype(float) | {a}.astype(bool) | np.{t}({A}) | {a}.view()
{z}.real | {Z}.real | {Z}.imag | np.conj({Z}) | {a} + 1j | {Z} * {Z} | np.angle({Z}) | np.abs({Z})
{a} * (1 + 2j) | {A}.astype(complex) | np.asarray({a}, dtype=np.{t}) | np.array({a}, np.{t})
{a} & {a} | {a} ^ {a} | {a} << {e} | {a} >> {e} | np.bitwise_or({a}, {a}) | {m} & {m} | {m} | {m} ^ {m}
{m} + {m} | np.invert({m}) | np.logical_xor({m}, {m}) | np.left_shift({a}, {e})
{a} if {b} else {a} | {F}({a}) | {F}({a}, {n}) | {O}.{o} | {T}[0] | {T}[-1] | {D}[{d}] | {L}[{k}]
[{a}, {a}][{s} - 1] | ({w} := {a}) * {w} | (lambda r: r * r)({a})
list(map(lambda r: r + {n}, [{a}, {a}]))[1] | {N}[{k}]
np.unique({v}) | np.nonzero({m})[0] | np.flatnonzero({a}) | np.take({v}, [0, {k}])
np.take_along_axis({M}, np.argsort({M}, axis=0, kind='stable'), 0) | np.searchsorted(np.sort({v}), {v})
np.bincount(abs({iv})) | np.argwhere({m}) | np.compress({m}, {v}) | np.extract({m}, {v})
np.choose({m} * 1, [{a}, {a}]) | np.digitize({v}, [0, 1]) | np.interp({v}, [0, 1, 2], [1.0, 3.0, 2.0])
np.histogram({v}, bins=3)[0] | np.gradient({v}) | np.trapezoid({M}, axis=1) | np.cov({M})
np.partition({v}, 1) | np.vander({v}, 3) | np.polyval([1, 2, {c}], {v})
np.array_split({v}, 2)[{zeroone}] | np.split({M}, 2)[0] | np.array([{F}({x}) for {x} in {V}])
np.array([{n} for {x} in range({s})]) | np.array([{x} if {x} > {c} else {c} for {x} in {V}])
np.fft.fft({v}).real | np.add.outer({v}, {v}) | np.subtract.outer({v}, {v}) | np.minimum.reduce({M})
np.logaddexp({a}, {a}) | np.mod({a}, {p}) | np.fmod({a}, {p}) | np.remainder({a}, {p})
np.power(abs({a}) + 1, {e}) | np.divmod({a}, {p})[1] | np.float_power(abs({a}), 2) | np.ldexp({a}, {e})
np.copysign({a}, {a}) | np.heaviside({a}, 1) | np.nextafter({a}, {n}) | np.spacing({a}) | np.signbit({a})
np.gcd({a}, {p}) | np.lcm({a}, {p})
"""

BOOL = """
{n} > {n} | {n} < {c} | {n} >= {n} | {n} <= {c} | {n} == {n} | {n} != {c} | {c} < {n} < {p}
{n} < {n} <= {n} | not {b} | {b} and {b} | {b} or {b} | {n} > 0
np.any({m}) | np.all({m}) | {m}.any() | {m}.all() | any({x} > {c} for {x} in {V})
all({x} < {c} for {x} in {V}) | {i} % 2 == 0 | {n} in ({c}, {p}) | {n} not in (0, 1) | bool({n})
{m}[{k}] | np.isnan({n}) | np.isfinite({n}) | math.isnan({n}) | isinstance({n}, (int, float)) | {n} is None
{n} is not None | {d} in {D} | "zz" not in {D} | len({V}) > {s} | np.array_equal({a}, {a})
np.allclose({a}, {a}) | {O} is not None | True | False | {b} == {b} | {b} != {b} | {i} & 1 == 1
{n} == {n} == {n} | np.logical_and({b}, {b}) | {b} ^ {b} | {b} & {b} | math.isclose({n}, {n})
{n} > {n} - {n} | hasattr({O}, "{o}")
{i} in {R} | {c} in {R} | {n} in {R} | {d} in {W} | {c} in {I} | any({I}) | all({x} > {c} for {x} in {L}) | bool({R})
"""

MASK = """
{a} > {n} | {a} < {a} | {a} >= {c} | {a} == {a} | {a} != {n} | {m} & {m} | {m} | {m} ^ {m} | ~{m}
np.isnan({a}) | np.isfinite({a}) | np.logical_not({m}) | ({a} > {c}) & ({a} < {p}) | {a}.astype(bool)
{M}[:, 0] > {n} | np.logical_or({m}, {m}) | np.isclose({a}, {n}) | np.signbit({a}) | np.isin({a}, [0, 1])
{m}[::-1] | {n} < {a} | {a} > -{p}
"""


def split(table: str) -> list[str]:
    """The templates of a table: `|` between spaces separates, also from templates that hold one themselves."""
    found = []
    for line in table.strip().splitlines():
        found += [part.strip() for part in line.split(" | ")]
    return found + ["{i} | {i}", "{m} | {m}"]


TABLES = {"number": split(NUMBER), "array": split(ARRAY), "bool": split(BOOL), "mask": split(MASK)}
FITS: dict[str, Callable[[Any], bool]] = {"number": kinds.is_number, "array": kinds.is_array, "bool": kinds.is_bool,
                                          "mask": kinds.is_mask}


def expression(d: Draft, want: str, depth: int = 2, fits: Callable[[Any], bool] | None = None) -> str:
    """An expression of a table whose value is wanted. Raises Refused where none is found."""
    ok = lambda v: FITS[want](v) and kinds.is_modest(v) and (fits is None or fits(v))
    for _ in range(TRIES):
        if depth <= 0 or d.chance(0.25):
            text = atom(d, want, ok)
        else:
            text = d.rng.choice(TABLES[want])
            if text in d.off:
                continue
        try:
            filled = fill(d, text, depth - 1)
            value = d.try_out(filled)
        except Refused:
            continue
        if ok(value) and (kinds.is_tame(value) or d.chance(0.05)):
            if "{" in text:
                d.constructs.add(text)
            return filled
    return atom(d, want, ok)


def atom(d: Draft, want: str, ok: Callable[[Any], bool]) -> str:
    """A variable, something simple made of one, or a literal."""
    names = d.variables(ok)
    if names and d.chance(0.9):
        return d.rng.choice(names[-6:] if d.chance(0.5) else names)
    near, far = list(SIMPLE[want]), list(LITERALS[want])
    d.rng.shuffle(near)
    d.rng.shuffle(far)
    for text in near + far:
        try:
            filled = fill(d, text, 0)
            if ok(d.try_out(filled)):
                return filled
        except Refused:
            continue
    raise Refused(f"no {want}")


SIMPLE = {"number": ("{V}[0]", "{V}[-1]", "{A}.sum()", "len({V})", "{A}.max()"),
          "bool": ("{x0} > 1", "{x0} < 2", "{x0} != 0", "{x0} == 1", "{V}[0] > 0", "{x0} >= 0"),
          "mask": ("{A} > 0", "{A} < 1", "{A} != 1", "{V} >= {V}[0]"),
          "array": ("{V}[1:]", "{A} * 2", "{A}.T", "np.array([{x0}, {x0}, 2])", "{A} > 0", "{V}[None]")}
LITERALS = {"number": ("1", "2", "0.5", "-1.0", "3", "0"), "bool": ("True", "False"),
            "mask": ("np.array([True, False, True])",), "array": ("np.arange(3.0)", "np.ones((2, 2))", "np.arange(3)")}


# -- holes ---------------------------------------------------------------------------------------------------

def parenthesised(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+|[\w.]+\([^()]*\)", text) else f"({text})"


def fill(d: Draft, template: str, depth: int) -> str:
    """A template with its holes filled; the same name for the same bound variable."""
    bound: dict[str, str] = {}

    def hole(match: re.Match) -> str:
        name = match[1]
        if not name:
            return match[0][0]
        if name in BOUND:
            if name not in bound:
                bound[name] = d.fresh(BOUND[name])
            return bound[name]
        return HOLES[name](d, depth)
    return HOLE.sub(hole, template)


def a_variable(wanted: Callable[[Any], bool]) -> Callable[[Draft, int], str]:
    def choose(d: Draft, depth: int) -> str:
        names = d.variables(wanted)
        if not names:
            raise Refused("no such variable")
        return d.rng.choice(names)
    return choose


def nested(want: str, fits: Callable[[Any], bool] | None = None) -> Callable[[Draft, int], str]:
    return lambda d, depth: parenthesised(expression(d, want, depth, fits))


def one_of(*texts: str) -> Callable[[Draft, int], str]:
    return lambda d, depth: d.rng.choice(texts)


def literal(d: Draft, depth: int) -> str:
    return d.rng.choice(["1", "2", "3", "0", "0.5", "1.5", "2.0", "-1", "0.25", "1.0", "-2.5", "10"])


def position(d: Draft, depth: int) -> str:
    """An index: a literal, an index variable, or an expression reduced to what is in range."""
    if d.chance(0.5):
        return d.rng.choice(["0", "1", "-1", "0", "2"])
    names = d.variables(kinds.is_int)
    if names and d.chance(0.7):
        return d.rng.choice(names)
    return f"(int({expression(d, 'number', depth, kinds.is_int)}) % 2)"


def key(d: Draft, depth: int) -> str:
    return d.rng.choice(['"a"', '"b"', '"n"', "1", "2"])


def attribute(d: Draft, depth: int) -> str:
    return d.rng.choice(["a", "k", "total", "size", "half", "items"])


def is_instance(v: Any) -> bool:
    if kinds.is_iterator(v) or kinds.is_view(v):
        return False
    return type(v).__module__ == "__draft__" or hasattr(v, "__dict__") and not callable(v) and not isinstance(v, type)


def is_function(v: Any) -> bool:
    return callable(v) and not isinstance(v, (type, np.ufunc)) and not is_instance(v)


def all_numbers(v: Any) -> bool:
    return isinstance(v, list) and bool(v) and all(map(kinds.is_number, v))


BOUND = {"x": "u v w t", "y": "r s z", "w": "tmp held"}
HOLES: dict[str, Callable[[Draft, int], str]] = {
    "n": nested("number"), "a": nested("array"), "b": nested("bool"), "m": nested("mask"),
    "i": nested("number", kinds.is_int), "v": nested("array", kinds.is_vector), "M": nested("array", kinds.is_matrix),
    "u": nested("number", lambda v: kinds.is_real(v) and 0 <= v < 100), "c": literal, "p": one_of("2", "3", "4", "1.5"),
    "e": one_of("0", "1", "2", "3"), "E": one_of("2", "3"), "s": one_of("1", "2", "3"), "k": position,
    "lo": position, "hi": position, "zeroone": one_of("0", "1"), "d": key, "o": attribute,
    "A": a_variable(kinds.is_array), "V": a_variable(lambda v: kinds.is_vector(v) and v.size > 0),
    "z": nested("number", lambda v: isinstance(v, (complex, np.complexfloating))),
    "Z": nested("array", lambda v: v.dtype.kind == "c"),
    "iv": nested("array", lambda v: v.ndim == 1 and v.dtype.kind in "iu"),
    "L": a_variable(all_numbers), "N": a_variable(lambda v: isinstance(v, list) and bool(v)),
    "T": a_variable(lambda v: isinstance(v, tuple) and bool(v)),
    "D": a_variable(lambda v: isinstance(v, dict) and bool(v)), "F": a_variable(is_function),
    "I": a_variable(kinds.is_iterator), "W": a_variable(kinds.is_view), "R": a_variable(lambda v: isinstance(v, range)),
    "O": a_variable(is_instance), "x0": a_variable(kinds.is_number),
    "t": lambda d, depth: d.rng.choice(d.palette),
}
