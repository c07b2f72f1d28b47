"""Programs as Python source: the stages before (../pipeline.py lists them in order), and what writes functions."""
from . import statements                    # it fills the table of what prints calls
from .exits import with_exits
from .failures import without_failures
from .natural import natural
from .numpy_style import Printed, functions, with_header
from .lengths import Lengths
from .raising import Errors, Raised
from .signature import Fields, IfGiven, Known, Part, Signature, renamed
from .signs import least_noted
from .sinking import sunk
from .slices import sliced
from .trim import trim

__all__ = [
    "Errors",
    "Fields",
    "IfGiven",
    "Known",
    "Lengths",
    "Part",
    "Printed",
    "Raised",
    "Signature",
    "functions",
    "least_noted",
    "natural",
    "renamed",
    "sliced",
    "sunk",
    "trim",
    "with_exits",
    "with_header",
    "without_failures",
]
