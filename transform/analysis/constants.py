"""Constants: the number that a value is everywhere.

>>> import numpy as np
>>> from ..ir.program import Const, Type
>>> zeros = Const(np.array([0.0, -0.0]), Type(np.dtype(float), (2,)))
>>> uniform(zeros, {}), is_zero(zeros, {}), is_zero(zeros, {}, signs=(1,))
(np.float64(0.0), True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..ir.program import Atom, Call, Const
from .def_use import behind


def constant(atom: Atom, made: dict[str, Call]) -> Const | None:
    """The constant that a value is, or repeats along axes."""
    atom = behind(atom, made, "broadcast")
    return atom if type(atom) is Const else None


def uniform(atom: Atom, made: dict[str, Call]) -> Any:
    """The number that a value is everywhere; None if it is none, or has no elements. (0.0 and -0.0 are one number.)"""
    found = constant(atom, made)
    if found is None or not found.value.size or not (found.value == found.value.flat[0]).all():
        return None
    return found.value.flat[0]


def everywhere(atom: Atom, number: int, made: dict[str, Call]) -> bool:
    """Whether a value is this number everywhere. -0.0 is not 0."""
    found = uniform(atom, made)
    return found is not None and found == number and not np.signbit(np.real(found))


def is_zero(atom: Atom, made: dict[str, Call], signs: Sequence[int] = (1, -1)) -> bool:
    """Whether a value is 0 everywhere, of one of these signs. (Integers are positive zeros.)"""
    found = constant(atom, made)
    if found is None or np.any(found.value):
        return False
    negative = np.signbit(np.real(found.value)) if found.value.dtype.kind in "fcV" else np.False_
    return (1 in signs or bool(np.all(negative))) and (-1 in signs or not np.any(negative))
