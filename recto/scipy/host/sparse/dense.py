"""np.matrix, the result of some sparse methods: * is the matrix product, and there are always two axes."""

from __future__ import annotations

from typing import Any

import numpy as np


class matrix:
    """Stands for np.matrix in compiled code."""

    __recto_class__ = np.matrix
    ndim = 2

    def __init__(self, dense: Any):
        self.dense = dense

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.dense if dtype is None else self.dense.astype(dtype)

    @property
    def shape(self) -> tuple:
        return self.dense.shape

    @property
    def dtype(self) -> Any:
        return self.dense.dtype

    @property
    def A(self) -> Any:
        return self.dense

    @property
    def A1(self) -> Any:
        return np.ravel(self.dense)

    @property
    def T(self) -> Any:
        return matrix(self.dense.T)

    def getA(self) -> Any:
        return self.dense

    def getA1(self) -> Any:
        return np.ravel(self.dense)

    def ravel(self, order: str = "C") -> Any:
        return matrix(np.ravel(self.dense, order)[None, :])

    def flatten(self, order: str = "C") -> Any:
        return self.ravel(order)

    def transpose(self) -> Any:
        return matrix(self.dense.T)

    def tolist(self) -> Any:
        return self.dense.tolist()

    def __matmul__(self, other: Any) -> Any:
        return row_or_all(self.dense @ of(other))

    def __rmatmul__(self, other: Any) -> Any:
        return row_or_all(of(other) @ self.dense)

    def __mul__(self, other: Any) -> Any:
        return matrix(self.dense * other if is_number(other) else self.dense @ two_axes(other))

    def __rmul__(self, other: Any) -> Any:
        return matrix(other * self.dense if is_number(other) else two_axes(other) @ self.dense)

    def __add__(self, other: Any) -> Any:
        return matrix(self.dense + of(other))

    def __radd__(self, other: Any) -> Any:
        return matrix(of(other) + self.dense)

    def __sub__(self, other: Any) -> Any:
        return matrix(self.dense - of(other))

    def __rsub__(self, other: Any) -> Any:
        return matrix(of(other) - self.dense)

    def __truediv__(self, other: Any) -> Any:
        return matrix(self.dense / of(other))

    def __rtruediv__(self, other: Any) -> Any:
        return matrix(of(other) / self.dense)

    def __neg__(self) -> Any:
        return matrix(-self.dense)

    def __abs__(self) -> Any:
        return matrix(np.abs(self.dense))

    def __getitem__(self, key: Any) -> Any:
        found = self.dense[key if isinstance(key, tuple) else (key, slice(None))]
        if np.ndim(found) == 1:
            column = isinstance(key, tuple) and np.ndim(self.dense[:, key[1]]) == 1
            found = found[:, None] if column else found[None, :]
        return found if np.ndim(found) == 0 else matrix(found)

    def sum(self, axis: Any = None) -> Any:
        return np.sum(self.dense) if axis is None else matrix(np.sum(self.dense, axis, keepdims=True))


def of(x: Any) -> Any:
    return x.dense if isinstance(x, np.matrix) else x


def row_or_all(x: Any) -> Any:
    return matrix(x[None, :] if x.ndim == 1 else x)


def is_number(x: Any) -> bool:
    return np.ndim(of(x)) == 0


def two_axes(x: Any) -> Any:
    """(np.matrix takes a vector for a row.)"""
    values = np.asarray(of(x))
    return values[None, :] if values.ndim == 1 else values
