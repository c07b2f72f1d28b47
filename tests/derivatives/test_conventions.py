"""The table of conventions says what derivatives are, and the page shows the table."""
import linecache

import numpy as np
import pytest

import recto

from .conventions import PAGE, page_with, rows, table


def function_of(expression):
    """The expression as a function of x, with source for the compiler."""
    source, name = f"def f(x):\n    return {expression}\n", f"<convention {expression}>"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    space = {"np": np}
    exec(compile(source, name, "exec"), space)
    return space["f"]


ROWS = [pytest.param(*row[:3], id=f"{row[0]} at {row[1]}") for row in rows()]


@pytest.mark.xla
@pytest.mark.parametrize("expression, place, gradient", ROWS)
def test_reverse_mode(expression, place, gradient):
    got = np.asarray(recto.grad(function_of(expression))(np.asarray(place)))
    np.testing.assert_allclose(got, gradient, rtol=1e-14, atol=0)


@pytest.mark.xla
@pytest.mark.parametrize("expression, place, gradient", ROWS)
def test_forward_mode(expression, place, gradient):
    """The sum of the gradient is the derivative along ones; of a `where` it is the tangent of one side."""
    place = np.asarray(place)
    _, dot = recto.jvp(function_of(expression), (place,), (np.ones_like(place),))
    wanted = 0.0 if expression.startswith("np.where") else np.sum(gradient)
    np.testing.assert_allclose(np.asarray(dot), wanted, rtol=1e-14, atol=1e-15)


def test_the_page_shows_the_table():
    assert PAGE.read_text() == page_with(table())
