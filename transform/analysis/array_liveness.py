"""Array liveness in loops: writes to an array that no later read touches.

    for i in reversed(range(n)):
        t = y_bar[i]
        y_bar[i] = 0                    no later iteration reads y_bar[i]: they have smaller indices

Where nobody reads the array behind the loop, such a write is dead. Loops inside of the loop count as they run: a read
follows a write if it stands behind it in the same iterations, or anywhere in a later iteration of a loop around both.
Two windows are compared by their affine forms, for all values of the indices (`affine.apart`). (Compare Feautrier,
"Dataflow analysis of array and scalar references", 1991.)

>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(y: "f64[9]"):
...     def body(i: "i64[]", total: "f64[]", y: "f64[9]"):
...         y_i = prim.dynamic_slice(y, i, drop=(0,), sizes=(1,))
...         y_1 = prim.update_slice(y, 0.0, i, drop=(0,), sizes=(1,))
...         total_1 = prim.add(total, y_i)
...         return total_1, y_1
...     total, y_1 = prim.fori_loop(8, -1, 0.0, y, body=body, invariant=0, step=-1)
...     return total
... ''')
>>> [call.outputs[0].name for call in dead_writes(program.body[-1], 1)]
['y_1']
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..ir.program import Call, Program, Var
from .affine import (
    Affine,
    Counter,
    Env,
    Window,
    affine,
    apart,
    constant,
    enter_loop,
    everything,
    follow,
    inner_programs,
    plus,
    region_of,
    symbol,
    window_of,
)
from .array_dependence import LATER, changed_region, read_windows
from .def_use import makers
from .loops import LoopView


Path = tuple[float, ...]  # the places of a call, and of those around it, in their programs


class Unknown(Exception):
    """Something else is done with the array."""


@dataclasses.dataclass(frozen=True, eq=False)
class Index:
    """The index of a loop: a symbol, its least and greatest value, and its step."""

    symbol: str
    low: Affine | None
    high: Affine | None
    step: int


class Access(NamedTuple):
    """A read of an array, or a write: what it touches, in which loops, where in the program; the call of a write."""

    window: Window | None
    loops: tuple[Index, ...]
    path: Path
    write: Call | None = None


def dead_writes(loop: Call, k: int, behind: Sequence[Call] = ()) -> list[Call]:
    """The writes to the k-th carry of a counted loop, at any depth, that no later read touches. They are as dead in
    each place where the program holds them.

    behind: the calls that read the carry behind the loop.
    """
    view = LoopView(loop)
    if loop.primitive.name != "fori_loop" or not view.inner_carries[k].type.shape:
        return []
    accesses = Accesses()
    outside = {o.name: symbol(f"outside {o.name}") for o in loop.operands if type(o) is Var and is_index(o)}
    try:
        accesses.of_loop(loop, view.first + k, outside, (), (0,))
    except Unknown:
        return []
    accesses.found += [Access(window_of(call, {}, ()), (), (1,)) for call in behind]
    reads = [a for a in accesses.found if a.write is None]
    writes = [a for a in accesses.found if a.write is not None]
    alive = {id(w.write) for w in writes if any(may_follow(w, r) for r in reads)}
    return list({id(w.write): w.write for w in writes if w.write and id(w.write) not in alive}.values())


def is_index(var: Var) -> bool:
    return not var.type.shape and var.type.dtype.kind in "iu"


# -- when a read follows a write -----------------------------------------------------------------------------------


def may_follow(write: Access, read: Access) -> bool:
    """Whether a read, behind a write, may touch what that wrote."""
    if write.window is None or read.window is None:
        return True
    common = 0
    while common < min(len(write.loops), len(read.loops)) and write.loops[common] is read.loops[common]:
        common += 1
    later: list[int | None] = [*range(common)]
    if read.path > write.path:
        later.append(None)  # in the same iterations
    return not all(is_apart(write, read, common, depth) for depth in later)


def is_apart(write: Access, read: Access, common: int, depth: int | None) -> bool:
    """Whether a read touches nothing of a write, if it runs in a later iteration of the loop of this depth,
    in the same ones of those around it, and in any ones of the others."""
    same = common if depth is None else depth
    new: dict[str, Affine] = {}
    ranges: list[Any] = [(loop.symbol, loop.low, loop.high) for loop in write.loops]
    if depth is not None:
        loop = read.loops[depth]
        ranges.append((LATER, constant(1), None))
        new[loop.symbol] = plus(symbol(loop.symbol), symbol(LATER), loop.step)
    for loop in read.loops[same + (depth is not None) :]:
        name = f"{loop.symbol}'"
        ranges.append((name, substitute(loop.low, new), substitute(loop.high, new)))
        new[loop.symbol] = symbol(name)
    assert write.window is not None and read.window is not None
    axes = tuple((substitute(lo, new), substitute(hi, new)) for lo, hi in read.window.axes)
    return apart(write.window, Window(axes, ()), tuple(ranges))


def substitute(form: Affine | None, new: dict[str, Affine]) -> Affine | None:
    """The form with other forms for some symbols."""
    if form is None or not any(name in new for name, _ in form.terms):
        return form
    total = constant(form.const)
    for name, n in form.terms:
        total = plus(total, new.get(name, symbol(name)), n)
    return total


# -- all accesses --------------------------------------------------------------------------------------------------


class Accesses:
    """The accesses of a program to an array, and to the versions that its writes make of it."""

    def __init__(self) -> None:
        self.found: list[Access] = []
        self.names = Counter("d")

    def of_program(
        self, program: Program, k: int, env: Env, loops: tuple[Index, ...], path: Path
    ) -> list[str]:
        """Note what a program does with its k-th parameter; the versions of the array, the newest last."""
        versions, made = {program.parameters[k].name: -1}, makers(program.body)  # and where they are made
        for call in program.body:
            follow(call, env)
        for n, call in enumerate(program.body):
            held = [m for m, o in enumerate(call.operands) if type(o) is Var and o.name in versions]
            if not held:
                continue
            names = {str(call.operands[m]) for m in held}
            newest = list(versions)[-1]
            # what reads older versions only reads them before the next write
            place = n if newest in names else max(versions[name] for name in names) + 0.5
            version = self.step(call, held, program, env, made, loops, (*path, place))
            if version is not None:
                if names != {newest}:
                    raise Unknown
                versions[version.name] = n
        return list(versions)

    def step(
        self,
        call: Call,
        held: list[int],
        program: Program,
        env: Env,
        made: dict[str, Call],
        loops: tuple[Index, ...],
        path: Path,
    ) -> Var | None:
        """Note what a call does; the version of the array that it makes."""
        note = lambda window, write=None: self.found.append(Access(window, loops, path, write))
        region, place = changed_region(call, env, made)
        if region is not None and held == [place]:  # x[lo:hi] = …, x[lo:hi] += …
            window = everything(call.operands[place], ()).narrowed(
                region, range(call.operands[place].type.ndim)
            )
            note(window)
            return call.outputs[0]
        if call.primitive.name in ("update_slice", "put_slice") and held == [0]:
            note(window_of(call, env, ()), call)
            return call.outputs[0]
        if inner_programs(call):
            return self.control(call, held, env, loops, path)
        if call.primitive.kind == "control" or call.primitive.access == "write":
            raise Unknown
        windows: list[Window | None] = [None]
        if call.primitive.access == "read" and held == [0]:
            windows = [*read_windows(call, program.body, env, ())]
        elif held == [0] and (taken := region_of(call, env)) is not None:
            windows = [everything(call.operands[0], ()).narrowed(taken, range(call.operands[0].type.ndim))]
        for each in windows:
            note(each)
        return None

    def control(
        self, call: Call, held: list[int], env: Env, loops: tuple[Index, ...], path: Path
    ) -> Var | None:
        if len(held) != 1:
            raise Unknown
        if call.primitive.name == "fori_loop":
            return self.of_loop(call, held[0], env, loops, path)
        if call.primitive.name not in ("cond", "call"):
            raise Unknown
        forms = [affine(o, env) for o in call.operands]
        outputs: set[Var | None] = set()
        for n, (program, skip) in enumerate(inner_programs(call)):
            outputs.add(self.of_branch(call, program, held[0] - skip, forms[skip:], loops, (*path, n)))
        if len(outputs) > 1:
            raise Unknown
        return outputs.pop()

    def of_branch(
        self,
        call: Call,
        program: Program,
        k: int,
        forms: Sequence[Affine | None],
        loops: tuple[Index, ...],
        path: Path,
    ) -> Var | None:
        """The output that is a version of the array, if the branch gives one."""
        if k < 0:
            raise Unknown
        versions = self.of_program(program, k, enter_loop(program, forms), loops, path)
        if not places_of(program, versions) and len(versions) == 1:
            return None
        return call.outputs[newest_place(program, versions)]

    def of_loop(self, call: Call, k: int, env: Env, loops: tuple[Index, ...], path: Path) -> Var | None:
        """A loop that gets the array as its k-th operand."""
        view = LoopView(call)
        if k < view.lead:
            raise Unknown
        index, ((name, low, high),) = self.names.inner(call, env, ())
        given = [*index, *(affine(o, env) for o in view.invariants), *(None for _ in view.carries)]
        inside = (*loops, Index(name, low, high, call.param("step")))
        versions = self.of_program(view.body, k + view.shift, enter_loop(view.body, given), inside, path)
        places = places_of(view.body, versions)
        if k < view.first:  # an invariant is only read
            if places or len(versions) > 1:
                raise Unknown
            return None
        if newest_place(view.body, versions) != k - view.first:
            raise Unknown
        return call.outputs[k - view.first]


def places_of(program: Program, versions: Sequence[str]) -> list[int]:
    """The positions of the results that are versions of the array."""
    return [n for n, r in enumerate(program.results) if type(r) is Var and r.name in versions]


def newest_place(program: Program, versions: Sequence[str]) -> int:
    """The position of the result that is the newest version: the only one that is a version at all."""
    places = places_of(program, versions)
    if len(places) != 1 or str(program.results[places[0]]) != versions[-1]:
        raise Unknown
    return places[0]
