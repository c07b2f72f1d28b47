"""Provenance of NaN and infinity: calls with finite operands and a result that is not finite.

>>> import numpy as np
>>> from ..reader import read
>>> program = read('''
... from recto.transform import primitives as prim
... def f(x: "f64[2]"):
...     root = prim.sqrt(x)
...     ratio = prim.div(root, x)
...     return ratio
... ''')
>>> [origin] = nonfinite_origins(program, [np.array([0.0, 4.0])])
>>> origin.primitive, origin.what, origin.place, origin.operands
('div', 'nan', (0,), (np.float64(0.0), np.float64(0.0)))
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.dtypes import is_inexact
from ..core.errors import Span
from ..ir.program import Call, Program
from .running import Run, Value, evaluate_call

MOST = 8


class NonfiniteOrigin(NamedTuple):
    """The first element of a result that is no number.

    operands    the elements that it was computed from, if they are known
    backward    whether it depends on the cotangent of the result
    """

    span: Span | None
    primitive: str
    what: str
    place: tuple[int, ...]
    operands: tuple[Any, ...]
    iterations: tuple[int, ...]
    backward: bool


def nonfinite_origins(
    program: Program, arguments: Sequence[Any], marked: int | None = None
) -> list[NonfiniteOrigin]:
    """The origins of NaN and infinity while a program runs, the first of each place in the source.

    Args:
        marked: the first parameter that is a cotangent.
    """
    found: dict[Hashable, NonfiniteOrigin] = {}

    def step(call: Call, values: list[Value]) -> list[Value]:
        arrays = [v.value for v in values]
        outs, mark = evaluate_call(call, arrays), any(v.mark for v in values)
        if all(map(finite, arrays)):
            for out in outs:
                if not finite(out):
                    birth = born(call, arrays, np.asarray(out), tuple(run.iterations), mark)
                    found.setdefault((birth.span and birth.span.line, birth.primitive, mark), birth)
        return [Value(out, mark) for out in outs]

    run = Run(step)
    given = [
        Value(np.asarray(a, p.type.dtype), marked is not None and k >= marked)
        for k, (a, p) in enumerate(zip(arguments, program.parameters, strict=True))
    ]
    with np.errstate(all="ignore"):
        run.program(program, given)
    return list(found.values())[:MOST]


def finite(value: Any) -> bool:
    array = np.asarray(value)
    return not is_inexact(array.dtype) or bool(np.all(np.isfinite(array)))


def born(
    call: Call, values: list[Any], out: np.ndarray, iterations: tuple[int, ...], mark: bool
) -> NonfiniteOrigin:
    """The known facts about a result that is no number."""
    place = tuple(int(k) for k in np.argwhere(~np.isfinite(out))[0])
    what = "nan" if np.isnan(out[place]) else "inf" if np.real(out[place]) > 0 else "-inf"
    operands = tuple(np.asarray(v)[place] if np.shape(v) == out.shape else np.asarray(v) for v in values)
    known = operands if all(not np.shape(v) for v in operands) else ()
    return NonfiniteOrigin(call.span, call.primitive.name, what, place, known, iterations, mark)
