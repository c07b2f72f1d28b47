"""Every differentiable primitive keeps the law of derivatives to second order in all combinations of the modes, and
elementwise ones to third, on the rows of `primitives/`."""
import corpus
import numpy as np
import pytest
from primitives import rows, rows_b                     # noqa: F401  (entering rows)
from primitives._row import ROWS
from primitives.laws import built, exact, results

from recto.transform.ir.builder import TABLE
from recto.transform.core.dtypes import is_inexact

from .laws import derivatives_hold

DIFFERENTIABLE = sorted(name for name, p in TABLE.items() if p.kind not in ("control", "discrete"))


def order_of(row):
    """Third where it is smooth and elementwise."""
    elementwise = not row.params and {x.shape for x in (*row.operands, *results(row))} == {row.operands[0].shape}
    return 3 if TABLE[row.primitive].kind == "smooth" and elementwise and row.operands[0].ndim < 2 else 2


def row_holds(row):
    primitive = TABLE[row.primitive]
    variables = [k for k in range(len(row.operands)) if k not in row.constants]

    def write(builder, *syms):
        operands = [builder.lift(x) for x in row.operands]
        for k, sym in zip(variables, syms):
            operands[k] = sym
        return builder.bind(primitive, operands, row.params)

    operands = [row.operands[k] for k in variables]
    rules = primitive.jvp or primitive.transpose
    active = [is_inexact(x.dtype) and rules[k] is not None for k, x in zip(variables, operands)]
    return derivatives_hold(built(row, write, *operands), operands, active, order_of(row))


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_derivatives_of_higher_order(name):
    known = [r for r in ROWS if r.primitive == name and exact(r)]
    assert known
    tried = [r for r in known if corpus.tried(f"higher order: {r}", 2)] or known[:1]
    faults = []
    for row in tried:
        try:
            with np.errstate(all="ignore"):
                row_holds(row)
        except Exception as error:
            faults.append(f"{row}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
    assert not faults, "\n".join([f"{len(faults)} of {len(tried)} rows fail", *faults[:8]])
