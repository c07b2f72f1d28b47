"""Sums, products, quotients and powers of series; lines, products of roots, and conversions to powers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.reading import read_as
from .bases import as_series, of_bases, recurrence


def padded(c: Any, before: int, after: int) -> Any:
    return np.pad(c, (before, after)) if before or after else c


@of_bases("add")
def add(basis: str, c1: Any, c2: Any) -> Any:
    a, b = as_series(c1, c2)
    n = max(len(a), len(b))
    return padded(a, 0, n - len(a)) + padded(b, 0, n - len(b))


@of_bases("sub")
def sub(basis: str, c1: Any, c2: Any) -> Any:
    a, b = as_series(c1, c2)
    n = max(len(a), len(b))
    return padded(a, 0, n - len(a)) - padded(b, 0, n - len(b))


@of_bases("mulx")
def mulx(basis: str, c: Any) -> Any:
    """The product with x, by the recurrence of each polynomial."""
    [c] = as_series(c)
    if basis == "polynomial":
        return padded(c, 1, 0)
    up, level, down = [numbers.astype(c.dtype) for numbers in recurrence(basis, len(c))]
    found = padded(up * c, 1, 0)
    if basis == "laguerre":
        found = found + padded(level * c, 0, 1)
    return found + padded(down[1:] * c[1:], 0, 2) if len(c) > 1 else found


def products(basis: str, c: Any, n: int) -> list:
    """The series c times each of the first n polynomials: they have the recurrence of the polynomials."""
    up, level, down = [numbers.astype(c.dtype) for numbers in recurrence(basis, n)]
    found = [c]
    for k in range(n - 1):
        last = found[k]
        following = mulx(basis, last) - padded(level[k] * last, 0, 1)
        if k:
            following = following - padded(down[k] * found[k - 1], 0, 2)
        found.append(following / up[k])
    return found


@of_bases("mul")
def mul(basis: str, c1: Any, c2: Any) -> Any:
    a, b = as_series(c1, c2)
    if basis == "polynomial":
        return np.convolve(a, b)
    if len(a) > len(b):
        a, b = b, a
    total = padded(0 * b, 0, len(a) - 1)
    for k, product in enumerate(products(basis, b, len(a))):
        total = total + padded(a[k] * product, 0, len(a) - 1 - k)
    return total


@of_bases("div")
def div(basis: str, c1: Any, c2: Any) -> tuple:
    """Long division: the degree of the divisor is known, so its last coefficient must not be 0."""
    a, b = as_series(c1, c2)
    if b[-1] == 0:
        raise ZeroDivisionError("the last coefficient of the divisor is 0")
    count = len(a) - len(b) + 1
    if count < 1:
        return a[:1] * 0, a
    if len(b) == 1:
        return a / b[-1], a[:1] * 0
    quotient = []
    for product in products(basis, b, count)[::-1]:
        q = a[-1] / product[-1]
        quotient.append(q)
        a = a[:-1] - q * product[:-1]
    return np.stack(quotient[::-1]), a


@of_bases("pow")
def power(basis: str, c: Any, pow: Any, maxpower: Any = 16) -> Any:
    [c] = as_series(c)
    if int(pow) != pow or pow < 0:
        raise ValueError("Power must be a non-negative integer.")
    if maxpower is not None and basis != "polynomial" and pow > maxpower:
        raise ValueError("Power is too large")
    found = np.ones(1, c.dtype)
    for _ in range(int(pow)):
        found = mul(basis, found, c)
    return found


@of_bases("line")
def line(basis: str, off: Any, scl: Any) -> Any:
    """The line off + scl x."""
    if isinstance(scl, (int, float)) and scl == 0:
        return np.array([off])
    if basis == "laguerre":
        return np.array([off + scl, -scl])
    return np.array([off, scl / 2 if basis == "hermite" else scl])


@of_bases("fromroots")
def fromroots(basis: str, roots: Any) -> Any:
    if len(roots) == 0:
        return np.ones(1)
    [roots] = as_series(roots)
    one = np.ones(1, roots.dtype)
    parts = [mulx(basis, one) - padded(root * one, 0, 1) for root in np.sort(roots)]
    while len(parts) > 1:
        half = len(parts) // 2
        rest = parts[2 * half :]
        parts = [mul(basis, parts[k], parts[k + half]) for k in range(half)]
        if rest:
            parts[0] = mul(basis, parts[0], rest[0])
    return parts[0]


@of_bases("poly2*", without=("polynomial",))
def from_powers(basis: str, pol: Any) -> Any:
    """Horner's rule, in the basis."""
    [c] = as_series(pol)
    found = c[-1:]
    for k in range(len(c) - 2, -1, -1):
        found = add(basis, mulx(basis, found), c[k : k + 1])
    return found


@of_bases("*2poly", without=("polynomial",))
def to_powers(basis: str, c: Any) -> Any:
    """The sum of the polynomials as powers, which have the recurrence of the basis."""
    [c] = as_series(c)
    up, level, down = [numbers.astype(c.dtype) for numbers in recurrence(basis, len(c))]
    before, last, total = np.zeros(1, c.dtype), np.ones(1, c.dtype), c[:1]
    for k in range(len(c) - 1):
        following = padded(last, 1, 0) - padded(level[k] * last, 0, 1)
        following = following - padded(down[k] * before, 0, k + 2 - len(before))
        before, last = last, following / up[k]
        total = padded(total, 0, 1) + c[k + 1] * last
    return total


@read_as("numpy.polynomial.polyutils.trimcoef")
def trim(c: Any, tol: Any = 0) -> Any:
    if tol < 0:
        raise ValueError("tol must be non-negative")
    [c] = as_series(c)
    large = np.flatnonzero(np.abs(c) > tol)
    return c[:1] * 0 if len(large) == 0 else c[: large[-1] + 1]
