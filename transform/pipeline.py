"""The pipeline: every stage from syntax tree to output, in order.

    tree ──read──► Program ──optimise──► Program ──┬──lowered──► StableHLO text
                                                   └──printed──► trees of Python functions

`read` (frontend/) has no stages; derivatives and batches are taken in it, each of a program that has been optimised.
What each stage does stands at the head of its module. Stages are checked one by one under RECTO_CHECK=1, and shown by
`stages.showing` (RECTO_DUMP writes them down).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from .core.dtypes import settings
from .core.frames import deep_stack
from .ir.program import Const, Program
from .ir.stages import Stage, through
from .passes import STANDARD, optimise
from .passes.autodiff.checkpointing import with_checkpoints
from .passes.simplify.masks import with_masks
from .passes.vectorize.counted_loops import with_array_loops

if TYPE_CHECKING:
    from .core.errors import Span
    from .frontend.state.signature import Reading
    from .lower import Analysis, Lowered, Polls, Spread
    from .printing import Printed, Signature
    from .printing.structure.lower_bounds import Least

__all__ = [
    "STANDARD",
    "lowered",
    "lowering",
    "numpy_lines",
    "numpy_source",
    "optimise",
    "optimise_reading",
    "printed",
    "printing",
]


def optimise_reading(reading: Reading) -> tuple[Reading, Program]:
    """The reading with its optimised program, and without its error outputs if no error can occur."""
    program = optimise(reading.program)
    code = program.results[reading.behind] if reading.errors else None
    if not isinstance(code, Const) or code.value.any():
        return reading, program
    behind = reading.behind + 1 + len(reading.payload)
    results = (*program.results[: reading.behind], *program.results[behind:])
    program = optimise(replace(program, results=results))
    return replace(reading, program=program, errors=[], payload=[]), program


def with_states(program: Program) -> Program:
    """The program without `iterate`."""
    found = with_checkpoints(program)
    return program if found is program else optimise(found)


# -- Program => StableHLO --------------------------------------------------------------------------------------------


def lowering(
    analysis: Analysis,
    native: bool = False,
    polls: bool = False,
    fast_steps: bool = True,
    array_loops: bool = True,
) -> list[Stage]:
    """The stages before text is written. See `lowered`, and `Platform.fast_steps`.

    Args:
        array_loops: whether loops of independent rounds may become array operations.
    """
    # A process that prints does not compile:
    from .lower import (
        prepare,
        restrict_to_slices,
        with_bounded_nesting,
        with_direct_products,
        with_drawing_kernels,
        with_effect_order,
        with_host_blocks,
        with_kernels,
        with_reciprocals,
        materialize_shared_values,
    )

    in_place = analysis.in_place
    on_cpu = in_place and fast_steps
    return [
        with_bounded_nesting,  # what XLA would not survive is refused
        with_states,  # snapshots for loops that ask for every state of another
        # loops of independent rounds, as array operations
        *([partial(with_array_loops, steps_are_slow=not fast_steps)] if array_loops else []),
        with_effect_order,  # effects of backward sweeps behind those before them
        with_reciprocals,  # quotients with one denominator, as products
        *([restrict_to_slices] if on_cpu else []),  # loops over the part of an axis where a slice is
        with_direct_products,  # products of transposed arrays, of those as they lie
        with_masks,  # masks for the other slices
        # loop nests of numbers, as native functions
        *([partial(with_kernels, polls=polls)] if native and settings.native else []),
        with_host_blocks,  # the other loops call the host once for many rounds
        *([with_drawing_kernels] if native and settings.native else []),  # what they draw one by one
        *([materialize_shared_values] if on_cpu else []),  # what is read at several places is computed once
        partial(prepare, analysis=analysis),  # loops, branches and helpers, so that loops run in place
    ]


@deep_stack()
def lowered(
    program: Program,
    name: str = "main",
    donated: Sequence[int] = (),
    in_place: bool = True,
    spread: Spread | None = None,
    polls: Polls | None = None,
    platform: str = "cpu",
    native: bool = False,
) -> Lowered:
    """The StableHLO module of a program with its callbacks.

    Args:
        donated: positions of parameters whose buffers the program may overwrite.
        in_place: whether loops that overwrite arrays are put in the shape that XLA's CPU compiler runs in place. Other
            compilers may not know calls that are not to be inlined.
        spread: over which devices, and how. Programs that XLA divides are not put in the shape for loops in place.
        polls: the custom calls by which long loops check whether they are to stop; on one device only.
        platform: the machine, by its name: "cpu", "cuda" …
        native: can the process compile native functions (`runtime.compiles_kernels`)? Loop nests of numbers become
            such, where that pays; on one device of the CPU only.
    """
    # A process that prints does not compile:
    from .lower import Analysis, Module, Partitioned, emit_module, platform_named

    machine, in_place = platform_named(platform), in_place and not isinstance(spread, Partitioned)
    analysis = Analysis(in_place and machine.opaque_reads)
    module = Module(analysis, spread, None if spread else polls, machine)
    native = native and not spread and platform == "cpu"
    stages = lowering(analysis, native, module.polls is not None, machine.fast_steps, array_loops=in_place)
    return emit_module(through(program, stages), module, name, frozenset(donated))


# -- Program => Python -----------------------------------------------------------------------------------------------


def printing(signature: Signature | None, wanted: Sequence[bool], slices: bool) -> list[Stage]:
    """The stages before functions are printed.

    Args:
        signature: how parameters and results are called.
        wanted: which results are printed.
        slices: are regions printed as slices? Else as masks.
    """
    # A process that compiles does not print:
    from .printing import (
        least_noted,
        natural,
        renamed,
        sliced,
        sunk,
        trim,
        with_branch_writes,
        with_exits,
        with_guards,
        with_listed_tapes,
        with_plain_prints,
        with_recorded_states,
        with_shared_functions,
        with_shared_steps,
        with_updates_together,
        without_failures,
        without_returned_masks,
    )

    least: Least = {}
    names: list[Stage] = [partial(renamed, signature=signature)] if signature else []
    bare: list[Stage] = [partial(without_returned_masks, parts=signature.parts)] if signature else []
    cut: list[Stage] = [sunk, partial(sliced, least=least)] if slices else []
    return [
        with_plain_prints,  # what is counted, so that it is not said twice, is just said
        partial(with_checkpoints, shown=True),  # states that no loop asks for one after the other
        with_recorded_states,  # lists of the states of loops of unknown length
        with_shared_steps,  # rounds that are run again, as calls of one step
        partial(with_listed_tapes, loops="while_loop"),  # lists for what a loop with exits saves
        without_failures,  # failures that Python reports by itself
        with_guards,  # factorisations that must not raise
        *names,
        *([partial(least_noted, least=least)] if slices else []),  # how small integers are
        with_branch_writes,  # writes of what one branch gives, in that branch
        # flags that end loops, codes of what is raised => break, return, raise
        partial(with_exits, errors=signature.errors if signature else None),
        *bare,  # nothing is set to 0 that is not returned
        natural,  # what NumPy does by itself: wrapped indices, max, min
        *cut,  # slices for regions
        with_masks,  # masks for the other regions
        partial(trim, wanted=wanted),  # what no wanted result needs
        with_updates_together,  # what a line of the user's adds to a cotangent
        partial(with_listed_tapes, loops="fori_loop"),  # lists for what a loop saves of its rounds
        with_shared_functions,  # one function, with residuals and without
    ]


@deep_stack()
def printed(program: Program, signature: Signature | None = None, width: int | None = None) -> Printed:
    """The functions of a program's source, with slices where that can be."""
    # A process that compiles does not print:
    from .printing import functions, mentions_length

    wanted = [signature is None or k in signature.wanted for k in range(len(program.results))]
    found = functions(through(program, printing(signature, wanted, slices=True)), signature, width)
    if mentions_length(found.functions):
        found = functions(through(program, printing(signature, wanted, slices=False)), signature, width)
    return found


def numpy_source(
    program: Program,
    title: str | None = None,
    signature: Signature | None = None,
    comments: str = "statements",
) -> str:
    """The program as NumPy source for people.

    Args:
        title: what the header comment says the function is; its parameters' types follow.
        signature: how its parameters and results are grouped.
        comments: "statements" (places of the user's lines, and the statements above what computes their cotangents),
            "lines" (places alone) or "none".
    """
    return "\n".join(line for line, _ in numpy_lines(program, title, signature, comments))


def numpy_lines(
    program: Program,
    title: str | None = None,
    signature: Signature | None = None,
    comments: str = "statements",
) -> list[tuple[str, Span | None]]:
    """The lines of `numpy_source`, with the places in the user's source that they stem from."""
    # A process that compiles does not print:
    from .printing import with_header

    return with_header(printed(program, signature), title, comments)
