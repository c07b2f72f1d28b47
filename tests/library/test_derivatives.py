"""What composites differentiate to, by the primitives' rules, is what central differences say."""
import numpy as np
import pytest

from recto.transform.ir.builder import Builder
from recto.transform.ir.evaluate import evaluate

from .compare import by_function, entry, finished, write
from .forward import value_and_tangent
from .rows import ROWS
from .scalars import SCALARS
from .scipy_rows import SCIPY

STEP = 1e-6
INEXACT = (np.float64, np.complex128)

# not tried: rows that stand on a kink or a pole, vectors up to a phase, loops
KINKS = {"cbrt", "std", "nanstd", "unwrap", "copysign", "nextafter", "modf", "maximum", "hypot", "rgamma"}
GAUGE = {"eig", "svd", "qr"}                # vectors up to a phase, bases not determined by the matrix
LOOPS = {"gammainc", "gammaincc", "betainc", "betaincc", "stdtr", "zeta"}


CHOSEN = by_function([r for r in ROWS + SCIPY + SCALARS if entry(r[0])[2] not in KINKS | GAUGE | LOOPS])


@pytest.mark.parametrize("name", CHOSEN)
def test_derivative_is_the_limit_of_differences(name):
    for function, args, kwargs in CHOSEN[name]:
        check_derivative(entry(function)[1], args, kwargs)


def check_derivative(host, args, kwargs):
    builder, inputs = Builder(), []
    program = finished(builder, write(builder, inputs, host, args, kwargs))
    rng = np.random.default_rng(3)
    tangents = [direction(rng, x) if x.dtype in INEXACT else None for x in inputs]
    if all(t is None for t in tangents) or not any(t.dtype in INEXACT for t in program.result_types):
        return
    moved = lambda h: evaluate(program, *(x if t is None else x + h * t for x, t in zip(inputs, tangents)))
    with np.errstate(all="ignore"):
        values, dots = value_and_tangent(program, inputs, tangents)
        for value, dot, above, below in zip(values, dots, moved(STEP), moved(-STEP)):
            if value.dtype in INEXACT:
                dot = np.zeros_like(value) if dot is None else np.asarray(dot)
                expect_derivative(value, dot, (above - below) / (2 * STEP))


def direction(rng, x):
    t = rng.normal(size=x.shape)
    return np.asarray(t + 1j * rng.normal(size=x.shape) if x.dtype == np.complex128 else t)


def expect_derivative(value, dot, difference):
    """Where the differences mean something: not at infinities, not at poles."""
    assert (dot.dtype, dot.shape) == (value.dtype, value.shape)
    sound = np.isfinite(difference) & np.isfinite(value) & (np.abs(difference) < 1e4)
    error = np.abs(np.where(sound, dot - difference, 0))
    assert (error <= 2e-3 * np.maximum(1, np.abs(np.where(sound, difference, 0)))).all(), (dot, difference)
