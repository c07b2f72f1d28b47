"""Factorisations by slices that shrink from step to step: LU, LDLT, QR, Gram-Schmidt, Toeplitz systems."""
import numpy as np


def lu_outer(a):
    """In place, without pivoting."""
    n = len(a)
    for k in range(n - 1):
        a[k + 1:, k] /= a[k, k]
        a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])


def lu_by_rows(a):
    lu = a.copy()
    n = lu.shape[0]
    for i in range(1, n):
        for k in range(i):
            lu[i, k] /= lu[k, k]
            lu[i, k + 1:] -= lu[i, k] * lu[k, k + 1:]
    return lu


def crout(a):
    """By inner products, rows and columns in turn."""
    n = a.shape[0]
    lower, upper = np.zeros((n, n)), np.eye(n)
    for j in range(n):
        lower[j:, j] = a[j:, j] - lower[j:, :j] @ upper[:j, j]
        upper[j, j + 1:] = (a[j, j + 1:] - lower[j, :j] @ upper[:j, j + 1:]) / lower[j, j]
    return lower, upper


def lu_with_pivots(a):
    lu = a.copy()
    n = len(lu)
    order = np.arange(n)
    for k in range(n - 1):
        p = k + np.argmax(np.abs(lu[k:, k]))
        if p != k:
            lu[[k, p]] = lu[[p, k]]
            order[[k, p]] = order[[p, k]]
        lu[k + 1:, k] /= lu[k, k]
        lu[k + 1:, k + 1:] -= lu[k + 1:, k, None] * lu[k, None, k + 1:]
    return lu, order


def solve_with_pivots(a, b):
    lu, order = lu_with_pivots(a)
    x = b[order].copy()
    n = len(x)
    for i in range(1, n):
        x[i] -= lu[i, :i] @ x[:i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - lu[i, i + 1:] @ x[i + 1:]) / lu[i, i]
    return x


def gauss_eliminate(a, b):
    """Rows with the right side beside them; only what is right of the pivot changes."""
    n = len(b)
    work = np.column_stack([a, b])
    for k in range(n):
        for i in range(k + 1, n):
            work[i, k:] -= work[i, k] / work[k, k] * work[k, k:]
    return work


def determinant(a):
    work = a.copy()
    result = 1.0
    for k in range(len(work)):
        p = k + np.argmax(np.abs(work[k:, k]))
        if work[p, k] == 0.0:
            return 0.0
        if p != k:
            work[[k, p], k:] = work[[p, k], k:]
            result = -result
        result *= work[k, k]
        work[k + 1:, k:] -= np.outer(work[k + 1:, k] / work[k, k], work[k, k:])
    return result


def ldlt(a):
    n = len(a)
    lower, d = np.eye(n), np.zeros(n)
    for j in range(n):
        d[j] = a[j, j] - np.sum(lower[j, :j] ** 2 * d[:j])
        lower[j + 1:, j] = (a[j + 1:, j] - lower[j + 1:, :j] @ (lower[j, :j] * d[:j])) / d[j]
    return lower, d


def ldlt_in_place(a):
    n = len(a)
    for j in range(n):
        v = a[j, :j] * np.diag(a)[:j]
        a[j, j] -= a[j, :j] @ v
        a[j + 1:, j] -= a[j + 1:, :j] @ v
        a[j + 1:, j] /= a[j, j]
    return a


def gram_schmidt_classical(a):
    m, n = a.shape
    q, r = np.zeros((m, n)), np.zeros((n, n))
    for k in range(n):
        r[:k, k] = q[:, :k].T @ a[:, k]
        v = a[:, k] - q[:, :k] @ r[:k, k]
        r[k, k] = np.linalg.norm(v)
        q[:, k] = v / r[k, k]
    return q, r


def gram_schmidt_modified(a):
    m, n = a.shape
    q, r = np.zeros((m, n)), np.zeros((n, n))
    for k in range(n):
        r[k, k] = np.sqrt(np.sum(a[:, k] ** 2))
        q[:, k] = a[:, k] / r[k, k]
        r[k, k + 1:] = q[:, k] @ a[:, k + 1:]
        a[:, k + 1:] -= np.outer(q[:, k], r[k, k + 1:])
    return q, r


def householder(a):
    """R, and the reflections that make it."""
    r = a.copy()
    m, n = r.shape
    vectors = np.zeros((m, n))
    for k in range(n):
        x = r[k:, k].copy()
        x[0] += np.copysign(np.linalg.norm(x), x[0])
        x /= np.linalg.norm(x)
        r[k:, k:] -= 2.0 * np.outer(x, x @ r[k:, k:])
        vectors[k:, k] = x
    return r, vectors


def householder_q(a):
    r, vectors = householder(a)
    m, n = a.shape
    q = np.eye(m)
    for k in reversed(range(n)):
        v = vectors[k:, k]
        q[k:, k:] -= 2.0 * np.outer(v, v @ q[k:, k:])
    return q, np.triu(r)


def givens(a):
    """Zeros below the diagonal by rotations of neighbouring rows."""
    r = a.copy()
    m, n = r.shape
    for j in range(n):
        for i in range(m - 1, j, -1):
            h = np.hypot(r[i - 1, j], r[i, j])
            c, s = r[i - 1, j] / h, r[i, j] / h
            above, below = r[i - 1, j:].copy(), r[i, j:].copy()
            r[i - 1, j:] = c * above + s * below
            r[i, j:] = c * below - s * above
    return r


def hessenberg(a):
    h = a.copy()
    n = len(h)
    for k in range(n - 2):
        v = h[k + 1:, k].copy()
        v[0] += np.sign(v[0]) * np.sqrt(v @ v)
        v /= np.sqrt(v @ v)
        h[k + 1:, k:] -= 2.0 * np.outer(v, v @ h[k + 1:, k:])
        h[:, k + 1:] -= 2.0 * np.outer(h[:, k + 1:] @ v, v)
    return h


def arnoldi(a, b, steps):
    n = len(b)
    q, h = np.zeros((n, steps + 1)), np.zeros((steps + 1, steps))
    q[:, 0] = b / np.linalg.norm(b)
    for k in range(steps):
        v = a @ q[:, k]
        h[:k + 1, k] = q[:, :k + 1].T @ v
        v = v - q[:, :k + 1] @ h[:k + 1, k]
        h[k + 1, k] = np.linalg.norm(v)
        q[:, k + 1] = v / h[k + 1, k]
    return q, h


def durbin(r):
    n = len(r)
    y = np.zeros(n)
    y[0] = -r[0]
    beta, alpha = 1.0, -r[0]
    for k in range(1, n):
        beta *= 1.0 - alpha * alpha
        alpha = -(r[k] + np.dot(np.flip(r[:k]), y[:k])) / beta
        y[:k] += alpha * np.flip(y[:k])
        y[k] = alpha
    return y


def levinson(r, b):
    """A symmetric Toeplitz system with 1 on its diagonal and r beside it."""
    n = len(b)
    x, y = np.zeros(n), np.zeros(n)
    x[0], y[0] = b[0], -r[0]
    beta, alpha = 1.0, -r[0]
    for k in range(1, n):
        beta *= 1.0 - alpha ** 2
        mu = (b[k] - r[:k] @ x[k - 1::-1][:k]) / beta
        x[:k] += mu * y[:k][::-1]
        x[k] = mu
        if k < n - 1:
            alpha = -(r[k] + r[:k] @ y[:k][::-1]) / beta
            y[:k] = y[:k] + alpha * y[:k][::-1]
            y[k] = alpha
    return x


def reflection_coefficients(autocorrelation):
    """Levinson's recursion for linear prediction, with the error of each order."""
    order = len(autocorrelation) - 1
    a = np.zeros(order + 1)
    a[0] = 1.0
    errors = np.zeros(order + 1)
    errors[0] = autocorrelation[0]
    for m in range(1, order + 1):
        k = -(a[:m] @ autocorrelation[m:0:-1]) / errors[m - 1]
        a[1:m + 1] += k * a[m - 1::-1][:m]
        errors[m] = errors[m - 1] * (1 - k * k)
    return a, errors


LOOPS = (lu_outer, lu_by_rows, crout, lu_with_pivots, solve_with_pivots, gauss_eliminate, determinant, ldlt,
         ldlt_in_place, gram_schmidt_classical, gram_schmidt_modified, householder, householder_q, givens, hessenberg,
         arnoldi, durbin, levinson, reflection_coefficients)


def examples():
    rng = np.random.default_rng(61)
    for n in (4, 1, 9):
        a = rng.normal(size=(n, n)) + n * np.eye(n)
        rough, b = rng.normal(size=(n, n)), rng.normal(size=n)
        for f in (lu_outer, lu_by_rows, crout):
            yield f, (a.copy(),)
        for f in (lu_with_pivots, determinant, hessenberg):
            yield f, (rough.copy(),)
        yield solve_with_pivots, (rough, b)
        yield gauss_eliminate, (a, b)
        for f in (ldlt, ldlt_in_place):
            yield f, (a + a.T,)
        tall = rng.normal(size=(n + 2, n))
        for f in (gram_schmidt_classical, gram_schmidt_modified, householder, householder_q, givens):
            yield f, (tall.copy(),)
        r = 0.4 ** np.arange(1, n + 1)
        yield durbin, (r,)
        yield levinson, (r, b)
        yield reflection_coefficients, (np.append(1.0, r),)
    yield arnoldi, (rng.normal(size=(12, 12)), rng.normal(size=12), 9)
    yield arnoldi, (rng.normal(size=(5, 5)), rng.normal(size=5), 3)
    yield determinant, (np.zeros((3, 3)),)
    yield hessenberg, (rng.normal(size=(4, 4)).astype(np.float32),)
    yield crout, ((rng.normal(size=(3, 3)) + 1j * rng.normal(size=(3, 3)) + 4 * np.eye(3)).real,)
