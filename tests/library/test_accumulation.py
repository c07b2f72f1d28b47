"""np.add.at and its like compute in the common type of array and value, and store each result in that of the array."""
import numpy as np
import pytest

from hunt.execution import Reader
from recto import transform

from .expressions import laws_hold, same_as_numpy

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
def test_an_element_that_is_met_again_is_computed_as_in_numpy(ufunc, dtype):
    def at(x, v):
        ufunc.at(x, TWICE, v)
    for v, wanted, found in pairs(at, dtype):
        assert found == wanted, v


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


BINARY = """subtract divide floor_divide power fmax fmin arctan2 hypot logaddexp copysign remainder fmod heaviside
            bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm logical_and logical_or logical_xor equal
            less greater_equal float_power add multiply maximum"""
V, I = np.array([0.5, -1.25, 2.0, 3.5]), np.array([3, -1, 2, 7])
GIVEN = {"v": V, "i": I, "b": I > 0, "a": np.arange(1.0, 13).reshape(3, 4), "at": np.array([0, 2, 0, 1]),
         "n": np.array([2, 1, 3, 2]), "s": 1.5}


@pytest.mark.parametrize("name", BINARY.split())
def test_every_ufunc_in_order(name):
    for call in ("v = v.copy(); np.{}.at(v, {{at|at[:1]|[0, 0, 1, 2]|-n}}, {{n|s|v}}); v",
                 "i = i.copy(); np.{}.at(i, {{at|[0, 0]}}, {{2|n[:1]|s}}); i", "b = b.copy(); np.{}.at(b, at, b); b",
                 "i = i.astype(np.int8); np.{}.at(i, at, n); i"):
        same_as_numpy(call.format(name).replace("{{", "{").replace("}}", "}"), **GIVEN)


@pytest.mark.parametrize("index", ["0", "(0, 1)", "(slice(None), 2)", "(at % 3, n)", "a > 5", "at % 3",
                                   "(at % 3, slice(0, 2))",
                                   "(slice(None), [0, 0, 1])", "(n[:2].reshape(2, 1) % 3, [0, 0, 1])", "(0, at)"])
def test_indices_of_any_kind(index):
    same_as_numpy(f"a = a.copy(); np.{{divide|hypot}}.at(a, {index}, {{s|2}}); a", **GIVEN)


@pytest.mark.parametrize("call", [
    "v = v.copy(); np.{negative|sqrt|abs|exp|logical_not|square|sin|isnan}.at(v, {at|2|[0, 1]|b|slice(0, 3)}); v",
    "i = i.copy(); np.{negative|invert|abs|square|sign|sqrt}.at(i, [0, 0, 1]); i", "np.divide.at(v.copy(), at[:2], v)",
    "np.power.at(i.copy(), at, i)",
])
def test_functions_of_one_argument_and_errors(call):
    same_as_numpy(call, **GIVEN)


@pytest.mark.parametrize("call", ["v = v.copy(); np.{divide|logaddexp|hypot|power}.at(v, at, w); v",
                                  "v = v.copy(); np.sin.at(v, at); v"])
def test_laws(call):
    laws_hold(call, v=np.abs(V), w=V ** 2, at=GIVEN["at"])


def test_a_dynamic_index_out_of_range_writes_nothing():
    def at(x, i):
        np.divide.at(x, i, 2.0)
    assert outcome(Reader(at).interpreted(), np.ones(3), np.array([0, 7, 0, -4])) == [0.25, 1.0, 1.0]


@pytest.mark.parametrize("n, expected", [(1, 0.5), (-4, 0.5), (4, 1.0), (-5, 1.0)])
def test_an_integer_out_of_range_beside_an_index_array_writes_nothing(n, expected):
    def at(x, i, n):
        np.divide.at(x, (i, n), 2.0)
    assert np.min(outcome(Reader(at).interpreted(), np.ones((2, 4)), np.array([0, 1]), n)) == expected
