"""scipy.linalg: functions of matrices, factors, bands."""
import numpy as np
from scipy import linalg

from .call import row

rng = np.random.default_rng(17)
MATRIX = 0.3 * rng.normal(size=(4, 4))
POSITIVE = MATRIX @ MATRIX.T + np.eye(4)
TALL, OTHER = rng.normal(size=(5, 3)), rng.normal(size=(5, 2))
SCREW = np.array([[0.8, -0.6, 0.0, 0.1], [0.6, 0.8, 0.0, 0.2], [0.0, 0.0, 1.0, 0.5], [0.0, 0.0, 0.0, 1.0]])
BANDS = np.array([[0.0, 0.0, 0.2, 0.1], [0.0, 0.5, 0.4, 0.3], [3.0, 4.0, 2.0, 3.5]])
LOWER_BANDS = np.array([[3.0, 4.0, 2.0, 3.5], [0.5, 0.4, 0.3, 0.0]])


@row(POSITIVE, gradient=False)          # (their derivatives: test_implicit.py)
def logarithms_of_matrices(a):
    return (linalg.logm(a), linalg.logm(SCREW), linalg.logm(np.array([[0.0, -1.0], [1.0, 0.0]]) + 0j),
            linalg.fractional_matrix_power(a, 0.4), linalg.fractional_matrix_power(a, -2),
            linalg.signm(a - 1.2 * np.eye(4)))


@row(MATRIX)
def waves_of_matrices(a):
    return (linalg.cosm(a), linalg.sinm(a), linalg.tanm(a), linalg.coshm(a), linalg.sinhm(a), linalg.tanhm(a),
            linalg.sinm((1 + 0.5j) * a), linalg.cosm(1j * a))


@row(TALL)
def factors_with_pivots(a):
    return (linalg.qr(a, mode="economic", pivoting=True), linalg.qr(a.T, mode="economic", pivoting=True),
            linalg.qr(a.T, mode="r", pivoting=True)[0], linalg.pinv(a, return_rank=True))


@row(POSITIVE, gradient=False, batch=False)
def factors_by_scipy(a):
    values, vectors = linalg.eig(a, SCREW)
    return (linalg.qr(TALL + a[0, 0], pivoting=True), linalg.ldl(a - np.eye(4)), linalg.ldl(a, lower=False)[1],
            np.abs(linalg.eigvals(a, SCREW)), np.abs(values), np.abs(vectors))


@row(TALL, OTHER)
def angles_and_products_of_columns(a, b):
    return (linalg.subspace_angles(a, b), linalg.subspace_angles(b, a), linalg.khatri_rao(a.T, b.T[:, :5]),
            linalg.subspace_angles(a, a[:, :2] + 1e-3 * b))


@row(POSITIVE)
def shapes_of_matrices(a):
    return (linalg.bandwidth(np.triu(a, -1)), linalg.issymmetric(a), linalg.ishermitian(1j * a), linalg.issymmetric(
        MATRIX, atol=10.0), linalg.diagsvd(a[0], 4, 6), linalg.diagsvd(a[0], 5, 4))


@row(BANDS, LOWER_BANDS, TALL[:4, 0])
def banded_systems(bands, lower, b):
    values, vectors = linalg.eig_banded(bands)
    return (values, np.abs(vectors), linalg.eigvals_banded(lower, lower=True, select="i", select_range=(1, 2)),
            linalg.eigvalsh_tridiagonal(lower[0], lower[1, :3]), linalg.cholesky_banded(bands),
            linalg.cho_solve_banded((linalg.cholesky_banded(lower, lower=True), True), b),
            linalg.cho_solve_banded((linalg.cholesky_banded(bands), False), b))


@row(TALL[:, 0] + np.array([3.0, 0, 0, 0, 0]), OTHER)
def circulant_systems(c, b):
    return (linalg.solve_circulant(c, b), linalg.solve_circulant(c, b[:, 0]), linalg.matmul_toeplitz(c, b),
            linalg.matmul_toeplitz((c, c[::-1] * 0.5), b[:, 1]))
