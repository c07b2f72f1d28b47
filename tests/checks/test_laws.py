"""Where nothing goes wrong, checks change nothing. What they find, NumPy warns of, or Python computes otherwise."""
import contextlib
import io
import warnings

import numpy as np
import pytest

import corpus
from batching.golden_programs import table as batches
from derivatives.golden_programs import table as derivatives
from random_keys.test_laws import DRAWS, KEY
from recto.debug import checks

WRAPS = {           # integers that wrap around: NumPy says nothing about arrays, and Python's do not
    "bits": {"popcount_parallel", "splitmix64", "speck_encrypt"},
    "integers": {"wrap_around", "mixed_widths", "weak_scalars"},
    "numbertheory": {"egyptian_fraction"},
}
MODULES = [m for m in corpus.module_names()]
EVERY = 8           # functions of the corpus: of one in so many the first call is looked at


def chosen(module):
    found = corpus.functions(module)
    start = MODULES.index(module) % EVERY
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
    for case in chosen(module):
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
    import recto
    case = corpus.Case(lambda key: recto.random.randint(key, (9,), -2**63, 2**63 - 1), (KEY,))
    corpus.same(run_checked(case), corpus.run_interpreted(case), "randint")
