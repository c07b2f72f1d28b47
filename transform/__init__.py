"""The compiler: text to text. A Python function in; a Program, its derivatives, Python source and StableHLO text out."""
from .dtypes import Settings, settings
from .errors import CompileError, InternalError, NeedsStatic, Span
from .evaluate import evaluate
from .frontend.effects import Payload
from .frontend.entry import Argument, Out, Reading, read
from .frontend.outside import fetch
from .frontend.values import Instance, Path
from .lower import Lowered, lower, lowered
from .passes import optimise, run
from .printing import numpy_source, primitive_source
from .program import Program, Type, Var, check
from .reader import read as read_source

__all__ = ["Argument", "CompileError", "Instance", "InternalError", "NeedsStatic", "Out", "Path", "Payload", "Program", "Reading",
           "Settings", "Span", "Type", "Var", "check", "evaluate", "fetch", "Lowered", "lower", "lowered", "numpy_source", "optimise",
           "primitive_source", "read", "read_source", "run", "settings"]
