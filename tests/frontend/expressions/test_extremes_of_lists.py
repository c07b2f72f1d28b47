"""min and max of generator expressions over lists whose length data decide."""
import numpy as np
import pytest
import recto


def above(x):
    rows = []
    for i, v in enumerate(x):
        if v > 0.9:
            break
        if v > 0.3:
            rows.append((i, v))
    return rows


def greatest(x):
    rows = above(x)
    return max(r[1] for r in rows), min(-r[1] for r in rows)


def of_numbers(x):
    kept = []
    for v in x:
        if v < 0.9:
            kept.append(v)
    return max(2.0 * v for v in kept)


def with_default(x):
    rows = above(x)
    return max((r[1] for r in rows), default=-1.0), min((r[1] for r in rows if r[1] > 0.45), default=0.0)


def by_key(x):
    rows = above(x)
    return max((r for r in rows), key=lambda r: r[1])


def started(x):
    rows = above(x)
    return sum((r[1] for r in rows), 10.0), any(r[1] > 0.45 for r in rows), all(r[0] < 2 for r in rows)


FUNCTIONS = [greatest, of_numbers, with_default, by_key, started]
ROWS = [[0.1, 0.5, 0.4, 0.95, 0.2], [0.4], [0.35, 0.35, 0.8]]


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_values(function, row):
    x = np.array(row)
    assert recto.jit(function)(x) == function(x)


@pytest.mark.parametrize("function", [greatest, of_numbers, by_key], ids=lambda f: f.__name__)
def test_of_nothing(function):
    x = np.array([0.95])
    with pytest.raises(ValueError) as wanted:
        function(x)
    with pytest.raises(ValueError) as given:
        recto.jit(function)(x)
    assert str(wanted.value) in str(given.value)
    assert recto.jit(with_default)(x) == with_default(x) == (-1.0, 0.0)


def test_derivative_of_the_greatest():
    x = np.array([0.1, 0.5, 0.4, 0.95])
    np.testing.assert_allclose(recto.grad(lambda x: greatest(x)[0])(x), [0, 1, 0, 0])
