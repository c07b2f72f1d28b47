"""Loops that are left early print as the user wrote them: break and return, no flags. They compute the same."""
import ast
import textwrap

import numpy as np
import pytest

import recto


def first_above(x, limit):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
        if total > limit:
            return total * i
    return -total


def stops_and_skips(x, limit):
    s = 0.0
    for v in x:
        if v < 0:
            break
        if v == limit:
            continue
        s += np.sqrt(v)
    return s + limit


def break_in_a_branch(x, limit):
    s, n = 0.0, 0
    for v in x:
        if v > 0:
            s += v
            if s > limit:
                n += 1
                break
            s += 1
        else:
            s -= v
        n += 2
    return s, n


def return_from_two_loops(x, limit):
    for i in range(3):
        for j in range(len(x)):
            if x[j] * i > limit:
                return i * 10 + j
    return -1


def found_or_not(x, limit):
    place = 0
    for i in range(len(x)):
        if x[i] > limit:
            place = i
            break
    else:
        place = len(x)
    return place * 2


def counts_down(x, limit):
    n = 0
    for i in range(len(x) - 1, -1, -1):
        if x[i] > limit:
            break
        n += i
    return n


def last_index(x, limit):
    i = -1
    for i in range(len(x)):
        if x[i] > limit:
            break
    return i


def writes_before_leaving(x, limit):
    y = np.zeros(len(x))
    for i in range(len(x)):
        y[i] = x[i] * 2
        if y[i] > limit:
            y[0] = -1.0
            break
        y[i] += 1
    return y


def swaps_until(x, limit):
    a, b = x.copy(), -x
    for i in range(10):
        a, b = b, a
        if a[0] > limit:
            break
        a[0] += 1.0
        b[1] -= 1.0
    return a, b


def two_ways_out(x, limit):
    total, n = 0.0, 0
    while True:
        total += x[n]
        if total > limit:
            return total
        n += 1
        if n == len(x):
            break
    return total - limit


def elif_chain(x, limit):
    s = 0.0
    for v in x:
        if v > limit:
            s += 1
        elif v < -limit:
            break
        elif v == 0:
            return -1.0
        else:
            s += v
    return s


def early_at_the_top(x, limit):
    if limit > 1:
        return x * 2
    if limit < -1:
        return np.zeros(len(x))
    y = np.sin(x)
    return y + limit


def _kept(x, limit):
    for i in range(len(x)):
        if x[i] > limit:
            return x[i], True
    return 0.0, False


def leaves_in_a_helper(x, limit):
    value, found = _kept(x, limit)
    other, _ = _kept(-x, limit)
    return value + other if found else -1.0


FUNCTIONS = [first_above, stops_and_skips, break_in_a_branch, return_from_two_loops, found_or_not, counts_down,
             last_index, writes_before_leaving, swaps_until, two_ways_out, elif_chain, early_at_the_top,
             leaves_in_a_helper]
ARRAYS = [1.0, 2.0, 0.5, 3.0], [0.0, 0.1, -4.0, 2.0], [-1.0, -3.0, 2.0, 0.0]
ARGUMENTS = [(np.array(x), limit) for x in ARRAYS for limit in (0.0, 0.5, 2.0, 100.0, -5.0)]
FLAGS = {"left", "result", "error"}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_printed_source_leaves_where_the_user_does(function):
    source, space = recto.jit(function).source(*ARGUMENTS[0]), {}
    exec(source, space)
    for x, limit in ARGUMENTS:
        got, want = space[function.__name__](x.copy(), limit), function(x.copy(), limit)
        for a, b in zip(*(r if isinstance(r, tuple) else (r,) for r in (got, want)), strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_no_flag_is_left(function):
    tree = ast.parse(recto.jit(function).source(*ARGUMENTS[0]))
    names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    assert not names & FLAGS


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_is_printed_is_read_again(function):
    space: dict = {}
    source = recto.jit(function).source(*ARGUMENTS[0])
    exec(compile(source, "printed", "exec"), space)
    import linecache
    linecache.cache["printed"] = len(source), None, source.splitlines(True), "printed"
    again = recto.jit(space[function.__name__]).source(*ARGUMENTS[0])
    rows = lambda text: [line.split("#")[0].rstrip() for line in text.splitlines()]
    body = lambda text: [row for row in rows(text) if row]
    assert body(again) == body(source)


def test_a_search_prints_as_it_was_written():
    source = recto.jit(first_above).source("f64[5]", 1.0)
    lines = [line.split("#")[0].rstrip() for line in source[source.index("def"):].splitlines()]
    assert "\n".join(lines) == textwrap.dedent('''\
        def first_above(x, limit):
            total = 0.0
            for i in range(5):
                total += x[i] * x[i]
                if total > limit:
                    return total * i
            return -total''')


# -- what raises, or returns, on one path ---------------------------------------------------------------------------

def checked_first(x, limit):
    if limit > 100:
        raise ValueError("too large")
    x[1:] = 7
    return x


def checked_in_a_branch(x, limit):
    if limit > 10:
        y = x - 10
    elif limit > 0:
        y = x
    else:
        raise ValueError(f"not positive: {limit}")
    return y * 2


def raised_behind_another(x, limit):
    if limit < 2:
        if limit < 0:
            raise ValueError("negative")
        raise IndexError("small")
    return x + limit


def returned_from_a_branch(x, limit):
    w = x
    if limit < 2:
        if x[0] > 1:
            return x * 3
        w = x - 1
    w = w * limit
    w[0] = 9
    return w


def left_or_returned(x, limit):
    for i in range(5):
        x = x * 0.5
        if x[0] < 0.1:
            return x * 2
        y = np.sin(x)
        if y[0] < limit / 9:
            break
    else:
        x = 7 * x
    return x + y


def checked_twice(x, limit):
    if limit < 0:
        raise ValueError("negative")
    if limit > 1000:
        raise OverflowError("large")
    return np.sqrt(x * x + limit)


ENDING = [checked_first, checked_in_a_branch, raised_behind_another, returned_from_a_branch, left_or_returned,
          checked_twice]


def result_of(function, x, limit):
    try:
        return np.asarray(function(x.copy(), limit)).tolist()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function", ENDING, ids=lambda f: f.__name__)
def test_a_function_ends_where_the_user_ends_it(function):
    source, space = recto.jit(function).source("f64[5]", 1.0), {}
    exec(source, space)
    names = {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name)}
    assert not names & {"left", "error"} and "np.int32" not in source and "is_set" not in source
    for x in (np.array([1.0, 0.5, -2.0, 3.0, 4.0]), np.array([5.0, 0.0, 1.0, 1.0, 2.0]), np.full(5, 0.1)):
        for limit in (-1.0, 0.0, 1.0, 3.0, 50.0, 500.0, 5000.0):
            assert result_of(space[function.__name__], x, limit) == result_of(function, x, limit)
