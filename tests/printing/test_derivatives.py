"""Derivatives of the whole corpus, printed, give under NumPy what the interpreter gives."""
import contextlib
import io

import corpus
import numpy as np
import pytest

from recto import transform
from recto.transform.passes.autodiff.jvp import jvp
from recto.transform.passes.autodiff.vjp import vjp

from derivatives.test_programs import SECONDS, is_narrow, limited, moved, smallest
from .test_numpy_style import run

MODES = {"jvp": jvp, "vjp": vjp}
# single precision: the printed text rounds elsewhere than the interpreter
TOLERANCE = {False: {"rtol": 1e-7, "atol": 1e-9}, True: {"rtol": 1e-3, "atol": 1e-4}}


def given(type_, x):
    """An argument as a caller has it: a number where the program has a scalar."""
    x = np.array(x, type_.dtype)
    return x if x.ndim else x[()]


def agrees(cases, mode):
    """The derivative of the smallest example, printed and interpreted."""
    made, rng = smallest(cases), np.random.default_rng(1)
    program = made.program
    operands = [np.asarray(x, p.type.dtype) for x, p in zip(made.operands, program.parameters)]
    active = [x.dtype == np.float64 for x in operands]
    operands = [moved(rng, x, a) for x, a in zip(operands, active)]
    if not any(active):
        return
    derived = transform.optimise(MODES[mode](program, active)[0])
    more = [np.asarray(rng.normal(size=p.type.shape), p.type.dtype) for p in derived.parameters[len(operands):]]
    args = [*operands, *more]
    wanted = transform.evaluate(derived, *args)
    values = [given(p.type, x) for p, x in zip(derived.parameters, args)]
    found = run(transform.numpy_source(derived), derived.name, values)
    for a, b in zip(found, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(a), b, **TOLERANCE[is_narrow(derived)])
    for x, kept in zip(values, args):
        np.testing.assert_array_equal(x, kept)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("module", corpus.module_names())
def test_printed_derivatives_compute_the_same(module, mode):
    faults = []
    for name, cases in corpus.sample(module, f"printed {mode}", 8).items():
        try:
            with limited(SECONDS, name), contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
                agrees(cases, mode)
        except Exception as error:
            faults.append(f"{name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
    assert not faults, "\n".join(faults)


def test_two_loops_of_states_in_one_branch_have_names_of_their_own():
    """The adjoint of a heap's loops asks for the states of two of them in one branch."""
    agrees(corpus.functions("lists_of_tuples")["in_attributes"], "vjp")
