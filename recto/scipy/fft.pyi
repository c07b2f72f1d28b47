# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

@_jit
def dct(x: ArrayLike, type: ArrayLike = 2, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None
    = -1, norm: Any = None, overwrite_x: bool = False, workers: Any = None, orthogonalize: Any =
    None) -> _Array: ...

@_jit
def dctn(x: ArrayLike, type: ArrayLike = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x:
    bool = False, workers: Any = None, *, orthogonalize: Any = None) -> _Array: ...

@_jit
def dst(x: ArrayLike, type: ArrayLike = 2, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None
    = -1, norm: Any = None, overwrite_x: bool = False, workers: Any = None, orthogonalize: Any =
    None) -> _Array: ...

@_jit
def dstn(x: ArrayLike, type: ArrayLike = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x:
    bool = False, workers: Any = None, orthogonalize: Any = None) -> _Array: ...

@_jit
def fft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def fft2(x: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def fftfreq(n: Any, d: ArrayLike = 1.0, *, xp: Any = None, device: Any = None) -> _Array: ...

@_jit
def fftn(x: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def fftshift(x: ArrayLike, axes: Any = None) -> _Array: ...

@_jit
def hfft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def idct(x: ArrayLike, type: ArrayLike = 2, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] |
    None = -1, norm: Any = None, overwrite_x: bool = False, workers: Any = None, orthogonalize: Any =
    None) -> _Array: ...

@_jit
def idctn(x: ArrayLike, type: ArrayLike = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x:
    bool = False, workers: Any = None, orthogonalize: Any = None) -> _Array: ...

@_jit
def idst(x: ArrayLike, type: ArrayLike = 2, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] |
    None = -1, norm: Any = None, overwrite_x: bool = False, workers: Any = None, orthogonalize: Any =
    None) -> _Array: ...

@_jit
def idstn(x: ArrayLike, type: ArrayLike = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x:
    bool = False, workers: Any = None, orthogonalize: Any = None) -> _Array: ...

@_jit
def ifft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def ifft2(x: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def ifftn(x: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def ifftshift(x: ArrayLike, axes: Any = None) -> _Array: ...

@_jit
def ihfft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def irfft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def irfft2(x: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def irfftn(x: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def rfft(x: ArrayLike, n: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = -1, norm: Any =
    None, overwrite_x: bool = False, workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def rfft2(x: ArrayLike, s: Any = None, axes: Any = (-2, -1), norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...

@_jit
def rfftfreq(n: Any, d: ArrayLike = 1.0, *, xp: Any = None, device: Any = None) -> _Array: ...

@_jit
def rfftn(x: ArrayLike, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: bool = False,
    workers: Any = None, *, plan: Any = None) -> _Array: ...
