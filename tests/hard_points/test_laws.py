"""Values and gradients at hard points are mpmath's; at edges (poles, infinities, NaN, ends of domains) values are
NumPy's or SciPy's, and gradients are 0 where the function is constant."""
import importlib
import types
import json
import math

import numpy as np
import pytest

import recto
import recto.scipy.stats
from corpus import tried
from recto.transform import evaluate
from recto.transform.library.core.table import HOST_BY_NAME

from .distributions import ROWS
from .record import FILE, narrowed

REFERENCES = json.loads(FILE.read_text())
GROUP = 8                           # rows that are compiled together
GROUPS = [ROWS[k:k + GROUP] for k in range(0, len(ROWS), GROUP)]
SMALL = [0.0, -0.0, math.inf, -math.inf, math.nan]
ROUNDED = ("special.polygamma 1", "stats.t.cdf")        # NumPy rounds what nearly cancels in their gradients otherwise
COMMON = {"float64": [*SMALL, 1e-307, -1e-307, 1.7e308, -1.7e308], "float32": [*SMALL, 1e-37, -1e-37, 3.4e38, -3.4e38]}


def edges_of(row, dtype):
    """Those of the row; for functions of one number also those that all have. (SciPy's distributions are no reference
    at the largest numbers.)"""
    common = COMMON[dtype][:-2] if row.name.startswith("stats") else COMMON[dtype]
    return [*row.edges, *((e,) for e in common if row.common)]


def arguments(points, dtype):
    """One array for each argument."""
    return tuple(np.array(column, dtype) for column in zip(*points))


def with_gradient(row):
    """The values at all points, and the gradients of their sum, one for each argument asked for."""
    def total(*xs):
        values = row.function(*xs)
        return np.sum(values), values
    if not row.wrt:
        return lambda *xs: (total(*xs), ())
    return recto.value_and_grad(total, argnums=row.wrt, has_aux=True)


@pytest.fixture(scope="module", params=["float64", "float32"], ids=["double", "single"])
def computed(request):
    """Values of all rows, by XLA, and gradients: in double precision of all rows, of one in three by XLA and of the
    others by NumPy, call by call; in single precision, where most functions are those of double precision between two
    conversions, of one in three by NumPy (with RECTO_EVERY=1 of all)."""
    dtype, found = request.param, {}
    for group in GROUPS:
        rows = [row for row in group if row.narrow or dtype == "float64"]
        places = [str([*row.points, *edges_of(row, dtype)]) for row in rows]      # equal ones are computed once
        inputs = {p: arguments([*row.points, *edges_of(row, dtype)], dtype) for row, p in zip(rows, places)}
        whole = [dtype == "float64" and (row.name in ROUNDED or tried(f"gradient: {row.name}", 3)) for row in rows]
        functions = [with_gradient(row) if together else row.function for row, together in zip(rows, whole)]
        results = recto.jit(lambda args: [f(*args[place]) for f, place in zip(functions, places)])(inputs)
        for row, result, place, together in zip(rows, results, places, whole, strict=True):
            (_, values), gradients = result if together else ((None, result), interpreted(row, inputs[place], dtype))
            found[row.name] = np.asarray(values), [np.asarray(g) for g in gradients]
    return dtype, found


def interpreted(row, inputs, dtype):
    """The gradients, computed by NumPy; none of those that are left out."""
    if not row.wrt or dtype == "float32" and not tried(f"narrow gradient: {row.name}", 3):
        return []
    f = recto.jit(lambda *xs: with_gradient(row)(*xs)[1])
    with np.errstate(all="ignore"):
        return evaluate(f.program(*inputs), *inputs)


def is_near(found, wanted, ulps, dtype):
    """Numbers beyond the largest are infinite, subnormal ones 0."""
    limits = np.finfo(dtype)
    if math.isnan(wanted):
        return math.isnan(found)
    if abs(wanted) > float(limits.max):
        return found == math.copysign(math.inf, wanted)
    if abs(wanted) < 2 * limits.tiny:
        return abs(found) <= (4 * limits.tiny if wanted else ulps * limits.eps)
    return abs(found - wanted) <= ulps * limits.eps * abs(wanted)


def wrong_points(row, dtype, values, gradients):
    for k, (point, (wanted, *slopes)) in enumerate(zip(row.points, REFERENCES[row.name][dtype], strict=True)):
        if not math.isnan(wanted) and not is_near(float(values[k]), wanted, row.ulps, dtype):
            yield f"at {point}: {values[k]}, not {wanted}"
        for gradient, slope, n in zip(gradients, slopes, row.wrt):
            if not math.isnan(slope) and not is_near(float(gradient[k]), slope, row.slope_ulps, dtype):
                yield f"gradient {n} at {point}: {gradient[k]}, not {slope}"


def wrong_edges(row, dtype, values, gradients):
    edges = edges_of(row, dtype)
    if not edges:
        return
    own = lambda move, dtype: np.asarray(row.host(*arguments([(move(e[0]), *e[1:]) for e in edges], dtype)))
    with np.errstate(all="ignore"):
        wanted = own(lambda x: x, dtype).astype(dtype)
        moved = [own(lambda x, by=by: x + by, "float64") for by in (0, -1e-3, 1e-3)]
    for k, edge in enumerate(edges):
        value = float(values[len(row.points) + k])
        if math.isnan(wanted[k]) and math.isinf(edge[0]) and row.name.startswith("stats"):
            continue                        # SciPy gives infinity - infinity
        if not is_near(value, float(wanted[k]), row.ulps, dtype) or not same_zero(row, value, float(wanted[k])):
            yield f"at the edge {edge}: {value}, not {wanted[k]}"
        constant = len({float(values[k]) for values in moved}) == 1 and abs(edge[0]) < 1e4
        if 0 in row.wrt and constant and gradients:
            gradient = float(gradients[row.wrt.index(0)][len(row.points) + k])
            if gradient != 0 if math.isfinite(wanted[k]) else row.name.startswith("stats") and math.isnan(gradient):
                yield f"gradient at the edge {edge}: {gradient}, not 0"


def same_zero(row, value, wanted):
    """NumPy's zeros have signs that matter; SciPy's are those of its formulas."""
    return value != 0 or not row.name.startswith("np.") or math.copysign(1, value) == math.copysign(1, wanted)


@pytest.mark.xla
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_values_and_gradients(computed, row):
    dtype, found = computed
    if row.name not in found:
        assert not row.narrow
        return
    wrong = [*wrong_points(row, dtype, *found[row.name]), *wrong_edges(row, dtype, *found[row.name])]
    assert not wrong, f"{row.name} in {dtype}\n" + "\n".join(wrong)


def test_references_are_of_these_points():
    assert set(REFERENCES) == {row.name for row in ROWS}
    for row in ROWS:
        for references in REFERENCES[row.name].values():
            assert len(references) == len(row.points), row.name
    assert narrowed((0.1,)) == (float(np.float32(0.1)),)


def test_every_method_of_every_distribution_has_a_row():
    stats = recto.scipy.stats
    methods = {f"stats.{distribution}.{name}" for distribution in stats.__all__
               if isinstance(getattr(stats, distribution), types.ModuleType)
               for name in vars(importlib.import_module(f"{stats.__name__}.{distribution}"))
               if name in ("pdf", "pmf", "cdf", "sf", "ppf", "isf", "logpdf", "logpmf", "logcdf", "logsf")}
    assert len(methods) > 80 and methods <= {row.name for row in ROWS}


def test_every_special_function_has_a_row():
    names = {name.removeprefix("scipy.") for name in HOST_BY_NAME if name.startswith("scipy.special.")}
    assert names <= {row.name.split(" ")[0] for row in ROWS}
