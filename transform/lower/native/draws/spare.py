"""`random.Random.gauss` in a kernel: it makes two numbers, and the spare one comes next (Box & Muller, 1958).

    z = rng.gauss_next or …                 spare = rng.gauss_next          when a kernel draws first
                                    ⇒       z, spare = …
                                            rng.gauss_next = spare          where it ends, whatever the reason

The spare number is an attribute of the generator, which is read before the first draw and written where the kernel
ends. Meanwhile nothing else may ask for it: what the kernel calls has to draw by other methods, or only to print.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np

from ....core.hosted.handles import object_of
from ....ir.callee import Draw
from ....ir.mlir_text import Value
from ....ir.program import Program, Type, walk
from ..arrays import Operand as Held
from ..arrays import load, store
from ..host_calls import on_host
from ..scalars import BOOL, convert
from ..writer import Writer
from .agreement import agrees
from .recipes import FLOAT64, Plan, add, double, parameter

NONE = math.nan  # in the place of a spare number that there is not


def is_alone(program: Program) -> bool:
    """Whether nothing that the program calls asks for spare numbers."""
    called = [call.param("callee") for call in walk(program) if call.primitive.name == "host_call"]
    return all(callee.says or callee.draw is not None for callee in called)


def plan_of_gauss(w: Writer, what: Draw, values: Sequence[Held], out: Type) -> Plan | None:
    handle = values[0]
    if (
        (what.cls, what.method) != ("Random", "gauss")
        or not w.alone
        or not agrees("Random", "gauss", "", (), False)
    ):
        return None
    if not isinstance(handle, Value) or handle.name not in w.given or out.size != 1:
        return None
    numbers = [parameter(w, v, values) for v in what.given.values()]
    if None in numbers:
        return None
    mu, sigma = (double(w, v) for v in numbers if v is not None)

    def drawn(state: str) -> Value:
        add(w, "recto_python_gauss")
        place = spare_of(w, handle)
        z = w.op(f"call double @recto_python_gauss(ptr {state}, ptr {place})", FLOAT64)
        far = w.op(f"fmul double {z.name}, {sigma.name}", FLOAT64)
        found = w.op(f"fadd double {mu.name}, {far.name}", FLOAT64)
        return Value(convert(w, found, out=Type(out.dtype)).name, out)

    return Plan([], drawn)


def spare_of(w: Writer, handle: Value) -> str:
    """The place of a generator's spare number, which is read there by now."""
    if handle.name not in w.spares:
        w.spares[handle.name] = handle, w.slot("double"), w.slot("i1", "false")
    _, place, has = w.spares[handle.name]
    ask, end = w.label(), w.label()
    w.branch(w.op(f"load i1, ptr {has}", Type(BOOL)), end, ask)
    w.begin(ask)
    (spare,) = on_host(w, lambda number: (read_spare(object_of(number)),), [handle], [FLOAT64])
    assert isinstance(spare, Value)
    store(w, spare, place)
    w.line(f"store i1 true, ptr {has}")
    w.jump(end)
    w.begin(end)
    return place


def put_spares_back(w: Writer) -> None:
    """Write the spare numbers that a kernel has read, where it ends."""
    for handle, place, has in w.spares.values():
        put, end = w.label(), w.label()
        w.branch(w.op(f"load i1, ptr {has}", Type(BOOL)), put, end)
        w.begin(put)
        spare = load(w, place, FLOAT64)
        on_host(
            w, lambda number, z: write_spare(object_of(number), float(z)), [handle, spare], [], ends=False
        )
        w.jump(end)
        w.begin(end)


def read_spare(owner: random.Random) -> np.float64:
    spare = owner.gauss_next  # type: ignore[attr-defined]
    return np.float64(NONE if spare is None else spare)


def write_spare(owner: random.Random, spare: float) -> tuple[()]:
    owner.gauss_next = None if math.isnan(spare) else spare  # type: ignore[attr-defined]
    return ()
