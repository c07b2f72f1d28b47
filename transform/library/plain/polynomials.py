"""np.poly1d and np.polynomial.Polynomial, np.roots."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.reading import read_as
from .series.fitting import fit as least_squares


@read_as("numpy.roots")
def roots(p: Any) -> Any:
    """The eigenvalues of the companion matrix (Horn, Johnson: Matrix analysis, 3.3), always as complex numbers. The
    number of roots is that of coefficients less one: the first must not be 0."""
    p = np.atleast_1d(p)
    if p[0] == 0:
        raise ValueError(
            "np.roots in compiled code: the leading coefficient must not be 0, as the number of roots is "
            "known while compiling"
        )
    n = len(p) - 1
    companion = np.concatenate([-p[None, 1:] / p[0], np.eye(n)[:-1]]) if n > 0 else np.zeros((0, 0))
    return np.linalg.eigvals(companion)


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


# -- numpy.polynomial: the lowest power first ----------------------------------------------------------------


@read_as("numpy.polynomial.Polynomial")
class Polynomial:
    """A polynomial in x mapped from `domain` to `window`."""

    def __init__(self, coef: Any, domain: Any = None, window: Any = None, symbol: str = "x"):
        self.coef = np.atleast_1d(coef) * 1.0
        self.domain = np.array([-1.0, 1.0]) if domain is None else np.asarray(domain)
        self.window = np.array([-1.0, 1.0]) if window is None else np.asarray(window)

    def mapping(self) -> tuple:
        """Offset and scale from the domain to the window."""
        length = self.domain[1] - self.domain[0]
        scale = (self.window[1] - self.window[0]) / length
        return (self.domain[1] * self.window[0] - self.domain[0] * self.window[1]) / length, scale

    def __call__(self, arg: Any) -> Any:
        offset, scale = self.mapping()
        return np.polyval(self.coef[::-1], offset + scale * np.asarray(arg))[()]

    def degree(self) -> int:
        return len(self.coef) - 1

    def with_coefficients(self, coef: Any) -> Any:
        return Polynomial(coef, self.domain, self.window)

    def __neg__(self) -> Any:
        return self.with_coefficients(-self.coef)

    def __add__(self, other: Any) -> Any:
        return self.with_coefficients(np.polyadd(self.coef[::-1], lowest_last(other))[::-1])

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        return self.with_coefficients(np.polysub(self.coef[::-1], lowest_last(other))[::-1])

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        return self.with_coefficients(np.polymul(self.coef[::-1], lowest_last(other))[::-1])

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def deriv(self, m: int = 1) -> Any:
        _, scale = self.mapping()
        return self.with_coefficients(np.polyder(self.coef[::-1], m)[::-1] * scale**m)

    def convert(self) -> Any:
        """In powers of x itself."""
        offset, scale = self.mapping()
        found = np.zeros(1)
        for k in range(len(self.coef) - 1, -1, -1):
            found = np.polyadd(np.polymul(found, np.stack([scale, offset])), self.coef[k : k + 1])
        return Polynomial(found[::-1][: len(self.coef)])

    @classmethod
    def fit(
        cls,
        x: Any,
        y: Any,
        deg: int,
        domain: Any = None,
        rcond: Any = None,
        full: bool = False,
        w: Any = None,
        window: Any = None,
    ) -> Any:
        return fit(x, y, deg, domain, rcond, full, w, window)


@read_as("numpy.polynomial.Polynomial.fit")
def fit(
    x: Any,
    y: Any,
    deg: int,
    domain: Any = None,
    rcond: Any = None,
    full: bool = False,
    w: Any = None,
    window: Any = None,
    symbol: str = "x",
) -> Any:
    """Least squares over the range of the data, which is mapped to the window."""
    x = np.asarray(x)
    domain = np.stack([np.min(x), np.max(x)]) if domain is None else np.asarray(domain)
    made = Polynomial(np.zeros(1), domain, window)
    offset, scale = made.mapping()
    return made.with_coefficients(least_squares("polynomial", offset + scale * x, y, deg, rcond, full, w))


def lowest_last(other: Any) -> Any:
    return other.coef[::-1] if isinstance(other, Polynomial) else np.atleast_1d(other)[::-1]
