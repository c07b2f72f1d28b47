"""Program -> Program: sorts of long rows become calls of native kernels.

    y = sort(x, axis=0)                         ⇒       y, = native(x, kernel=…)
    z = slice_(y, starts=(5,), limits=(6,) …)   ⇒       y, = native(x, kernel=…); z = slice_(y, starts=(0,) …)

If slices alone read the sorted rows, as for a median, their ranks are selected where that takes less time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....analysis.def_use import DefUse, chains_of
from ....ir.builder import TABLE
from ....ir.program import Call, Program, Var
from ....primitives.control.native import Kernel
from ..scalars import LLVM
from .radix import digits_of
from .sort_kernels import bounds, groups, sample_size, selection_kernel, sort_kernel

SORTS = frozenset(["sort", "argsort"])
# Measured with rows of 16 to 1024 elements of int8, int32, float32, int64 and float64, in ns: kernels are faster from
# 24 elements (int8) or 100 (float64) on.
COMPARED = 3.0  # XLA's sort: an element, times the logarithm of the length
DISTRIBUTED = 1.3  # a kernel: an element, for each digit and twice …
COUNTED = 90.0  # … and the counts of a digit, in each row
MANY = 32  # ranges of ranks: for more the kernel would be long
BOUNDED = 1.5  # a selection: an element, for each pair of bounds


def with_sorts(program: Program, worth: float) -> Program:
    """The program with a kernel for each of its sorts that it makes faster by so many ns."""
    if not any(call.primitive.name in SORTS for call in program.body):
        return program
    chains = chains_of(program)
    body: list[Call] = []
    moved: dict[int, Call] = {}  # slices, by identity, as they are of the ranks that have been selected
    for call in program.body:
        if call.primitive.name not in SORTS or not is_sortable(call):
            body.append(moved.get(id(call), call))
            continue
        reads = slices_of(call, chains) if call.primitive.name == "sort" else []
        ranks = merge_ranks([ranks_of(read, call.param("axis")) for read in reads])
        takes = ns_of_sort(call)
        selects = 0 < len(ranks) < MANY and ns_of_selection(call, ranks) < takes
        if ns_of_xla(call) - (ns_of_selection(call, ranks) if selects else takes) < worth:
            body.append(call)
        elif selects:
            body.append(kernel_call(call, selection_kernel(call, ranks)))
            selected = body[-1].outputs[0]
            moved |= {id(read): moved_slice(read, selected, call.param("axis"), ranks) for read in reads}
        else:
            body.append(kernel_call(call, sort_kernel(call)))
    return Program(program.name, program.parameters, tuple(body), program.results)


def is_sortable(call: Call) -> bool:
    x = call.operands[0].type
    return x.dtype.name in LLVM and x.size > 0 and length(call) < 2**31


def length(call: Call) -> int:
    return call.operands[0].type.shape[call.param("axis")]


def kernel_call(call: Call, kernel: Kernel) -> Call:
    out = Var(call.outputs[0].name, kernel.program.result_types[0])
    return Call((out,), TABLE["native"], call.operands, (("kernel", kernel),), call.span)


# -- whether it pays ---------------------------------------------------------------------------------------------------


def ns_of_xla(call: Call) -> float:
    return call.operands[0].type.size * COMPARED * math.log2(length(call))


def ns_of_sort(call: Call) -> float:
    x = call.operands[0].type
    return x.size / length(call) * ns_of_row(length(call), digits_of(x.dtype))


def ns_of_row(n: float, digits: int) -> float:
    return DISTRIBUTED * n * (digits + 2) + COUNTED * digits


def ns_of_selection(call: Call, ranks: Sequence[range]) -> float:
    x, n = call.operands[0].type, length(call)
    sample, digits = sample_size(n), digits_of(x.dtype)
    row = ns_of_row(sample, digits)
    for group in groups(ranks, n):
        low, high = bounds(group, n)
        between = (min(high, sample) - max(low, 0)) / sample * n
        row += BOUNDED * n + ns_of_row(between, digits)
    return x.size / n * row


# -- the ranks that are read -------------------------------------------------------------------------------------------


def slices_of(call: Call, chains: DefUse) -> list[Call]:
    """The slices, of ranks one after the other, that alone read a sorted array; none if there are other readers."""
    uses = chains.uses.get(call.outputs[0].name, [])
    reads = [use.call for use in uses if use.call is not None and is_range(use.call, call.param("axis"))]
    return reads if len(reads) == len(uses) else []


def is_range(read: Call, axis: int) -> bool:
    return read.primitive.name == "slice_" and read.param("strides")[axis] == 1 and bool(ranks_of(read, axis))


def ranks_of(read: Call, axis: int) -> range:
    return range(read.param("starts")[axis], read.param("limits")[axis])


def merge_ranks(ranks: list[range]) -> list[range]:
    """The same ranks in ascending order, each once."""
    found: list[range] = []
    for each in sorted(ranks, key=lambda r: r.start):
        if found and each.start <= found[-1].stop:
            found[-1] = range(found[-1].start, max(found[-1].stop, each.stop))
        else:
            found.append(each)
    return found


def moved_slice(read: Call, selected: Var, axis: int, ranks: Sequence[range]) -> Call:
    """A slice of the sorted array, as one of the ranks that have been selected from it."""
    own = ranks_of(read, axis)
    first = sum(len(r) for r in ranks if r.stop <= own.start) + sum(
        own.start - r.start for r in ranks if own.start in r
    )
    params = dict(read.params)
    for name, value in (("starts", first), ("limits", first + len(own))):
        params[name] = (*params[name][:axis], value, *params[name][axis + 1 :])
    return Call(read.outputs, read.primitive, (selected,), tuple(sorted(params.items())), read.span)
