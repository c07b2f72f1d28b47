"""NumPy's functions with a rule for arrays of computed length: whatever stands in a place, they are read or refused."""
import inspect
import itertools

import numpy as np
import pytest
from library.expressions import written

from recto import transform
from recto.transform.frontend import entry  # noqa: F401 (which loads all rules)
from recto.transform.frontend.bounded.functions import RULES, signature_of

COMPUTED = ("x[x > 0]", "np.flatnonzero(x > 0)", "m[x > 0]", "[v for v in x if v > 0]")
OTHERS = ("x", "k", "m", "[1.0, 2.0, 0.5]", "[2, 1, 0]", "range(3)", "1", "t", "(t, 1.0)")
SETTINGS = ("kind", "mode", "side", "order", "dtype", "keepdims", "initial", "copy", "ddof", "bias", "density")
ARGUMENTS = [transform.Argument(transform.Type(np.dtype(dtype), shape), array=bool(shape), name=name)
             for name, dtype, shape in (("x", float, (3,)), ("m", float, (3, 3)), ("k", int, (3,)), ("t", float, ()))]


def names_of(function):
    """How many arguments a function needs, and which others its rule knows that hold numbers."""
    known = inspect.signature(RULES[function]).parameters.keys() - {*SETTINGS}
    given = [p for p in signature_of(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
    needed = sum(p.default is p.empty and p.kind is not p.VAR_KEYWORD for p in given) or 1
    return needed, [p.name for p in given[needed:] if p.name in known]


def calls(function):
    """With each pair of arguments of which one has a computed length."""
    needed, others = names_of(function)
    pairs = [pair for pair in itertools.product(COMPUTED + OTHERS, repeat=2) if set(pair) & set(COMPUTED)]
    for one, other in pairs:
        ends = [f", {other}" + ", 1" * (needed - 2)] if needed > 1 else [f", {name}={other}" for name in others]
        yield from (f"np.{function.__name__}({one}{end})" for end in ends)


FUNCTIONS = [f for f in RULES if callable(f) and getattr(np, getattr(f, "__name__", ""), None) is f and signature_of(f)]
FUNCTIONS.sort(key=lambda f: f.__name__)
CALLS = [call for function in FUNCTIONS for call in calls(function)][::17]


@pytest.mark.parametrize("call", CALLS)
def test_whatever_stands_in_a_place_is_read_or_refused(call):
    try:
        transform.read(written(call, ("x", "m", "k", "t")), ARGUMENTS, {})
    except transform.CompileError as error:
        assert error.message
