"""What x[index] = v and x[index] += v do with a number depends on the kind of index: integers choose an element, which
is read and stored as a number; all else chooses an array, to which NumPy's rules of casting apply."""
import numpy as np
import pytest

import recto

from .test_stored_numbers import outcome

FIRST, TRUE, LIST = np.array(0), np.array(True), [0]


def mask(x):
    return x < 100


def mask_and_dots(x):
    return x < 100, ...


def truth_computed(x):
    return bool(x.sum() < 100)


def constant_truth(x):
    return True


def outside_truth(x):
    return TRUE


def nothing(x):
    return ()


def new_axis(x):
    return None


def integer(x):
    return 0


def array_without_axes(x):
    return np.array(0)


def outside_array(x):
    return FIRST


def outside_list(x):
    return LIST


OF_ANY = [mask, mask_and_dots, truth_computed, constant_truth, outside_truth, nothing, new_axis]
OF_VECTORS = [integer, array_without_axes, outside_array, outside_list]
NUMBERS = [1.5, 1, np.nan, 300, np.float64(1.5), np.float64(np.nan), np.int64(300), np.uint8(200), True]


def stored(index):
    def store(x, v):
        x[index(x)] = v
        return x
    return store


def changed(index):
    def change(x, v):
        x[index(x)] += v
        return x
    return change


@pytest.mark.parametrize("write", [stored, changed], ids=lambda w: w.__name__)
@pytest.mark.parametrize("index", OF_ANY + OF_VECTORS, ids=lambda i: i.__name__)
def test_what_an_index_chooses_is_cast_as_in_numpy(index, write):
    for x in (np.array(1, np.int8), np.array([1], np.int8))[index in OF_VECTORS:]:
        f = write(index)
        compiled = recto.jit(f)
        for v in NUMBERS:
            assert outcome(compiled, x.copy(), v) == outcome(f, x.copy(), v), (x, v)


SEQUENCES = [np.array([2.0]), np.ones((1, 1)), [2.0], (2.0,)]
ELEMENTS = [integer, array_without_axes, outside_array, lambda x: x.ndim - 1]
PARTS = [mask, constant_truth, outside_list, lambda x: ..., lambda x: slice(0, 1), lambda x: (0, ...)]


@pytest.mark.parametrize("write", [stored, changed], ids=lambda w: w.__name__)
@pytest.mark.parametrize("index", ELEMENTS, ids=lambda i: i.__name__)
def test_a_sequence_is_no_element(index, write):
    for value in SEQUENCES:
        for f in (write(index), recto.jit(write(index))):
            with pytest.raises(ValueError, match="setting an array element with a sequence"):
                f(np.array([1.0, 2.0]), value)


@pytest.mark.parametrize("index", PARTS, ids=lambda i: i.__name__)
def test_a_sequence_is_a_part(index):
    for value in SEQUENCES[:1]:
        f = stored(index)
        assert outcome(recto.jit(f), np.array([1.0, 2.0]), value) == outcome(f, np.array([1.0, 2.0]), value)


def test_no_array_is_filled_with_a_sequence():
    def fill(x, v):
        x.fill(v)
    for f in (fill, recto.jit(fill)):
        with pytest.raises(ValueError, match="setting an array element with a sequence"):
            f(np.ones(2), np.array([2.0]))
