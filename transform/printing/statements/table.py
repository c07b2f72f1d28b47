"""The table of calls that are printed as statements."""

from __future__ import annotations

from .block import OTHERS, STATEMENTS
from .branches import cond
from .calls import call_function, several
from .exit_statements import leave
from .recorded_states import recall, record, last_state_index
from .reversed_states import fori_loop, round_of, while_loop
from .writes import write

STATEMENTS.update(
    fori_loop=fori_loop,
    while_loop=while_loop,
    cond=cond,
    call=call_function,
    leave=leave,
    iterate=round_of,
    recall=recall,
    record=record,
    recorded=last_state_index,
)
OTHERS.update(write=write, several=several)
