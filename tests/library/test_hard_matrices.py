"""Linear algebra of singular, very large, very small, infinite and empty matrices, in float64, float32 and complex."""
import numpy as np
import pytest
import scipy.linalg

import recto
from recto.transform.library.core.versions import RANK_OF_INFINITE_FAILS

ONES = np.array([[1.0, 2.0], [3.0, 4.0]])
MATRICES = {
    "singular": np.array([[1.0, 2.0], [2.0, 4.0]]), "large": ONES * 1e13, "larger": ONES * 1e30, "small": ONES * 1e-18,
    "zero": ONES * 0, "nilpotent": np.array([[0.0, 1.0], [0.0, 0.0]]), "turn": np.array([[0.0, -1.0], [1.0, 0.0]]),
    "positive": np.array([[4.0, 1.0], [1.0, 3.0]]), "NaN": np.array([[np.nan, 1.0], [1.0, 2.0]]),
    "infinite": np.array([[np.inf, 1.0], [1.0, 2.0]]),
}
DOUBLE = {"largest": ONES * 1e150, "smallest": ONES * 1e-150}       # beyond float32
FUNCTIONS = {
    "pinv": lambda a: np.linalg.pinv(a),
    "matrix_rank": lambda a: np.linalg.matrix_rank(a),
    "det": lambda a: np.linalg.det(a),
    "slogdet": lambda a: np.linalg.slogdet(a),
    "eigvals": lambda a: np.linalg.eigvals(a),
    "svdvals": lambda a: np.linalg.svdvals(a),
    "eigvalsh": lambda a: np.linalg.eigvalsh(a),
    "cholesky": lambda a: np.linalg.cholesky(a),
    "cond": lambda a: np.linalg.cond(a),
    "norm": lambda a: np.linalg.norm(a, 2, (-2, -1)),
}
CONVENTIONS = {
    ("matrix_rank", "NaN"): -1,             # NumPy raises LinAlgError, and an integer can't be NaN
    ("pinv", "infinite"): np.nan            # NumPy: 0, for its singular values are NaN and so not large
}
if RANK_OF_INFINITE_FAILS:
    CONVENTIONS["matrix_rank", "infinite"] = -1


def given(dtype):
    return MATRICES if dtype == "float32" else {**MATRICES, **DOUBLE}


def flat(result):
    return [np.asarray(part) for part in result] if isinstance(result, tuple) else [np.asarray(result)]


def by_numpy(name, title, a):
    """What NumPy gives; NaN where it raises LinAlgError."""
    if (name, title) in CONVENTIONS:
        return [CONVENTIONS[name, title]]
    try:
        return flat(FUNCTIONS[name](a))
    except np.linalg.LinAlgError:
        return [np.nan]


def assert_near(found, wanted, name, dtype):
    if name == "eigvals" and wanted.ndim:
        found, wanted = (np.sort_complex(np.asarray(v, complex)) for v in (found, wanted))
    size = np.abs(wanted[np.isfinite(wanted)]).max(initial=0)
    if np.isnan(wanted).all():
        assert not np.isfinite(found).all()
    else:
        tolerance = 1e-6 if dtype == "float32" else 1e-13
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * size)


@pytest.fixture(scope="module", params=["float64", "float32", "complex128"])
def computed(request):
    """All functions of all matrices, compiled as one program."""
    dtype = request.param
    stack = np.array([m.astype(dtype) for m in given(dtype).values()])
    return dtype, stack, recto.jit(lambda a: tuple(f(a) for f in FUNCTIONS.values()))(stack)


@pytest.mark.xla
@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_numpy(computed, name):
    dtype, stack, results = computed
    found = flat(results[list(FUNCTIONS).index(name)])
    for k, title in enumerate(given(dtype)):
        with np.errstate(all="ignore"):
            wanted = by_numpy(name, title, stack[k])
        for part, right in zip(found, wanted):
            assert_near(part[k], np.asarray(right), name, dtype)


EMPTY = {
    **{name: f for name, f in FUNCTIONS.items() if name != "cond"},
    "norm 1": lambda a: np.linalg.norm(a, 1),
    "norm inf": lambda a: np.linalg.norm(a, np.inf),
    "nuclear norm": lambda a: np.linalg.norm(a, "nuc"),
    "vector norm": lambda a: np.linalg.norm(a.ravel(), np.inf),
    "lstsq": lambda a: np.linalg.lstsq(a, np.zeros(a.shape[0])),
    "expm": lambda a: scipy.linalg.expm(a),
    "scipy pinv": lambda a: scipy.linalg.pinv(a),
}


@pytest.mark.xla
@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_of_empty_matrices(shape):
    x, square = np.zeros(shape), shape[0] == shape[1]
    of_squares = ("det", "slogdet", "eigvals", "eigvalsh", "cholesky", "expm")
    names = [name for name in EMPTY if square or name not in of_squares]
    for found, name in zip(recto.jit(lambda a: tuple(EMPTY[name](a) for name in names))(x), names, strict=True):
        for part, right in zip(flat(found), flat(EMPTY[name](x)), strict=True):
            assert part.shape == right.shape, name
            np.testing.assert_array_equal(part, right, err_msg=name)


@pytest.mark.xla
def test_eigenvectors_of_large_matrices():
    values, vectors = recto.jit(lambda a: np.linalg.eig(a))(ONES * 1e150)
    np.testing.assert_allclose(ONES @ np.asarray(vectors), np.asarray(vectors) * np.asarray(values) / 1e150, rtol=1e-13)
    slope = recto.grad(lambda s: np.linalg.eigvals(ONES * s).real.max())(1e150)
    np.testing.assert_allclose(slope, np.linalg.eigvals(ONES).real.max(), rtol=1e-13)


@pytest.mark.xla
def test_exponentials_of_diagonal_matrices_are_those_of_their_elements():
    f = recto.jit(lambda a: scipy.linalg.expm(a))
    np.testing.assert_allclose(f(np.diag([1.0, 1e8, 1e-8])), np.diag([np.e, np.inf, 1.0]), rtol=1e-7)
    gradient = recto.grad(lambda a: scipy.linalg.expm(a)[0, 1])(np.diag([1.0, 2.0]))
    np.testing.assert_allclose(gradient, [[0.0, np.exp(2.0) - np.e], [0.0, 0.0]], atol=1e-12)


@pytest.mark.xla
def test_scipy_computes_determinants_in_float64():
    found = recto.jit(lambda a: scipy.linalg.det(a))(np.eye(2, dtype=np.float32) * np.float32(1e30))
    assert found.dtype == np.float64 and np.isclose(found, 1e60)
