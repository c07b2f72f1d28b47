"""Native loops compute what the NumPy interpreter does, and what XLA's loops do.

A failure names the seed and profile: `print(random_program([(seed, profile)]))` shows the program.
"""
from __future__ import annotations

import inspect

import numpy as np
import pytest

from corpus import EVERYTHING, tried
from recto import runtime
from recto.transform import lowered
from recto.transform import CompileError
from recto.transform.ir.builder import TABLE, Builder
from recto.transform.ir.evaluate import evaluate
from recto.transform.analysis.loops import is_loop
from recto.transform.ir.program import Program, Type, walk
from recto.transform.lower.native import nests
from recto.transform.lower.native.scalars import LLVM, Refused
from recto.transform.lower.native.writer import Writer
from recto.transform.lower.stablehlo.emitter import Emitter, Module
from recto.transform.primitives._rules import pointwise

from .construct import fori, read, write
from .harness import copies, run
from .random_programs import IN_PLACE, NAMES, PROFILES, random_arguments, random_program

pytest.importorskip("llvmlite")
SEEDS = 8 if EVERYTHING else 5
# Functions of the library of C, or written with such: not the last digit of NumPy's
ROUNDED = {"acosh", "acos", "asinh", "asin", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "exp2", "expm1",
           "log", "log10", "log1p", "log2", "pow", "sigmoid", "sin", "sinh", "tan", "tanh"}
PARAMETERS = {"integer_pow": [{"exponent": 3}, {"exponent": 0}], "round_decimal": [{"digits": 1}],
              "cast": [{"dtype": np.dtype(name)} for name in LLVM]}
DTYPES = [np.dtype(name) for name in LLVM]


@pytest.fixture
def everywhere(monkeypatch):
    """Kernels also where they do not pay."""
    monkeypatch.setattr(nests, "estimate_saving", lambda call: np.inf)


def native(p, polls=False):
    return lowered(p, native=True, polls=runtime.polls() if polls else None)


@pytest.mark.parametrize("polls", [False, True])
@pytest.mark.parametrize("profile", PROFILES)
def test_equals_interpreter(profile, polls, everywhere):
    cases = [(seed, profile) for seed in range(SEEDS * polls, SEEDS * (1 + polls))]
    p, arguments = random_program(cases), random_arguments(cases, 7)
    found = native(p, polls)
    assert "@recto_native_" in found.text
    wanted, given = evaluate(p, *arguments), run(runtime.compile(found.text), arguments)
    pairs = enumerate(zip(wanted, given, strict=True))
    assert not {cases[k // len(NAMES)] for k, (w, g) in pairs if not np.array_equal(w, g)}


@pytest.mark.parametrize("profile", PROFILES)
def test_kernels_in_loops(profile, everywhere, monkeypatch):
    """Where only inner loops are kernels, XLA's loops around them overwrite arrays in place, but for few of them."""
    around = nests.kernel_of
    monkeypatch.setattr(nests, "kernel_of", lambda call, polls: around(inner(call), polls))
    monkeypatch.setattr(nests, "WORTH_IN_LOOP", 0.0)
    cases = [(seed, profile) for seed in range(40, 40 + SEEDS)]
    p, arguments = random_program(cases, depth=3), random_arguments(cases, 7)
    exe = runtime.compile(native(p).text)
    wanted, given = evaluate(p, *arguments), run(exe, arguments)
    pairs = enumerate(zip(wanted, given, strict=True))
    assert not {cases[k // len(NAMES)] for k, (w, g) in pairs if not np.array_equal(w, g)}
    if profile in IN_PLACE:
        assert copies(exe) <= copies(runtime.compile(lowered(p).text)) + 4


def inner(call):
    """A loop around which there are no loops inside; else Refused."""
    if any(is_loop(c) for p in call.programs() for c in walk(p)):
        raise Refused("for the sake of the test")
    return call


@pytest.mark.parametrize("profile", PROFILES)
def test_every_random_nest_can_be_a_kernel(profile, everywhere):
    """But for those that would have to copy arrays in every round."""
    texts = [native(random_program([(seed, profile)])).text for seed in range(20)]
    assert sum("stablehlo.while" in text for text in texts) <= 2


# -- numbers -----------------------------------------------------------------------------------------------------------

def special(dtype):
    """Numbers at which operations differ."""
    if dtype == bool:
        return [False, True]
    if dtype.kind == "f":
        return [0.0, -0.0, 1.0, -1.5, 2.5, 3.0, -7.25, np.inf, -np.inf, np.nan, 1e30, -1e-30, 0.1]
    limits = np.iinfo(dtype)
    return sorted({0, 1, 2, 3, 7, 63, limits.max, limits.min, limits.max // 2, *((-1, -2, -7) if limits.min else ())})


def pairs(dtype):
    numbers = special(dtype)
    return [np.array(side, dtype) for side in zip(*[(x, y) for x in numbers for y in numbers])]


def arity(primitive) -> int:
    rules = primitive.jvp or primitive.transpose
    return len(rules) if rules else getattr(primitive.numpy, "nin", 1)


def calls():
    """The elementwise primitives that compute, with static parameters."""
    for name, primitive in sorted(TABLE.items()):
        if primitive.batch is pointwise and name not in ("select", "checked_index", "fence", "note_failure"):
            for params in PARAMETERS.get(name, [{}]):
                yield primitive, params


def elementwise(found, dtype) -> Program:
    """for i in range(n): out[i] = primitive(x[i], y[i]), one loop for each."""
    b, n = Builder(), len(pairs(dtype)[0])
    xs = [b.parameter(Type(dtype, (n,)), f"x{k}") for k in range(2)]
    results = []
    for primitive, params in found:
        given = xs[: arity(primitive)]
        made = b.lift(np.zeros(n, out_type(primitive, params, dtype)))
        one = lambda i, made: [write(made, primitive(*[read(x, i) for x in given], **params), i)]
        results += fori(0, n, [made], one)
    return b.finish(results, "f")


def out_type(primitive, params, dtype):
    """The dtype of the result; None if the primitive refuses the operands."""
    if primitive.name == "popcount" and dtype.kind not in "iu":
        return None
    try:
        return primitive.output_types((Type(dtype),) * arity(primitive), params)[0].dtype
    except (CompileError, TypeError):
        return None


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d.kind in "iu"], ids=str)
@pytest.mark.parametrize("name", ["floor_divide", "remainder"])
def test_quotients_by_constants(name, dtype, everywhere):
    """Also by powers of two, which are shifts."""
    x, _ = pairs(dtype)
    limits = np.iinfo(dtype)
    divisors = [1, 2, 3, 8, 64, limits.max, limits.min // 2 or 5]
    b, results = Builder(), []
    given = b.parameter(Type(dtype, x.shape), "x")
    for divisor in divisors:
        one = lambda i, made: [write(made, TABLE[name](read(given, i), np.asarray(divisor, dtype)), i)]
        results += fori(0, x.size, [b.lift(np.zeros(x.size, dtype))], one)
    p = b.finish(results, "f")
    text = with_loops_native(p)
    assert text.count("// kernel:") == len(divisors)
    for w, g in zip(evaluate(p, x), run(runtime.compile(text), [x]), strict=True):
        assert np.array_equal(w, g)


def with_loops_native(p):
    return lowered(nests.with_kernels(p)).text


def computed(dtype):
    """Those of which kernels are made for a dtype."""
    found = [(p, params) for p, params in calls() if (out := out_type(p, params, dtype)) is not None and out in DTYPES]
    return [one for one in found if "@recto_native_" in with_loops_native(elementwise([one], dtype))]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_primitives_of_numbers(dtype, everywhere):
    """In loops over pairs of special numbers: as the interpreter, and as XLA's loops where NumPy says nothing."""
    found = computed(dtype)
    assert len(found) > (15 if dtype == bool else 30)
    found = [(p, params) for p, params in found if tried(f"native: {p.name} {params} {dtype}", 2)]
    p = elementwise(found, dtype)
    arguments = pairs(dtype)
    with np.errstate(all="ignore"):
        wanted = evaluate(p, *arguments)
    given, plain = (run(runtime.compile(text), arguments) for text in (with_loops_native(p), lowered(p).text))
    for (primitive, params), w, g, other in zip(found, wanted, given, plain, strict=True):
        same = (g == w) | (g != g) & (w != w)
        if primitive.name in ROUNDED:
            same |= np.isclose(g, w, 1e-6 if dtype == np.float32 else 1e-14, 0.0)
        wrong = ~(same | (g == other) | (g != g) & (other != other))
        assert not wrong.any(), (primitive.name, params, [x[wrong] for x in (*arguments, g, w, other)])


@pytest.mark.parametrize("name", [n for n in dir(Emitter) if not n.startswith("_")])
def test_what_rules_of_lowering_call_is_refused_or_means_the_same(name):
    """A rule that needs more of the emitter than one number does is refused: no other member has the name."""
    try:
        member = getattr(Writer(), name)
    except Refused:
        return
    wanted, found = (list(inspect.signature(m).parameters) for m in (getattr(Emitter(Module()), name), member))
    assert found == wanted
