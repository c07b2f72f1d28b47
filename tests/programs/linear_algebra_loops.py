"""Matrix algorithms by scalar loops or by rows of full width."""
import numpy as np


def matmul_loops(a, b):
    rows, inner = a.shape
    columns = b.shape[1]
    c = np.zeros((rows, columns))
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for k in range(inner):
                total += a[i, k] * b[k, j]
            c[i, j] = total
    return c


def cholesky_loops(a):
    n = a.shape[0]
    factor = np.zeros_like(a)
    for i in range(n):
        for j in range(i + 1):
            total = a[i, j]
            for k in range(j):
                total -= factor[i, k] * factor[j, k]
            if i == j:
                factor[i, i] = np.sqrt(total)
            else:
                factor[i, j] = total / factor[j, j]
    return factor


def lu_in_place(a):
    """Doolittle without pivoting; the multipliers stay below the diagonal."""
    n = len(a)
    columns = np.arange(n)
    for k in range(n - 1):
        for i in range(k + 1, n):
            multiplier = a[i, k] / a[k, k]
            a[i] -= np.where(columns > k, multiplier * a[k], 0.0)
            a[i, k] = multiplier


def lu_pivoted(a):
    lu = a.copy()
    n = a.shape[0]
    order = np.arange(n)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(lu[i, k]) > abs(lu[best, k]):
                best = i
        if best != k:
            lu[[k, best]] = lu[[best, k]]
            order[k], order[best] = order[best], order[k]
        for i in range(k + 1, n):
            lu[i, k] /= lu[k, k]
            for j in range(k + 1, n):
                lu[i, j] -= lu[i, k] * lu[k, j]
    return lu, order


def forward_substitution(lower, b):
    x = np.zeros_like(b)
    for i in range(b.shape[0]):
        x[i] = (b[i] - np.dot(lower[i], x)) / lower[i, i]
    return x


def back_substitution(upper, b):
    n = len(b)
    x = b.copy()
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= upper[i, j] * x[j]
        x[i] /= upper[i, i]
    return x


def gauss_jordan_inverse(a):
    n = a.shape[0]
    work = np.hstack([a, np.eye(n)])
    for k in range(n):
        pivot = np.argmax(np.where(np.arange(n) >= k, np.abs(work[:, k]), -1.0))
        swapped = work[pivot].copy()
        work[pivot] = work[k]
        work[k] = swapped / swapped[k]
        for i in range(n):
            if i != k:
                work[i] -= work[i, k] * work[k]
    return work[:, n:]


def thomas(lower, diagonal, upper, right):
    """Tridiagonal solve; the diagonals are overwritten on the way, in copies."""
    diagonal, right = diagonal.copy(), right.copy()
    n = diagonal.size
    for i in range(1, n):
        factor = lower[i - 1] / diagonal[i - 1]
        diagonal[i] -= factor * upper[i - 1]
        right[i] -= factor * right[i - 1]
    right[-1] /= diagonal[-1]
    for i in reversed(range(n - 1)):
        right[i] = (right[i] - upper[i] * right[i + 1]) / diagonal[i]
    return right


def gram_schmidt(a):
    """Modified Gram-Schmidt on columns."""
    q = a.copy()
    n = a.shape[1]
    r = np.zeros((n, n))
    for j in range(n):
        r[j, j] = np.sqrt(np.sum(q[:, j] ** 2))
        q[:, j] /= r[j, j]
        for k in range(j + 1, n):
            r[j, k] = q[:, j] @ q[:, k]
            q[:, k] -= r[j, k] * q[:, j]
    return q, r


def householder_r(a):
    """Reflections whose vectors are masked instead of shortened."""
    r = a.copy()
    rows, columns = a.shape
    index = np.arange(rows)
    for k in range(min(rows - 1, columns)):
        v = np.where(index >= k, r[:, k], 0.0)
        size = np.sqrt(v @ v)
        if v[k] > 0:
            v[k] += size
        else:
            v[k] -= size
        r -= np.outer(v, 2 * (v @ r) / (v @ v))
    return np.triu(r)


def givens_triangularise(a):
    r = a.copy()
    for j in range(r.shape[1]):
        for i in range(r.shape[0] - 1, j, -1):
            if r[i, j] == 0:
                continue
            length = np.hypot(r[i - 1, j], r[i, j])
            c, s = r[i - 1, j] / length, r[i, j] / length
            above, below = r[i - 1].copy(), r[i].copy()
            r[i - 1] = c * above + s * below
            r[i] = c * below - s * above
    return r


def jacobi_eigenvalues(a, sweeps):
    """Cyclic Jacobi rotations of a symmetric matrix."""
    a = a.copy()
    n = a.shape[0]
    for _ in range(sweeps):
        for p in range(n - 1):
            for q in range(p + 1, n):
                if abs(a[p, q]) < 1e-14:
                    continue
                theta = 0.5 * np.arctan2(2 * a[p, q], a[q, q] - a[p, p])
                c, s = np.cos(theta), np.sin(theta)
                row_p, row_q = a[p].copy(), a[q].copy()
                a[p], a[q] = c * row_p - s * row_q, s * row_p + c * row_q
                column_p, column_q = a[:, p].copy(), a[:, q].copy()
                a[:, p], a[:, q] = c * column_p - s * column_q, s * column_p + c * column_q
    return np.sort(np.diag(a))


def determinant_by_elimination(a):
    a = a.astype(np.float64)
    n = a.shape[0]
    det = 1.0
    for k in range(n):
        p = k
        while p < n and abs(a[p, k]) < 1e-12:
            p += 1
        if p == n:
            return 0.0
        if p != k:
            a[[p, k]] = a[[k, p]]
            det = -det
        det *= a[k, k]
        for i in range(k + 1, n):
            a[i] -= a[i, k] / a[k, k] * a[k]
    return det


def csr_matvec(start, column, value, x):
    """Compressed sparse rows: each row brings its own loop bounds."""
    y = np.zeros(start.shape[0] - 1)
    for i in range(len(y)):
        for k in range(start[i], start[i + 1]):
            y[i] += value[k] * x[column[k]]
    return y


def conjugate_gradient(a, b, tolerance):
    x = np.zeros_like(b)
    residual = b - a @ x
    direction = residual
    square = residual @ residual
    iterations = 0
    while np.sqrt(square) > tolerance and iterations < 4 * b.size:
        image = a @ direction
        alpha = square / (direction @ image)
        x = x + alpha * direction
        residual = residual - alpha * image
        square, old = residual @ residual, square
        direction = residual + square / old * direction
        iterations += 1
    return x


def strassen_2x2_blocks(a, b):
    """One level of Strassen's seven products."""
    h = a.shape[0] // 2
    a11, a12, a21, a22 = a[:h, :h], a[:h, h:], a[h:, :h], a[h:, h:]
    b11, b12, b21, b22 = b[:h, :h], b[:h, h:], b[h:, :h], b[h:, h:]
    m1 = (a11 + a22) @ (b11 + b22)
    m2 = (a21 + a22) @ b11
    m3 = a11 @ (b12 - b22)
    m4 = a22 @ (b21 - b11)
    m5 = (a11 + a12) @ b22
    m6 = (a21 - a11) @ (b11 + b12)
    m7 = (a12 - a22) @ (b21 + b22)
    c = np.empty_like(a)
    c[:h, :h] = m1 + m4 - m5 + m7
    c[:h, h:] = m3 + m5
    c[h:, :h] = m2 + m4
    c[h:, h:] = m1 - m2 + m3 + m6
    return c


def examples():
    rng = np.random.default_rng(2)
    a3, a4 = rng.normal(size=(3, 3)), rng.normal(size=(4, 4))
    spd = a4 @ a4.T + 4 * np.eye(4)
    yield matmul_loops, (rng.normal(size=(3, 4)), rng.normal(size=(4, 2)))
    yield matmul_loops, (rng.normal(size=(2, 0)), rng.normal(size=(0, 3)))
    yield matmul_loops, (np.arange(4).reshape(2, 2), np.arange(4).reshape(2, 2))
    yield cholesky_loops, (spd,)
    yield cholesky_loops, (spd.astype(np.float32),)
    yield cholesky_loops, (np.array([[4.0]]),)
    yield lu_in_place, (spd.copy(),)
    yield lu_in_place, (np.array([[2.0]]),)
    yield lu_pivoted, (a4,)
    yield lu_pivoted, (np.array([[0.0, 2.0], [3.0, 1.0]]),)
    yield lu_pivoted, (np.eye(3),)
    yield forward_substitution, (np.tril(spd), rng.normal(size=4))
    yield forward_substitution, (np.array([[2.0]], np.float32), np.array([3.0], np.float32))
    yield back_substitution, (np.triu(spd), rng.normal(size=4))
    yield back_substitution, (np.array([[2.0]]), np.array([3.0]))
    yield gauss_jordan_inverse, (a4 + 3 * np.eye(4),)
    yield gauss_jordan_inverse, (np.array([[0.0, 2.0], [4.0, 0.0]]),)
    yield thomas, (rng.normal(size=4), 5 + rng.normal(size=5), rng.normal(size=4), rng.normal(size=5))
    yield thomas, (np.zeros(0), np.array([2.0]), np.zeros(0), np.array([3.0]))
    yield gram_schmidt, (rng.normal(size=(5, 3)),)
    yield gram_schmidt, (np.array([[3.0], [4.0]]),)
    yield householder_r, (rng.normal(size=(5, 3)),)
    yield householder_r, (a3,)
    yield givens_triangularise, (a3,)
    yield givens_triangularise, (np.array([[1.0, 2.0], [0.0, 3.0]]),)
    yield jacobi_eigenvalues, (spd, 6)
    yield jacobi_eigenvalues, (np.diag([3.0, 1.0, 2.0]), 1)
    yield determinant_by_elimination, (a4 + 2 * np.eye(4),)
    yield determinant_by_elimination, (np.array([[0, 2], [3, 4]]),)
    yield determinant_by_elimination, (np.array([[1, 2], [2, 4]]),)
    start, column = np.array([0, 2, 2, 5]), np.array([0, 3, 1, 2, 3])
    yield csr_matvec, (start, column, rng.normal(size=5), rng.normal(size=4))
    yield csr_matvec, (np.array([0, 0]), np.array([0]), np.array([1.0]), np.array([1.0]))
    yield conjugate_gradient, (spd, rng.normal(size=4), 1e-10)
    yield conjugate_gradient, (np.eye(2), np.zeros(2), 1e-10)
    yield strassen_2x2_blocks, (a4, spd)
    yield strassen_2x2_blocks, (np.arange(4).reshape(2, 2), np.eye(2, dtype=np.int64))
