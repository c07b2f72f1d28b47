"""Lowering: translate a Program to StableHLO text, in generic form, with the user's locations. ../pipeline.py
lists the stages in order.

Loops that overwrite arrays come out in the shape that XLA runs in place: see in_place/.

    effect_order    effects of backward sweeps come behind those before them
    host_blocks     loops call the host once for many rounds
    nesting         programs that nest too deeply for XLA are refused
    products        products of transposed arrays contract the axis that lies in memory
    native/         Program -> Program: loop nests of numbers, as native functions
    in_place/       Program -> Program: the shape that XLA runs in place
        reciprocals     quotients with one denominator, as products
        materialization values that are read at several places are computed once
        prepare         loops, branches and helpers in their best form (if_conversion, loop_carries, unrolled_swaps …)
    slices/         Program -> Program: loops over the part of an axis where a slice is (restrict_to_slices)
    stablehlo/      text
        schedule        the order of a region's calls, and what must be read before what is overwritten
        loop_kernels    whether the iterations of loops are short
        exact           what XLA must not combine, for NaN, infinities and overflow are NumPy's
        polls           long loops check whether they are to stop
        emitter         writing operations, regions, functions (control_flow)
        sharding        several devices: what every device runs
        platforms       what differs between the CPU and other machines
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..ir.mlir_text import LITERAL_LIMIT, MLIR, Value, literal, tensor
from ..ir.program import Program
from ..primitives.control.native import Hosted
from .effect_order import with_effect_order
from .host_blocks import with_host_blocks
from .in_place.materialization import materialize_shared_values
from .in_place.prepare import prepare
from .in_place.reciprocals import with_reciprocals
from .native.nests import with_drawing_kernels, with_kernels
from .nesting import with_bounded_nesting
from .products import with_direct_products
from .slices.active_range_loops import restrict_to_slices
from .stablehlo.emitter import Emitter, Module
from .stablehlo.loop_kernels import short_rounds
from .stablehlo.platforms import PLATFORMS, Platform, platform_named
from .stablehlo.polls import Polls
from .stablehlo.schedule import Analysis
from .stablehlo.sharding import Members, Partitioned, Spread, Tiling, meshes

__all__ = [
    "LITERAL_LIMIT",
    "MLIR",
    "Analysis",
    "Emitter",
    "Lowered",
    "Members",
    "Module",
    "PLATFORMS",
    "Partitioned",
    "Platform",
    "Polls",
    "Spread",
    "Tiling",
    "Value",
    "emit_module",
    "literal",
    "meshes",
    "platform_named",
    "prepare",
    "restrict_to_slices",
    "tensor",
    "with_bounded_nesting",
    "with_direct_products",
    "with_drawing_kernels",
    "with_effect_order",
    "with_host_blocks",
    "with_kernels",
    "with_reciprocals",
    "materialize_shared_values",
]


class Lowered(NamedTuple):
    """The text of a module, the Python functions that it calls by number; whether its loops have short rounds; the
    Python functions that its kernels call, by the numbers that the process has for them."""

    text: str
    callbacks: tuple[Callable[..., Any], ...] = ()
    short_rounds: bool = False
    hosted: Mapping[int, Hosted] = MappingProxyType({})

    @property
    def calls_python(self) -> bool:
        return bool(self.callbacks or self.hosted)


def emit_module(
    program: Program, module: Module, name: str = "main", donated: frozenset[int] = frozenset()
) -> Lowered:
    """The text of a module with a prepared program for its main function."""
    main = module.function(program, name, public=True, donated=donated)
    text = module.text(program.name, [main, *module.functions])
    return Lowered(text, tuple(module.callbacks), short_rounds(program, module.platform), module.hosted)
