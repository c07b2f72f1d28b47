"""The hunt itself: programs are the same everywhere, reach all of the language, and what is wrong is found and shrunk.
"""
import numpy as np
import pytest
from hunt import oracle
from hunt.alternatives import as_left_open
from hunt.bounded import Runaway, TooLong, bounded
from hunt.comparing import difference, value_difference
from hunt.execution import Outcome, in_python, load
from hunt.expressions import TABLES
from hunt.freshness import edits
from hunt.generator import STATEMENTS, Generated, program
from hunt.laws import SMOOTH, VALUES, hold
from hunt.runner import Plan, as_test, laws_for, smallest, work
from hunt.shrinker import shrink
from hunt.store import Store
from hunt.widening import widens

from recto.transform.primitives import elementwise

LONG = '''import numpy as np

def helper(v, k=2):
    return v * k

def f(x, y):
    total = 0.0
    for k, v in enumerate(x):
        if v > 1:
            total += helper(v) - np.sin(y)
        elif k == 2:
            continue
    z = x[::-1] + total
    return z, np.maximum(x, 0.5) * 2, total
'''
CALL = "(np.array([1.0, 2.0, -3.0]), 0.25)"


@pytest.mark.parametrize("number", [0, 4, 17])
def test_a_seed_gives_the_same_program(number):
    assert program(3, number) == program(3, number) != program(4, number)


def test_programs_run_on_their_sample():
    for number in range(12):
        found = program(5, number, smooth=number % 3 == 0)
        space = {}
        with np.errstate(all="ignore"):
            exec(compile(found.source, "sample", "exec"), space)
            space["f"](*eval(found.calls[0], space))


def test_programs_reach_every_statement_and_most_expressions():
    seen = set().union(*(program(6, number).constructs for number in range(110)))
    assert set(STATEMENTS) - {"nonlocal", "del", "with"} <= seen
    every = {t for table in TABLES.values() for t in table if "{" in t}
    assert len(seen & every) > len(every) / 2


@pytest.fixture
def wrong_maximum():
    """np.maximum gives the lesser one, as a mistake of ours would have it."""
    right = elementwise.maximum.numpy
    object.__setattr__(elementwise.maximum, "numpy", np.minimum)
    yield
    object.__setattr__(elementwise.maximum, "numpy", right)


def test_a_mistake_is_found_and_shrunk(wrong_maximum):
    [verdict] = hold(Generated("mistaken", LONG, (CALL,)), ["interpreted"])
    assert verdict.verdict == "mismatch" and verdict.detail.startswith("value")
    source, call, last = smallest(Generated("mistaken", LONG, (CALL,)), verdict)
    assert "np.maximum" in source and "helper" not in source and "for" not in source
    assert len(source.splitlines()) <= 6
    text = as_test("mistaken", source, call, last)
    space = {"__file__": __file__}
    exec(compile(text, "found", "exec"), space)
    assert callable(space["test_mistaken"])


def test_programs_without_a_mistake_agree():
    found = list(hold(Generated("right", LONG, (CALL,)), ["interpreted", "printed", "read back"]))
    assert [v.verdict for v in found] == ["agrees"] * 3


def test_shrinking_keeps_what_matters():
    source, call = shrink(LONG, CALL, lambda s, c: "np.sin" in s and "def f" in s)
    assert len(source) < 60


NUMPYS = np.convolve


def convolve(x, y):
    """np.convolve on a processor that rounds no product before it is added: 1e300 * 1e300 - inf is -inf. (On others it
    is inf - inf.)"""
    found = NUMPYS(x, y)
    return found if x.dtype == object else np.where(np.isnan(found), -np.inf, found)


LARGE = "(np.full(2, -2.4e22+1.8e22j, np.complex64), 0)"
BIG = "(np.array([1.0, -np.inf, 1e300, np.inf]), 0)"


@pytest.mark.parametrize("body, call, seen, name", [
    ("return y / x.sum()", "(np.array([-0.0]), 1.0)", -np.inf, "the sign of a sum of zeros"),
    ("return y / np.mean(x)", "(np.array([-0.0, -0.0]), -1.0)", np.inf, "the sign of a sum of zeros"),
    ("return np.convolve(x, x)[4]", BIG, np.nan, "a product is rounded before it is added"),
    ("return np.convolve(x, x)[4]", BIG, np.inf, ""),
    ("return np.partition(x, 1)", "(np.array([2, 1, 1, 1], np.int8), 0)", np.array([1, 1, 1, 2], np.int8),
     "the order of equal items"),
    ("return np.partition(x, 1)", "(np.array([2, 1, 1, 1], np.int8), 0)", np.array([2, 1, 1, 1], np.int8), ""),
    ("return x * x", LARGE, np.full(2, complex(np.nan, -np.inf), np.complex64),
     "a product is rounded before it is added"),
    ("x = x.copy()\n    x *= x\n    return x", LARGE, np.full(2, complex(np.nan, -np.inf), np.complex64),
     "a product is rounded before it is added"),
    ("x = x.copy()\n    x[:1] *= x[:1]\n    return x[:1]", LARGE, np.full(1, complex(-np.inf, -np.inf), np.complex64),
     "a product is rounded before it is added"),
    ("return x * x", LARGE, np.full(2, complex(1.0, -np.inf), np.complex64), "")])
def test_what_is_left_open_explains_one_answer(body, call, seen, name, monkeypatch):
    monkeypatch.setattr(np, "convolve", convolve)
    source = f"import numpy as np\n\ndef f(x, y):\n    {body}\n"
    want = run_python(source, call)
    assert as_left_open(source, call, want._replace(value=seen)) == name


def test_what_numpy_raises_is_not_left_open():
    source = "import numpy as np\n\ndef f(x):\n    return np.partition(x, 1)\n"
    got = run_python(source, "(np.array([2, 1]),)")._replace(value=np.array([2]), args=(np.array([2]),))
    assert not as_left_open(source, "(np.array([2]),)", got)


def test_a_mask_is_written_while_it_is_read():
    source = "import numpy as np\n\ndef f(x):\n    x[x[::-1]] = False\n"
    want = run_python(source, "(np.array([True, False, True]),)")
    assert oracle.overlapping(source, "(np.array([True, False, True]),)", want)


@pytest.mark.parametrize("body, call, name", [
    ("return x[y]", "(np.ones(2), 5)", "index out of range"),
    ("return 1 / y", "(np.ones(2), 0)", "division by zero"),
    ("return y << y", "(np.ones(2), 2**62)", "integers of 64 bits"),
    ("return x * 0 + (y * y * y) % 7", "(np.ones(2), 2**40)", "integers of 64 bits"),
    ("x[1:5] = x[::2]\n    return x", "(np.arange(8.0), 0)", "NumPy reads what it has just written"),
    ("return x.sum()", "(np.array([1, 1e308, -1e308, 1, 1, 1, 1, 1]), 0)", "rounding"),
    ("return float(abs(np.sum(x)))", "(np.array([1.25+2j, 1j], np.complex64), 0)", "rounding"),
    ("r = [y, x[0]]\n    r.sort()\n    return r", "(np.ones(1), np.nan)", "sorted puts nan last"),
    ("return sorted([(y, 1), (x[0], 2)])", "(np.ones(1), np.nan)", "sorted puts nan last"),
    ("return int(np.floor(x[0] / 49.0 * 49.0 * y))", "(np.array([0.1]), 490)", "rounding")])
def test_documented_differences_are_told_by_name(body, call, name):
    source = f"import numpy as np, math\n\ndef f(x, y):\n    {body}\n"
    want = run_python(source, call)
    got = Outcome(-1.0, None, "", want.args)
    assert oracle.explanation(module_of(source), source, call, want, difference(got, want)) == name


def module_of(source):
    return load("explained", source)


def run_python(source, call):
    return in_python(module_of(source), call)


def test_lengths_of_real_numbers_are_exact():
    source = "import numpy as np\n\ndef f(x, y):\n    return float(abs(np.sum(x)))\n"
    call = "(np.array([1.25, 2.0], np.float32), 0)"
    assert not oracle.sensitive(source, call, run_python(source, call))


def test_what_is_documented_does_not_explain_everything():
    source = "import numpy as np\n\ndef f(x, y):\n    return x.sum() + y\n"
    want = run_python(source, CALL)
    assert not oracle.explanation(module_of(source), source, CALL, want, "value: …")


def test_what_is_added_in_place_rounds_too():
    source = "import numpy as np\n\ndef f(x, y):\n    np.add.at(x, [0, 0], np.exp(-y))\n    return x.astype(float)\n"
    call = "(np.array([2.5], np.float16), 1.0)"
    assert oracle.sensitive(source, call, run_python(source, call))


def test_differences_of_narrow_floats_are_none():
    source = "import numpy as np\n\ndef f(x, y):\n    return np.sum(x.astype(np.float16)) + y\n"
    [verdict] = hold(Generated("narrow", source, ("(np.ones(2), 1.0)",)), ["gradient"])
    assert verdict.detail == "differences of narrow floats"


@pytest.mark.parametrize("body, detail", [
    ("for k in range(4):\n        for _ in x:\n            x **= 9\n        x[0] = 1.5\n    return np.sum(x) * y",
     "infinite"),
    ("return np.sum(x) * y", "")])
def test_infinite_derivatives_are_seen_in_loops(body, detail):
    source = f"import numpy as np\n\ndef f(x, y):\n    {body}\n"
    [verdict] = hold(Generated("overflowing", source, ("(np.array([1.5, 0.5, 0.0, 0.0]), 1.0)",)), ["gradient"])
    assert detail in verdict.detail and verdict.verdict == ("explained" if detail else "agrees")


@pytest.mark.parametrize("body, verdict", [("x[y] = 1\n    while y:\n        y -= 1", "explained"),
                                           ("while y:\n        y -= 1", "mismatch")])
def test_a_loop_goes_on_that_python_leaves(body, verdict, monkeypatch):
    def run(*args):
        raise TooLong("a law takes minutes")
    monkeypatch.setattr("hunt.execution.Reader.interpreted", lambda self: run)
    source = f"import numpy as np\n\ndef f(x, y):\n    {body}\n"
    [found] = hold(Generated("endless", source, ("(np.ones(3), 9)",)), ["interpreted"])
    assert found.verdict == verdict


@pytest.mark.parametrize("factor, verdict", [(1e11, "agrees"), (1e4, "mismatch")])
def test_differences_below_the_last_digits_are_none(factor, verdict, wrong_maximum):
    """The gradient is wrong, and differences can only tell where the function is not too large."""
    source = f"import numpy as np\n\ndef f(x, y):\n    return {factor} + np.sum(np.maximum(x, 0.3 * x)) * y\n"
    [found] = hold(Generated("large", source, ("(np.array([1.5, -2.0]), 0.5)",)), ["gradient"])
    assert found.verdict == verdict


def test_edits_change_one_constant():
    found = edits(LONG, "name", 3)
    assert len(found) == 3 and all(text != LONG for text in found)


def test_a_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr("hunt.runner.Store", lambda seed: Store(seed, tmp_path))
    plan = Plan(1, ("interpreted",), float("inf"), most=2)
    work(plan, 0, 1)
    work(plan, 0, 1)
    assert Store(1, tmp_path).load(0)["next"] == 4
    assert Store(1, tmp_path).total()["counts"]["program: written"] == 4


def test_laws_take_turns():
    plan = Plan(1, (*VALUES, *SMOOTH), 0.0)
    assert laws_for(4, plan) == list(SMOOTH)
    assert laws_for(1, plan) == ["interpreted", "printed", "read back"]
    assert "compiled" in laws_for(5, plan)


ENDLESS = '''def f():
    def numbers():
        try:
            yield 1
        finally:
            for _ in range(100):
                pass
    while True:
        next(numbers())
'''


def test_a_program_that_does_not_end_is_stopped():
    """Also if the bound is reached while Python deletes a generator, where exceptions are ignored."""
    for steps in range(400, 420):
        with pytest.raises(Runaway), bounded("endless.py", steps):
            load("endless", ENDLESS).f()


WIDE = [
    "return np.array([w if w > 2 else 10 for w in x])",
    "return np.array([max(w, 2) for w in x])",
    "r = 3\n    if y:\n        r = 2.5\n    return np.full(2, r)",
    "r = 3\n    while y:\n        r /= 2.5\n        y -= 1\n    return np.full(2, r)",
    "def g(v):\n        if y:\n            return 2.5\n        return 3\n    return np.full(2, g(1))",
    "return abs(y or 0.5) * np.ones(2, int)",
    "r = 3\n    if (x > 5).all():\n        if y:\n            r = 2.5\n    return np.full(2, r)",
    "return np.append(0, (3 if y < 2 else 0.5) if not y else 4)"]
NARROW = [
    "r = 2.5\n    r = 3\n    return np.full(2, r)",
    "def g(v):\n        if y:\n            return v * 2\n        return v\n    g(1.5)\n    return np.full(2, g(3))",
    "return np.full(2, 3 if y else 4)",
    "r = 3\n    for _ in x:\n        r = 2.5\n        r = 3\n    return np.full(2, r)"]


def widening_of(body, kind=float):
    """Is it explained that the program's result is of a wider kind, and are other values explained?"""
    source, call = f"import numpy as np\n\ndef f(x, y):\n    {body}\n", "(np.array([1.5, 1.0]), 0)"
    want = run_python(source, call)
    wide = want._replace(value=np.asarray(want.value).astype(kind))
    return widens(source, call, wide), widens(source, call, wide._replace(value=wide.value + 1))


@pytest.mark.parametrize("body", WIDE)
def test_a_type_that_depends_on_the_path_is_the_wider_one(body):
    assert widening_of(body) == (True, False)


@pytest.mark.parametrize("body", NARROW)
def test_a_type_that_does_not_is_not(body):
    assert widening_of(body) == (False, False)


@pytest.mark.parametrize("body", ["int(y)", "math.floor(y) // 7", "y + int(max(2.5, n))"])
def test_an_integer_that_was_rounded_may_not_fit(body):
    source = f"import math\n\ndef f(n, c):\n    y = n if c else 1.5\n    return {body}\n"
    for call, verdict in (("(2**63 - 1, True)", "explained"), ("(2**40, True)", "agrees")):
        [found] = hold(Generated("rounded", source, (call,)), ["interpreted"])
        assert found.verdict == verdict


def test_a_constant_that_narrow_floats_hold_may_have_their_type():
    source = "import numpy as np\n\ndef f(x):\n    return np.array([w if w > 1.5 else {} for w in x])\n"
    call = "(np.array([1, 1], np.float32),)"
    got = lambda number: Outcome(np.full(2, number, np.float32), None, "", (np.array([1, 1], np.float32),))
    assert widens(source.format(2.5), call, got(2.5))
    assert not widens(source.format(0.1), call, got(0.1))


def test_arrays_of_lists_that_turn_out_empty_are_alike():
    none = np.array([])
    assert not value_difference(np.zeros(0, int), none, "") and not value_difference(np.zeros((0, 2)), none, "")
    assert value_difference(np.zeros(0, int), np.zeros(0, np.float32), "")
    assert value_difference(np.zeros(1, int), none, "") and value_difference(np.zeros((2, 0)), none, "")


def test_objects_of_a_module_loaded_anew_are_alike():
    source = "class Point:\n    def __init__(self, a):\n        self.a = a\n"
    point = lambda number: load("points", source).Point(number)
    assert not value_difference(point(1), point(1), "") and value_difference(point(1), point(2), "")


def test_a_program_for_another_size_is_no_fault():
    """Data decide the size of a result: the program that was read for the first call is not that of the second."""
    source = "import numpy as np\ndef f(x):\n    return np.bincount(x)\n"
    calls = "(np.array([1, 2]),)", "(np.array([7, 1]),)"
    [verdict] = hold(Generated("sized", source, calls), ["interpreted"])
    assert (verdict.verdict, verdict.detail) == ("discarded", "a size that data decide")
