# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from numpy.typing import ArrayLike, DTypeLike
from recto._api.compiled_module import eager as _eager
from recto.runtime import Array as _Array
from typing import Any, NamedTuple, SupportsIndex

from numpy.linalg import LinAlgError as LinAlgError

class _EigResult(NamedTuple):
    eigenvalues: _Array
    eigenvectors: _Array

class _EighResult(NamedTuple):
    eigenvalues: _Array
    eigenvectors: _Array

class _QRResult(NamedTuple):
    Q: _Array
    R: _Array

class _SVDResult(NamedTuple):
    U: _Array
    S: _Array
    Vh: _Array

class _SlogdetResult(NamedTuple):
    sign: _Array
    logabsdet: _Array

@_eager
def cholesky(a: ArrayLike, /, *, upper: bool = False) -> _Array: ...

@_eager
def cond(x: ArrayLike, p: Any = None) -> _Array: ...

@_eager
def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1) -> _Array: ...

@_eager
def det(a: ArrayLike) -> _Array: ...

@_eager
def diagonal(x: ArrayLike, /, *, offset: Any = 0) -> _Array: ...

@_eager
def eig(a: ArrayLike) -> _EigResult: ...

@_eager
def eigh(a: ArrayLike, UPLO: str = 'L') -> _EighResult: ...

@_eager
def eigvals(a: ArrayLike) -> _Array: ...

@_eager
def eigvalsh(a: ArrayLike, UPLO: str = 'L') -> _Array: ...

@_eager
def inv(a: ArrayLike) -> _Array: ...

@_eager
def lstsq(a: ArrayLike, b: ArrayLike, rcond: Any = None) -> tuple[_Array, _Array, _Array, _Array]: ...

@_eager
def matmul(x1: ArrayLike, x2: ArrayLike, /) -> _Array: ...

@_eager
def matrix_norm(x: ArrayLike, /, *, keepdims: bool = False, ord: str = 'fro') -> _Array: ...

@_eager
def matrix_power(a: ArrayLike, n: Any) -> _Array: ...

@_eager
def matrix_rank(A: ArrayLike, tol: Any = None, hermitian: bool = False, *, rtol: Any = None) -> _Array: ...

@_eager
def matrix_transpose(x: ArrayLike, /) -> _Array: ...

@_eager
def multi_dot(arrays: Sequence[ArrayLike] | ArrayLike, *, out: Any = None) -> _Array: ...

@_eager
def norm(x: ArrayLike, ord: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, keepdims:
    bool = False) -> _Array: ...

@_eager
def outer(x1: ArrayLike, x2: ArrayLike, /) -> _Array: ...

@_eager
def pinv(a: ArrayLike, rcond: Any = None, hermitian: bool = False, *, rtol: Any = ...) -> _Array: ...

@_eager
def qr(a: ArrayLike, mode: Any = 'reduced') -> Any: ...

@_eager
def slogdet(a: ArrayLike) -> _SlogdetResult: ...

@_eager
def solve(a: ArrayLike, b: ArrayLike) -> _Array: ...

@_eager
def svd(a: ArrayLike, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool =
    False) -> Any: ...

@_eager
def svdvals(x: ArrayLike, /) -> _Array: ...

@_eager
def tensordot(x1: ArrayLike, x2: ArrayLike, /, *, axes: Any = 2) -> _Array: ...

@_eager
def tensorinv(a: ArrayLike, ind: Any = 2) -> _Array: ...

@_eager
def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Any = None) -> _Array: ...

@_eager
def trace(x: ArrayLike, /, *, offset: Any = 0, dtype: DTypeLike | None = None) -> _Array: ...

@_eager
def vecdot(x1: ArrayLike, x2: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None =
    -1) -> _Array: ...

@_eager
def vector_norm(x: ArrayLike, /, *, axis: SupportsIndex | Sequence[SupportsIndex] | None = None, keepdims:
    bool = False, ord: Any = 2) -> _Array: ...
