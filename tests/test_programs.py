"""Every function of the corpus means in Recto what it means in Python."""
import pytest

import corpus
from recto import transform

FUNCTIONS = {f"{module}-{name}": found
             for module in corpus.module_names() for name, found in corpus.functions(module).items()}


@pytest.fixture(params=FUNCTIONS, scope="module")       # of one function all laws, then of the next: it is read once
def name(request):
    return request.param


def hold(name, law):
    """The law for all calls of a function; one report of all that break it."""
    faults = []
    for k, case in enumerate(FUNCTIONS[name]):
        try:
            law(case)
        except Exception as error:
            faults.append(f"call {k}: {type(error).__name__}: {error}")
    assert not faults, "\n".join(faults)


INTERPRETED = {name: None for name in FUNCTIONS if corpus.tried(f"interpreted: {name}", 3)}


@pytest.mark.parametrize("name", INTERPRETED, indirect=True)
def test_interpreter_agrees_with_python(name):
    """And the program prints as a text that reads back as an equal program. (The others of the corpus are printed for
    NumPy: each function is compared with Python.)"""
    hold(name, lambda case: corpus.check_case(case, lambda case: corpus.run_interpreted(case, evaluate_read_back)))


def evaluate_read_back(program, *operands):
    assert reads_back(program), f"reads back as another program: {program}"
    return transform.evaluate(program, *operands)


@corpus.of_last_program
def reads_back(program):
    return transform.read_source(str(program)) == program


# What agrees when it is interpreted is printed in every fourth case: the programs are the same.
PRINTED = [name for name in FUNCTIONS
           if name not in INTERPRETED or "found" in name or corpus.tried(f"printed: {name}", 4)]


@pytest.mark.parametrize("name", PRINTED, indirect=True)
def test_printed_numpy_source_agrees_with_python(name):
    hold(name, lambda case: corpus.check_case(case, corpus.run_printed))


@pytest.mark.xla
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if corpus.tried(f"xla: {name}", 8)], indirect=True)
def test_xla_agrees_with_python(name):
    run = corpus.compiled_runner()
    hold(name, lambda case: corpus.check_case(case, run))


def test_the_corpus_is_large():
    assert len(FUNCTIONS) >= 150
    assert sum(map(len, FUNCTIONS.values())) >= 1900
