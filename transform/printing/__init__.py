"""The decompiler: print Programs as Python source. ../pipeline.py lists its stages in order."""

from .statements import table as statements  # it fills the table of what prints calls
from .statements.raising import Errors, Raised
from .statements.signature import (
    Container,
    Fields,
    FromList,
    IfGiven,
    IfThere,
    Items,
    Known,
    Lists,
    Matrix,
    Part,
    Texts,
    Place,
    Signature,
    View,
    Words,
    renamed,
)
from .statements.source import COMMENTS, Printed, functions, with_header
from .statements.branch_writes import with_branch_writes
from .structure.accumulation_idioms import with_updates_together
from .structure.structured_exits import with_exits
from .structure.failures import with_guards, with_plain_prints, without_failures
from .structure.lower_bounds import least_noted
from .structure.numpy_idioms import natural
from .structure.slice_sinking import sunk
from .structure.slices import mentions_length, sliced
from .structure.trim import trim, without_returned_masks
from .tapes.listed_tapes import with_listed_tapes
from .tapes.recorded_states import with_recorded_states
from .tapes.shared_functions import with_shared_functions
from .tapes.shared_steps import with_shared_steps

__all__ = [
    "COMMENTS",
    "Container",
    "Errors",
    "Fields",
    "FromList",
    "IfGiven",
    "IfThere",
    "Items",
    "Known",
    "Lists",
    "Texts",
    "Matrix",
    "Part",
    "Place",
    "Printed",
    "Raised",
    "Signature",
    "View",
    "Words",
    "functions",
    "least_noted",
    "mentions_length",
    "natural",
    "renamed",
    "sliced",
    "sunk",
    "trim",
    "with_branch_writes",
    "with_exits",
    "with_header",
    "with_guards",
    "with_listed_tapes",
    "with_plain_prints",
    "with_recorded_states",
    "with_shared_functions",
    "with_shared_steps",
    "with_updates_together",
    "without_failures",
    "without_returned_masks",
]
