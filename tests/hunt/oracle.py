"""Why a difference is none: what docs/language.md says of Recto, found in a run of Python that is watched."""
from __future__ import annotations

import ast
import random
import re
import types
import warnings
from typing import Any

import numpy as np

from .alternatives import as_left_open, depends_on_order
from .comparing import difference, on_purpose
from .execution import Outcome, arguments, load, observe, unload
from .bounded import Runaway, bounded
from .widening import widens

ONE_OR_MORE = re.compile(r"lengths (1 and \d+|\d+ and 1)\b")
INT64 = np.iinfo(np.int64)
WRAPS = "integers of 64 bits"
# Exceptions that operations raise in Python, by class and a part of the message: documented differences, by name.
RAISED = [
    (IndexError, "", "index out of range"),
    (ZeroDivisionError, "", "division by zero"),
    (ValueError, "math domain error", "outside a domain of math"),
    (ValueError, "expected a nonnegative input", "outside a domain of math"),
    (ValueError, "expected a positive input", "outside a domain of math"),
    (OverflowError, "math range error", "outside a domain of math"),
    (OverflowError, "absolute value too large", "outside a domain of math"),
    (OverflowError, "too large to convert to C", WRAPS),
    (OverflowError, "too big to convert", WRAPS),
    (OverflowError, "int too large", WRAPS),
    (OverflowError, "too many digits in integer", WRAPS),
    (OverflowError, "Result too large", "outside a domain of math"),
    (OverflowError, "Numerical result out of range", "outside a domain of math"),
    (np.linalg.LinAlgError, "", "LinAlgError"),
    (ValueError, "Error setting single item of array", "the class of what an element of x.flat raises"),
    (MemoryError, "", WRAPS),
    (ValueError, "negative integer powers are not allowed", "negative power of an integer"),
    (ValueError, "Integers to negative", "negative power of an integer"),
]
# Faults that are known and not yet mended: counted by name ("open: …"), apart from the documented differences.
OPEN: list[tuple[type[Exception], str, str]] = []


def explanation(module: types.ModuleType, source: str, call: str, want: Outcome, got: str, xla: bool = False,
                outcome: Outcome | None = None) -> str:
    """The name of the documented difference that explains one; empty if none does. `xla`: of a compiled function."""
    if why := not_raised(want):
        return why
    error = want.exception
    if type(error) is MemoryError and not str(error):               # NumPy's says of what it is short
        return WRAPS
    seen = watched(source, call, None)
    if seen.names - BY_XLA or xla and seen.names:
        return sorted(seen.names if xla else seen.names - BY_XLA)[0]
    if got.startswith("huge"):
        return WRAPS
    if isinstance(error, (ValueError, OverflowError)) and "cannot convert float" in str(error) and is_after(got):
        return "behind a number that int can't convert"
    if isinstance(error, ValueError) and "broadcast" in str(error) and is_after(got):
        return "what arguments hold after lengths did not fit"
    if ONE_OR_MORE.search(got):
        return "a computed length of 1 is not repeated"
    if got.startswith("widened"):
        return "a number widens"
    if outcome is not None and widens(source, call, outcome):
        return "a number widens"
    if got.startswith("dtype"):
        return ""
    if outcome is not None and (open_answer := as_left_open(source, call, outcome)):
        return open_answer
    if overlapping(source, call, want):
        return "NumPy reads what it has just written"
    return "rounding" if sensitive(source, call, want) else ""


def not_raised(want: Outcome) -> str:
    """The name of the documented difference by which what Python raises is not raised; empty if there is none."""
    error = want.exception
    if error is None or on_purpose(want):
        return ""
    return next((name for kind, part, name in RAISED + OPEN if isinstance(error, kind) and part in str(error)), "")


def is_after(got: str) -> bool:
    """Do only the arguments after the call, what is outside, or what was printed, differ?"""
    return got.startswith(("value", "printed")) or " outside[" in got


BY_XLA = {"subnormal numbers"}


class Watch(ast.NodeTransformer):
    """Operations and calls go through `_seen`."""

    def wrap(self, node: ast.expr) -> ast.expr:
        self.generic_visit(node)
        sorts = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted"
        operates = isinstance(node, (ast.BinOp, ast.UnaryOp))
        name = type(node.op).__name__ if operates else "sorted" if sorts else "Call"
        new = ast.Call(ast.Name("_seen", ast.Load()), [node, ast.Constant(name)], [])
        return ast.copy_location(new, node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return self.wrap(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            return self.wrap(node)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in ("super", "print", "zip", "enumerate", "range"):
            self.generic_visit(node)
            return node
        wrapped = self.wrap(node)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called == "sort" and isinstance(node.func, ast.Attribute):
            node.func.value = seen(node.func.value, "sorted")
        if called in ("abs", "absolute") and len(node.args) == 1:
            node.args[0] = seen(node.args[0], "length of")
            return seen(wrapped, "length")
        if called == "at" and isinstance(node.args[0], ast.Name):
            return seen(ast.Tuple([wrapped, ast.Name(node.args[0].id, ast.Load())], ast.Load()), "added to")
        return wrapped

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.MatchClass:
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.MatchValue:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        if any(isinstance(inner, ast.Subscript) for target in node.targets for inner in ast.walk(target)):
            node.value = seen(node.value, "assigned")
        for target in node.targets:
            see_mask(target)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        see_mask(node.target)
        if not isinstance(node.target, ast.Name):
            return node
        see = ast.Assign([ast.Name(node.target.id, ast.Store())],
                         ast.Call(ast.Name("_seen", ast.Load()), [ast.Name(node.target.id, ast.Load()),
                                                                  ast.Constant(type(node.op).__name__)], []))
        return [node, ast.copy_location(see, node)]


def see_mask(target: ast.expr) -> None:
    if isinstance(target, ast.Subscript) and not isinstance(target.slice, (ast.Slice, ast.Tuple)):
        target.slice = seen(target.slice, "mask")


def seen(node: ast.expr, operation: str) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name("_seen", ast.Load()), [node, ast.Constant(operation)], []), node)


class Watched:
    """What operations gave: names of documented differences. With a generator, results are changed in their last
    digits unless they are short binary fractions. `copies`: what is assigned to a part of an array is copied first."""

    def __init__(self, rng: random.Random | None, copies: bool = False):
        self.rng, self.copies, self.names, self.outcome = rng, copies, set(), None
        self.narrow = False             # did an operation give a float of fewer than 64 bits?
        self.is_length = False          # is abs() that of a complex number, which is rounded even if it is short?

    def see(self, value: Any, operation: str) -> Any:
        if type(value) is int and not INT64.min <= value <= INT64.max:
            self.names.add(WRAPS)
        if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "fc":
            self.narrow |= np.finfo(value.dtype).bits < 64
        if isinstance(value, (float, np.floating, np.ndarray)) and has_subnormal(np.asarray(value)):
            self.names.add("subnormal numbers")
        if operation == "length of":
            self.is_length = is_complex(value)
            return value
        if operation == "length":
            return value if self.rng is None or not self.is_length else self.shaken(value, lengths=True)
        if operation == "added to":
            result, changed = value
            self.see(changed, "Call")
            return result
        if operation == "mask":
            return value.copy() if self.copies and isinstance(value, np.ndarray) else value
        if operation == "assigned":
            return copied(value) if self.copies else value
        if operation == "sorted" and isinstance(value, list) and any(holds_nan(item) for item in value):
            self.names.add("sorted puts nan last")
        if operation == "Pow" and type(value) is complex:
            self.names.add("outside a domain of math")
        return value if self.rng is None else self.shaken(value)

    def shaken(self, value: Any, lengths: bool = False) -> Any:
        if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size:
            value[...] = self.moved(value, lengths) if value.flags.writeable else value
        elif isinstance(value, np.floating):
            return self.moved(np.asarray(value), lengths)[()]
        elif type(value) is float:
            return float(self.moved(np.asarray(value), lengths))
        return value

    def moved(self, value: np.ndarray, lengths: bool) -> np.ndarray:
        eps = np.finfo(value.dtype).eps
        scale = value.dtype.type({2: 8, 4: 2 ** 8}.get(value.dtype.itemsize, 2 ** 16))
        with np.errstate(all="ignore"):
            short = (np.round(value * scale) == value * scale) & (abs(value) < 2.0 ** 31) & (not lengths)
            short |= ~np.isfinite(value)
            return np.where(short, value, value * value.dtype.type(1 + self.rng.choice([-4, 4]) * eps))


def is_complex(value: Any) -> bool:
    return type(value) is complex or isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "c"


def holds_nan(item: Any) -> bool:
    """Is it no number, or a tuple that has one?"""
    if isinstance(item, (tuple, list)):
        return any(map(holds_nan, item))
    return isinstance(item, (float, complex, np.number, np.ndarray)) and not np.ndim(item) and bool(item != item)


def copied(value: Any) -> Any:
    """The arrays of an assignment's right side copied."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(map(copied, value))
    return value.copy() if isinstance(value, np.ndarray) and value.ndim == 1 else value


def has_subnormal(value: np.ndarray) -> bool:
    if value.dtype.kind != "f":
        return False
    with np.errstate(all="ignore"):
        return bool(np.any((value != 0) & (abs(value) < np.finfo(value.dtype).tiny)))


def watched(source: str, call: str, rng: random.Random | None, copies: bool = False) -> Watched:
    """A run of Python with every operation watched."""
    seen = Watched(rng, copies)
    tree = ast.fix_missing_locations(Watch().visit(ast.parse(source)))
    try:
        module = load("hunt_watched", ast.unparse(tree), _seen=seen.see)
        with bounded(module.__file__, 40_000), warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            seen.outcome = observe(module.f, arguments(module, call), np.errstate(all="warn"), module)
            if any("encountered in cast" in str(w.message) for w in found):
                seen.names.add("nan or what does not fit, converted to integers")
    except (Exception, Runaway):
        seen.outcome = None
    finally:
        unload("hunt_watched")
    return seen


def overlapping(source: str, call: str, want: Outcome) -> bool:
    """Does Python's own answer change when each vector is copied before it is assigned to a part of an array?"""
    if plain_difference(source, call, want):
        return False
    found = watched(source, call, None, copies=True).outcome
    return found is not None and bool(difference(found, want))


def plain_difference(source: str, call: str, want: Outcome) -> bool:
    """Is the watched run another one, even with nothing changed?"""
    plain = watched(source, call, None).outcome
    return plain is None or bool(difference(plain, want))


def sensitive(source: str, call: str, want: Outcome) -> bool:
    """Does Python's own answer change when operations round otherwise?"""
    if depends_on_order(source, call, want):
        return True
    for k in range(6):
        found = watched(source, call, random.Random(k)).outcome
        if found is not None and difference(found, want):
            return not plain_difference(source, call, want)
    return False
