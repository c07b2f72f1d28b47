"""Rows and laws: what is tried is in the tables `rows*.py`, what must hold is in `laws.py`."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from corpus import tried
from recto.transform import primitives as _      # noqa: F401 (fills the table)
from recto.transform.ir.builder import TABLE

from . import laws, rows, rows_b                         # noqa: F401  (entering rows)
from ._row import ROWS, Row

MANY = 24           # rows of a primitive: of more than these one in three is compiled, of fewer all
NAMES = sorted(name for name, p in TABLE.items() if p.kind != "control")


def of(name: str) -> list[Row]:
    return [r for r in ROWS if r.primitive == name]


def hold(law: Callable[[Row], None], name: str) -> None:
    """The law for all rows of a primitive; one report of all that break it."""
    faults = []
    for r in of(name):
        try:
            with np.errstate(all="ignore"):
                law(r)
        except Exception as error:
            faults.append(f"{r}: {type(error).__name__}: {' '.join(str(error).split())[:400]}")
    assert not faults, "\n".join([f"{len(faults)} rows fail", *faults[:8]])


def test_every_primitive_has_a_row():
    assert not set(NAMES) - {r.primitive for r in ROWS}


@pytest.mark.parametrize("name", NAMES)
def test_inferred_type_is_computed_type(name):
    hold(laws.inferred_type_is_computed_type, name)


@pytest.mark.parametrize("name", NAMES)
def test_jvp_is_the_difference(name):
    hold(laws.jvp_is_the_difference, name)


@pytest.mark.parametrize("name", NAMES)
def test_jvp_can_be_transposed(name):
    hold(laws.jvp_can_be_transposed, name)


@pytest.mark.parametrize("name", NAMES)
def test_transpose_is_the_adjoint(name):
    hold(laws.transpose_is_the_adjoint, name)


@pytest.mark.parametrize("name", NAMES)
def test_batch_is_a_loop(name):
    hold(laws.batch_is_a_loop, name)


@pytest.mark.parametrize("name", NAMES)
def test_shown_text_means_the_same(name):
    hold(laws.shown_text_means_the_same, name)


@pytest.mark.parametrize("name", NAMES)
def test_printed_call_reads_back(name):
    hold(laws.printed_call_reads_back, name)


@pytest.mark.parametrize("name", NAMES)
def test_xla_agrees_with_numpy(name):
    every = [r for r in of(name) if "xla" not in r.skip]
    chosen = [r for k, r in enumerate(every) if tried(f"{name} {k}", 3 if len(every) > MANY else 1)]
    faults = [f"{r}: {fault}" for r, got in zip(chosen, laws.compiled(chosen)) if (fault := laws.agrees(r, got))]
    assert not faults, "\n".join([f"{len(faults)} rows fail", *faults[:8]])


def test_roots_of_cubes_are_whole():
    """C libraries differ in the last digit there: those of NumPy are compared to one unit."""
    cubes = [r for r in of("cbrt") if r.operands[0].size == 61 and r.operands[0].dtype == np.float64]
    [got] = laws.compiled(cubes)
    np.testing.assert_array_equal(np.ravel(got), np.arange(-30.0, 31.0))
