"""Values and gradients at hard points are mpmath's; where it gives none, values are NumPy's or SciPy's."""
import json
import math

import numpy as np
import pytest

import recto

from .record import FILE, narrowed
from .table import ROWS

REFERENCES = json.loads(FILE.read_text())
GROUP = 24                          # rows that are compiled together
GROUPS = [ROWS[k:k + GROUP] for k in range(0, len(ROWS), GROUP)]


def arguments(row, dtype):
    """One array for each argument."""
    return tuple(np.array(column, dtype) for column in zip(*row.points))


def with_gradient(row):
    """The values at all points, and the gradients of their sum, one for each argument asked for."""
    def total(*xs):
        values = row.function(*xs)
        return np.sum(values), values
    return recto.value_and_grad(total, argnums=row.wrt, has_aux=True)


@pytest.fixture(scope="module", params=["float64", "float32"])
def computed(request):
    dtype, found = request.param, {}
    for group in GROUPS:
        rows = [row for row in group if row.narrow or dtype == "float64"]
        functions = [with_gradient(row) for row in rows]
        compiled = recto.jit(lambda args: [f(*xs) for f, xs in zip(functions, args)])
        results = compiled([arguments(row, dtype) for row in rows])
        for row, ((_, values), gradients) in zip(rows, results, strict=True):
            found[row.name] = np.asarray(values), [np.asarray(g) for g in gradients]
    return dtype, found


def is_near(found, wanted, ulps, dtype):
    """Numbers beyond the largest are infinite, subnormal ones 0."""
    limits = np.finfo(dtype)
    if math.isnan(wanted):
        return math.isnan(found)
    if abs(wanted) > limits.max:
        return found == math.copysign(math.inf, wanted)
    if abs(wanted) < limits.tiny:
        return abs(found) <= (limits.tiny if wanted else ulps * limits.eps)
    return abs(found - wanted) <= ulps * limits.eps * abs(wanted)


@pytest.mark.xla
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_values_and_gradients(computed, row):
    dtype, found = computed
    if row.name not in found:
        assert not row.narrow
        return
    values, gradients = found[row.name]
    wrong = []
    with np.errstate(all="ignore"):
        own = np.asarray(row.function(*arguments(row, dtype)))
    for k, (point, (wanted, *slopes)) in enumerate(zip(row.points, REFERENCES[row.name][dtype], strict=True)):
        if not all(map(math.isfinite, point)) or math.isnan(wanted):
            wanted, slopes = float(own[k]), []
        if not is_near(float(values[k]), wanted, row.ulps, dtype):
            wrong.append(f"at {point}: {values[k]}, not {wanted}")
        for gradient, slope, n in zip(gradients, slopes, row.wrt):
            if not math.isnan(slope) and not is_near(float(gradient[k]), slope, row.slope_ulps, dtype):
                wrong.append(f"gradient {n} at {point}: {gradient[k]}, not {slope}")
    assert not wrong, f"{row.name} in {dtype}\n" + "\n".join(wrong)


def test_references_are_of_these_points():
    assert set(REFERENCES) == {row.name for row in ROWS}
    for row in ROWS:
        for dtype, references in REFERENCES[row.name].items():
            assert len(references) == len(row.points), row.name
    assert narrowed((0.1,)) == (float(np.float32(0.1)),)
