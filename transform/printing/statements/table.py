"""Which calls are statements, and what prints them."""
from __future__ import annotations

from .block import OTHERS, STATEMENTS
from .branches import cond
from .calls import call_function, several
from .exits import leave
from .loops import while_loop
from .reversed_states import fori_loop
from .writes import write

STATEMENTS.update(fori_loop=fori_loop, while_loop=while_loop, cond=cond, call=call_function, leave=leave)
OTHERS.update(write=write, several=several)
