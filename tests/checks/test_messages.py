"""What a fault says: what was computed, where in an array, in which round and lane; the first that happens counts."""
import numpy as np
import pytest

import corpus
import recto
from recto.debug import checks

INF = float("inf")


def fault(function, *args):
    with checks(), pytest.raises((ArithmeticError, IndexError, ValueError)) as error:
        corpus.run_interpreted(corpus.Case(function, args))
    return f"{type(error.value).__name__}: {error.value}"


SAID = [
    (lambda x, i: x[i], (np.zeros(3), 5), "IndexError: index 5 is out of bounds for axis 0 with size 3"),
    (lambda x, i: x[0, i], (np.zeros((2, 3)), -4), "IndexError: index -4 is out of bounds for axis 1 with size 3"),
    (lambda x, i: x[0][i], (np.zeros((2, 3)), 3), "IndexError: index 3 is out of bounds for axis 0 with size 3"),
    (lambda x, i: x[i], (np.zeros(3), np.array([[0, 1], [4, 9]])),
     "IndexError: index 4 is out of bounds for axis 0 with size 3, at [1, 0]"),
    (lambda x, n: x[:np.sum(x < n)][n], (np.arange(5.0), 3),
     "IndexError: index 3 is out of bounds for a slice of length 3"),
    (lambda a, b: a / b, (1.5, 0.0), "ZeroDivisionError: division by zero: 1.5 / 0.0"),
    (lambda a, b: a // b, (7, 0), "ZeroDivisionError: division by zero: 7 // 0"),
    (lambda a, b: a % b, (7, 0), "ZeroDivisionError: division by zero: 7 % 0"),
    (lambda a: a ** -2, (0.0,), "ZeroDivisionError: division by zero: 0 ** -2"),
    (lambda a, b: a / b, (np.array([1.0, 2.0]), np.array([1.0, 0.0])),
     "ZeroDivisionError: division by zero: 2.0 / 0.0, at [1]"),
    (lambda a, b: a + b, (2 ** 62, 2 ** 62), f"OverflowError: int64 overflow: {2 ** 62} + {2 ** 62}"),
    (lambda a, b: a - b, (np.uint8(3), np.uint8(5)), "OverflowError: uint8 overflow: 3 - 5"),
    (lambda a, b: a * b, (np.uint64(2 ** 63), np.uint64(2)), "OverflowError: uint64 overflow: a product"),
    (lambda a: -a, (np.int8(-128),), "OverflowError: int8 overflow: -(-128)"),
    (lambda a: abs(a), (np.int8(-128),), "OverflowError: int8 overflow: abs(-128)"),
    (lambda a, b: a // b, (np.int8(-128), np.int8(-1)), "OverflowError: int8 overflow: -128 // -1"),
    (lambda a: a ** 5, (10 ** 4,), "OverflowError: int64 overflow: 10000 ** 5"),
    (lambda a, b: a ** b, (10, 30), "OverflowError: int64 overflow: 10 ** 30"),
    (lambda a, b: a << b, (3, 62), "OverflowError: int64 overflow: 3 << 62"),
    (lambda a, b: a << b, (3, 70), "OverflowError: int64 overflow: 3 << 70"),
    (lambda a, b: a << b, (np.uint8(3), np.uint8(9)), "OverflowError: uint8 overflow: 3 << 9"),
    (lambda x: np.sum(x), (np.array([2 ** 62, 2 ** 62]),), "OverflowError: int64 overflow: sum"),
    (lambda x: np.prod(x), (np.array([2 ** 40, 2 ** 40]),), "OverflowError: int64 overflow: prod"),
    (lambda x: np.cumsum(x), (np.array([2 ** 62, 2 ** 62]),), "OverflowError: int64 overflow: cumsum, at [1]"),
    (lambda x: x @ x, (np.array([2 ** 40, 2 ** 40]),), "OverflowError: int64 overflow: a product of matrices"),
    (lambda x: x.astype(np.int32), (np.array([1.0, -3e9]),), "OverflowError: -3000000000.0 does not fit int32, at [1]"),
    (lambda x: x.astype(np.uint8), (np.array([255.9, -0.9, 256.0]),),
     "OverflowError: 256.0 does not fit uint8, at [2]"),
    (lambda x: np.log(x), (-1.0,), "FloatingPointError: log(-1.0) is NaN"),
    (lambda x, y: x - y, (INF, INF), "FloatingPointError: inf - inf is NaN"),
    (lambda x, y: x * y, (0.0, INF), "FloatingPointError: 0.0 * inf is NaN"),
    (lambda x: np.sum(x), (np.array([INF, -INF]),), "FloatingPointError: sum is NaN"),
    (lambda x: np.std(np.log(x)), (np.array([1.0, -1.0]),), "FloatingPointError: log(-1.0) is NaN, at [1]"),
]


@pytest.mark.parametrize("function, args, text", SAID, ids=[text.split(": ", 1)[1][:40] for *_, text in SAID])
def test_what_was_computed_is_said(function, args, text):
    assert fault(function, *args) == text


FINE = [
    (lambda x, i: x[i], (np.zeros(3), -3)),
    (lambda x, i: x[i:i + 3], (np.zeros(3), 2)),
    (lambda x, i: np.take(x, i, mode="clip"), (np.zeros(3), 9)),
    (lambda x, i: np.take(x, i, mode="wrap"), (np.zeros(3), 9)),
    (lambda a, b: a + b, (2 ** 62, 2 ** 62 - 1)),
    (lambda a, b: a - b, (-2 ** 62, 2 ** 62)),
    (lambda a: a ** 63, (-2,)),
    (lambda a, b: a * b, (3037000499, 3037000499)),
    (lambda a, b: a << b, (np.uint8(255), np.uint8(7))),
    (lambda x: np.sum(x), (np.array([2 ** 62, 2 ** 62, -2 ** 62]),)),
    (lambda x: x.astype(np.int32), (np.array([2147483647.9, -2147483648.9]),)),
    (lambda x: x.astype(np.uint8), (np.array([300, -1]),)),
    (lambda x, y: x * y, (float("nan"), 1.0)),
    (lambda x: np.sum(np.where(x > 1, x, np.nan)), (np.arange(3.0),)),
    (lambda x: np.sinc(x), (np.array([0.0, 1.0]),)),
    (lambda x: np.logaddexp(x, -INF), (-INF,)),
    (lambda x: np.nan_to_num(x), (np.array([INF, np.nan]),)),
    (lambda x: 1 / np.exp(x), (1000.0,)),
]


@pytest.mark.parametrize("function, args", FINE)
def test_what_fits_is_no_fault(function, args):
    case = corpus.Case(function, args)
    with checks():
        found = corpus.run_interpreted(case)
    np.testing.assert_array_equal(found, corpus.run_interpreted(case))


# -- where, and which ------------------------------------------------------------------------------------------------

def nested(x, n):
    total = 0.0
    for row in range(n):
        for column in range(n):
            total += np.sqrt(x[row] - x[column] + 2.5)
    return total


def test_rounds_are_named_innermost_first():
    assert fault(nested, np.array([3.0, 1.0, 4.0, 2.0]), 4) == \
        "FloatingPointError: sqrt(-0.5) is NaN, column = 2, row = 1"


def test_lanes_are_named():
    def branch(x, i):
        if i > 1:
            return x[i]
        return 0.0
    batched = recto.vmap(branch, in_axes=(None, 0))
    assert fault(batched, np.zeros(3), np.array([1, 2, 7, 9])) == \
        "IndexError: index 7 is out of bounds for axis 0 with size 3, lane 2"


def test_the_first_fault_counts():
    def several(x, i):
        y = x[0] / (i - 3)
        z = x[i]
        return y + z
    assert fault(several, np.zeros(3), 3).startswith("ZeroDivisionError")
    assert fault(several, np.zeros(3), 4).startswith("IndexError")

    def in_rounds(x):
        for k in range(9):
            x = x - 1.0 / (5 - k) if k > 2 else np.sqrt(x)
        return x
    assert fault(in_rounds, -1.0).startswith("FloatingPointError")
    assert fault(in_rounds, 16.0).startswith("ZeroDivisionError")


def test_a_fault_counts_before_what_is_raised_behind_it_and_not_after():
    def guarded(x, i):
        if i > 9:
            raise ValueError("too large")
        y = x[i]
        if i > 5:
            raise ValueError(f"large: {i}")
        return y
    assert fault(guarded, np.zeros(3), 12) == "ValueError: too large"
    assert fault(guarded, np.zeros(3), 7) == "IndexError: index 7 is out of bounds for axis 0 with size 3"
    assert fault(guarded, np.zeros(9), 7) == "ValueError: large: 7"


def test_what_python_raises_by_itself_keeps_its_place():
    def index(x, a, b):
        return x[int(a)] / b
    assert fault(index, np.zeros(3), INF - INF, 0.0) == "ValueError: cannot convert float NaN to integer"
    assert fault(index, np.zeros(3), 7.0, 0.0) == "IndexError: index 7 is out of bounds for axis 0 with size 3"

    def behind(x, a, b):
        return x[0] / b + int(a)
    assert fault(behind, np.zeros(3), INF - INF, 0.0).startswith("ZeroDivisionError")


def test_a_fault_ends_a_loop_that_nothing_else_ends_xla():
    @recto.jit
    def search(x, wanted):
        i = 0
        while x[i] != wanted:
            i += 1
        return i
    with checks():
        assert search(np.arange(5.0), 3.0) == 3
        with pytest.raises(IndexError, match="index 5 is out of bounds for axis 0 with size 5"):
            search(np.arange(5.0), 7.0)


def test_nan_of_a_backward_sweep_is_at_the_line_it_is_the_derivative_of():
    def steep(x):
        y = x * 1.5
        return np.sqrt(y) * x  # primal
    with checks(division=False), pytest.raises(FloatingPointError) as error:
        corpus.run_interpreted(corpus.Case(recto.grad(steep), (0.0,)))
    assert str(error.value) == "0.0 / 0.0 is NaN in the derivative of this line"
    assert "np.sqrt(y) * x  # primal" in error.value.__notes__[0]


def test_writes_before_the_fault_are_there_xla():
    @recto.jit
    def fill(x, n):
        for i in range(n):
            x[i] = i + 1.0
    x = np.zeros(3)
    with checks(), pytest.raises(IndexError):
        fill(x, 5)
    assert x.tolist() == [1.0, 2.0, 3.0]
