"""The namespace `prim` of exact programs, beside the primitives: constants, dtypes, names of functions."""

from __future__ import annotations

import math
from typing import Any, NoReturn

from ..core.dtypes import LONG
from ..core.errors import CompileError
from ..ir.literals import array_of as const, named  # noqa: F401 (two of these names)

inf, nan = math.inf, math.nan
i8, i16, i32, i64 = (LONG[name] for name in ("i8", "i16", "i32", "i64"))
u8, u16, u32, u64 = (LONG[name] for name in ("u8", "u16", "u32", "u64"))
f16, bf16, f32, f64, c64, c128 = (LONG[name] for name in ("f16", "bf16", "f32", "f64", "c64", "c128"))
bool = LONG["bool"]


def opaque(what: Any) -> NoReturn:
    raise CompileError(f"{what} has no source: this program can be read, but not run")
