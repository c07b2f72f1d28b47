"""Programs as Python source."""
from .numpy_style import numpy_lines, numpy_source
from .primitive_style import primitive_source
from .raising import Errors, Raised
from .signature import Fields, Known, Part, Signature, IfGiven

__all__ = [
    "Errors",
    "Fields",
    "IfGiven",
    "Known",
    "Part",
    "Raised",
    "Signature",
    "numpy_lines",
    "numpy_source",
    "primitive_source",
]
