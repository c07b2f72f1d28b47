"""np.poly1d and np.roots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import read_as


@read_as("numpy.roots")
def roots(p: Any) -> Any:
    """The eigenvalues of the companion matrix (Horn, Johnson: Matrix analysis, 3.3), always as complex numbers. The
    number of roots is that of coefficients less one: the first must not be 0."""
    p = np.atleast_1d(p)
    p = p if p.dtype.kind in "fc" else p.astype(np.float64)
    if p[0] == 0:
        raise ValueError(
            "np.roots in compiled code: the leading coefficient must not be 0, as the number of roots is "
            "known while compiling"
        )
    n = len(p) - 1
    companion = (
        np.concatenate([-p[None, 1:] / p[0], np.eye(n, dtype=p.dtype)[:-1]]) if n > 0 else np.zeros((0, 0))
    )
    return np.linalg.eigvals(companion)


@read_as("numpy.polydiv")
def polydiv(u: Any, v: Any) -> tuple:
    """Long division; zeros at the head of the remainder are taken away, up to rounding."""
    rest, divisor = np.atleast_1d(u) + 0.0, np.atleast_1d(v) + 0.0
    dtype = np.result_type(rest.dtype, divisor.dtype)
    rest, divisor = rest.astype(dtype), divisor.astype(dtype)
    m, n = len(rest) - 1, len(divisor) - 1
    scale = 1.0 / divisor[0]
    quotient = []
    for k in range(m - n + 1):
        d = scale * rest[k]
        quotient.append(d)
        rest = np.concatenate([rest[:k], rest[k : k + n + 1] - d * divisor, rest[k + n + 1 :]])
    quotient = np.stack(quotient) if quotient else np.zeros(1, dtype)
    large = np.append(~np.isclose(rest[:-1], 0, rtol=1e-14), True)
    return quotient, rest[np.argmax(large) :]


@read_as("numpy.poly1d")
class Poly1d:
    """A polynomial by its coefficients, the highest power first. (No leading zeros are taken away.)"""

    def __init__(self, c_or_r: Any, r: bool = False, variable: Any = None):
        given = c_or_r.coeffs if isinstance(c_or_r, Poly1d) else np.atleast_1d(c_or_r)
        self.coeffs = np.poly(given) if r else given

    @property
    def c(self) -> Any:
        return self.coeffs

    @property
    def coef(self) -> Any:
        return self.coeffs

    @property
    def order(self) -> int:
        return len(self.coeffs) - 1

    @property
    def o(self) -> int:
        return len(self.coeffs) - 1

    @property
    def r(self) -> Any:
        return roots(self.coeffs)

    @property
    def roots(self) -> Any:
        return roots(self.coeffs)

    def __call__(self, val: Any) -> Any:
        if not isinstance(val, Poly1d):
            return np.polyval(self.coeffs, val)
        found = Poly1d(self.coeffs[:1])
        for k in range(1, len(self.coeffs)):
            found = found * val + self.coeffs[k]
        return found

    def __getitem__(self, val: int) -> Any:
        return self.coeffs[len(self.coeffs) - 1 - val] if 0 <= val < len(self.coeffs) else 0

    def __len__(self) -> int:
        return len(self.coeffs) - 1

    def __neg__(self) -> Any:
        return Poly1d(-self.coeffs)

    def __add__(self, other: Any) -> Any:
        return Poly1d(np.polyadd(self.coeffs, numbers_of(other)))

    def __radd__(self, other: Any) -> Any:
        return Poly1d(np.polyadd(self.coeffs, numbers_of(other)))

    def __sub__(self, other: Any) -> Any:
        return Poly1d(np.polysub(self.coeffs, numbers_of(other)))

    def __rsub__(self, other: Any) -> Any:
        return Poly1d(np.polysub(numbers_of(other), self.coeffs))

    def __mul__(self, other: Any) -> Any:
        return Poly1d(np.polymul(self.coeffs, numbers_of(other)))

    def __rmul__(self, other: Any) -> Any:
        return Poly1d(np.polymul(self.coeffs, numbers_of(other)))

    def __truediv__(self, other: Any) -> Any:
        return Poly1d(self.coeffs / other)

    def __pow__(self, val: int) -> Any:
        found = np.ones(1)
        for _ in range(val):
            found = np.polymul(found, self.coeffs)
        return Poly1d(found)

    def deriv(self, m: int = 1) -> Any:
        return Poly1d(np.polyder(self.coeffs, m))

    def integ(self, m: int = 1, k: Any = 0) -> Any:
        return Poly1d(np.polyint(self.coeffs, m, k))


def numbers_of(other: Any) -> Any:
    return other.coeffs if isinstance(other, Poly1d) else np.atleast_1d(other)
