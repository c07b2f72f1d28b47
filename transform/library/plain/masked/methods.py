"""The methods of masked arrays that change shapes, reduce, accumulate, select and sort."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.reading import unsupported
from .parts import extreme, full_mask, is_masked_array


class Methods:
    """The methods that need no arithmetic of masked arrays but operators; `made` makes a masked array, or a number."""

    recto_data: Any
    recto_mask: Any
    recto_fill: Any

    def made(self, data: Any, mask: Any, fill: Any) -> Any:
        raise NotImplementedError

    def filled(self, fill_value: Any = None) -> Any:
        raise NotImplementedError

    def each(self, function: Any) -> Any:
        return self.made(
            function(self.recto_data),
            None if self.recto_mask is None else function(self.recto_mask),
            self.recto_fill,
        )

    # -- shapes --------------------------------------------------------------------------------------------------

    def ravel(self) -> Any:
        return self.each(lambda part: part.ravel())

    def flatten(self) -> Any:
        return self.each(lambda part: part.flatten())

    def reshape(self, *shape: Any) -> Any:
        return self.each(lambda part: part.reshape(*shape))

    def transpose(self, *axes: Any) -> Any:
        return self.each(lambda part: part.transpose(*axes))

    def swapaxes(self, axis1: int, axis2: int) -> Any:
        return self.each(lambda part: part.swapaxes(axis1, axis2))

    def squeeze(self, axis: Any = None) -> Any:
        return self.each(lambda part: part.squeeze(axis))

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
        return self.each(lambda part: part.diagonal(offset, axis1, axis2).copy())

    def repeat(self, repeats: Any, axis: Any = None) -> Any:
        return self.each(lambda part: part.repeat(repeats, axis))

    # -- elements ------------------------------------------------------------------------------------------------

    def take(self, indices: Any, axis: Any = None, mode: str = "raise") -> Any:
        if is_masked_array(indices):
            unsupported("a masked array as an index: use np.ma.filled(index, 0)")
        pick = lambda part: np.asarray(np.take(part, indices, axis, mode=mode))
        mask = None if self.recto_mask is None else pick(self.recto_mask)
        return self.made(pick(self.recto_data), mask, None)

    def compress(self, condition: Any, axis: Any = None) -> Any:
        return self.each(lambda part: part.compress(condition, axis))

    def nonzero(self) -> Any:
        return self.filled(0).nonzero()

    def tolist(self, fill_value: Any = None) -> Any:
        if fill_value is None and self.recto_mask is not None:
            unsupported("the list of a masked array has None where data say so: use x.filled(0.0).tolist()")
        return self.filled(fill_value).tolist()

    def clip(self, min: Any = None, max: Any = None) -> Any:
        return self.made(self.recto_data.clip(min, max), self.copied_mask(), self.recto_fill)

    def round(self, decimals: int = 0) -> Any:
        return self.made(np.asarray(self.recto_data.round(decimals)), self.recto_mask, self.recto_fill)

    def copied_mask(self) -> Any:
        return None if self.recto_mask is None else self.recto_mask.copy()

    # -- order ---------------------------------------------------------------------------------------------------

    def argsort(
        self,
        axis: Any = "all",
        kind: Any = None,
        order: Any = None,
        endwith: bool = True,
        fill_value: Any = None,
        *,
        stable: Any = False,
    ) -> Any:
        """Masked elements come last, or first."""
        if stable:
            raise ValueError("`stable` parameter is not supported for masked arrays.")
        if isinstance(axis, str):
            axis = -1 if self.recto_data.ndim <= 1 else None
        if fill_value is None:
            last = np.nan if self.recto_data.dtype.kind == "f" else extreme(self.recto_data.dtype, False)
            fill_value = last if endwith else extreme(self.recto_data.dtype, True)
        return self.filled(fill_value).argsort(axis, kind="stable")

    def sort(
        self,
        axis: int = -1,
        kind: Any = None,
        order: Any = None,
        endwith: bool = True,
        fill_value: Any = None,
        *,
        stable: Any = False,
    ) -> None:
        if stable:
            raise ValueError("`stable` parameter is not supported for masked arrays.")
        if self.recto_mask is None:
            self.recto_data.sort(axis)
        else:
            places = self.argsort(axis, kind, order, endwith, fill_value)
            self.recto_data[...] = np.take_along_axis(self.recto_data, places, axis)
            self.recto_mask[...] = np.take_along_axis(self.recto_mask, places, axis)

    # -- accumulations -------------------------------------------------------------------------------------------

    def accumulated(self, data: Any) -> Any:
        mask = None if self.recto_mask is None else self.recto_mask.reshape(data.shape).copy()
        return self.made(data, mask, None)

    def cumsum(self, axis: Any = None, dtype: Any = None) -> Any:
        return self.accumulated(self.filled(0).cumsum(axis, dtype))

    def cumprod(self, axis: Any = None, dtype: Any = None) -> Any:
        return self.accumulated(self.filled(1).cumprod(axis, dtype))

    # -- reductions ----------------------------------------------------------------------------------------------

    def count(self, axis: Any = None, keepdims: bool = False) -> Any:
        return np.logical_not(full_mask(self)).sum(axis=axis, keepdims=keepdims)

    def reduced(self, result: Any, axis: Any, keepdims: bool) -> Any:
        """The result of a reduction: masked where every element is."""
        mask = None if self.recto_mask is None else self.recto_mask.all(axis=axis, keepdims=keepdims)
        return self.made(np.asarray(result), None if mask is None else np.asarray(mask), None)

    def sum(self, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(0).sum(axis=axis, dtype=dtype, keepdims=keepdims), axis, keepdims)

    def prod(self, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(1).prod(axis=axis, dtype=dtype, keepdims=keepdims), axis, keepdims)

    def all(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(True).all(axis=axis, keepdims=keepdims), axis, keepdims)

    def any(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.reduced(self.filled(False).any(axis=axis, keepdims=keepdims), axis, keepdims)

    def argmin(self, axis: Any = None) -> Any:
        return self.filled(extreme(self.recto_data.dtype, False)).argmin(axis)

    def argmax(self, axis: Any = None) -> Any:
        return self.filled(extreme(self.recto_data.dtype, True)).argmax(axis)

    def min(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        filled = self.filled(extreme(self.recto_data.dtype, False))
        return self.extremum(filled.min(axis=axis, keepdims=keepdims), axis, keepdims)

    def max(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        filled = self.filled(extreme(self.recto_data.dtype, True))
        return self.extremum(filled.max(axis=axis, keepdims=keepdims), axis, keepdims)

    def extremum(self, result: Any, axis: Any, keepdims: bool) -> Any:
        found = self.reduced(result, axis, keepdims)
        return (
            self.made(found.filled(), found.recto_mask, None)
            if is_masked_array(found) and found.ndim > 0
            else found
        )

    def mean(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        if self.recto_data.dtype == np.dtype(np.float16):
            unsupported("the mean of a masked array of float16: use x.astype(np.float32)")
        if self.recto_mask is None:
            return self.made(np.asarray(self.recto_data.mean(axis=axis, keepdims=keepdims)), None, None)
        kind = float if self.recto_data.dtype.kind in "biu" else None
        return self.sum(axis, kind, keepdims=keepdims) * 1.0 / self.count(axis, keepdims)

    def ptp(self, axis: Any = None, *, keepdims: bool = False) -> Any:
        return self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims)

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Any:
        return self.filled(0).diagonal(offset, axis1, axis2).sum(-1, dtype)

    def anom(self, axis: Any = None) -> Any:
        """The deviation from the mean."""
        return self - self.mean(axis, keepdims=axis is not None and axis != 0)  # type: ignore[operator]
