"""Regions: the part of an array between bounds along some of its axes, as `select_region` takes it.

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[3,4]", y: "f64[3,4]", n: "i64[]"):
...     z = prim.select_region(x, y, 0, n, axes=(1,))
...     return z
... ''')
>>> {axis: tuple(map(str, ends)) for axis, ends in region(program.body[0]).items()}
{1: ('0', 'n')}
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.program import Atom, Call, Const

Ends = tuple[Atom, Atom]  # the first position, and the one behind the last
Region = dict[int, Ends]  # by axis; the other axes as a whole


def region(call: Call) -> Region:
    """The region in which a `select_region` takes its first operand."""
    bounds = call.operands[2:]
    return dict(zip(call.param("axes"), zip(bounds[::2], bounds[1::2])))


def same_region(first: Call, second: Call) -> bool:
    """Whether two calls take the same region, in the same words."""
    return first.operands[2:] == second.operands[2:] and first.params == second.params


def is_empty(call: Call) -> bool:
    """Whether a region is known to have no element."""
    return any(map(none_in, region(call).values()))


def is_everything(call: Call) -> bool:
    """Whether a region is known to have all elements."""
    shape = call.outputs[0].type.shape
    return all(all_in(ends, shape[axis]) for axis, ends in region(call).items())


def none_in(ends: Sequence[Atom]) -> bool:
    """Whether it is known that there is no position from the one end to the other."""
    lo, hi = ends
    return isinstance(lo, Const) and isinstance(hi, Const) and bool(lo.value >= hi.value)


def all_in(ends: Sequence[Atom], size: int) -> bool:
    """Whether it is known that all positions of an axis lie between them."""
    lo, hi = ends
    return isinstance(lo, Const) and isinstance(hi, Const) and bool(lo.value <= 0 and hi.value >= size)
