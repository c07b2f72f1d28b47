"""Random programs with loops, branches, calls and updates, drawn by hypothesis; counter-examples print as source."""
import numpy as np
from hypothesis import strategies as st

from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder, Sym, broadcast_to, convert
from recto.transform.ir.program import Program, Type, check

F64, F32, I64, BOOL = (np.dtype(t) for t in ("f8", "f4", "i8", "?"))
SHAPES = [(), (4,), (3, 4)]             # they broadcast to one another
KINDS = [(F64, ()), (F64, (4,)), (F64, (3, 4)), (I64, ()), (I64, (4,)), (BOOL, ()), (F32, (4,)), (F32, ())]
NAMES = ["x", "y", "s", "a", "b", None, None]
UNARY = [prim.sin, prim.tanh, prim.neg, prim.abs, lambda x: prim.integer_pow(prim.tanh(x), exponent=2)]
BINARY = [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: prim.tanh(x) * y, lambda x, y: x / (abs(y) + 1.5),
          lambda x, y: -x + y, lambda x, y: 2.0 * x - y, lambda x, y: x * 0.1 + 1.0]
COMPARE = [lambda x, y: x < y, lambda x, y: x >= y, lambda x, y: x == y]
INTEGER = [lambda i, j: i + j, lambda i, j: i - j, lambda i, j: prim.maximum(*same(i, j)), lambda i, j: i * 3 + 1]
BOOLEAN = [prim.and_, prim.or_, lambda p, q: prim.not_(p)]


def same(*xs):
    shape = np.broadcast_shapes(*(x.shape for x in xs))
    return [broadcast_to(x, shape) for x in xs]


class Pool:
    """The values that a block of a program may use."""

    def __init__(self, draw, builder: Builder, values: list[Sym]):
        self.draw, self.builder, self.values = draw, builder, list(values)

    def pick(self, items):
        return items[self.draw(st.integers(0, len(items) - 1))]

    def value(self, dtype, shape=None):
        """A value of a type (made of a constant if there is none); shape None: any."""
        shapes = SHAPES if shape is None else [shape]
        fitting = [v for v in self.values if v.dtype == dtype and v.shape in shapes]
        if fitting and self.draw(st.integers(0, 5)):
            return self.pick(fitting)
        number = {"b": True, "i": self.draw(st.integers(-2, 5))}.get(dtype.kind, self.pick([0.0, 1.0, -0.5, 2.0, 0.25]))
        return self.builder.lift(np.broadcast_to(np.asarray(number, dtype), () if shape is None else shape))

    def add(self, value, named=True):
        if named:
            hint = self.pick(NAMES)
            if hint:
                self.builder.name(value, hint)
        self.values.append(value)

    def index(self, size):
        """An integer in range: a constant, or a clamped value."""
        if self.draw(st.booleans()):
            return self.builder.lift(np.int64(self.draw(st.integers(0, size - 1))))
        i = self.value(I64, ())
        return prim.minimum(prim.maximum(i, self.builder.lift(np.int64(0))), self.builder.lift(np.int64(size - 1)))


# -- steps ---------------------------------------------------------------------------------------------------

def unary(pool):
    pool.add(pool.pick(UNARY)(pool.value(pool.pick([F64, F64, F32]))))


def binary(pool):
    dtype = pool.pick([F64, F64, F32])
    pool.add(pool.pick(BINARY)(pool.value(dtype), pool.value(dtype)))


def mixed(pool):
    pool.add(pool.pick(BINARY)(pool.value(pool.pick([F64, F32])), pool.value(pool.pick([F64, F32, I64]))))


def integer(pool):
    pool.add(pool.pick(INTEGER)(pool.value(I64, pool.pick([(), (4,)])), pool.value(I64, ())))


def compare(pool):
    pool.add(pool.pick(COMPARE)(*same(pool.value(F64, ()), pool.value(F64, ()))))


def boolean(pool):
    pool.add(pool.pick(BOOLEAN)(pool.value(BOOL, ()), pool.value(BOOL, ())))


def where(pool):
    dtype = pool.pick([F64, F32, I64])
    x, y = same(pool.value(dtype), pool.value(dtype))
    p, _ = same(pool.value(BOOL, ()), x)
    pool.add(prim.select(broadcast_to(p, x.shape), x, y))


def reduce(pool):
    x = pool.value(F64, pool.pick([(4,), (3, 4)]))
    axes = pool.pick([(0,), tuple(range(x.ndim)), (x.ndim - 1,)])
    y = pool.pick([prim.reduce_sum, prim.reduce_max])(x, axes=axes)
    kept = tuple(1 if a in axes else n for a, n in enumerate(x.shape))
    pool.add(y if pool.draw(st.booleans()) else x - broadcast_to(prim.reshape(y, shape=kept), x.shape))


def shaped(pool):
    x = pool.value(F64, (3, 4))
    pool.add(pool.pick([lambda: prim.transpose(prim.transpose(x, axes=(1, 0)), axes=(1, 0)),
                        lambda: prim.reshape(prim.reshape(x, shape=(12,)), shape=(3, 4)),
                        lambda: prim.flip(x, axes=(0,)),
                        lambda: prim.slice_(x, starts=(1, 0), limits=(2, 4), strides=(1, 1), drop=(0,)),
                        lambda: prim.broadcast(prim.slice_(x, starts=(0, 1), limits=(3, 2), strides=(1, 1), drop=(1,)),
                                               shape=(3, 4), axes=(0,))])())


def read(pool):
    x = pool.value(F64, pool.pick([(4,), (3, 4)]))
    starts = [pool.index(x.shape[0]), *(pool.builder.lift(np.int64(0)) for _ in x.shape[1:])]
    pool.add(prim.dynamic_slice(x, *starts, sizes=(1, *x.shape[1:]), drop=(0,)))


def write(pool):
    dtype = pool.pick([F64, F64, F32])
    x = pool.value(dtype, pool.pick([(4,), (3, 4)]))
    starts = [pool.index(x.shape[0]), *(pool.builder.lift(np.int64(0)) for _ in x.shape[1:])]
    window = dict(sizes=(1, *x.shape[1:]), drop=(0,))
    update = pool.value(dtype, x.shape[1:])
    if pool.draw(st.booleans()):
        update = prim.dynamic_slice(x, *starts, **window) + update
    pool.add(prim.update_slice(x, update, *starts, **window))


def region(pool):
    """Slices of computed length: what is computed of one, its sum, and a write to it."""
    x = pool.value(F64, pool.pick([(4,), (3, 4)]))
    axes = pool.pick([(0,), (x.ndim - 1,), tuple(range(x.ndim))])
    bounds = [end for a in axes for end in (pool.index(x.shape[a] + 1), pool.index(x.shape[a] + 1))]
    part = lambda value, rest=0.0: prim.select_region(value, value.builder.lift(np.full(value.shape, rest)), *bounds,
                                                      axes=axes)
    y = pool.value(F64, x.shape)
    pool.add(pool.pick([lambda: part(part(x) * part(y)), lambda: prim.reduce_sum(part(x * y), axes=axes),
                        lambda: prim.select_region(part(x) + part(y), x, *bounds, axes=axes),
                        lambda: prim.select_region(y, x, *bounds, axes=axes), lambda: x - part(y),
                        lambda: prim.reduce_max(part(x, -np.inf), axes=axes)])())


def put(pool):
    x = pool.value(F64, (4,))
    window = dict(starts=(1,), limits=(3,), strides=(1,), drop=())
    inner = prim.slice_(x, **window)
    update = pool.pick([lambda: inner + broadcast_to(pool.value(F64, ()), (2,)), lambda: inner * 2.0,
                        lambda: prim.slice_(x, starts=(0,), limits=(2,), strides=(1,), drop=())])()
    pool.add(prim.put_slice(x, update, **window))


def scattered(pool):
    x, u = pool.value(F64, (4,)), pool.value(F64, ())
    index = pool.builder.lift(np.asarray(pool.pick([[0, 2], [1, 1], [3, 0]])))
    pool.add(prim.scatter_add(x, broadcast_to(u, (2,)), index, axes=(0,)))


def gathered(pool):
    x = pool.value(F64, pool.pick([(4,), (3, 4)]))
    index = pool.builder.lift(np.asarray(pool.pick([[0, 2, 1, 1], [1, 1, 0, 2]])))
    found = prim.gather(x, index, axes=(0,))
    pool.add(found if x.ndim == 1 else prim.reduce_sum(found, axes=(0,)))


STEPS = [unary, binary, binary, mixed, integer, compare, boolean, where, reduce, shaped, region, region, read, write,
         write, put, scattered, gathered]


# -- control flow --------------------------------------------------------------------------------------------

def grow(pool: Pool, steps: int, depth: int) -> None:
    for _ in range(steps):
        if depth and not pool.draw(st.integers(0, 3)):
            pool.pick([fori, while_, branch, function])(pool, depth - 1)
        else:
            pool.pick(STEPS)(pool)


def inner(pool: Pool, types, depth: int, results, name: str, lead=()):
    """A closed program: parameters of the given types, results of the given types."""
    b = Builder()
    hints = [pool.pick(["x", "y", "s", "a", "b"]) for _ in types]
    first = [b.parameter(t, h) for t, h in lead]
    inside = Pool(pool.draw, b, first + [b.parameter(t, h) for t, h in zip(types, hints)])
    grow(inside, pool.draw(st.integers(1, 5)), depth)
    return b.finish([convert(inside.value(t.dtype, t.shape), t.dtype) for t in results], name)


def chosen(pool: Pool, least: int, most: int) -> list[Sym]:
    return [pool.value(*pool.pick(KINDS)) for _ in range(pool.draw(st.integers(least, most)))]


def types_of(syms):
    return [Type(s.dtype, s.shape) for s in syms]


def fori(pool: Pool, depth: int) -> None:
    fixed, carry = chosen(pool, 0, 2), chosen(pool, 1, 3)
    lo, hi, step = pool.pick([(0, 3, 1), (1, 4, 1), (3, -1, -1), (2, 0, -1), (0, 0, 1), (0, 5, 2)])
    body = inner(pool, types_of([*fixed, *carry]), depth, types_of(carry), "body", [(Type(I64), "i")])
    outputs = prim.fori_loop(pool.builder.lift(np.int64(lo)), np.int64(hi), *fixed, *carry, body=body, step=step,
                             invariant=len(fixed))
    for out in outputs:
        pool.add(out)


def while_(pool: Pool, depth: int) -> None:
    """Counts down from 3, so that it ends."""
    fixed, carry = chosen(pool, 0, 2), chosen(pool, 1, 2)
    types, counter = types_of([*fixed, *carry]), Type(I64)
    inside = inner(pool, types, depth, types_of(carry), "step")
    b = Builder()
    xs = [b.parameter(t, "x") for t in types]
    n = b.parameter(counter, "n")
    body = b.finish([*prim.call(*xs, program=inside), n - 1], "body")
    b = Builder()
    xs = [b.parameter(t, "x") for t in types]
    n = b.parameter(counter, "n")
    going = n > 0
    flags = [x for x in xs if x.dtype == BOOL and not x.shape]
    test = b.finish([prim.and_(going, flags[0]) if flags else going], "test")
    outputs = prim.while_loop(*fixed, *carry, pool.builder.lift(np.int64(3)), test=test, body=body,
                              invariant=len(fixed))
    for out in outputs[:-1]:
        pool.add(out)


def branch(pool: Pool, depth: int) -> None:
    operands = chosen(pool, 1, 3)
    results = [Type(*pool.pick(KINDS)) for _ in range(pool.draw(st.integers(1, 2)))]
    branches = tuple(inner(pool, types_of(operands), depth, results, n) for n in ("then", "orelse"))
    for out in prim.cond(pool.value(BOOL, ()), *operands, branches=branches):
        pool.add(out)


def function(pool: Pool, depth: int) -> None:
    operands = chosen(pool, 1, 2)
    results = [Type(*pool.pick(KINDS)) for _ in range(pool.draw(st.integers(1, 2)))]
    program = inner(pool, types_of(operands), depth, results, pool.pick(["g", "h"]))
    operands = [pool.builder.lift(o) for o in operands]
    outputs = pool.builder.bind(prim.call, operands, {"program": program})
    for out in outputs:
        pool.add(out)


@st.composite
def programs(draw) -> Program:
    return grown(draw, draw(st.integers(1, 10)))


def grown(draw, steps: int) -> Program:
    b = Builder()
    pool = Pool(draw, b, [])
    for k, (dtype, shape) in enumerate(KINDS):
        pool.values.append(b.parameter(Type(dtype, shape), "xyzijpuv"[k]))
    grow(pool, steps, 2)
    results = [pool.pick(pool.values[-6:]) for _ in range(draw(st.integers(1, 3)))]
    return check(b.finish([*results, pool.values[-1]], "f"))
