"""Which calls are statements, and what prints them."""
from __future__ import annotations

from typing import Callable

from ..program import Call
from .block import Block
from .branches import cond
from .calls import call_function, several
from .leaving import leave
from .loops import fori_loop, while_loop
from .writes import write

STATEMENTS = {"fori_loop": fori_loop, "while_loop": while_loop, "cond": cond, "call": call_function,
              "leave": leave}


def printer_of(call: Call) -> Callable[[Block, Call], None]:
    if call.primitive.name in STATEMENTS:
        return STATEMENTS[call.primitive.name]
    if call.primitive.access == "write":
        return write
    return several if call.primitive.multiple or call.primitive.effect else Block.pure
