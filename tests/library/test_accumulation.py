"""np.add.at and its like compute in the common type of array and value, and convert each result to that of the array.
What would need that for an element that may be met twice is refused."""
import numpy as np
import pytest

from hunt.execution import Reader
from recto import transform

VALUES = [True, 1, -1, 0, 300, 70000, 1.5, np.int8(-1), np.uint8(255), np.int64(300), np.float16(1.5), np.float64(2.5),
          np.array(2), [2], [[3]], np.array([-1])]
DTYPES = [bool, np.int8, np.uint8, np.uint64, np.float16, np.complex64]
ONCE = {"element": 0, "slice": slice(0, 2), "list": [0], "all": [1, 0], "mask": np.array([True, False])}
TWICE = [0, 1, 0]


def outcome(f, *args):
    """What the array holds afterwards, or the class of what is raised."""
    try:
        with np.errstate(all="ignore"):
            f(*args)
        return args[0].tolist()
    except Exception as error:
        return getattr(error, "kind", None) or next(c for c in type(error).__mro__ if c.__module__ == "builtins")


def pairs(f, dtype):
    """What was wanted and what was found, for each value."""
    for v in VALUES:
        x = np.array([1, 0], dtype)
        wanted = outcome(f, x, v)
        if np.abs(x).max() < 2 ** 32 or dtype is np.uint64:         # a float that does not fit is converted otherwise
            yield repr(v), wanted, outcome(Reader(f).interpreted(), np.array([1, 0], dtype), v)


UFUNCS = [np.add, np.subtract, np.multiply, np.maximum, np.minimum]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda t: t.__name__)
@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda u: u.__name__)
def test_an_element_that_is_met_once_is_computed_in_the_common_type(ufunc, dtype):
    for name, index in ONCE.items():
        def at(x, v):
            ufunc.at(x, index, v)
        for v, wanted, found in pairs(at, dtype):
            assert found == wanted, f"{name}: {v}"


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda t: t.__name__)
@pytest.mark.parametrize("ufunc", UFUNCS, ids=lambda u: u.__name__)
def test_an_element_that_is_met_again_is_computed_as_in_numpy_or_refused(ufunc, dtype):
    def at(x, v):
        ufunc.at(x, TWICE, v)
    for v, wanted, found in pairs(at, dtype):
        assert found in (wanted, Exception), v


@pytest.mark.parametrize("ufunc", [np.add, np.multiply, np.maximum, np.minimum], ids=lambda u: u.__name__)
@pytest.mark.parametrize("n", [0, 1, 3])
def test_constants_that_are_truth_values_or_counts_are_not_refused(ufunc, n):
    if n == 0:
        def at(x):
            ufunc.at(x, TWICE, 0)
    elif n == 1:
        def at(x):
            ufunc.at(x, TWICE, 1)
    else:
        def at(x):
            ufunc.at(x, TWICE, 3)
    for x in ([True, False], [False, True]):
        assert outcome(Reader(at).interpreted(), np.array(x)) == outcome(at, np.array(x))


@pytest.mark.parametrize("v", [np.float32(1.5), 1, np.int8(1)], ids=repr)
def test_bfloat16_takes_integers(v):
    def at(x, v):
        np.add.at(x, TWICE, v)
    x = np.zeros(2, transform.core.dtypes.bfloat16)
    assert outcome(Reader(at).interpreted(), x, v) == [2 * v, v]
