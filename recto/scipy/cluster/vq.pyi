# Written by docs/stubs.py for NumPy 2.4 and SciPy 1.17.

from numpy.typing import ArrayLike
from recto._api.jit import jit as _jit
from recto.runtime import Array as _Array
from typing import Any

@_jit
def vq(obs: ArrayLike, code_book: ArrayLike, check_finite: bool = True) -> tuple[_Array, _Array]: ...

@_jit
def whiten(obs: ArrayLike, check_finite: Any = None) -> _Array: ...
