"""Random programs full of what passes look for: constants, repetition, unread values, loops that do little."""
from __future__ import annotations

from typing import Any

import numpy as np

from lowering.construct import cond, fori, while_
from recto.transform import primitives as prim
from recto.transform.ir.builder import TABLE, Builder, Sym, builder_of
from recto.transform.ir.program import Program, Type, check

F64, F32, I64, I8, U8, BOOL, C128 = (np.dtype(t) for t in ("f8", "f4", "i8", "i1", "u1", "?", "c16"))
TYPES = [Type(d, s) for d in (F64, I64, BOOL, F32, I8, U8, C128) for s in ((), (3,), (2, 3))][:16] + [Type(C128)]
PARAMETERS = [Type(F64), Type(F64, (3,)), Type(F64, (2, 3)), Type(I64), Type(I64, (3,)), Type(BOOL), Type(I8),
              Type(F32, (3,)), Type(C128), Type(U8, (3,)), Type(I64, weak=True)]
SPECIAL = {"f": (0.0, -0.0, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan, 0.5), "i": (0, 1, -1, 2, 7, 127, -128),
           "u": (0, 1, 2, 255), "b": (False, True),
           "c": (0j, 1 + 0j, -1 + 0j, complex(-0.0, 0.0), complex(np.inf, 0), complex(np.nan, 1), 2 - 1j)}
BINARY = {"f": ("add", "sub", "mul", "div", "maximum", "minimum", "remainder"), "b": ("and_", "or_", "xor"),
          "i": ("add", "sub", "mul", "maximum", "minimum", "and_", "or_", "xor", "remainder", "floor_divide"),
          "c": ("add", "sub", "mul", "div")}
BINARY["u"] = BINARY["i"]
COMPARE = ("eq", "ne", "lt", "le", "gt", "ge")
UNARY = {"f": ("neg", "abs", "floor", "sin", "copy", "real", "conj", "isnan", "sign"), "b": ("not_", "copy"),
         "i": ("neg", "abs", "floor", "copy", "not_", "isfinite"), "c": ("neg", "conj", "real", "imag", "copy", "abs")}
UNARY["u"] = UNARY["i"]


class Grower:
    """Grows a program statement by statement; `random` decides."""

    def __init__(self, random: Any):
        self.random = random

    def pick(self, items: Any) -> Any:
        return self.random.choice(list(items))

    def program(self) -> Program:
        b = Builder()
        values = [b.parameter(t, f"x{k}") for k, t in enumerate(PARAMETERS)]
        values = self.block(values, self.random.randint(1, 16), 0)
        return check(b.finish([self.pick(values[-9:]) for _ in range(self.random.randint(1, 4))], "f"))

    def block(self, values: list[Sym], length: int, depth: int) -> list[Sym]:
        kinds = ("plain",) * 6 + ("again", "constant", "move", "window", "region")
        kinds += ("branch", "count", "wait", "call") if depth < 2 else ()
        for _ in range(length):
            values = [*values, *getattr(self, f"do_{self.pick(kinds)}")(values, depth)]
        return values

    def of(self, values: list[Sym], test: Any) -> Sym:
        return self.pick([v for v in values if test(v)] or [None]) if any(map(test, values)) else None

    # -- one value ---------------------------------------------------------------------------------------------------

    def do_plain(self, values, depth):
        x = self.pick(values)
        kind = x.dtype.kind
        y = self.of(values, lambda v: v.dtype == x.dtype and v.shape == x.shape)
        if self.random.random() < 0.4:
            y = self.constant(x.builder, x.type)
        x, y = (x, y) if self.random.random() < 0.7 else (y, x)
        action = self.pick(("binary", "binary", "compare", "unary", "cast", "select", "power"))
        return [getattr(self, f"plain_{action}")(values, x, y, kind)]

    def plain_binary(self, values, x, y, kind):
        return TABLE[self.pick(BINARY[kind])](x, y)

    def plain_compare(self, values, x, y, kind):
        return TABLE[self.pick(COMPARE[:2] if kind == "c" else COMPARE)](x, y)

    def plain_unary(self, values, x, y, kind):
        return TABLE[self.pick(UNARY[kind])](y)

    def plain_cast(self, values, x, y, kind):
        to = self.pick([C128] if kind == "c" else [F64, C128, F32] if kind == "f" else [F64, F32, I64, I8])
        return prim.cast(x, dtype=to)

    def plain_select(self, values, x, y, kind):
        p = self.of(values, lambda v: v.dtype == BOOL and v.shape == x.shape)
        return prim.select(x == x if p is None else p, x, y)

    def plain_power(self, values, x, y, kind):
        return x if kind == "b" else prim.integer_pow(x, exponent=self.pick((0, 1, 2)))

    def constant(self, builder, kind: Type) -> Sym:
        value = np.asarray(self.pick(SPECIAL[kind.dtype.kind])).astype(kind.dtype)
        spread = np.broadcast_to(value, kind.shape) if self.random.random() < 0.7 else np.full(kind.shape, value)
        return builder.lift(spread)

    def do_constant(self, values, depth):
        x = self.pick(values)
        return [self.constant(x.builder, x.type)]

    def do_again(self, values, depth):
        """A call that was made before."""
        builder = builder_of(values)
        made = [c for c in builder.body if not c.primitive.multiple]
        if not made:
            return []
        call = self.pick(made)
        return [call.primitive(*(Sym(builder, o) for o in call.operands), **dict(call.params))] if call.operands else []

    # -- arrays --------------------------------------------------------------------------------------------------------

    def do_move(self, values, depth):
        x = self.of(values, lambda v: v.shape)
        if x is None:
            return []
        action = self.pick(("reshape", "transpose", "broadcast", "flip", "sum", "join", "same"))
        if action == "reshape":
            return [prim.reshape(x, shape=self.pick([x.shape, (x.size,), (1, x.size), x.shape[::-1]]))]
        if action == "transpose":
            return [prim.transpose(x, axes=tuple(self.random.sample(range(x.ndim), x.ndim)))]
        if action == "broadcast":
            return [prim.broadcast(x, shape=(2, *x.shape), axes=tuple(range(1, x.ndim + 1)))] if x.size < 40 else []
        if action == "flip":
            return [prim.flip(x, axes=self.pick([(), (0,)]))]
        if action == "sum":
            return [prim.reduce_max(x, axes=self.pick([(), (0,)]))] if x.dtype.kind != "c" and x.size else []
        if action == "join":
            return [prim.concatenate(x, *self.pick([(), (x,)]), axis=0)] if x.size < 40 else []
        return [prim.slice_(x, starts=(0,) * x.ndim, limits=x.shape, strides=(1,) * x.ndim, drop=())]

    def do_region(self, values, depth):
        """A slice of computed length, what is computed of it, and a write to one."""
        x = self.of(values, lambda v: v.shape)
        if x is None:
            return []
        axes = tuple(sorted(self.random.sample(range(x.ndim), self.random.randint(1, x.ndim))))
        y = self.of(values, lambda v: v.type.matches(x.type))
        y = self.constant(x.builder, x.type.update(weak=False)) if y is None or self.random.random() < 0.6 else y
        bounds = [self.bound(values, x) for _ in range(2 * len(axes))]
        part = prim.select_region(x, y, *bounds, axes=axes)
        if x.dtype == BOOL:
            return [part, prim.inside(*bounds[:2], size=x.shape[axes[0]])]
        return [part, prim.select_region(x + part, x, *bounds, axes=axes), x + part,
                prim.select_region(part, x, *self.random.sample(bounds, len(bounds)), axes=axes)]

    def bound(self, values, x):
        n = self.of(values, lambda v: v.dtype == I64 and not v.shape)
        return x.builder.lift(self.pick((-1, 0, 0, 1, 2, 9))) if n is None or self.random.random() < 0.5 else n

    def do_window(self, values, depth):
        x = self.of(values, lambda v: v.ndim == 1 and v.size > 1)
        i = self.of(values, lambda v: v.dtype == I64 and not v.shape)
        if self.random.random() < 0.5:
            i = x.builder.lift(np.asarray(self.pick((-1, 0, 1, 9)))) if x is not None else None
        if x is None or i is None:
            return []
        read = prim.dynamic_slice(x, i, sizes=(1,), drop=(0,))
        value = self.of(values, lambda v: v.dtype == x.dtype and not v.shape)
        new = prim.update_slice(x, read if value is None else value, i, sizes=(1,), drop=(0,))
        more = prim.dynamic_slice(new, i, sizes=(1,), drop=(0,))
        part = dict(starts=(0,), limits=(x.size,), strides=(2,), drop=())
        return [read, new, more, prim.slice_(prim.slice_(x, **part), starts=(0,), limits=(1,), strides=(1,), drop=(0,)),
                prim.put_slice(new, prim.slice_(x, **part), **part)]

    # -- programs within -----------------------------------------------------------------------------------------------

    def some(self, values: list[Sym]) -> list[Sym]:
        """A few values, in the program that is being grown."""
        builder = builder_of(values)
        return [builder.lift(self.pick(values)) for _ in range(self.random.randint(1, 4))]

    def results(self, values: list[Sym], inner: list[Sym], carry: Any) -> list[Any]:
        """For each carry a value of its type: often itself, or another one that is carried."""
        stays = lambda: self.random.random() < 0.3
        fitting = lambda c: self.of([*inner[len(carry):], c], lambda v: v.type.matches(c.type))
        return [c if stays() else fitting(c) for c in carry]

    def turn(self, carry: list[Sym], index: list[Sym], depth: int, outside: list[Sym]) -> list[Any]:
        known = [*carry, *index, *(self.pick(outside) for _ in range(3))]
        inner = self.block(known, self.random.randint(0, 4), depth + 1)
        inner = [carry[0].builder.lift(v) for v in inner]
        return self.results(outside, inner, carry)

    def do_branch(self, values, depth):
        p = self.of(values, lambda v: v.dtype == BOOL and not v.shape)
        carry = self.some(values)
        if p is None or self.random.random() < 0.2:
            p = builder_of(values).lift(np.asarray(self.random.random() < 0.5))
        if self.random.random() < 0.5:
            carry.append(p)
        return list(cond(p, carry, *(lambda *vs: self.turn(list(vs), [], depth, values) for _ in range(2))))

    def do_count(self, values, depth):
        lo, hi, step = self.pick([(0, 0, 1), (0, 1, 1), (0, 3, 1), (2, -1, -1), (0, 5, 2)])
        carry = self.some(values)
        carry += [builder_of(values).lift(np.asarray(1.5))] * (self.random.random() < 0.3)
        return list(fori(lo, hi, carry, lambda i, *vs: self.turn(list(vs), [i], depth, values), step))

    def do_wait(self, values, depth):
        """A while loop of a few turns; some of them count."""
        builder = builder_of(values)
        lo, hi, step, name = self.pick([(0, 3, 1, "lt"), (0, 3, 2, "le"), (4, 0, -1, "gt"), (4, 0, -3, "ge"),
                                        (5, 3, 1, "lt"), (0, 3, 3, "ne")])
        kind = self.pick((I64, I64, I8))
        k = builder.lift(np.asarray(lo, kind))
        end = self.of(values, lambda v: v.dtype == kind and not v.shape) if self.random.random() < 0.3 else None
        bound = np.asarray(hi, kind)
        if end is not None and kind == I64 and name != "ne":
            bound = prim.minimum(prim.maximum(end, np.asarray(-3)), np.asarray(5))

        def body(n, *vs):
            return [n + np.asarray(step, kind), *self.turn(list(vs), [n], depth, values)]
        test = lambda n, *vs: TABLE[name](n, n.builder.lift(bound))
        return list(while_([k, *self.some(values)], test, body))

    def do_call(self, values, depth):
        arguments = self.some(values)
        inner = Builder()
        parameters = [inner.parameter(v.type, "p") for v in arguments]
        made = self.block(parameters, self.random.randint(0, 3), 2)
        program = inner.finish([self.pick(made) for _ in range(2)], "g")
        found = [prim.call(*arguments, program=program) for _ in range(self.random.randint(1, 2))]
        return [v for results in found for v in results]


def arguments(seed: int) -> list[np.ndarray]:
    """Values for the parameters: small numbers, and special ones."""
    rng = np.random.default_rng(seed)
    out = []
    for t in PARAMETERS:
        plain = rng.integers(-3, 9, t.shape) if t.dtype.kind != "u" else rng.integers(0, 9, t.shape)
        special = rng.choice(np.asarray(SPECIAL[t.dtype.kind]), t.shape)
        out.append(np.where(rng.random(t.shape) < 0.5, plain, special).astype(t.dtype))
    return out
