"""The collector waits while a function is compiled, and the thresholds of the process stay what they are."""
import gc
import threading

import numpy as np
import pytest

import recto
from recto._boundary.garbage_collection import OBJECTS, few_collections


@pytest.fixture(autouse=True)
def thresholds_of_python():
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_the_thresholds_come_back():
    with few_collections():
        with few_collections():
            assert gc.get_threshold() == (OBJECTS, 10, 10)
        assert gc.get_threshold() == (OBJECTS, 10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_they_come_back_where_compiling_fails():
    with pytest.raises(ValueError), few_collections():
        raise ValueError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("first", [0, 10 * OBJECTS])
def test_a_collector_that_is_off_or_seldom_runs_stays_so(first):
    gc.set_threshold(first, 5, 5)
    with few_collections():
        assert gc.get_threshold() == (first, 5, 5)
    assert gc.get_threshold() == (first, 5, 5)


def test_what_the_user_sets_meanwhile_stays():
    with few_collections():
        gc.set_threshold(300, 3, 3)
    assert gc.get_threshold() == (300, 3, 3)


def test_threads_that_end_in_any_order():
    """The first to begin may be the first to end: the thresholds come back with the last."""
    first, second = few_collections(), few_collections()
    for each in (first.__enter__, second.__enter__, lambda: first.__exit__(None, None, None)):
        thread = threading.Thread(target=each)
        thread.start()
        thread.join()
    assert gc.get_threshold() == (OBJECTS, 10, 10)
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


def test_calls_leave_them_alone_xla():
    """A host function runs when the compiled one does, not while that is compiled."""
    seen = []

    @recto.host(result="f64[]")
    def noted():
        seen.append(gc.get_threshold())
        return 1.0

    assert recto.jit(lambda x: x * noted())(np.ones(2)).tolist() == [1.0, 1.0]
    assert {gc.get_threshold(), *seen} == {(700, 10, 10)}
