"""numpy.linalg."""
import numpy as np


def solve_and_residual(a, b):
    x = np.linalg.solve(a, b)
    return x, np.linalg.norm(a @ x - b) < 1e-4


def inverse_and_determinant(a):
    sign, log = np.linalg.slogdet(a)
    return np.linalg.inv(a), np.linalg.det(a), sign * np.exp(log)


def cholesky_solve(a, b):
    lower = np.linalg.cholesky(a)
    y = np.linalg.solve(lower, b)
    return np.linalg.solve(lower.T, y), 2 * np.sum(np.log(np.diag(lower)))


def qr_least_squares(a, b):
    q, r = np.linalg.qr(a)
    return np.linalg.solve(r, q.T @ b), np.abs(np.diag(r)), q @ r


def low_rank(a, k):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    return (u[:, :k] * s[:k]) @ vt[:k], s


def symmetric_spectrum(a):
    """Signs of eigenvectors are nobody's business, projectors are."""
    values, vectors = np.linalg.eigh(a)
    top = np.outer(vectors[:, -1], vectors[:, -1])
    return values, top, vectors @ np.diag(np.sqrt(values)) @ vectors.T, np.linalg.eigvalsh(a)


def all_norms(a):
    return (
        np.linalg.norm(a),
        np.linalg.norm(a, 1),
        np.linalg.norm(a, np.inf),
        np.linalg.norm(a, axis=0),
        np.linalg.norm(a, ord=1, axis=1, keepdims=True),
        np.linalg.norm(a, 2),
    )


def powers(a):
    return np.linalg.matrix_power(a, 0), np.linalg.matrix_power(a, 3), np.linalg.matrix_power(a, -2)


def pseudo_inverse(a, b):
    return np.linalg.pinv(a) @ b, np.linalg.matrix_rank(a)


def batched_solve(a, b):
    return np.linalg.solve(a, b), np.linalg.det(a), np.linalg.inv(a)


def principal_components(x, k):
    centred = x - x.mean(axis=0)
    _, s, vt = np.linalg.svd(centred, full_matrices=False)
    projected = centred @ vt[:k].T
    return np.abs(projected), s[:k] ** 2 / (len(x) - 1), np.sum(s[:k] ** 2) / np.sum(s**2)


def ridge_path(a, b, penalties):
    n = a.shape[1]
    out = np.zeros((len(penalties), n))
    for k, penalty in enumerate(penalties):
        out[k] = np.linalg.solve(a.T @ a + penalty * np.eye(n), a.T @ b)
    return out


def markov_stationary(p):
    """The left eigenvector of one, from a bordered system."""
    n = len(p)
    system = np.vstack([p.T - np.eye(n), np.ones(n)])
    right = np.concatenate([np.zeros(n), [1.0]])
    return np.linalg.lstsq(system, right, rcond=None)[0]


def gaussian_process(x, y, at, noise):
    def kernel(u, v):
        return np.exp(-0.5 * (u[:, None] - v) ** 2)

    lower = np.linalg.cholesky(kernel(x, x) + noise * np.eye(x.size))
    alpha = np.linalg.solve(lower.T, np.linalg.solve(lower, y))
    cross = kernel(at, x)
    half = np.linalg.solve(lower, cross.T)
    return cross @ alpha, 1 - np.sum(half**2, axis=0)


def condition_number(a):
    s = np.linalg.svd(a, compute_uv=False)
    return s[0] / s[-1], np.linalg.cond(a)


def iterative_refinement(a, b, rounds):
    """Solves in single, corrects in double."""
    narrow = a.astype(np.float32)
    x = np.zeros_like(b)
    for _ in range(rounds):
        residual = b - a @ x
        x += np.linalg.solve(narrow, residual.astype(np.float32))
    return np.linalg.norm(b - a @ x) < 1e-9, x


def products(a, b, v):
    return a @ b @ v, np.dot(v, a), np.inner(a, b), np.outer(v, v).trace(), np.vdot(a, b), np.kron(a, v)


def tensor_products(t, m):
    return np.tensordot(t, m, axes=([1], [0])), np.einsum("ijk,jl->lik", t, m), np.einsum("iji->j", t)


def examples():
    rng = np.random.default_rng(36)
    a, b = rng.normal(size=(3, 3)) + 2 * np.eye(3), rng.normal(size=3)
    spd = a @ a.T + np.diag([1.0, 2.0, 4.0])
    yield solve_and_residual, (a, b)
    yield solve_and_residual, (a, rng.normal(size=(3, 2)))
    yield solve_and_residual, (a.astype(np.float32), b.astype(np.float32))
    yield inverse_and_determinant, (a,)
    yield inverse_and_determinant, (np.array([[-2.0]]),)
    yield cholesky_solve, (spd, b)
    yield cholesky_solve, (np.array([[9.0]], np.float32), np.array([3.0], np.float32))
    yield qr_least_squares, (rng.normal(size=(5, 3)), rng.normal(size=5))
    yield qr_least_squares, (a, b)
    yield low_rank, (rng.normal(size=(4, 3)), 2)
    yield low_rank, (rng.normal(size=(2, 3)), 1)
    yield symmetric_spectrum, (spd,)
    yield symmetric_spectrum, (np.diag([1.0, 2.0]).astype(np.float32),)
    yield all_norms, (rng.normal(size=(3, 2)),)
    yield all_norms, (np.array([[3.0, -4.0]]),)
    yield powers, (a,)
    yield powers, (np.array([[2.0]]),)
    yield pseudo_inverse, (rng.normal(size=(4, 2)), rng.normal(size=4))
    yield pseudo_inverse, (np.array([[2.0, 0.0], [0.0, 0.0]]), np.array([1.0, 1.0]))
    batch = rng.normal(size=(4, 2, 2)) + 3 * np.eye(2)
    yield batched_solve, (batch, rng.normal(size=(4, 2, 1)))
    yield batched_solve, (batch[:1].astype(np.float32), np.ones((1, 2, 3), np.float32))
    yield principal_components, (rng.normal(size=(6, 3)), 2)
    yield principal_components, (rng.normal(size=(3, 2)), 1)
    yield ridge_path, (rng.normal(size=(6, 2)), rng.normal(size=6), np.array([0.1, 1.0, 10.0]))
    yield ridge_path, (rng.normal(size=(2, 2)), rng.normal(size=2), np.zeros(0))
    p = rng.uniform(0.1, 1, (4, 4))
    yield markov_stationary, (p / p.sum(axis=1, keepdims=True),)
    yield markov_stationary, (np.array([[0.5, 0.5], [0.25, 0.75]]),)
    yield gaussian_process, (np.linspace(0, 4, 5), rng.normal(size=5), np.array([0.5, 6.0]), 0.1)
    yield gaussian_process, (np.array([0.0]), np.array([2.0]), np.array([0.0]), 0.5)
    yield condition_number, (a,)
    yield condition_number, (np.diag([10.0, 1.0]),)
    yield iterative_refinement, (spd, b, 4)
    yield iterative_refinement, (spd, b, 0)
    yield products, (a, a.T, b)
    yield products, (np.arange(4).reshape(2, 2), np.ones((2, 2), np.int64), np.array([1, -1]))
    yield tensor_products, (rng.normal(size=(2, 3, 2)), rng.normal(size=(3, 3)))
    yield tensor_products, (rng.normal(size=(3, 3, 3)), rng.normal(size=(3, 2)))
