"""np.nditer: the elements of arrays, broadcast against each other, in the order of the axes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core.reading import read_as, unsupported

FLAGS = ("multi_index", "c_index", "zerosize_ok", "refs_ok")
WRITTEN = ("readwrite", "writeonly", "allocate")
LOOP = "; loop over np.ndindex(x.shape)"


def flags_of_each(op_flags: Any, operands: tuple) -> list:
    """The flags of each operand: given for each, or for all at once."""
    if op_flags is None:
        return [["writeonly", "allocate"] if x is None else ["readonly"] for x in operands]
    return [op_flags] * len(operands) if isinstance(op_flags[0], str) else list(op_flags)


@read_as("numpy.nditer")
class NdIter:
    """The iterator; elements that are written are views of their arrays without axes."""

    def __init__(
        self,
        op: Any,
        flags: Any = None,
        op_flags: Any = None,
        op_dtypes: Any = None,
        order: Any = "K",
        casting: str = "safe",
        op_axes: Any = None,
        itershape: Any = None,
        buffersize: int = 0,
    ):
        flags = () if flags is None else tuple(flags)
        if op_dtypes is not None or op_axes is not None or itershape is not None or order not in ("K", "C"):
            unsupported(
                "np.nditer: compiled code knows no op_dtypes, op_axes, itershape and orders of columns" + LOOP
            )
        for flag in flags:
            if flag not in FLAGS:
                unsupported("np.nditer: compiled code knows no flag " + repr(flag) + LOOP)
        self.several = isinstance(op, (tuple, list))
        given = tuple(op) if isinstance(op, (tuple, list)) else (op,)
        known = [np.asarray(x) for x in given if x is not None]
        self.written = [any([flag in WRITTEN for flag in each]) for each in flags_of_each(op_flags, given)]
        self.shape = np.broadcast_shapes(*[x.shape for x in known])
        dtype = np.result_type(*known)
        self.operands = tuple([np.empty(self.shape, dtype) if x is None else np.asarray(x) for x in given])
        for x, written in zip(self.operands, self.written):
            if not x.flags.c_contiguous:
                unsupported(
                    "np.nditer: the elements do not lie by rows; loop over x.flat, or over np.ndindex(x.shape)"
                )
            if written and x.shape != self.shape:
                unsupported("np.nditer: compiled code does not write elements of an array that is broadcast")
        self.lines = [
            x.reshape(-1) if x.shape == self.shape else np.broadcast_to(x, self.shape) for x in self.operands
        ]
        self.itersize, self.iterindex = math.prod(self.shape), 0
        self.placed = "multi_index" in flags or "c_index" in flags

    def element(self, line: Any, written: bool, k: Any) -> Any:
        if written:
            return line[k : k + 1].reshape(())
        return line[k] if line.ndim == 1 else line[np.unravel_index(k, self.shape)]

    def __getitem__(self, k: int) -> Any:
        return self.element(self.lines[k], self.written[k], self.iterindex)

    @property
    def value(self) -> Any:
        found = tuple([self[k] for k in range(len(self.lines))])
        return found if self.several else found[0]

    @property
    def multi_index(self) -> tuple:
        return tuple([int(i) for i in np.unravel_index(self.iterindex, self.shape)])

    @property
    def index(self) -> Any:
        return self.iterindex

    @property
    def finished(self) -> Any:
        return self.iterindex >= self.itersize

    def iternext(self) -> Any:
        self.iterindex += 1
        return self.iterindex < self.itersize

    def reset(self) -> None:
        self.iterindex = 0

    def __len__(self) -> int:
        return len(self.operands)

    def __setitem__(self, k: int, value: Any) -> None:
        self.lines[k][self.iterindex] = value

    def __iter__(self) -> Iterator:
        if self.placed or any(self.written) or any([line.ndim > 1 for line in self.lines]):
            return self.steps()
        return iter(zip(*self.lines)) if self.several else iter(self.lines[0])

    def steps(self) -> Iterator:
        for k in range(self.itersize):
            self.iterindex = k
            yield self.value
        self.iterindex = self.itersize

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        pass
