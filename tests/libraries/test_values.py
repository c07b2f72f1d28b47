"""nn, stax, optim and scipy give what JAX gives, outside compiled code and inside; so do their gradients."""
import types

import numpy as np
import pytest

import corpus
import recto
from recto import nn, optim, scipy, stax

from .cases import CASES
from .reference import FILE

pytestmark = pytest.mark.xla
REFERENCE = np.load(FILE)
LIBRARIES = types.SimpleNamespace(grad=recto.grad, nn=nn, stax=stax, optim=optim, scipy=scipy, numpy=np,
                                  random=recto.random, tree=recto.tree)
PLAIN = types.SimpleNamespace(**{**vars(LIBRARIES), "grad": lambda f, argnums=0: lambda *xs: ()})
SERIES = "digamma i0 i1 gammainc betainc log_ndtr ndtri gammaln betaln".split()      # others than JAX's
ROUGH = (*(f"scipy.special.{name}" for name in SERIES), *(f"scipy.stats.{name}" for name in (
    "gamma", "chi2", "beta", "poisson", "norm", "truncnorm")))


def expected(name):
    found = []
    while f"{name}/{len(found)}" in REFERENCE:
        found.append(REFERENCE[f"{name}/{len(found)}"])
    return found


def check(name, result, values_only=False):
    leaves = [np.asarray(leaf) for leaf in recto.tree.leaves(result)]
    wanted = expected(name)[:len(leaves) if values_only else None]
    assert [a.shape for a in leaves] == [b.shape for b in wanted] and wanted
    for a, b in zip(leaves, wanted):
        assert a.dtype == b.dtype or a.dtype.kind == b.dtype.kind == "i"
        single = a.dtype == np.float32 or "attention" in name           # where JAX computes in float32
        exact = 3e-6 if single else 1e-7 if name.startswith(ROUGH) else 1e-11
        np.testing.assert_allclose(a, b, rtol=exact, atol=exact)


@pytest.mark.parametrize("name", CASES)
def test_inside_compiled_code(name):
    """By XLA, or its program by NumPy: each primitive means the same in both."""
    function, args = CASES[name]
    inside = lambda *xs: function(LIBRARIES, *xs)
    compiled = corpus.tried(f"xla: {name}", 3)
    check(name, recto.jit(inside)(*args) if compiled else corpus.run_interpreted(corpus.Case(inside, args)))


@pytest.mark.parametrize("name", [name for name in CASES if corpus.tried(f"outside: {name}", 2)])
def test_outside_compiled_code(name):
    """Values without a compiler; gradients have been compared inside, where they are compiled too."""
    function, args = CASES[name]
    gradients = name.startswith(("optim", "stax"))
    check(name, function(LIBRARIES if gradients else PLAIN, *args), values_only=not gradients)
