"""In-place updates of a slice of an array, or of its rows, that read and write only the active range.

a[i] = a[i] + select_region(t, 0, lo, hi)
    ⇒ for k in range(lo, hi, 64): a[i, k:k + 64] += t[k:k + 64]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...analysis.regions import Region as Ranges, region
from ...ir.builder import TABLE, Builder, Sym
from ...ir.loop_builder import append_for
from ...ir.program import Atom, Call, Const, Var
from .blocks import kept_axes, lengths, part_window, read_block, within
from .extents import Extents, overwritten_operands, same
from .regions import SHORT, LoopAxis, LoopPosition, Region

LONG = 1024  # positions: shorter axes are updated whole, under a mask
WIDE = 128  # positions: the same where two axes are cut


class Update(Region):
    """x + select_region(t, 0, …), x - select_region(t, 0, …) or select_region(t, x, …), of an array or of rows that are
    written back."""

    lanes = 64
    target: str

    def __init__(
        self,
        body: Extents,
        call: Call,
        place: int,
        lines: Sequence[LoopAxis],
        new: Atom,
        old: Call | None,
        target: Var,
        change: Call,
    ):
        super().__init__(body, call, place, lines)
        self.new, self.old, self.target, self.change, self.array = new, old, target.name, change, target

    def least(self) -> int:
        cut = [line.bounds for line in self.lines if line.bounds is not None]
        if len(cut) > 1:
            return WIDE
        return SHORT if self.body.from_data(cut[0]) else LONG

    def needs(self) -> list[tuple[Atom, tuple[int, ...]]]:
        return [(o, tuple(range(len(self.lines)))) for o in self.others()]

    def others(self) -> list[Atom]:
        """The operands of the change but for what is changed."""
        return [o for o in self.change.operands if not self.is_old(o)]

    def is_old(self, atom: Atom) -> bool:
        return isinstance(atom, Var) and (self.old.outputs[0] if self.old else self.array).name == atom.name

    def old_block(self, env: dict[str, Sym], where: Any) -> Sym:
        array, axes = env[self.target], tuple(range(len(self.lines)))
        if self.old is not None:
            return read_block(array, self.old, axes, env, where)
        return TABLE["dynamic_slice"](
            array, *[where[a].start for a in axes], sizes=lengths(axes, where), drop=()
        )

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        axes = tuple(range(len(self.lines)))

        def some(inner: Builder, where: dict[int, LoopPosition], given: list[Sym]) -> list[Sym]:
            here = {**env, self.target: given[0]}
            old = self.old_block(here, where)
            values = [
                old if self.is_old(o) else self.block(o, axes, here, where) for o in self.change.operands
            ]
            if self.change.primitive.name == "select_region":
                new = within(self, self.change, axes, here, where, *values[:2])
            else:
                new = self.change.primitive(*values, **dict(self.change.params))
            if self.old is None:
                starts = [where[a].start for a in axes]
                return [TABLE["update_slice"](given[0], new, *starts, sizes=new.shape, drop=())]
            starts, sizes = part_window(given[0], self.old, axes, here, where)
            return [TABLE["update_slice"](given[0], new, *starts, sizes=sizes, drop=self.old.param("drop"))]

        return self.nest(b, env, axes, [b.lift(env[self.target])], some)[0]


def changed_part(body: Extents, change: Call, old: Var) -> Ranges | None:
    """The region that the change does not leave as it is."""
    operands = change.operands
    name = change.primitive.name
    is_old = lambda o: isinstance(o, Var) and o.name == old.name
    if name == "select_region":
        return region(change) if is_old(operands[1]) else None
    if name == "sub" and is_old(operands[0]):
        return body.support(operands[1])
    if name == "add" and any(map(is_old, operands)):
        return body.support(operands[1] if is_old(operands[0]) else operands[0])
    return None


def whole_update(body: Extents, call: Call, place: int) -> Update | None:
    """x + select_region(t, 0, …) where nobody needs x any more."""
    for old in call.operands:
        if not isinstance(old, Var) or old.type != call.outputs[0].type or not lasts(body, old, call):
            continue
        ranges = changed_part(body, call, old)
        if ranges:
            lines = [LoopAxis(n, ranges.get(a)) for a, n in enumerate(old.type.shape)]
            return Update(body, call, place, lines, call.outputs[0], None, old, call)
    return None


def lasts(body: Extents, array: Var, call: Call) -> bool:
    """Whether the call may overwrite the array: it is the loop's, or written before, and the call is its last
    user."""
    made = body.made.get(array.name)
    own = array.name in body.owned if made is None else bool(overwritten_operands(made))
    place = body.place[call.outputs[0].name]
    users = [use.call for use in body.uses[array.name]]
    return own and all(
        u is not None and (not u.outputs or body.place[u.outputs[0].name] <= place) for u in users
    )


def rows_update(body: Extents, call: Call, place: int) -> Update | None:
    """a[i] = select_region(t, a[i], …), and likewise for sums."""
    array, value, *_ = call.operands
    change = body.maker(value)
    if (
        change is None
        or not isinstance(array, Var)
        or change.primitive.name not in ("add", "sub", "select_region")
    ):
        return None
    if not body.used_once(value) or not value.type.shape:
        return None
    for old in change.operands:
        made = body.maker(old, "dynamic_slice")
        if made is None or isinstance(old, Const) or made.operands[0] != array or not same_places(made, call):
            continue
        if any(made.param("sizes")[d] != array.type.shape[d] for d in kept_axes(made)):
            return None
        ranges = changed_part(body, change, old)
        if ranges:
            lines = [LoopAxis(n, ranges.get(a)) for a, n in enumerate(value.type.shape)]
            return Update(body, call, place, lines, value, made, array, change)
    return None


def same_places(first: Call, second: Call) -> bool:
    """Whether a read and a write are at the same place."""
    count = first.operands[0].type.ndim
    return same(first.operands[-count:], second.operands[-count:]) and first.params == second.params


class Scattered(Region):
    """np.add.at(x, i, select_region(t, 0, …)), element by element."""

    aligned = False
    target: str

    def __init__(self, body: Extents, call: Call, place: int, line: LoopAxis, array: Var):
        super().__init__(body, call, place, [line])
        self.target = array.name

    def least(self) -> int:
        return SHORT

    def needs(self) -> list[tuple[Atom, tuple[int, ...]]]:
        return [(o, (0,)) for o in self.call.operands[1:]]

    def write(self, b: Builder, env: dict[str, Sym]) -> Sym:
        lo, hi = self.bounds(self.lines[0], env, b)

        def one(inner: Builder, k: Sym, given: list[Sym]) -> list[Sym]:
            here, where = {**env, self.target: given[0]}, {0: LoopPosition(k, 1)}
            change, index = (self.block(o, (0,), here, where) for o in self.call.operands[1:])
            return [self.call.primitive(given[0], change, index, **dict(self.call.params))]

        return append_for(b, lo, hi, [b.lift(env[self.target])], one, index="k")[0]


def scattered_update(body: Extents, call: Call, place: int) -> Scattered | None:
    """A sum at chosen places of a vector, which nobody needs as it was, of a slice of numbers."""
    x, change, *indices = call.operands
    if not isinstance(x, Var) or x.type.ndim != 1 or len(indices) != 1 or change.type.ndim != 1:
        return None
    bounds = body.support(change).get(0)
    if bounds is None or not lasts(body, x, call):
        return None
    return Scattered(body, call, place, LoopAxis(change.type.shape[0], bounds), x)
