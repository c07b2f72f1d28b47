"""Numerical methods by slices: bands and blocks of matrices, polynomials, differences, quadrature, moving boundaries,
rows of different lengths."""
import numpy as np

import recto


def blocked_cholesky(a, width):
    n = len(a)
    for k in range(0, n, width):
        end = min(k + width, n)
        a[k:end, k:end] = np.linalg.cholesky(a[k:end, k:end])
        if end < n:
            a[end:, k:end] = np.linalg.solve(a[k:end, k:end], a[end:, k:end].T).T
            a[end:, end:] -= a[end:, k:end] @ a[end:, k:end].T
    return np.tril(a)


def blocked_product(a, b, width):
    c = np.zeros((len(a), b.shape[1]))
    for i in range(0, len(a), width):
        for j in range(0, b.shape[1], width):
            for k in range(0, len(b), width):
                c[i:i + width, j:j + width] += a[i:i + width, k:k + width] @ b[k:k + width, j:j + width]
    return c


def banded_product(a, x, width):
    y = np.zeros(len(a))
    for i in range(len(a)):
        lo, hi = max(0, i - width), min(len(a), i + width + 1)
        y[i] = a[i, lo:hi] @ x[lo:hi]
    return y


def thomas_of_prefix(d, n):
    """The first n unknowns of a system with three diagonals."""
    c, g, x = np.zeros(len(d)), np.zeros(len(d)), np.zeros(len(d))
    main = 4.0 + np.abs(d)
    c[0], g[0] = 1 / main[0], d[0] / main[0]
    for i in range(1, n[0]):
        pivot = main[i] - c[i - 1]
        c[i], g[i] = 1 / pivot, (d[i] - g[i - 1]) / pivot
    x[n[0] - 1] = g[n[0] - 1]
    for i in range(n[0] - 2, -1, -1):
        x[i] = g[i] - c[i] * x[i + 1]
    return x[:n[0]]


def leading_minors(a):
    out = np.zeros(len(a))
    for k in range(len(a)):
        out[k] = np.linalg.det(a[:k + 1, :k + 1])
    return out


def schur_complements(a):
    total = 0.0
    for k in range(1, len(a)):
        total += np.trace(a[k:, k:] - a[k:, :k] @ np.linalg.inv(a[:k, :k]) @ a[:k, k:])
    return total


def cofactor(a, k):
    i = k[0]
    rest = np.zeros((len(a) - 1, len(a) - 1))
    rest[:i, :i], rest[:i, i:] = a[:i, :i], a[:i, i + 1:]
    rest[i:, :i], rest[i:, i:] = a[i + 1:, :i], a[i + 1:, i + 1:]
    return np.linalg.det(rest)


def lanczos(a, b):
    """With full orthogonalisation against the columns so far."""
    n = len(a)
    basis, diagonal, beside, q = np.zeros((n, n)), np.zeros(n), np.zeros(n), b / np.linalg.norm(b)
    for j in range(n):
        basis[:, j] = q
        w = a @ q
        diagonal[j] = q @ w
        w = w - basis[:, :j + 1] @ (basis[:, :j + 1].T @ w)
        beside[j] = np.sqrt(w @ w + 1e-3)
        q = w / beside[j]
    return diagonal, beside


def toeplitz(c):
    t = np.zeros((len(c), len(c)))
    for i in range(len(c)):
        t[i, i:] = c[:len(c) - i]
        t[i:, i] = c[:len(c) - i]
    return t


def diagonal_of_block(a, w, k):
    """A block beside another one that begins elsewhere."""
    n = k[1] - k[0]
    block = a[k[0]:k[1], k[0]:k[1]]
    return block @ w[:n, :n] @ block.T, np.trace(block * w[:n, :n])


def blocks_placed(a, w, k):
    n = k[1] - k[0]
    a[len(a) - n:, len(a) - n:] = w[k[0]:k[1], :n]
    a[:n, :n] += w[k[0]:k[1], k[0]:k[1]] * w[:n, k[0]:k[1]]


def polynomial_product(a, b):
    out = np.zeros(max(len(a) + len(b) - 1, 0))
    for i in range(len(a)):
        out[i:i + len(b)] += a[i] * b
    return out


def polynomial_quotient(a, b):
    rest, quotient = a.copy(), np.zeros(len(a) - len(b) + 1)
    for k in range(len(quotient)):
        quotient[k] = rest[k] / b[0]
        rest[k:k + len(b)] -= quotient[k] * b
    return quotient, rest[len(quotient):]


def polynomial_from_roots(roots):
    c = np.zeros(len(roots) + 1)
    c[0] = 1.0
    for k in range(len(roots)):
        c[1:k + 2] -= roots[k] * c[:k + 1]
    return c


def convolution_by_flips(x, y):
    out = np.zeros(len(x) + len(y) - 1)
    for n in range(len(out)):
        lo, hi = max(0, n - len(y) + 1), min(n + 1, len(x))
        out[n] = x[lo:hi] @ y[n - hi + 1:n - lo + 1][::-1]
    return out


def neville(nodes, values, t):
    n, p = len(nodes), values.copy()
    for k in range(1, n):
        p[:n - k] = ((t - nodes[k:]) * p[:n - k] + (nodes[:n - k] - t) * p[1:n - k + 1]) / (nodes[:n - k] - nodes[k:])
    return p[0]


def divided_differences(nodes, values):
    c = values.copy()
    for j in range(1, len(c)):
        c[j:] = (c[j:] - c[j - 1:-1]) / (nodes[j:] - nodes[:-j])
    return c


def adaptive_simpson(a, b, rate):
    """A stack of intervals; those that are not exact enough are halved."""
    def f(t):
        return np.sin(rate * t) + t * t

    left, right = np.zeros(64), np.zeros(64)
    left[0], right[0], top, total = a, b, 1, 0.0
    for _ in range(60):
        if top == 0:
            break
        top -= 1
        lo, hi = left[top], right[top]
        middle = (lo + hi) / 2
        whole = (hi - lo) / 6 * (f(lo) + 4 * f(middle) + f(hi))
        between = f((lo + middle) / 2) + f((middle + hi) / 2)
        halves = (hi - lo) / 12 * (f(lo) + 4 * between + 2 * f(middle) + f(hi))
        if abs(halves - whole) < 1e-6:
            total += halves
        else:
            left[top], right[top] = lo, middle
            left[top + 1], right[top + 1] = middle, hi
            top += 2
    return total


def trapezoids(n, rate):
    n = recto.bound(n[0], 12)
    t = np.linspace(0.0, 1.0, n + 1)
    f = np.sin(rate * t)
    return np.sum((f[1:] + f[:-1]) * np.diff(t)) / 2


def divisor_sums(numbers):
    out = np.zeros(len(numbers), int)
    for j in range(len(numbers)):
        n = recto.bound(numbers[j], 30)
        d = np.arange(1, n + 1)
        out[j] = d[n % d == 0].sum()
    return out


def melting(u, front):
    """Heat where it is warm; the boundary moves on by one each step."""
    u, m = u.copy(), front[0]
    for _ in range(4):
        u[1:m - 1] = u[1:m - 1] + 0.2 * (u[2:m] - 2 * u[1:m - 1] + u[:m - 2])
        if m < len(u):
            m += 1
    return u, m


def rows_of_lengths(flat, lengths):
    """Flat values in rows, from the left and from the right."""
    left, right, place = np.zeros((len(lengths), len(flat))), np.zeros((len(lengths), len(flat))), 0
    for r in range(len(lengths)):
        n = lengths[r]
        left[r, :n] = flat[place:place + n]
        right[r, len(flat) - n:] = flat[place:place + n]
        place += n
    return left, right


def entropies(scores, lengths):
    out = np.zeros(len(scores))
    for r in range(len(scores)):
        part = scores[r, :lengths[r]]
        if len(part) > 0:
            p = np.exp(part - part.max())
            p /= p.sum()
            out[r] = -np.sum(p * np.log(p))
    return out


def correlation_of_windows(x, y, width):
    out = np.zeros(len(x))
    for i in range(len(x)):
        a, b = x[max(0, i - width):i + 1], y[max(0, i - width):i + 1]
        a, b = a - a.mean(), b - b.mean()
        out[i] = a @ b / np.sqrt((a @ a) * (b @ b) + 1e-3)
    return out


def kendall(x, y):
    total = 0.0
    for i in range(len(x)):
        total += np.sum(np.sign(x[i + 1:] - x[i]) * np.sign(y[i + 1:] - y[i]))
    return total


def weighted_median(x, weights):
    order = np.argsort(x)
    steps = np.cumsum(np.abs(weights[order]))
    k = np.searchsorted(steps, 0.5 * steps[-1])
    return x[order][k], x[order[:k]].sum(), x[order[k:]]


def missing_left_out(x, weights):
    """NaN stays where it is."""
    there = ~np.isnan(x)
    mean = np.sum(weights[there] * x[there]) / np.sum(np.abs(weights[there]))
    rest = x[there] - mean
    return mean, np.sqrt(np.sum(rest * rest)), np.cumsum(rest), np.max(np.abs(rest))


LOOPS = (banded_product, thomas_of_prefix, leading_minors, schur_complements, lanczos, toeplitz, polynomial_product,
         polynomial_quotient, polynomial_from_roots, convolution_by_flips, neville, divided_differences,
         adaptive_simpson, divisor_sums, melting, rows_of_lengths, entropies, correlation_of_windows, kendall)


def examples():
    rng = np.random.default_rng(71)
    x, y, a, w = rng.normal(size=9), rng.normal(size=9), rng.normal(size=(6, 6)), rng.normal(size=(6, 6))
    s = a @ a.T + 6 * np.eye(6)
    for width in (2, 4, 6):
        yield blocked_cholesky, (s.copy(), width)
        yield blocked_product, (a, w, width)
    for width in (0, 2, 5):
        yield banded_product, (a, x[:6], width)
    for n in (1, 4, 9):
        yield thomas_of_prefix, (x, np.array([n]))
    for n in (1, 2, 6):
        yield leading_minors, (s[:n, :n].copy(),)
        yield schur_complements, (s[:n, :n].copy(),)
        yield lanczos, (s[:n, :n].copy(), x[:n])
        yield toeplitz, (x[:n],)
        yield polynomial_from_roots, (x[:n],)
    for k in (0, 2, 5):
        yield cofactor, (a, np.array([k]))
    for k in ((1, 4), (0, 6), (2, 2)):
        yield diagonal_of_block, (a, w, np.array(k))
        yield blocks_placed, (a.copy(), w, np.array(k))
    for n in (1, 4):
        yield polynomial_product, (x, y[:n])
        yield polynomial_quotient, (x, y[:n])
        yield convolution_by_flips, (x, y[:n])
    yield polynomial_product, (x[:1], y[:1])
    for n in (1, 6):
        yield neville, (np.arange(n) + 0.5, x[:n], 1.2)
        yield divided_differences, (np.arange(n) ** 1.5, x[:n])
    yield adaptive_simpson, (0.0, 2.0, 3.0)
    yield adaptive_simpson, (1.0, 1.0, 3.0)
    for n in (1, 5, 12):
        yield trapezoids, (np.array([n]), 2.0)
    yield divisor_sums, (np.array([6, 28, 1, 30, 7]),)
    for front in (3, 7, 9):
        yield melting, (x, np.array([front]))
    for lengths in ((3, 2, 4), (0, 9, 0), (0, 0, 0)):
        yield rows_of_lengths, (x, np.array(lengths))
    for lengths in ((3, 0, 6, 1, 2, 5), (0,) * 6, (6,) * 6):
        yield entropies, (a, np.array(lengths))
    for width in (0, 3):
        yield correlation_of_windows, (x, y, width)
    yield kendall, (x, y)
    yield kendall, (x[:1], y[:1])
    yield weighted_median, (x, y)
    holes = np.where(x > 0.5, np.nan, x)
    yield missing_left_out, (holes, y)
    yield missing_left_out, (x, y)
