"""nn, stax, optim and scipy give what JAX gives, outside compiled code and inside; so do their gradients."""
import types

import numpy as np
import pytest

import recto
from recto import nn, optim, scipy, stax

from .cases import CASES
from .reference import FILE

pytestmark = pytest.mark.xla
REFERENCE = np.load(FILE)
LIBRARIES = types.SimpleNamespace(grad=recto.grad, nn=nn, stax=stax, optim=optim, scipy=scipy, numpy=np,
                                  random=recto.random, tree=recto.tree)
ROUGH = "scipy.special.digamma", "scipy.special.i", "scipy.special.gammainc", "scipy.special.betainc", \
    "scipy.special.log_ndtr", "scipy.stats.gamma", "scipy.stats.chi2", "scipy.stats.beta", "scipy.stats.poisson", \
    "scipy.special.ndtri", "scipy.stats.norm", "scipy.stats.truncnorm", "scipy.special.gammaln", "scipy.special.betaln"


def expected(name):
    found = []
    while f"{name}/{len(found)}" in REFERENCE:
        found.append(REFERENCE[f"{name}/{len(found)}"])
    return found


def check(name, result):
    leaves = [np.asarray(leaf) for leaf in recto.tree.leaves(result)]
    wanted = expected(name)
    assert [a.shape for a in leaves] == [b.shape for b in wanted] and wanted
    for a, b in zip(leaves, wanted):
        assert a.dtype == b.dtype or a.dtype.kind == b.dtype.kind == "i"
        exact = 2e-6 if a.dtype == np.float32 else 1e-7 if name.startswith(ROUGH) else 1e-11
        np.testing.assert_allclose(a, b, rtol=exact, atol=exact)


@pytest.mark.parametrize("name", CASES)
def test_inside_compiled_code(name):
    function, args = CASES[name]
    check(name, recto.jit(lambda *xs: function(LIBRARIES, *xs))(*args))


@pytest.mark.parametrize("name", CASES)
def test_outside_compiled_code(name):
    function, args = CASES[name]
    check(name, function(LIBRARIES, *args))


def test_every_function_is_tried():
    text = " ".join([*CASES, *map(str, (nn.initializers, ))])
    own = [f"nn.{n}" for n in nn.__all__ if n not in ("initializers", "normalize", "swish", "hard_swish")]
    own += [f"stax.{n}" for n in stax.__all__]
    missing = [n for n in own if n not in text and n.split(".")[1] not in source()]
    assert not missing and len(own) > 50


def source():
    import pathlib
    return pathlib.Path(__file__).with_name("cases.py").read_text()
