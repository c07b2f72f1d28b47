"""Where nothing goes wrong, checks change nothing. What they find, NumPy warns of, or Python computes otherwise."""
import contextlib
import io
import warnings
import zlib

import numpy as np
import pytest

import corpus
import recto
from batching.golden_programs import table as batches
from derivatives.golden_programs import table as derivatives
from random_keys.test_laws import DRAWS, KEY
from recto.debug import checks

WRAPS = {           # integers that wrap around: NumPy says nothing about arrays, and Python's do not
    "bits": {"popcount_parallel", "splitmix64", "speck_encrypt"},
    "found": {"accumulated_numbers", "added_at", "ones_without_a_sign"},
    "found_conversions": {"floor_of_a_sum_written"},
    "integers": {"wrap_around", "mixed_widths", "weak_scalars"},
    "numbertheory": {"egyptian_fraction"},
    "python_numbers": {"constants_at_their_limits", "minus_negative", "negated_products"},
}
MODULES = list(corpus.module_names())
EVERY = 12          # functions of the corpus: of one in so many the first call is looked at


def chosen(module):
    found = corpus.functions(module)
    start = zlib.crc32(module.encode()) % EVERY         # the same, whichever modules there are
    names = {*list(found)[start::EVERY], *WRAPS.get(module, ())}
    return [found[name][0] for name in found if name in names]


def run_checked(case):
    with checks(keys=False):
        return corpus.run_interpreted(case)


def numpy_complains(case):
    case = case.copy()
    with np.errstate(all="raise", under="ignore"), warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        try:
            case()
        except (ArithmeticError, RuntimeWarning):
            return True
    return False


@pytest.mark.parametrize("module", MODULES)
def test_programs_without_faults_give_what_python_gives(module):
    for case in chosen(module):
        try:
            corpus.check_case(case, run_checked)
        except ArithmeticError:
            assert case.function.__name__ in WRAPS.get(module, ()) or numpy_complains(case)


@pytest.mark.parametrize("module", ["while_loops", "views_and_aliases"])
def test_compiled_programs_do_xla(module):
    run = corpus.compiled_runner()
    cases = [case for case in chosen(module) if not numpy_complains(case)]
    assert cases
    for case in cases:
        with checks(keys=False):
            corpus.check_case(case, run)


@pytest.mark.parametrize("name, table", [(name, table) for table in (derivatives, batches) for name in table()],
                         ids=lambda v: v if isinstance(v, str) else "")
def test_derivatives_and_batches_without_faults_are_the_same(name, table):
    entry = table()[name]
    case = corpus.Case(entry.derived if table is derivatives else entry.batched, entry.args)
    corpus.same(run_checked(case.copy()), corpus.run_interpreted(case.copy()), name)


@pytest.mark.parametrize("name", DRAWS)
def test_random_numbers_are_the_same(name):
    """Words are meant to wrap around."""
    case = corpus.Case(DRAWS[name], (KEY,))
    corpus.same(run_checked(case), corpus.run_interpreted(case), name)


def test_words_wrap_around_where_numbers_are_drawn_from_wide_ranges():
    case = corpus.Case(lambda key: recto.random.randint(key, (9,), -2**63, 2**63 - 1), (KEY,))
    corpus.same(run_checked(case), corpus.run_interpreted(case), "randint")


def calls_in(program):
    for call in program.body:
        yield call
        for inner in call.programs():
            yield from calls_in(inner)


def decomposed(A):
    n = len(A)
    for k in range(n):
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= A[i, k] * A[k, j]


def test_what_writes_an_element_has_an_element_checked():
    """And not the array: loops that work in place stay quick."""
    with checks():
        program = recto.jit(decomposed).program("f64[50,50]")
    tests = [call for call in calls_in(program) if call.primitive.name in ("isnan", "isfinite", "reduce_any")]
    assert tests and all(call.operands[0].type.size == 1 for call in tests)


def test_any_device_may_have_the_fault_xla():
    roots = recto.pmap(lambda x: np.sqrt(x) if x < 1 else x)
    assert np.array_equal(roots(np.array([1.0, 4.0, 9.0, 0.25])), [1.0, 4.0, 9.0, 0.5])
    with checks(), pytest.raises(FloatingPointError, match=r"sqrt\(-0.25\) is NaN"):
        roots(np.array([1.0, 4.0, 9.0, -0.25]))
