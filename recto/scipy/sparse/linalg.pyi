# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from collections.abc import Sequence
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any, SupportsIndex

@_jit
def bicgstab(A: Any, b: Any, x0: Any = None, *, rtol: Any = 1e-05, atol: Any = 0.0, maxiter: Any = None, M:
    Any = None, callback: Any = None) -> tuple[_Array, _Array]: ...

@_jit
def cg(A: Any, b: Any, x0: Any = None, *, rtol: Any = 1e-05, atol: Any = 0.0, maxiter: Any = None, M: Any =
    None, callback: Any = None) -> tuple[_Array, _Array]: ...

@_jit
def expm_multiply(A: Any, B: Any, start: Any = None, stop: Any = None, num: Any = None, endpoint: Any = None,
    traceA: Any = None) -> _Array: ...

@_jit
def factorized(A: Any) -> Any: ...

@_jit
def gmres(A: Any, b: Any, x0: Any = None, *, rtol: Any = 1e-05, atol: Any = 0.0, restart: Any = None, maxiter:
    Any = None, M: Any = None, callback: Any = None, callback_type: Any = None) -> tuple[_Array, _Array]: ...

@_jit
def inv(A: Any) -> _Array: ...

@_jit
def norm(x: Any, ord: Any = None, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> _Array: ...

@_jit
def splu(A: Any, permc_spec: Any = None, diag_pivot_thresh: Any = None, relax: Any = None, panel_size: Any =
    None, options: Any = None) -> Any: ...

@_jit
def spsolve(A: Any, b: Any, permc_spec: Any = None, use_umfpack: bool = True) -> _Array: ...
