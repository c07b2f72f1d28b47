"""Functions of matrices and iterations on them."""
import numpy as np


def expm(a):
    """Scaling, a Taylor polynomial, squaring."""
    norm = np.max(np.sum(np.abs(a), axis=1))
    squarings = 0
    while norm > 0.5:
        norm /= 2
        squarings += 1
    small = a / 2**squarings
    term = np.eye(a.shape[0])
    total = term.copy()
    for k in range(1, 14):
        term = term @ small / k
        total += term
    for _ in range(squarings):
        total = total @ total
    return total


def expm_pade(a):
    """The [3/3] approximant of a small matrix."""
    one = np.eye(len(a))
    square = a @ a
    odd = a @ (60 * one + square)
    even = 120 * one + 12 * square
    return np.linalg.solve(even - odd, even + odd)


def newton_schulz_inverse(a, tolerance):
    x = a.T / (np.linalg.norm(a, 1) * np.linalg.norm(a, np.inf))
    one = np.eye(a.shape[0])
    while np.linalg.norm(one - a @ x) > tolerance:
        x = x @ (2 * one - a @ x)
    return x


def power_iteration(a, steps):
    v = np.ones(a.shape[0])
    value = 0.0
    for _ in range(steps):
        w = a @ v
        value = v @ w / (v @ v)
        v = w / np.linalg.norm(w)
    return value, v


def inverse_iteration(a, shift, steps):
    n = a.shape[0]
    shifted = a - shift * np.identity(n)
    v = np.ones(n) / np.sqrt(n)
    for _ in range(steps):
        v = np.linalg.solve(shifted, v)
        v /= np.sqrt(np.sum(v**2))
    return v @ a @ v


def sqrtm_denman_beavers(a, iterations):
    y, z = a, np.eye(len(a))
    for _ in range(iterations):
        y, z = 0.5 * (y + np.linalg.inv(z)), 0.5 * (z + np.linalg.inv(y))
    return y


def matrix_sign(a):
    x = a
    for _ in range(30):
        new = 0.5 * (x + np.linalg.inv(x))
        if np.max(np.abs(new - x)) < 1e-11:
            break
        x = new
    return new


def power_by_squaring(a, n):
    result = np.eye(a.shape[0], dtype=a.dtype)
    base = a
    while n > 0:
        if n % 2 == 1:
            result = result @ base
        base = base @ base
        n //= 2
    return result


def polar(a, iterations):
    u = a.copy()
    for _ in range(iterations):
        u = 0.5 * (u + np.linalg.inv(u).T)
    return u, u.T @ a


def sylvester(a, b, c):
    """A X + X B = C through Kronecker products."""
    n, m = c.shape
    system = np.kron(a, np.eye(m)) + np.kron(np.eye(n), b.T)
    return np.linalg.solve(system, c.reshape(-1)).reshape(n, m)


def subspace_iteration(a, k, steps):
    q = np.eye(a.shape[0])[:, :k]
    for _ in range(steps):
        q, _ = np.linalg.qr(a @ q)
    return np.sort(np.linalg.eigvalsh(q.T @ a @ q))


def qr_algorithm(a, limit):
    """Unshifted; stops when what is under the diagonal has gone."""
    steps = 0
    while steps < limit and np.max(np.abs(np.tril(a, -1))) > 1e-6:
        q, r = np.linalg.qr(a)
        a = r @ q
        steps += 1
    return np.sort(np.diag(a))


def lanczos(a, start, steps):
    """Coefficients of the tridiagonal matrix, with full reorthogonalisation."""
    basis = np.zeros((steps, start.size))
    alpha, beta = np.zeros(steps), np.zeros(steps)
    v = start / np.linalg.norm(start)
    for j in range(steps):
        basis[j] = v
        w = a @ v
        alpha[j] = v @ w
        w -= basis.T @ (basis @ w)
        beta[j] = np.linalg.norm(w)
        if beta[j] < 1e-8:
            beta[j] = 0.0
            break
        v = w / beta[j]
    return alpha, beta


def nonnegative_factors(v, w, h, iterations):
    for _ in range(iterations):
        h = h * (w.T @ v) / (w.T @ w @ h)
        w = w * (v @ h.T) / (w @ h @ h.T)
    return w, h


def characteristic_polynomial(a):
    """Faddeev-LeVerrier."""
    n = a.shape[0]
    coefficients = np.zeros(n + 1)
    coefficients[n] = 1.0
    m = np.zeros((n, n))
    for k in range(1, n + 1):
        m = a @ m + coefficients[n - k + 1] * np.eye(n)
        coefficients[n - k] = -np.trace(a @ m) / k
    return coefficients


def examples():
    rng = np.random.default_rng(11)
    a = rng.normal(size=(3, 3))
    spd = a @ a.T + np.diag([1.0, 3.0, 7.0])
    yield expm, (a,)
    yield expm, (np.zeros((2, 2)),)
    yield expm, (np.array([[0.0, -3.0], [3.0, 0.0]]),)
    yield expm_pade, (0.1 * a,)
    yield expm_pade, (np.array([[0.05]]),)
    yield newton_schulz_inverse, (spd, 1e-10)
    yield newton_schulz_inverse, (np.array([[4.0]]), 1e-10)
    yield power_iteration, (spd, 12)
    yield power_iteration, (spd.astype(np.float32), 3)
    yield power_iteration, (spd, 0)
    yield inverse_iteration, (spd, 0.3, 6)
    yield inverse_iteration, (np.diag([1.0, 2.0]), 1.9, 4)
    yield sqrtm_denman_beavers, (spd, 8)
    yield sqrtm_denman_beavers, (np.array([[9.0]]), 7)
    yield matrix_sign, (spd - 5 * np.eye(3),)
    yield matrix_sign, (np.diag([2.0, -3.0]),)
    yield power_by_squaring, (np.array([[1, 1], [1, 0]]), 30)
    yield power_by_squaring, (a, 5)
    yield power_by_squaring, (a, 0)
    yield polar, (a + 2 * np.eye(3), 8)
    yield polar, (np.array([[-2.0]]), 6)
    yield sylvester, (spd, np.diag([1.0, 2.0]), rng.normal(size=(3, 2)))
    yield sylvester, (np.array([[1.0]]), np.array([[3.0]]), np.array([[8.0]]))
    yield subspace_iteration, (spd, 2, 8)
    yield subspace_iteration, (np.diag([5.0, 2.0, 1.0]), 1, 0)
    yield qr_algorithm, (spd, 200)
    yield qr_algorithm, (np.diag([3.0, 1.0]), 10)
    yield lanczos, (spd, np.ones(3), 3)
    yield lanczos, (spd, np.ones(3), 2)
    yield lanczos, (np.diag([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 1.0, 0.0, 0.0]), 4)
    v, w, h = rng.uniform(1, 2, (4, 3)), rng.uniform(1, 2, (4, 2)), rng.uniform(1, 2, (2, 3))
    yield nonnegative_factors, (v, w, h, 5)
    yield nonnegative_factors, (np.ones((2, 2)), np.ones((2, 1)), np.ones((1, 2)), 0)
    yield characteristic_polynomial, (a,)
    yield characteristic_polynomial, (np.array([[2.0, 1.0], [0.0, 3.0]]),)
