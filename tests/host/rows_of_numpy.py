"""What is plain Python in NumPy: np.r_ and np.c_, np.vectorize, polynomials, iteration over elements."""
import numpy as np
from numpy.lib.stride_tricks import as_strided
from scipy import special

from .call import row

rng = np.random.default_rng(6)
X, Y, A = rng.normal(size=4), rng.normal(size=4), rng.normal(size=(2, 3))
COUNTS = np.array([3, 1, 3, 2])


@row(X, Y, A)
def joined_by_indexing(x, y, a):
    return (np.r_[x, 1.0, y[1:]], np.r_[0, x, 0:3, 0:1:3j], np.c_[x, y], np.c_[np.ones(4), x, x ** 2],
            np.r_["0,2", x, y], np.r_["1,2,0", x, y], np.r_[a, a], np.c_[a, a[:, 0]], np.r_[x[0], 2], np.r_["-1", a, a])


@row(X.astype(np.float32), COUNTS, gradient=False)
def dtypes_of_joined(x, n):
    return np.r_[x, 1.0], np.r_[n, 1], np.c_[x, n], np.r_[n, 0:2], np.r_[True, n]


def cut(v, low):
    return v * v if v > low else -v


CUT = np.vectorize(cut)


@np.vectorize
def twice(v):
    return 2.0 * v, v + 1.0


@row(X, A, 0.3)
def vectorized(x, a, low):
    return (CUT(x, low), CUT(a, 0.0), np.vectorize(lambda v, w: v * w)(x[:2, None], x), CUT(low, 0.0), twice(x),
            np.vectorize(cut, otypes=[float])(COUNTS, low))


@row(X, A, 0.3)
def from_python_functions(x, a, low):
    def share(v):
        return np.mean(x <= v) * v
    pairs = np.frompyfunc(lambda v, w: (v * w, v + w), 2, 2)(x[:3], a)
    return (np.frompyfunc(share, 1, 1)(a).astype(float), np.frompyfunc(share, 1, 1)(low).astype(float),
            pairs[0].astype(float), pairs[1].astype(float), pairs[0].shape, np.frompyfunc(cut, 2, 1)(x, low).tolist())


@row(np.array([1.5, -2.0, 0.3, 2.0]), Y, 0.7)
def polynomials(c, x, at):
    p, q = np.poly1d(c), np.poly1d([1.0, at])
    return (p(x), (p * q + 1)(at), (2 - p / 3 - q)(x), p.deriv()(x), p.integ(k=at)(x), p.order, p[1], p.coeffs,
            (q ** 2)(x), p(q)(at), np.poly1d(np.polyfit(x, c, 1))(at), np.poly1d(x[:2], True)(at))


@row(np.array([1.5, -2.0, 0.3, 2.0]), np.array([0.1, 0.9, 1.2, 2.0]), 0.7)
def polynomials_from_the_lowest_power(c, x, at):
    p = np.polynomial.Polynomial(c)
    fitted = np.polynomial.Polynomial.fit(x, c, 2)
    return (p(x), (p * p - 2)(at), p.deriv()(x), fitted(at), fitted.deriv()(at), fitted.convert().coef, fitted.coef,
            np.polynomial.polynomial.polyfit(x, c, 2), p.degree())


@row(np.array([2.0, -3.0, -1.0, 0.5]))
def roots(c):
    return np.sort(np.real(np.roots(c) + 0j)), np.sort(np.abs(np.poly1d(c).roots))


@row(A)
def element_by_element(a):
    total = 0.0
    for (i, j), value in np.ndenumerate(a):
        total += (i + 2 * j) * value
    for value in np.nditer(a):
        total += value ** 2
    return total, np.fromiter((v * 2 for v in a[0]), float), np.asarray_chkfinite(a)


@row(COUNTS, np.array([2, 5]), gradient=False, batch=False)
def sets(x, y):
    return (np.setxor1d(x, y), np.sort(np.unique_values(x)), tuple(np.unique_counts(x)), tuple(np.unique_all(x)),
            np.unique_inverse(x).inverse_indices)


@row(np.array([[1, 0, 1], [0, 1, 1], [1, 0, 1], [0, 0, 1]]), gradient=False, batch=False)
def distinct_rows(n):
    return (np.unique(n, axis=0), np.unique(n.T, axis=1, return_counts=True), np.unique(n[:, 0], axis=0),
            np.unique(n, axis=0, return_index=True, return_inverse=True), len(np.unique(n, axis=-1)),
            np.unique(n[:, :, None] * np.ones(2), axis=0))


@row(A)
def sorted_rows(a):
    return np.sum(np.unique(np.concatenate([a, a[::-1]]), axis=0) * np.arange(3.0), axis=0)


@row(np.array([9, 4, 7]), gradient=False, batch=False)
def counted_exactly(n):
    total = 0
    for i in range(3):
        total += special.comb(n[i], i + 1, exact=True)
    return (total, special.comb(n[0], n[1], exact=True), special.factorial(n[1], exact=True),
            special.comb(n[1], 9, exact=True), special.comb(n[1] - 9, 2, exact=True), special.factorial(-n[0], True))


@row(A, 2.0, gradient=False)
def questions(a, x):
    row = a[0] * 2 if a.flags.c_contiguous and not a.T.flags["C_CONTIGUOUS"] and a.T.flags.f_contiguous else a[0]
    return row, [np.isscalar(v) for v in (x, a[0, 0], a, a[0], "text", 1)], a[:, 1].flags.c_contiguous


@row(A.T.copy(), batch=False)
def places_of_a_mask(p):
    i = np.where(p[:, 0] < 0)
    p[i, 0] *= -1.0
    p[np.where(p[:, 1] > 0), 1] = 0.5
    p[(np.array([0, 1]),), 0] += p[:2, 1]
    return p


@row(np.arange(12.0) ** 1.5, X)
def strided(x, y):
    x = x.copy()
    windows = as_strided(x, (4, 3), (x.itemsize * 3, 8))
    blocks = as_strided(x.reshape(3, 4), (2, 2, 2, 3), x.reshape(3, 4).strides * 2)
    x[1] = y[0]                                 # (which the windows see)
    return windows * y[:3], blocks.sum((0, 1)), as_strided(y[1:], (2, 2), (8, 0))


@row(A, COUNTS, gradient=False, batch=False)
def steps_in_memory(a, n):
    b = a + 1
    return (a.strides, a.T.strides, b[:, 1:].strides, b[::-1, 1].strides, a[0, 0].strides, n.strides,
            a.reshape(3, 2).strides, as_strided(a, (2, 2), (8, 16)).strides, a.astype(np.float32).strides)


@row(A, A[0])
def several_arrays_element_by_element(a, b):
    total, places = 0.0, np.nditer(a, flags=["multi_index"])
    for x, y in np.nditer([a, b]):
        total += x * y
    for x in places:
        total += x * a[places.multi_index] * places.multi_index[1]
    while not (it := np.nditer(b, flags=["c_index"])).finished and it.index < 0:
        it.iternext()
    return total, len(np.nditer([a, b])), list(np.nditer(b, flags=["c_index"]))


@row(A, A[0])
def written_element_by_element(a, b):
    a, it = a.copy(), np.nditer([a, b, None], flags=["multi_index"])
    with it:
        while not it.finished:
            it[2] = it[0] * it[1] + it.multi_index[1]
            it.iternext()
        made = it.operands[2]
    for x in np.nditer(a, op_flags=["readwrite"]):
        x[...] = 2 * x
    with np.nditer([a, None], [], [["readonly"], ["writeonly", "allocate"]]) as pairs:
        for x, y in pairs:
            y[...] = x * x
        return made, a, pairs.operands[1]


@row(A, X, 0.3)
def vectorized_over_rows(a, x, low):
    scaled = np.vectorize(lambda r, c: (r @ c, r * low), signature="(n),(n)->(),(n)")
    return (scaled(a, x[:3]), np.vectorize(lambda m, v: m @ v, signature="(m, n),(n)->(m)")(a, x[:3]),
            np.vectorize(lambda v, p: np.polyval(p, v), excluded=[1])(x, a[0]),
            np.vectorize(lambda v, p: v * np.sum(p), excluded=["p"])(x, p=a), np.vectorize(lambda v, w=2.0: v * w)(v=x))


@row(np.array([2.0, -3.0, 0.5, 1.0]), np.array([1.5, -1.0]), batch=False)
def divided_polynomials(u, v):
    quotient, rest = np.polydiv(u, v)
    return quotient, rest, np.polydiv(v, u)[0]
