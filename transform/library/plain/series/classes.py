"""The classes of numpy.polynomial: Polynomial, Chebyshev, Legendre, Hermite, HermiteE, Laguerre."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...core.reading import read_as
from . import arithmetic, calculus, fitting
from .bases import PREFIXES, as_series, recurrence
from .evaluation import val

NAMES = dict(zip(PREFIXES, ("Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre")))
CLASSES = {basis: getattr(np.polynomial, name) for basis, name in NAMES.items()}


def default_range(basis: str) -> Any:
    """The domain and the window of a basis."""
    return np.array([0.0, 1.0] if basis == "laguerre" else [-1.0, 1.0])


def range_or_default(basis: str, given: Any) -> Any:
    if given is None or isinstance(given, list) and not given:
        return default_range(basis)
    return np.asarray(given)


def mapping(old: Any, new: Any) -> tuple:
    """Offset and scale of the line that takes one interval to another."""
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def extent(x: Any) -> Any:
    """The least and the greatest of the points, one apart if they are equal."""
    low, high = np.min(x), np.max(x)
    return np.where(low == high, np.stack([low - 1, high + 1]), np.stack([low, high]))


class Series:
    """A series in x mapped from `domain` to `window`. (NumPy takes zeros at its end away: compiled code keeps them.)"""

    def __init__(self, basis: str, coef: Any, domain: Any = None, window: Any = None, symbol: str = "x"):
        [coef] = as_series(coef)
        self.kind = basis
        self.coef = coef
        self.domain = range_or_default(basis, domain)
        self.window = range_or_default(basis, window)
        self.symbol = symbol

    def __call__(self, arg: Any) -> Any:
        offset, scale = self.mapparms()
        if not isinstance(arg, Series):
            return val(self.kind, offset + scale * np.asarray(arg), self.coef)[()]
        inner = arithmetic.add(arg.kind, [offset], scale * arg.coef)
        found = composed(self.kind, self.coef, arg.kind, inner)
        return Series(arg.kind, found, arg.domain, arg.window, arg.symbol)

    def __iter__(self) -> Iterator:
        return iter(self.coef)

    def __len__(self) -> int:
        return len(self.coef)

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, Series) or self.kind != other.kind or len(self) != len(other):
            return False
        ranges = np.all(self.domain == other.domain) & np.all(self.window == other.window)
        return ranges & np.all(self.coef == other.coef) & (self.symbol == other.symbol)

    def mapparms(self) -> tuple:
        return mapping(self.domain, self.window)

    def degree(self) -> int:
        return len(self.coef) - 1

    def copy(self) -> Any:
        return self.with_coefficients(self.coef)

    def with_coefficients(self, coef: Any) -> Any:
        return Series(self.kind, coef, self.domain, self.window, self.symbol)

    def coefficients_of(self, other: Any) -> Any:
        if not isinstance(other, Series):
            return other
        if self.kind != other.kind:
            raise TypeError("Polynomial types differ")
        return other.coef

    # -- arithmetic

    def __neg__(self) -> Any:
        return self.with_coefficients(-self.coef)

    def __pos__(self) -> Any:
        return self

    def __add__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.add(self.kind, self.coef, self.coefficients_of(other)))

    def __radd__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.add(self.kind, other, self.coef))

    def __sub__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.sub(self.kind, self.coef, self.coefficients_of(other)))

    def __rsub__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.sub(self.kind, other, self.coef))

    def __mul__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.mul(self.kind, self.coef, self.coefficients_of(other)))

    def __rmul__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.mul(self.kind, other, self.coef))

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, Series) or np.ndim(other):
            raise TypeError("unsupported types for true division")
        return self // other

    def __divmod__(self, other: Any) -> tuple:
        quotient, rest = arithmetic.div(self.kind, self.coef, self.coefficients_of(other))
        return self.with_coefficients(quotient), self.with_coefficients(rest)

    def __floordiv__(self, other: Any) -> Any:
        return self.__divmod__(other)[0]

    def __mod__(self, other: Any) -> Any:
        return self.__divmod__(other)[1]

    def __pow__(self, other: Any) -> Any:
        return self.with_coefficients(arithmetic.power(self.kind, self.coef, other, 100))

    # -- calculus, roots

    def deriv(self, m: int = 1) -> Any:
        _, scale = self.mapparms()
        return self.with_coefficients(calculus.der(self.kind, self.coef, m, scale))

    def integ(self, m: int = 1, k: Any = None, lbnd: Any = None) -> Any:
        offset, scale = self.mapparms()
        bound = 0 if lbnd is None else offset + scale * lbnd
        return self.with_coefficients(calculus.integral(self.kind, self.coef, m, k, bound, 1.0 / scale))

    def roots(self) -> Any:
        offset, scale = mapping(self.window, self.domain)
        return offset + scale * fitting.roots(self.kind, self.coef)

    # -- other forms

    def truncate(self, size: int) -> Any:
        if size < 1:
            raise ValueError("size must be a positive integer")
        return self.with_coefficients(self.coef[:size])

    def cutdeg(self, deg: int) -> Any:
        return self.truncate(deg + 1)

    def convert(self, domain: Any = None, kind: Any = None, window: Any = None) -> Any:
        """In another basis, or on another domain."""
        return self(identity(self.kind if kind is None else basis_of(kind), domain, window, self.symbol))

    def linspace(self, n: int = 100, domain: Any = None) -> tuple:
        first, last = self.domain if domain is None else domain
        x = np.linspace(first, last, n)
        return x, self(x)


def composed(basis: str, c: Any, kind: str, inner: Any) -> Any:
    """The series at another one, in the basis of the other: each polynomial by its recurrence."""
    up, level, down = recurrence(basis, len(c))
    values = [np.ones(1)]
    total = c[:1]
    for k in range(len(c) - 1):
        value = arithmetic.sub(kind, arithmetic.mul(kind, inner, values[k]), level[k] * values[k])
        if k:
            value = arithmetic.sub(kind, value, down[k] * values[k - 1])
        values.append(value / up[k])
        total = arithmetic.add(kind, total, c[k + 1] * values[k + 1])
    return total


def basis_of(kind: Any) -> str:
    for basis in CLASSES:
        if kind is CLASSES[basis]:
            return basis
    raise TypeError("kind is a class of numpy.polynomial")


# -- class methods -------------------------------------------------------------------------------------------


def identity(basis: str, domain: Any = None, window: Any = None, symbol: str = "x") -> Any:
    domain, window = range_or_default(basis, domain), range_or_default(basis, window)
    offset, scale = mapping(window, domain)
    return Series(basis, arithmetic.line(basis, offset, scale), domain, window, symbol)


def single(basis: str, deg: int, domain: Any = None, window: Any = None, symbol: str = "x") -> Any:
    if deg < 0:
        raise ValueError("deg must be non-negative integer")
    return Series(basis, [0] * deg + [1], domain, window, symbol)


def cast(basis: str, series: Any, domain: Any = None, window: Any = None) -> Any:
    return series(identity(basis, domain, window))


def from_roots(basis: str, roots: Any, domain: Any = (), window: Any = None, symbol: str = "x") -> Any:
    [roots] = as_series(roots)
    domain = extent(roots) if domain is None else default_range(basis) if len(domain) == 0 else domain
    window = range_or_default(basis, window)
    offset, scale = mapping(domain, window)
    coef = arithmetic.fromroots(basis, offset + scale * roots) / scale ** len(roots)
    return Series(basis, coef, domain, window, symbol)


def fit(
    basis: str,
    x: Any,
    y: Any,
    deg: Any,
    domain: Any = None,
    rcond: Any = None,
    full: bool = False,
    w: Any = None,
    window: Any = None,
    symbol: str = "x",
) -> Any:
    """Least squares over the range of the data, which is mapped to the window."""
    x = np.asarray(x)
    domain = extent(x) if domain is None else range_or_default(basis, domain)
    window = range_or_default(basis, window)
    offset, scale = mapping(domain, window)
    found = fitting.fit(basis, offset + scale * x, y, deg, rcond, full, w)
    if full:
        return Series(basis, found[0], domain, window, symbol), found[1]
    return Series(basis, found, domain, window, symbol)


METHODS = {"fit": fit, "fromroots": from_roots, "identity": identity, "basis": single, "cast": cast}
for _basis, _name in NAMES.items():
    read_as(f"numpy.polynomial.{_name}", first=(_basis,))(Series)
    for _method, _function in METHODS.items():
        read_as(f"numpy.polynomial.{_name}.{_method}", first=(_basis,))(_function)
