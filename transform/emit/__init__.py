"""Emitted files: programs as stand-alone source that does not depend on sizes, with the helper functions it
needs beside NumPy.
"""

from ..pipeline import printed
from .files import ROOM, TARGETS, comments, file_lines, lines_for_all_sizes
from .sizes import General, Sample, general, with_names
from .templates import Sized, template
from .unify import Differs

__all__ = [
    "ROOM",
    "TARGETS",
    "Differs",
    "General",
    "Sample",
    "Sized",
    "comments",
    "file_lines",
    "general",
    "lines_for_all_sizes",
    "printed",
    "template",
    "with_names",
]
