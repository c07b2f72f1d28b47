"""scipy.spatial.distance: distances of vectors, of all pairs of rows, and in condensed form."""

from __future__ import annotations

from typing import Any

import numpy as np

from recto.transform.library import read_as, unsupported

from .._norms import root


def weighed(x: Any, w: Any) -> Any:
    return x if w is None else x * w


def sqeuclidean(u: Any, v: Any, w: Any = None) -> Any:
    return np.sum(weighed((u - v) ** 2, w), axis=-1)


def euclidean(u: Any, v: Any, w: Any = None) -> Any:
    apart = u - v
    return root(np.sum(weighed(apart**2 if apart.dtype.kind != "c" else np.abs(apart) ** 2, w), axis=-1))


def cityblock(u: Any, v: Any, w: Any = None) -> Any:
    return np.sum(weighed(np.abs(u - v), w), axis=-1)


def chebyshev(u: Any, v: Any, w: Any = None) -> Any:
    return np.max(np.abs(u - v) if w is None else np.where(w > 0, np.abs(u - v), 0.0), axis=-1)


def minkowski(u: Any, v: Any, p: Any = 2, w: Any = None) -> Any:
    if p == 1:
        return cityblock(u, v, w)
    if p == 2:
        return euclidean(u, v, w)
    if p == np.inf:
        return chebyshev(u, v, w)
    total = np.sum(weighed(np.abs(u - v) ** p, w), axis=-1)
    none = total == 0
    return np.where(none, 0.0, np.where(none, 1.0, total) ** (1 / p))[()]


def cosine(u: Any, v: Any, w: Any = None) -> Any:
    product = np.sum(weighed(u * v, w), axis=-1)
    lengths = np.sqrt(np.sum(weighed(u * u, w), axis=-1) * np.sum(weighed(v * v, w), axis=-1))
    return np.clip(1.0 - product / lengths, 0.0, 2.0)


def correlation(u: Any, v: Any, w: Any = None) -> Any:
    mean = lambda x: (
        np.mean(x, axis=-1, keepdims=True) if w is None else np.sum(x * w, axis=-1, keepdims=True) / np.sum(w)
    )
    return cosine(u - mean(u), v - mean(v), w)


def seuclidean(u: Any, v: Any, V: Any) -> Any:
    return root(np.sum((u - v) ** 2 / V, axis=-1))


def mahalanobis(u: Any, v: Any, VI: Any) -> Any:
    delta = u - v
    return root(np.sum((delta @ VI) * delta, axis=-1))


def braycurtis(u: Any, v: Any, w: Any = None) -> Any:
    return np.sum(weighed(np.abs(u - v), w), axis=-1) / np.sum(weighed(np.abs(u + v), w), axis=-1)


def canberra(u: Any, v: Any, w: Any = None) -> Any:
    size = np.abs(u) + np.abs(v)
    return np.sum(weighed(np.where(size > 0, np.abs(u - v) / np.where(size > 0, size, 1.0), 0.0), w), axis=-1)


def hamming(u: Any, v: Any, w: Any = None) -> Any:
    unequal = np.asarray(u != v, np.float64)
    return np.mean(unequal, axis=-1) if w is None else np.sum(unequal * w, axis=-1) / np.sum(w)


def relative_entropy(p: Any, q: Any) -> Any:
    """p log(p / q) by elements; 0 where p is 0."""
    some = (p > 0) & (q > 0)
    ratio = np.where(some, p, 1.0) / np.where(some, q, 1.0)
    return np.where(some, p * np.log(ratio), np.where((p == 0) & (q >= 0), 0.0, np.inf))


def jensenshannon(p: Any, q: Any, base: Any = None, axis: int = -1, keepdims: bool = False) -> Any:
    p, q = p / np.sum(p, axis=axis, keepdims=True), q / np.sum(q, axis=axis, keepdims=True)
    middle = (p + q) / 2.0
    total = np.sum(relative_entropy(p, middle) + relative_entropy(q, middle), axis=axis, keepdims=keepdims)
    return root(total / 2.0 if base is None else total / np.log(base) / 2.0)


# -- of truth values, or of 0 and 1 ----------------------------------------------------------------------------


def agreements(u: Any, v: Any, w: Any) -> tuple:
    """The frequencies with which neither is true, the second alone, the first alone, and both."""
    kinds = ((1.0 - u) * (1.0 - v), (1.0 - u) * v, u * (1.0 - v), u * v)
    return tuple([np.sum(weighed(kind, w), axis=-1) for kind in kinds])


def share(part: Any, whole: Any) -> Any:
    """part / whole, and 0 of nothing."""
    return np.where(whole == 0, 0.0, part / np.where(whole == 0, 1.0, whole))[()]


def dice(u: Any, v: Any, w: Any = None) -> Any:
    _, second, first, both = agreements(u, v, w)
    return (first + second) / (2.0 * both + first + second)


def rogerstanimoto(u: Any, v: Any, w: Any = None) -> Any:
    none, second, first, both = agreements(u, v, w)
    return 2.0 * (first + second) / (both + none + 2.0 * (first + second))


def russellrao(u: Any, v: Any, w: Any = None) -> Any:
    both = np.sum(weighed(u * v, w), axis=-1)
    count = float(u.shape[-1]) if w is None else np.sum(w)
    return (count - both) / count


def sokalsneath(u: Any, v: Any, w: Any = None) -> Any:
    _, second, first, both = agreements(u, v, w)
    return share(2.0 * (first + second), both + 2.0 * (first + second))


def yule(u: Any, v: Any, w: Any = None) -> Any:
    none, second, first, both = agreements(u, v, w)
    product = first * second
    return share(2.0 * product, both * none + product)


def jaccard(u: Any, v: Any, w: Any = None) -> Any:
    """The Jaccard distance of truth values; other numbers count as true unless they are 0."""
    some, other = u != 0, v != 0
    unlike = np.asarray(some != other, np.float64)
    return share(
        np.sum(weighed(unlike, w), axis=-1),
        np.sum(weighed(np.asarray(some | other, np.float64), w), axis=-1),
    )


METRICS = {
    "dice": dice,
    "jaccard": jaccard,
    "rogerstanimoto": rogerstanimoto,
    "russellrao": russellrao,
    "sokalsneath": sokalsneath,
    "yule": yule,
    "euclidean": euclidean,
    "sqeuclidean": sqeuclidean,
    "cityblock": cityblock,
    "chebyshev": chebyshev,
    "minkowski": minkowski,
    "cosine": cosine,
    "correlation": correlation,
    "seuclidean": seuclidean,
    "mahalanobis": mahalanobis,
    "braycurtis": braycurtis,
    "canberra": canberra,
    "hamming": hamming,
}


OTHER_NAMES = {
    "chebychev": "chebyshev",
    "cheby": "chebyshev",
    "cheb": "chebyshev",
    "ch": "chebyshev",
    "cblock": "cityblock",
    "cb": "cityblock",
    "c": "cityblock",
    "co": "correlation",
    "cos": "cosine",
    "euclid": "euclidean",
    "eu": "euclidean",
    "e": "euclidean",
    "matching": "hamming",
    "hamm": "hamming",
    "ha": "hamming",
    "h": "hamming",
    "jacc": "jaccard",
    "ja": "jaccard",
    "j": "jaccard",
    "js": "jensenshannon",
    "mahal": "mahalanobis",
    "mah": "mahalanobis",
    "mi": "minkowski",
    "m": "minkowski",
    "pnorm": "minkowski",
    "se": "seuclidean",
    "s": "seuclidean",
    "sqe": "sqeuclidean",
    "sqeuclid": "sqeuclidean",
}
OF_TRUTH = ("dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule")
OF_ALL_PAIRS = {**METRICS, "jensenshannon": jensenshannon}
IN_DOUBLE = ("braycurtis", "canberra")  # also of float32
OF_DIFFERENCES = ("euclidean", "cityblock", "chebyshev", "minkowski")
OF_COMPLEX = ("sqeuclidean", "hamming", *OF_DIFFERENCES)
IN_OWN_DTYPE = ("cityblock", "chebyshev")  # of integers


def of_vectors(name: str, u: Any, v: Any, *args: Any, **kwargs: Any) -> Any:
    """scipy.spatial.distance.<name>(u, v, …)."""
    u, v = np.asarray(u), np.asarray(v)
    if name not in OF_COMPLEX and "c" in (u.dtype.kind, v.dtype.kind):
        unsupported(f"distance.{name} of complex vectors")
    if name in OF_DIFFERENCES and u.dtype.kind == v.dtype.kind == "b":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
    if not (name in IN_OWN_DTYPE and u.dtype.kind in "iu" and v.dtype.kind in "iu"):
        u, v = as_numbers(u), as_numbers(v)
    if name in IN_DOUBLE:
        u, v = np.asarray(u, np.float64), np.asarray(v, np.float64)
    found = METRICS[name](u, v, *args, **kwargs)
    doubled = name == "euclidean" or name == "minkowski" and (args[:1] or (kwargs.get("p", 2),)) == (2,)
    return found.astype(np.float64) if doubled else found


for _name in METRICS:
    read_as(f"scipy.spatial.distance.{_name}", first=(_name,))(of_vectors)


@read_as("scipy.spatial.distance.jensenshannon")
def of_distributions(p: Any, q: Any, base: Any = None, *, axis: int = 0, keepdims: bool = False) -> Any:
    return jensenshannon(as_numbers(p), as_numbers(q), base, axis, keepdims)


def as_numbers(x: Any) -> Any:
    x = np.asarray(x)
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def pairs(a: Any, b: Any, metric: Any, kwargs: dict, rows: Any) -> Any:
    """Distances of a[i] and b[i]; `rows`: all of them, of which some metrics take their scale."""
    if not isinstance(metric, str):
        return np.stack([metric(a[k], b[k], **kwargs) for k in range(len(a))])
    name = metric.lower()
    metric = OTHER_NAMES.get(name, name)
    if metric not in OF_ALL_PAIRS:
        raise ValueError(f"Unknown Distance Metric: {metric}")
    if metric in OF_TRUTH:
        a, b = np.asarray(a != 0, np.float64), np.asarray(b != 0, np.float64)
    if metric == "seuclidean" and "V" not in kwargs:
        return seuclidean(a, b, np.var(rows, axis=0, ddof=1))
    if metric == "mahalanobis" and "VI" not in kwargs:
        return mahalanobis(a, b, np.linalg.inv(np.cov(rows.T)).T)
    return OF_ALL_PAIRS[metric](a, b, **kwargs)


@read_as("scipy.spatial.distance.cdist")
def cdist(XA: Any, XB: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> Any:
    if out is not None:
        unsupported("cdist: compiled code knows no out=")
    a, b = np.asarray(XA, np.float64), np.asarray(XB, np.float64)
    if a.shape[1] != b.shape[1]:
        raise ValueError("XA and XB must have the same number of columns (i.e. feature dimension).")
    if isinstance(metric, str):
        return pairs(a[:, None], b[None], metric, kwargs, np.concatenate([a, b]))
    n, m = len(a), len(b)
    first, second = np.repeat(a, m, axis=0), np.tile(b, (n, 1))
    return np.reshape(pairs(first, second, metric, kwargs, None), (n, m))


@read_as("scipy.spatial.distance.pdist")
def pdist(X: Any, metric: Any = "euclidean", *, out: Any = None, **kwargs: Any) -> Any:
    if out is not None:
        unsupported("pdist: compiled code knows no out=")
    x = np.asarray(X, np.float64)
    rows, columns = np.triu_indices(len(x), 1)
    return pairs(x[rows], x[columns], metric, kwargs, x)


@read_as("scipy.spatial.distance.squareform")
def squareform(X: Any, force: str = "no", checks: bool = True) -> Any:
    """A vector of pairs as a symmetric matrix, or such a matrix as the vector of its upper triangle."""
    x = np.asarray(X)
    if x.ndim == 2:
        rows, columns = np.triu_indices(len(x), 1)
        return x[rows, columns]
    n = max(int(np.ceil(np.sqrt(2 * x.size))), 1)
    if n * (n - 1) != 2 * x.size:
        raise ValueError(
            "Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2."
        )
    rows, columns = np.triu_indices(n, 1)
    half = np.zeros((n, n), x.dtype)
    half[rows, columns] = x
    return half + half.T


@read_as("scipy.spatial.distance_matrix")
def distance_matrix(x: Any, y: Any, p: Any = 2.0, threshold: int = 1000000) -> Any:
    return minkowski(np.asarray(x, np.float64)[:, None], np.asarray(y, np.float64)[None], p)
