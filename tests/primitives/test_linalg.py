"""What factorisations must be, whatever signs and phases LAPACK chooses: results of XLA, and derivatives."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import recto

from recto.runtime import default_platform
from recto.runtime.device import buffers
from recto.runtime.compilation import executable
from recto.transform import primitives as _                          # noqa: F401 (fills the table)
from recto.transform.ir.builder import Builder
from recto.transform.core.errors import CompileError
from recto.transform import lowered
from recto.transform.primitives.linear_algebra.factorisations import cholesky, det, eig, eigh, qr, solve, svd
from recto.transform.ir.program import Type, check

SQUARE = [(4, 4), (2, 3, 3), (1, 1)]
SHAPES = [*SQUARE, (5, 3), (3, 5), (2, 4, 3)]
DTYPES = [np.float64, np.float32, np.complex128, np.complex64]


def random(shape: tuple[int, ...], dtype: Any, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return (rng.normal(size=shape) + (1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else 0)).astype(dtype)


def adjoint(x: np.ndarray) -> np.ndarray:
    return np.swapaxes(x, -1, -2).conj()


def hermitian(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    x = random(shape, dtype)
    return x + adjoint(x)


def run(primitive: Any, *arrays: np.ndarray, **params: Any) -> list[np.ndarray]:
    builder = Builder()
    out = primitive(*(builder.parameter(Type(x.dtype, x.shape)) for x in arrays), **params)
    program = check(builder.finish(out if primitive.multiple else [out], "f"))
    made = executable.compile(lowered(program, platform=default_platform()).text)
    return [buffers.host(b) for b in made.run([buffers.put(x) for x in arrays])]


def close(got: np.ndarray, wanted: np.ndarray) -> None:
    np.testing.assert_allclose(got, wanted, atol=1e-4 if wanted.dtype in (np.float32, np.complex64) else 1e-11)


def orthonormal(q: np.ndarray) -> None:
    close(adjoint(q) @ q, np.broadcast_to(np.eye(q.shape[-1], dtype=q.dtype), (*q.shape[:-2], *q.shape[-1:] * 2)))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_eigenvectors_diagonalise(shape, dtype):
    x = hermitian(shape, dtype)
    w, v = run(eigh, np.tril(x), vectors=True)
    close(v * w[..., None, :] @ adjoint(v), x)
    orthonormal(v)
    x = random(shape, dtype)
    w, v = run(eig, x, vectors=True)
    close(x @ v, v * w[..., None, :])
    close(np.linalg.norm(v, axis=-2), np.ones(w.shape, x.real.dtype))


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_singular_vectors_decompose(shape, dtype, full):
    x = random(shape, dtype)
    u, s, vh = run(svd, x, full_matrices=full, compute_uv=True)
    k = s.shape[-1]
    close(u[..., :k] * s[..., None, :] @ vh[..., :k, :], x)
    orthonormal(u)
    orthonormal(adjoint(vh))
    close(s, np.linalg.svd(x, compute_uv=False))


# -- derivatives of functions that no phase changes --------------------------------------------------------------------

def along(f: Callable, x: np.ndarray, t: np.ndarray, h: float = 1e-4) -> np.ndarray:
    return (8 * (f(x + h * t) - f(x - h * t)) - (f(x + 2 * h * t) - f(x - 2 * h * t))) / (12 * h)


@pytest.mark.parametrize("shape", SQUARE)
def test_derivative_of_spectral_projectors(shape):
    x, t = random(shape, complex), random(shape, complex, 1)
    weights = np.arange(1.0, shape[-1] + 1)

    def f(x):
        w, v = eigh(x, vectors=True)
        return v * weights @ adjoint(v) + w[..., None]

    w, v = eigh(x, vectors=True)
    w_dot, v_dot = eigh.jvp_rule(0)(t, (w, v), x, vectors=True)
    got = v_dot * weights @ adjoint(v) + v * weights @ adjoint(v_dot) + w_dot[..., None]
    np.testing.assert_allclose(got, along(f, x, t), atol=1e-7)


@pytest.mark.parametrize("shape", SHAPES)
def test_derivative_of_singular_vectors(shape):
    x, t = random(shape, complex), random(shape, complex, 1)
    how = dict(full_matrices=False, compute_uv=True)

    def f(x):
        u, s, vh = svd(x, **how)
        return u * np.sin(s)[..., None, :] @ vh

    u, s, vh = svd(x, **how)
    u_dot, s_dot, vh_dot = svd.jvp_rule(0)(t, (u, s, vh), x, **how)
    sin = np.sin(s)[..., None, :]
    got = u_dot * sin @ vh + u * (np.cos(s) * s_dot)[..., None, :] @ vh + u * sin @ vh_dot
    np.testing.assert_allclose(got, along(f, x, t), atol=1e-6)


@pytest.mark.parametrize("used", [True, False])
def test_equal_eigenvalues_whose_value_is_used_have_infinite_derivatives(used):
    x, t = np.eye(3), random((3, 3), float)
    v_dot = eigh.jvp[0](t, eigh(x, vectors=True), x, vectors=True, used=(used, True))[1]
    assert np.isfinite(v_dot).all() == (not used)


# -- failures ----------------------------------------------------------------------------------------------------------

def test_failures_are_nan():
    (l,) = run(cholesky, np.stack([np.eye(3), -np.eye(3)]))
    assert (l[0] == np.eye(3)).all() and np.isnan(l[1]).all()
    (x,) = run(solve, np.stack([np.eye(2), np.ones((2, 2))]), np.ones((2, 2, 1)), transpose=False)
    assert (x[0] == 1).all() and np.isnan(x[1]).all()


@pytest.mark.parametrize("primitive, shape, dtype, params, message", [
    (cholesky, (3,), float, {}, "1-dimensional array given. Array must be at least two-dimensional"),
    (det, (2, 3), float, {}, "Last 2 dimensions of the array must be square"),
    (qr, (3, 3), np.float16, {"mode": "reduced"}, "array type float16 is unsupported in linalg"),
])
def test_refused_in_numpys_words(primitive, shape, dtype, params, message):
    with pytest.raises(CompileError) as refused:
        primitive.infer(Type(np.dtype(dtype), shape), **params)
    assert refused.value.message == message


@pytest.mark.parametrize("primitive, params", [
    (qr, {"mode": "complete"}),
    (svd, {"full_matrices": True, "compute_uv": True}),
])
def test_undetermined_columns_have_no_derivative(primitive, params):
    x = random((4, 2), float)
    with pytest.raises(CompileError, match="has no derivative"):
        primitive.jvp_rule(0)(x, primitive(x, **params), x, **params)


@pytest.mark.xla
@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (2, 3), (4, 3), (3, 5)], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_singular_vectors_move_as_differences_say(shape, seed):
    """Also where XLA fuses a product with a difference of squares, which is not 0 on the diagonal then."""
    x, t, h = random(shape, np.float64, seed), random(shape, np.float64, seed + 9), 1e-6
    functions = [lambda x: np.abs(np.linalg.svd(x, full_matrices=False)[0]),
                 lambda x: np.abs(np.linalg.svd(x, full_matrices=False)[2]), lambda x: np.linalg.pinv(x)]
    for function in functions:
        slope = (function(x + h * t) - function(x - h * t)) / (2 * h)
        np.testing.assert_allclose(recto.jvp(function, (x,), (t,))[1], slope, rtol=1e-4, atol=1e-6)
        np.testing.assert_allclose(np.tensordot(recto.jacfwd(function)(x), t), slope, rtol=1e-4, atol=1e-6)
        of_slopes = recto.jit(lambda x: np.sum(recto.jvp(function, (x,), (t,))[1] ** 2))
        np.testing.assert_allclose(of_slopes(x), np.sum(slope ** 2), rtol=1e-4)


@pytest.mark.xla
def test_lu_prints_as_numpy():
    import scipy.linalg

    def factors(x):
        p, l, u = scipy.linalg.lu(x)
        return p.sum(1) + l @ u[:, 0] * np.sum(l * l) + np.sum(u * u)

    x = random((3, 3), np.float64)
    batch = np.stack([x, x.T])
    for function, given in ((recto.jit(factors), x), (recto.jacrev(factors), x), (recto.vmap(factors), batch)):
        source, space = function.source(given), {}
        exec(source, space)
        printed = [v for k, v in space.items() if callable(v) and k != "lu_factor"][-1]
        np.testing.assert_allclose(printed(given), function(given), rtol=1e-9)
