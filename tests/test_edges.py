"""NaN, infinities and negative zeros among the arguments of the corpus: the program, its printed source and the
compiled function give what Python gives."""
import contextlib
import copy
import io

import numpy as np
import pytest

import corpus
import recto
from hunt.bounded import Runaway, bounded

EDGES = (np.nan, np.inf, -0.0)
STEPS = 10_000              # lines of Python: a loop that never ends at NaN is no example
RUNNERS = {"interpreted": corpus.run_interpreted, "printed": corpus.run_printed}
INTERPOLATES = "np.interp is not defined for points out of order, and between infinite values it gives NaN"
FACTORISES = "what LAPACK makes of an infinite matrix depends on the order of its operations"
CONVERTS = "infinity as an integer (docs/language.md, difference 3)"
SMALL = "subnormal numbers are zero in compiled code (difference 7)"
ROUNDS = "infinite or not by a rounding: differences of large numbers, cancelled zeros"
COMPLEX = "quotients and powers of complex numbers with infinite parts (difference 7)"
DOCUMENTED = {
    "extremes_of_sets": "hash(NaN) is its address: the order of a set with it is another one in each run",
    "library_lookup": INTERPOLATES, "filled_gaps": INTERPOLATES, "emptied": "NaN is sorted last (difference 7)",
    "in_order_of_value": "so are keys that are NaN", "made_in_a_while": "so are keys that are NaN",
    "of_objects": "NaN is in no list (difference 7)", "made_here": "(NaN,) is not itself (difference 7)",
    "methods_of_a_dict": "{'a': NaN} is not itself (difference 7)", "of_fields": "nor are fields that are NaN",
    "blocked_cholesky": FACTORISES, "validated_solve": FACTORISES, "solve_and_residual": FACTORISES,
    "batched_solve": FACTORISES, "system_or_least_squares": FACTORISES, "one_of_two_systems": FACTORISES,
    "mahalanobis": FACTORISES, "poisson_periodic": ROUNDS, "gram_kernel": ROUNDS,
    "truncating_casts": CONVERTS, "counts_of_nothing": CONVERTS, "particle_filter": CONVERTS,
    "epsilon_test": SMALL, "arithmetic_geometric_mean": SMALL, "halving_until": SMALL,
    "impedance": COMPLEX, "accumulates_to_complex": COMPLEX,
}


def numbers_in(case):
    return sum(np.size(x) for x in case.args if isinstance(x, corpus.NUMBERS))


def with_edges(case):
    """The call with an edge value as each float argument, or in the middle of it."""
    for k, given in enumerate(case.args):
        array = isinstance(given, np.ndarray) and given.dtype.kind == "f" and given.size and given.flags.writeable
        for value in EDGES if array or isinstance(given, float) else ():
            args = copy.deepcopy(list(case.args))
            if array:
                args[k].flat[given.size // 2] = value
            else:
                args[k] = value
            yield case._replace(args=tuple(args))


def in_python(case):
    """What Python does; None where it raises or does not end."""
    with contextlib.suppress(Runaway), bounded(case.function.__code__.co_filename, STEPS):
        outcome = corpus.observe(case, corpus.run_python)
        return outcome if outcome.exception is None else None


def differences(case, wanted, runners):
    for name, run in runners.items():
        try:
            found = corpus.observe(case, run)
            if getattr(case.function, "widens", False) and found.exception is None:
                found = found._replace(value=corpus.narrowed(found.value, wanted.value))
            corpus.same_outcome(found, wanted)
        except Exception as error:
            yield f"{case.function.__name__}, {name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}"


@pytest.mark.parametrize("module", corpus.module_names())
def test_edges_mean_the_same_xla(module):
    faults = []
    for name, cases in corpus.sample(module, "edges", 8).items():
        runners = {**RUNNERS, "compiled": corpus.compiled_runner()}
        for case in with_edges(min(cases, key=numbers_in)):
            with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
                wanted = in_python(case) if name not in DOCUMENTED else None
                faults += differences(case, wanted, runners) if wanted else []
    assert not faults, "\n".join(faults)


def test_what_is_documented_is_in_the_corpus():
    assert set(DOCUMENTED) <= {name for module in corpus.module_names() for name in corpus.functions(module)}


def writes_what_may_be_shared(x):
    n = 4
    while n:
        n -= 1
        x = np.sign(x)
    x += n
    return np.sum(x)


@pytest.mark.xla
def test_a_gradient_of_writes_into_what_may_be_shared():
    assert np.array_equal(recto.grad(writes_what_may_be_shared)(np.ones(3)), np.zeros(3))


RANGES = [lambda x: x + range(3), lambda x: range(3) * x, lambda x: range(1, 4) / x[0], lambda x: x - range(0, 6, 2),
          lambda x: x * 2 > range(3), lambda x: (x * range(3)) @ x]


@pytest.mark.xla
@pytest.mark.parametrize("function", RANGES)
def test_a_range_beside_an_array_is_an_array(function):
    x = np.array([1.0, 2.0, 3.0])
    found, wanted = recto.jit(function)(x), function(x)
    assert found.dtype == wanted.dtype and np.array_equal(found, wanted)


def test_a_range_beside_a_number_of_pythons_is_refused():
    with pytest.raises(recto.CompileError, match="unsupported operand"):
        recto.jit(lambda x: len(x) + range(3)).source(np.ones(3))
