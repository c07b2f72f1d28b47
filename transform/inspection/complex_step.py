"""The derivative along a direction, by a complex step: Im f(x + i h v) / h (Squire & Trapp, SIAM Review 40, 1998).

Nothing is subtracted, so that h may be 1e-20, and the error is that of rounding. It takes a function that is analytic
near x: comparisons, choices and rounding look at the real part; what has no complex meaning (norms, factorisations) is
refused by `is_analytic`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.dtypes import is_complex, is_inexact
from ..ir.program import Call, Program, walk
from .running import Run, Value, evaluate_call

STEP = 1e-20
SMOOTH = frozenset(
    "sin cos tan sinh cosh tanh exp exp2 expm1 log log1p sqrt pow integer_pow div asin acos atan asinh acosh atanh "
    "maximum minimum abs reduce_max reduce_min reduce_prod log2 log10 sigmoid".split()
)
LINEAR = frozenset(["linear", "multilinear"])
OUTSIDE = frozenset(
    "conj real imag complex_ fft sparse_dot sampled_dot host_call host_value collective".split()
)


def is_analytic(program: Program) -> bool:
    """Whether all calls of a program have a complex meaning here."""
    for call in walk(program):
        primitive = call.primitive
        known = primitive.kind in (*LINEAR, "discrete", "control") or primitive.name in SMOOTH
        if not known or primitive.name in OUTSIDE or any(is_complex(v.type.dtype) for v in call.outputs):
            return False
    return not any(is_complex(p.type.dtype) for p in program.parameters)


def along(program: Program, arguments: Sequence[Any], directions: Sequence[Any]) -> list[np.ndarray | None]:
    """The derivatives of the results along directions of the arguments; None: no direction, no derivative."""
    given = []
    for p, x, v in zip(program.parameters, arguments, directions, strict=True):
        value = np.asarray(x, p.type.dtype)
        given.append(Value(as_complex(value) + 1j * STEP * v if v is not None else as_complex(value)))
    with np.errstate(all="ignore"):
        results = Run(step).program(program, given)
    inexact = [is_inexact(t.dtype) for t in program.result_types]
    return [np.imag(r.value) / STEP if moves else None for r, moves in zip(results, inexact)]


def as_complex(value: Any) -> Any:
    """Floating numbers as complex ones."""
    array = np.asarray(value)
    return array.astype(complex) if is_inexact(array.dtype) else array


def step(call: Call, values: list[Value]) -> list[Value]:
    """A call on complex numbers; what is not differentiable looks at their real parts."""
    arrays = [as_complex(v.value) for v in values]
    name = call.primitive.name
    if name in SPECIAL:
        return [Value(SPECIAL[name](*arrays, **dict(call.params)))]
    if name != "stop_gradient" and call.primitive.kind == "discrete":
        arrays = [np.real(a) if np.iscomplexobj(a) else a for a in arrays]
    return [Value(as_complex(out)) for out in evaluate_call(call, arrays)]


def absolute(x: np.ndarray) -> np.ndarray:
    return np.where(np.real(x) < 0, -x, x)


def cast(x: np.ndarray, dtype: Any, **params: Any) -> np.ndarray:
    return x if np.iscomplexobj(x) and is_inexact(dtype) else np.real(x).astype(dtype)


def logistic(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


SPECIAL: dict[str, Callable[..., Any]] = {"abs": absolute, "cast": cast, "sigmoid": logistic}
