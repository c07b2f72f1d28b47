# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike
from recto._api.compiled_module import eager as _eager
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

@_eager
def fft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def fft2(a: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def fftfreq(n: Any, d: ArrayLike = 1.0, device: Any = None) -> _Array: ...

@_eager
def fftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def fftshift(x: ArrayLike, axes: Any = None) -> _Array: ...

@_eager
def hfft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def ifft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def ifft2(a: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def ifftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def ifftshift(x: ArrayLike, axes: Any = None) -> _Array: ...

@_eager
def ihfft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def irfft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def irfft2(a: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any =
    None) -> _Array: ...

@_eager
def irfftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def rfft(a: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, out: Any = None) -> _Array: ...

@_eager
def rfft2(a: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None) -> _Array: ...

@_eager
def rfftfreq(n: Any, d: ArrayLike = 1.0, device: Any = None) -> _Array: ...

@_eager
def rfftn(a: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None) -> _Array: ...
