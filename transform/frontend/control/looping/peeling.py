"""Loop peeling: the first round is read by itself where a variable gets its shape in it, and the rest stays a loop.

x = 0.0                                  x = step(0.0)
while error > 1e-6:           ⇒          while error > 1e-6:
    x = step(x)    # an array                x = step(x)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from ....core.errors import CompileError, NeedsStatic
from ....ir.builder import Sym
from ...frame import CONTINUE, EXIT, NORMAL, Frame
from ...interpreter import Interpreter
from ...state.values import Unsettled
from .loop_fixpoint import Loop, read_body, read_to_fixpoint, settle_continue


def run_rest(interp: Interpreter, frame: Frame, node: gast.While, count: int, reason: CompileError) -> None:
    """Read the rest of a while loop after its peeled iterations, as a loop.

    Raises:
        CompileError: `reason`, if it can't be a loop either.
    """
    try:
        go_on(interp, frame, lambda: read_to_fixpoint(Loop(interp, frame, node, resizes=True)))
    except (NeedsStatic, Unsettled) as error:
        raise reason from error
    interp.note(f"loop peeled {count} time{'s' * (count != 1)}: {reason.message}")


def run_peeled(
    interp: Interpreter,
    frame: Frame,
    node: gast.For,
    bind: Callable[[Any], Any],
    bounds: tuple[Any, Any, int],
    ranges: bool,
) -> None:
    """A for loop of at least one round, whose first round is read by itself."""
    lo, hi, step = bounds
    bind(lo)
    read_body(interp, frame, node)
    settle_continue(interp, frame, node)
    if isinstance(lo, int) and isinstance(hi, int) and not range(lo + step, hi, step):
        return
    behind = (lo + step, hi, step)
    go_on(
        interp, frame, lambda: read_to_fixpoint(Loop(interp, frame, node, bind, behind, ranges, resizes=True))
    )


def go_on(interp: Interpreter, frame: Frame, rest: Callable[[], None]) -> None:
    """The rest of a loop, unless the rounds before it left the loop."""
    exit = frame.exit
    if not isinstance(exit, Sym):
        return rest() if exit == NORMAL else None
    left = interp.sym(exit)

    def proceed() -> None:
        interp.trail.write(frame, EXIT, NORMAL)
        rest()

    interp.fork((left == NORMAL) | (left == CONTINUE), proceed, lambda: None)
