"""recto.lax gives what JAX gives, in values and dtypes: called outside compiled code, and inside."""
import pathlib

import numpy as np
import pytest

import corpus
import recto
from recto import lax

from .cases import CASES
from .reference import FILE

REFERENCE = np.load(FILE)
FIRST = {name.split()[0]: name for name in reversed(CASES)}.values()     # of each function
INSIDE = {name: corpus.tried(f"inside: {name}", 2) for name in CASES}    # the others are tried outside
ROUGH = {"bessel_i0e", "bessel_i1e", "digamma", "polygamma", "igamma", "igammac", "betainc", "zeta", "erf_inv", "pow",
         "igamma_grad_a", "random_gamma_grad"}


def expected(name):
    found = []
    while f"{name}/{len(found)}" in REFERENCE:
        found.append(REFERENCE[f"{name}/{len(found)}"])
    return found


def check(name, result):
    leaves = [np.asarray(leaf) for leaf in recto.tree.leaves(result)]
    wanted = expected(name)
    assert [(a.dtype, a.shape) for a in leaves] == [(b.dtype, b.shape) for b in wanted]
    for a, b in zip(leaves, wanted):
        single = a.dtype in (np.float32, np.complex64)
        exact = 2e-5 if single else 1e-6 if name.split()[0] in ROUGH else 1e-13
        np.testing.assert_allclose(a, b, rtol=exact, atol=exact)


def test_every_function_is_tried():
    here = pathlib.Path(__file__).parent
    text = " ".join((here / name).read_text() for name in ("cases.py", "test_laws.py"))
    own = [name for name in lax.__all__ if getattr(getattr(lax, name), "__module__", "").startswith("recto.lax")]
    tried = {name.split()[0] for name in CASES}
    missing = [name for name in own if name not in tried and f"lax.{name}" not in text and f'"{name}"' not in text]
    assert not missing and len(own) > 60


@pytest.mark.parametrize("name", [name for name in CASES if name in FIRST or INSIDE[name]])
def test_inside_compiled_code(name):
    function, args = CASES[name]
    check(name, recto.jit(lambda *xs: function(lax, *xs))(*args))


@pytest.mark.parametrize("name", [name for name in CASES if name in FIRST or not INSIDE[name] or corpus.EVERYTHING])
def test_outside_compiled_code(name):
    function, args = CASES[name]
    check(name, function(lax, *args))
