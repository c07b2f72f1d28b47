"""Products by triangles and by sparse rows; covariance and correlation by rows; convolutions by windows."""
import numpy as np


def syrk(alpha, beta, c, a):
    """The lower triangle of c."""
    n, m = a.shape
    for i in range(n):
        c[i, :i + 1] *= beta
        for k in range(m):
            c[i, :i + 1] += alpha * a[i, k] * a[:i + 1, k]


def syr2k(alpha, beta, c, a, b):
    n, m = a.shape
    for i in range(n):
        c[i, :i + 1] *= beta
        for k in range(m):
            c[i, :i + 1] += a[:i + 1, k] * alpha * b[i, k] + b[:i + 1, k] * alpha * a[i, k]


def symm(alpha, beta, c, a, b):
    """A symmetric matrix of which only the lower triangle is read."""
    m, n = c.shape
    work = np.empty(n)
    for i in range(m):
        for j in range(n):
            c[:i, j] += alpha * b[i, j] * a[i, :i]
            work[j] = b[:i, j] @ a[i, :i]
        c[i, :] = beta * c[i, :] + alpha * b[i, :] * a[i, i] + alpha * work


def trmm(alpha, a, b):
    m, n = b.shape
    for i in range(m):
        for j in range(n):
            b[i, j] += np.dot(a[i + 1:, i], b[i + 1:, j])
    b *= alpha


def trmm_by_rows(a, b):
    out = np.zeros_like(b)
    for i in range(len(a)):
        out[i] = a[i, :i + 1] @ b[:i + 1]
    return out


def packed_symmetric(packed, x):
    """The lower triangle row by row in one array."""
    n = len(x)
    y = np.zeros(n)
    start = 0
    for i in range(n):
        row = packed[start:start + i + 1]
        y[i] += row @ x[:i + 1]
        y[:i] += row[:-1] * x[i]
        start += i + 1
    return y


def covariance(data):
    n, m = data.shape
    data = data - data.mean(axis=0)
    cov = np.zeros((m, m))
    for i in range(m):
        cov[i:, i] = cov[i, i:] = data[:, i] @ data[:, i:] / (n - 1.0)
    return cov


def correlation(data):
    n, m = data.shape
    mean, stddev = np.mean(data, axis=0), np.std(data, axis=0)
    stddev[stddev <= 0.1] = 1.0
    data = (data - mean) / (np.sqrt(n) * stddev)
    corr = np.eye(m)
    for i in range(m - 1):
        corr[i + 1:, i] = corr[i, i + 1:] = data[:, i] @ data[:, i + 1:]
    return corr


def pair_energy(x, charge):
    """Each pair once."""
    energy = 0.0
    for i in range(len(x) - 1):
        r = np.sqrt(np.sum((x[i + 1:] - x[i]) ** 2, axis=1))
        energy += charge[i] * np.sum(charge[i + 1:] / r)
    return energy


def pair_forces(x):
    force = np.zeros_like(x)
    for i in range(len(x)):
        d = x[i] - x[:i]
        f = d / (np.sum(d * d, axis=1, keepdims=True) + 0.1)
        force[i] += f.sum(axis=0)
        force[:i] -= f
    return force


def csr_product(indptr, columns, values, x):
    n = len(indptr) - 1
    y = np.zeros(n)
    for i in range(n):
        lo, hi = indptr[i], indptr[i + 1]
        y[i] = values[lo:hi] @ x[columns[lo:hi]]
    return y


def csr_product_scalar(indptr, columns, values, x):
    y = np.zeros(len(indptr) - 1)
    for i in range(len(y)):
        total = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            total += values[k] * x[columns[k]]
        y[i] = total
    return y


def csc_product(indptr, rows, values, x, n):
    y = np.zeros(n)
    for j in range(len(indptr) - 1):
        part = slice(indptr[j], indptr[j + 1])
        y[rows[part]] += values[part] * x[j]
    return y


def csr_dense(indptr, columns, values, n):
    dense = np.zeros((len(indptr) - 1, n))
    for i in range(len(indptr) - 1):
        s, e = indptr[i], indptr[i + 1]
        dense[i, columns[s:e]] = values[s:e]
    return dense


def csr_lower_solve(indptr, columns, values, b):
    """The diagonal is the last entry of each row."""
    x = np.zeros_like(b)
    for i in range(len(b)):
        lo, hi = indptr[i], indptr[i + 1] - 1
        x[i] = (b[i] - np.sum(values[lo:hi] * x[columns[lo:hi]])) / values[hi]
    return x


def csr_row_sums(indptr, values):
    sums, largest = np.zeros(len(indptr) - 1), np.zeros(len(indptr) - 1)
    for i in range(len(indptr) - 1):
        row = values[indptr[i]:indptr[i + 1]]
        sums[i] = row.sum()
        if len(row) > 0:
            largest[i] = np.abs(row).max()
    return sums, largest


def jacobi_csr(indptr, columns, values, b, rounds):
    n = len(b)
    x = np.zeros(n)
    for _ in range(rounds):
        new = np.zeros(n)
        for i in range(n):
            total, diagonal = 0.0, 1.0
            for k in range(indptr[i], indptr[i + 1]):
                if columns[k] == i:
                    diagonal = values[k]
                else:
                    total += values[k] * x[columns[k]]
            new[i] = (b[i] - total) / diagonal
        x = new
    return x


def page_rank(indptr, targets, rounds):
    n = len(indptr) - 1
    rank = np.ones(n) / n
    for _ in range(rounds):
        new = np.full(n, 0.15 / n)
        for i in range(n):
            count = indptr[i + 1] - indptr[i]
            if count > 0:
                new[targets[indptr[i]:indptr[i + 1]]] += 0.85 * rank[i] / count
        rank = new
    return rank


def conv2d(image, weights, bias):
    """Windows of constant size at computed places."""
    k, _, _, c_out = weights.shape
    n, height, width, _ = image.shape
    out = np.empty((n, height - k + 1, width - k + 1, c_out))
    for i in range(height - k + 1):
        for j in range(width - k + 1):
            out[:, i, j, :] = np.sum(image[:, i:i + k, j:j + k, :, np.newaxis] * weights[np.newaxis], axis=(1, 2, 3))
    return out + bias


def convolve_full(x, h):
    """By windows that are cut at both ends."""
    n, m = len(x), len(h)
    y = np.zeros(n + m - 1)
    for k in range(n + m - 1):
        lo, hi = max(0, k - m + 1), min(n, k + 1)
        y[k] = np.sum(x[lo:hi] * h[k - hi + 1:k - lo + 1][::-1])
    return y


def smooth_cut(x, half):
    """A moving mean whose window is cut at the ends."""
    n = len(x)
    y = np.empty(n)
    for i in range(n):
        y[i] = np.mean(x[max(0, i - half):min(n, i + half + 1)])
    return y


def box_blur(image, half):
    rows, columns = image.shape
    out = np.zeros_like(image)
    for r in range(rows):
        for c in range(columns):
            top, left = max(r - half, 0), max(c - half, 0)
            out[r, c] = image[top:r + half + 1, left:c + half + 1].mean()
    return out


def moving_median(x, half):
    n = len(x)
    y = np.zeros(n)
    for i in range(n):
        y[i] = np.median(x[max(0, i - half):i + half + 1])
    return y


def lyapunov_of_a_part(a, q, fixed):
    """The stationary variance of the states behind the first k, by the system that np.kron makes."""
    k = np.sum(fixed > 0)
    part, noise = a[k:, k:], q[k:, k:]
    system = np.eye(len(part) ** 2) - np.kron(part, part)
    x = np.linalg.solve(system, np.ravel(noise)).reshape(noise.shape)
    return np.sum(x), np.sum(np.kron(part, np.ones((1, 2))) * np.kron(part, np.array([[1.0, 3.0]])))


def rows_of_a_part(table, k):
    return np.cumsum(table[:k[0], :k[1]].reshape(k[1], k[0]), axis=0).sum(), np.sum(table[:k[0]].reshape(5, k[0])[2])


def rewards_of_pairs(rewards, steps, m):
    """Index arrays beside slices: the axes that numbers and index arrays make stand first, or side by side."""
    s, a = np.where(rewards > 0.0)
    k = m.argmax()
    weights = np.cos(np.arange(len(a)))
    return (np.sum(steps[s, a], axis=1) @ weights, weights @ steps[s, a, 1:] @ np.arange(2.0), weights @ steps[s, :, a],
            weights @ np.sum(steps[s, a, :k] ** 2, axis=1), np.sum(np.sin(steps[:k])[:, s, a] @ weights),
            steps[s, a, 1] @ weights, np.sum(steps[s[1:], s[1:], a[1:]]),
            np.sum(steps[:k + 1, ::-1][s[s < k], a[s < k]]))


LOOPS = (syrk, syr2k, symm, trmm, trmm_by_rows, packed_symmetric, covariance, correlation, pair_energy, pair_forces,
         csr_product, csr_product_scalar, csc_product, csr_dense, csr_lower_solve, csr_row_sums, jacobi_csr, page_rank,
         conv2d, convolve_full, smooth_cut, box_blur, moving_median)


def sparse(rng, n, m):
    dense = rng.normal(size=(n, m)) * (rng.random((n, m)) < 0.4)
    indptr = np.concatenate([[0], np.cumsum(np.count_nonzero(dense, axis=1))])
    return indptr, np.nonzero(dense)[1], dense[dense != 0]


def sparse_lower(rng, n):
    dense = np.tril(rng.normal(size=(n, n)) * (rng.random((n, n)) < 0.5), -1) + np.diag(rng.uniform(1, 2, n))
    indptr = np.concatenate([[0], np.cumsum(np.count_nonzero(dense, axis=1))])
    return indptr, np.nonzero(dense)[1], dense[dense != 0]


def examples():
    rng = np.random.default_rng(62)
    normal = lambda *shape: rng.normal(size=shape)
    for n, m in ((4, 3), (10, 9), (1, 2)):
        yield syrk, (1.5, 1.2, normal(n, n), normal(n, m))
        yield syr2k, (1.5, 1.2, normal(n, n), normal(n, m), normal(n, m))
        yield symm, (1.5, 1.2, normal(n, m), normal(n, n), normal(n, m))
        yield trmm, (1.5, normal(n, n), normal(n, m))
        yield trmm_by_rows, (normal(n, n), normal(n, m))
        yield packed_symmetric, (normal(n * (n + 1) // 2), normal(n))
        yield covariance, (normal(n + 2, m),)
        yield correlation, (normal(n + 2, m),)
        yield pair_energy, (normal(n, 3), normal(n))
        yield pair_forces, (normal(n, 3),)
        matrix, x = sparse(rng, n, m), normal(m)
        yield csr_product, (*matrix, x)
        yield csr_product_scalar, (*matrix, x)
        yield csc_product, (*matrix, normal(n), m)
        yield csr_dense, (*matrix, m)
        yield csr_row_sums, (matrix[0], matrix[2])
        lower = sparse_lower(rng, n)
        yield csr_lower_solve, (*lower, normal(n))
        yield jacobi_csr, (*lower, normal(n), 12)
        yield page_rank, (*sparse(rng, n, n)[:2], 10)
    yield csr_product, (np.zeros(5, int), np.zeros(0, int), np.zeros(0), np.ones(3))
    yield conv2d, (normal(2, 12, 11, 2), normal(3, 3, 2, 4), normal(4))
    yield conv2d, (normal(1, 3, 4, 1), normal(2, 2, 1, 2), normal(2))
    yield convolve_full, (normal(11), normal(4))
    yield convolve_full, (normal(3), normal(5))
    for x in (normal(12), normal(4), np.array([2.0])):
        yield smooth_cut, (x, 2)
        yield moving_median, (x, 2)
    yield box_blur, (normal(10, 9), 1)
    yield box_blur, (normal(3, 2).astype(np.float32), 2)
    stable = normal(4, 4) / 4
    for fixed in ([1, 0, 1], [0, 0, 0], [1, 1, 1]):
        yield lyapunov_of_a_part, (stable, normal(4, 4), np.array(fixed))
    for m in ([1, 0, 2], [3, 0, 2], [0, 3, 1]):
        yield rewards_of_pairs, (normal(3, 3) + 0.5, normal(3, 3, 3), np.array(m))
    for k in ((2, 3), (6, 1), (0, 4), (6, 5)):
        yield rows_of_a_part, (normal(6, 5), np.array(k))
