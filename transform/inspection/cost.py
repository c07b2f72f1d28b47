"""Cost model of a Program: arithmetic operations, and bytes that its calls read and write.

Loops count as often as they run. A number of rounds that is affine in the index of a loop around (a triangle) counts
at the mean of that index, which is exact. What runs in a loop whose rounds depend on data is counted for one round,
beside the rest. Of a branch, the dearer side counts.

>>> from ..reader import read
>>> cost(read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3]"):
...     def body(i: "i64[]", x: "f64[3]"):
...         y = prim.sin(x)
...         return y
...     (y,) = prim.fori_loop(0, 100, x, body=body, invariant=0, step=1)
...     return y
... ''')).flops
300.0
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from ..analysis.loops import LoopView, is_loop
from ..core.errors import Span
from ..ir.program import Atom, Call, Const, Program, Type, Var

Number = float | None  # the mean of an integer, if it is known
MOVES = frozenset(
    "broadcast reshape transpose concatenate flip pad iota bitcast slice_ put_slice dynamic_slice update_slice gather "
    "scatter copy fence cast complex_ real imag stop_gradient select_region shift constrain select conj".split()
)
WINDOWS = {
    "dynamic_slice": 0,
    "slice_": 0,
    "update_slice": 1,
    "put_slice": 1,
    "gather": 0,
}  # what of them is moved
WHOLE = frozenset(
    "reduce_sum reduce_prod reduce_max reduce_min reduce_all reduce_any argmax argmin scatter_add "
    "scatter_mul scatter_min scatter_max".split()
)  # an operation for each element that goes in
CUBIC = {
    "cholesky": 1 / 3,
    "lu": 2 / 3,
    "qr": 4 / 3,
    "eigh": 9.0,
    "eig": 25.0,
    "svd": 22.0,
    "solve": 2 / 3,
    "inv": 2.0,
    "slogdet": 2 / 3,
    "det": 2 / 3,
}  # × n³ (Golub & Van Loan, Matrix Computations)


@dataclasses.dataclass(frozen=True)
class Cost:
    """Operations and bytes. `iterations`: of loops of unknown length, what one round of each takes."""

    flops: float = 0.0
    bytes: float = 0.0
    iterations: tuple[tuple[Span | None, Cost], ...] = ()

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.flops + other.flops, self.bytes + other.bytes, self.iterations + other.iterations)

    def times(self, count: float) -> Cost:
        """`count` runs; loops of unknown length in it are told of once."""
        return Cost(self.flops * count, self.bytes * count, self.iterations)


def cost(program: Program, known: dict[str, Number] | None = None) -> Cost:
    """The cost of one run of a program.

    Args:
        known: means of integers, by the names of parameters.
    """
    numbers: dict[str, Number] = dict(known or {})
    total = Cost()
    for call in program.body:
        if len(call.outputs) == 1 and not call.outputs[0].type.shape:
            numbers[call.outputs[0].name] = mean(call, [number(o, numbers) for o in call.operands])
        total += of_call(call, numbers)
    return total


def number(atom: Atom, numbers: dict[str, Number]) -> Number:
    if isinstance(atom, Const):
        return float(atom.value) if not atom.type.shape and atom.type.dtype.kind in "iu" else None
    return numbers.get(atom.name)


MEANS: dict[str, Callable[..., float]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "mul": lambda a, b: a * b,
    "cast": lambda a: a,
    "copy": lambda a: a,
}


def mean(call: Call, operands: list[Number]) -> Number:
    rule = MEANS.get(call.primitive.name)
    if rule is None or None in operands or call.outputs[0].type.dtype.kind not in "iu":
        return None
    variable = [o for o in call.operands if isinstance(o, Var)]
    return None if call.primitive.name == "mul" and len(variable) == 2 else rule(*operands)


def of_call(call: Call, numbers: dict[str, Number]) -> Cost:
    given = [number(o, numbers) for o in call.operands]
    inner = lambda program, values: cost(program, dict(zip([p.name for p in program.parameters], values)))
    if call.primitive.name in ("call", "ruled_call"):
        return inner(call.param("program"), given)
    if call.primitive.name in ("cond", "lanes"):
        sides = [inner(branch, given[1:]) for branch in call.param("branches")]
        return max(sides, key=lambda c: (c.flops + sum(r.flops for _, r in c.iterations), c.bytes))
    if is_loop(call):
        return of_loop(call, given, inner)
    return Cost(operations(call), bytes_moved(call))


def of_loop(call: Call, given: list[Number], inner: Callable[[Program, list[Number]], Cost]) -> Cost:
    view = LoopView(call)
    fixed = given[view.lead : view.first] + [None] * len(view.carries)
    if view.test is not None:
        one = inner(view.body, fixed) + inner(view.test, fixed)
        return Cost(iterations=((call.span, one), *one.iterations))
    if call.primitive.name == "iterate":
        count, index = given[0], []
    else:
        lo, hi = given[:2]
        step = call.param("step")
        count = None if lo is None or hi is None else max(0.0, (hi - lo) / step)
        index = [None if count is None or lo is None else lo + step * (count - 1) / 2]
        count = (
            math.ceil(count)
            if count is not None and all(isinstance(b, Const) for b in view.bounds)
            else count
        )
    one = inner(view.body, index + fixed)
    return one.times(count) if count is not None else Cost(iterations=((call.span, one), *one.iterations))


def operations(call: Call) -> float:
    """The arithmetic operations of a call."""
    name, types = call.primitive.name, [o.type for o in call.operands]
    out = float(call.outputs[0].type.size) if call.outputs else 0.0
    if name in MOVES or not call.outputs:
        return 0.0
    if name == "dot":
        return 2.0 * out * math.prod(types[0].shape[a] for a in call.param("contract")[0])
    if name in CUBIC:
        n = types[0].shape[-1] if types[0].shape else 1
        return CUBIC[name] * n**3 * types[0].size / max(1, n * types[0].shape[-2])
    if name == "triangular_solve":
        return float(types[0].shape[-1]) * types[1].size
    if name == "conv":
        return 2.0 * out * types[1].size / max(1, types[1].shape[0])
    if name in ("sort", "argsort"):
        return types[0].size * max(1.0, math.log2(max(2, types[0].shape[-1])))
    if name == "fft":
        return 5.0 * types[0].size * max(1.0, math.log2(max(2, types[0].shape[-1])))
    if name in WHOLE:
        return float(max(t.size for t in types))
    return out


def bytes_moved(call: Call) -> float:
    """The bytes that a call reads and writes; of an array that is read or written by a window, the window."""
    window = WINDOWS.get(call.primitive.name)
    if window is not None:
        part = call.outputs[0].type if window == 0 else call.operands[1].type
        return 2.0 * size(part)
    return float(
        sum(size(o.type) for o in call.operands if isinstance(o, Var))
        + sum(size(v.type) for v in call.outputs)
    )


def size(t: Type) -> int:
    return t.size * t.dtype.itemsize
