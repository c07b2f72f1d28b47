"""The callee of a host call: a Python function with results of known types, which a compiled program calls as
it runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .program import Type

HOSTED = ("host_call", "host_value")  # the primitives with a callee
HOLE = re.compile(r"\b_(\d+)\b")  # a value in the source of a callee


class Callee:
    """The callee of a host_call. `results`: the types of what it gives."""

    results: tuple[Type, ...]
    portable: bool  # is its source good anywhere, where NumPy is?
    ahead: bool = False  # may it be called before what stands before it, of another kind?

    def __call__(self, values: tuple) -> tuple:
        raise NotImplementedError

    def source(self) -> str:
        """The call as it is written; the values are _1 _2 …"""
        raise NotImplementedError

    def over_lanes(self, n: int, batched: Sequence[bool]) -> Callee:
        """The call for every lane of a batch; these values have the batch axis."""
        raise NotImplementedError

    def check_constant(self, places: Sequence[int]) -> None:
        """Raises CompileError if the derivative with respect to the values at these places is not zero."""
