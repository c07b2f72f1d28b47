"""NumPy 2's dtypes and promotion (NEP 50), the short names types are printed with, and the 64-bit switch."""

from __future__ import annotations

import dataclasses
import functools
import os
from typing import Any

import ml_dtypes
import numpy as np

bfloat16 = np.dtype(ml_dtypes.bfloat16)
HALF = (np.dtype(np.float16), bfloat16)

SHORT = {
    "bool": "bool",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "c64",
    "complex128": "c128",
}
LONG = {short: np.dtype(bfloat16 if name == "bfloat16" else name) for name, short in SHORT.items()}
SHORT_OF = {dtype: short for short, dtype in LONG.items()}
PYTHON = {
    bool: np.dtype(bool),
    int: np.dtype(np.int64),
    float: np.dtype(np.float64),
    complex: np.dtype(np.complex128),
}
PYTHON_CLASSES: dict[str, type] = {"b": bool, "i": int, "u": int, "f": float, "c": complex}  # by kind
EXAMPLE = {"b": False, "i": 0, "u": 0, "f": 0.0, "c": 0j}
NARROW = {
    np.dtype(a): np.dtype(b)
    for a, b in [
        ("int64", "int32"),
        ("uint64", "uint32"),
        ("float64", "float32"),
        ("complex128", "complex64"),
    ]
}


PRECISIONS = "float32", "tensorfloat32"


def is_cpu_the_default() -> bool:
    return os.environ.get("RECTO_PLATFORM", "").lower() in ("", "cpu")


@dataclasses.dataclass
class Settings:
    """Process-wide settings of the compiler; `enable_x64=False` makes every 64-bit dtype its 32-bit sibling."""

    enable_x64: bool = os.environ.get("RECTO_ENABLE_X64", "1") != "0"
    reorder_sums: bool = (
        os.environ.get("RECTO_REORDER_SUMS", "1") != "0"
    )  # may loops that add become products?
    native: bool = os.environ.get("RECTO_NATIVE", "1") != "0"  # may loops of numbers become native functions?
    matmul_precision: str = "float32"  # of products of float32 on accelerators: see PRECISIONS
    # bytes: of a loop that needs more, the iterations are run twice
    tape_limit: int = 1 << (23 if is_cpu_the_default() else 30)
    checks: tuple[
        str, ...
    ] = ()  # the kinds of faults that programs are checked for (`passes.checks`, `key_reuse`)
    keeps_rules: bool = False  # programs that are read keep stop_gradient, and functions their rules
    any_size: bool = False  # nothing is chosen by how large arrays are: source for all sizes is wanted

    @property
    def faults(self) -> bool:
        """Are programs checked while they run (`passes.checks`)? Random keys are checked when they are read."""
        return any(kind != "keys" for kind in self.checks)

    @property
    def fold_limit(self) -> int:
        """Elements: a call on constants gives a constant up to this size."""
        return 1 if self.any_size else 64

    @property
    def largest_constant(self) -> int:
        """Elements: np.eye, np.tri and np.arange are written out up to this size."""
        return 1 << 17 if self.any_size else 64


settings = Settings()


def short_name(dtype: np.dtype) -> str:
    return SHORT_OF.get(dtype) or SHORT.get(dtype.name, dtype.name)


def is_supported(dtype: np.dtype) -> bool:
    return dtype in SHORT_OF or dtype.name in SHORT


def canonical(dtype: Any) -> np.dtype:
    """The dtype as the 64-bit switch has it."""
    wide: np.dtype = dtype if isinstance(dtype, np.dtype) else np.dtype(dtype)
    return wide if settings.enable_x64 else NARROW.get(wide, wide)


def kind(dtype: np.dtype) -> str:
    """One of b i u f c; bfloat16 is a float, whatever NumPy says."""
    return "f" if dtype is bfloat16 else dtype.kind


def is_float(dtype: np.dtype) -> bool:
    return kind(dtype) == "f"


def is_complex(dtype: np.dtype) -> bool:
    return dtype.kind == "c"


def is_inexact(dtype: np.dtype) -> bool:
    return kind(dtype) in "fc"


def is_integer(dtype: np.dtype) -> bool:
    return dtype.kind in "iu"


def is_bool(dtype: np.dtype) -> bool:
    return dtype.kind == "b"


def lowest(dtype: np.dtype) -> Any:
    """The number that is below all others of a dtype: what a maximum of nothing is."""
    return -np.inf if is_inexact(dtype) else False if is_bool(dtype) else np.iinfo(dtype).min


def highest(dtype: np.dtype) -> Any:
    """The number that is above all others of a dtype: what a minimum of nothing is."""
    return np.inf if is_inexact(dtype) else True if is_bool(dtype) else np.iinfo(dtype).max


@functools.lru_cache(None)
def promote(*operands: tuple[np.dtype, bool]) -> np.dtype:
    """The common dtype of (dtype, weak) operands; weak ones (Python numbers) give only their kind."""
    if all(weak for _, weak in operands):
        return max((d for d, _ in operands), key=lambda d: "biufc".index(kind(d)))
    if (bfloat16, False) in operands:  # it takes in any real Python number, which result_type doesn't know
        operands = tuple((d, weak) for d, weak in operands if not weak or kind(d) == "c")
    return np.result_type(*(EXAMPLE[kind(d)] if weak else d for d, weak in operands))


def real_dtype(dtype: np.dtype) -> np.dtype:
    """float64 for complex128, float32 for complex64, else the dtype itself."""
    return np.empty((), dtype).real.dtype if is_complex(dtype) else dtype


def complex_dtype(dtype: np.dtype) -> np.dtype:
    return np.result_type(dtype, np.complex64)


def keeps_values(narrow: np.dtype, wide: np.dtype) -> bool:
    """Whether arithmetic in the wide dtype gives what the narrow one gives, to rounding. Narrow integers wrap
    around."""
    if not {narrow.kind, wide.kind} <= set("ifc") or np.promote_types(narrow, wide) != wide:
        return False
    return wide.kind in "fc" and (narrow.kind in "fc" or narrow.itemsize == 8)
