"""try, except, else, finally and raise: what compiled code does is what Python does, whatever raises."""
from __future__ import annotations

import math
import runpy

import numpy as np
import pytest

import recto

ROWS: list = []
A, SINGULAR = np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([[1.0, 2.0], [2.0, 4.0]])
X = np.array([0.5, -1.5, 2.5])


def row(*arguments):
    """A function, and the arguments of some calls."""
    def enter(function):
        ROWS.append((function, arguments))
        return function
    return enter


@row((A,), (SINGULAR,))
def inverse_or_zeros(p):
    try:
        k = np.linalg.inv(p)
    except np.linalg.LinAlgError:
        k = np.zeros((2, 2))
    return k


@row((A,), (-A,))
def cholesky_with_jitter(p):
    try:
        return np.linalg.cholesky(p)
    except Exception:
        return np.linalg.cholesky(p + 10.0 * np.eye(2))


@row((A, np.ones(2)), (SINGULAR, np.ones(2)))
def solve_or_least_squares(a, b):
    try:
        x = np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        x = np.linalg.pinv(a) @ b
    else:
        x = x + 1.0
    return x


@row((2.0, 0.0), (2.0, 4.0))
def quotient(x, eps):
    try:
        return x / eps
    except ZeroDivisionError:
        return -1.0


@row((0.0, -1.0), (2.0, -1.0), (0.0, 2.0))
def power(x, k):
    try:
        return x ** k
    except ZeroDivisionError:
        return math.inf


@row((7, 0), (7, 2))
def remainder(n, m):
    try:
        r = n % m
    except ZeroDivisionError:
        r = 99
    return r


@row((X,), (X * 100,))
def raises_itself(x):
    try:
        if x[0] > 1.0:
            raise ValueError("large")
        y = x * 2.0
    except ValueError:
        y = x * 0.0
    finally:
        z = 3.0
    return y + z


@row((X, 1), (X, 7), (X, -9))
def element(x, k):
    try:
        return x[k]
    except IndexError:
        return 0.0


@row((X, 1, 0), (X, 7, 0), (X, 1, 2), (X, 0, -3))
def elements_of_a_matrix(x, k, j):
    m = np.stack([x, 2 * x])
    try:
        return m[..., k] + m[None, j, ...][0, k], m[m > 100.0].sum(), m[np.ones((2, 3), bool)[:, :x.shape[0]]].sum()
    except IndexError:
        return m[:, 0], 0.0, 1.0


@row((X, 1), (X, 7))
def writes_an_element(x, k):
    y = x.copy()
    try:
        y[0] = 9.0
        y[k] = 1.0
        y[1] = 7.0
    except IndexError:
        y[2] = -1.0
    return y


@row((X,))
def known_while_compiling(x):
    try:
        return x * x.shape[5]
    except IndexError:
        return x + 1.0


@row(({"a": 1.0},), ({"b": 2.0},))
def missing_key(d):
    try:
        return d["a"]
    except KeyError:
        return 0.0


@row((X,))
def missing_attribute(x):
    try:
        return x.no_such_attribute
    except AttributeError:
        return x * 3.0


@row((0.5,), (-0.5,), (0.0,))
def logarithm(x):
    try:
        return math.log(x)
    except ValueError:
        return -99.0


@row((1.0,), (1000.0,))
def exponential(x):
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


MATHS = {
    "acos(v)", "acosh(v)", "asin(v)", "atan2(v, w)", "atanh(v)", "copysign(v, w)", "cosh(v)", "degrees(v)",
    "dist((v, 0.0), (-v, w))", "erf(v)", "exp(v)", "expm1(v)", "fabs(v)", "fmod(v, w)", "fsum([v, w])", "gamma(v)",
    "hypot(v, w)", "hypot(v, w, 1.0)", "ldexp(v, 5000)", "lgamma(v)", "log(v)", "log10(v)", "log1p(v)", "log2(v)",
    "nextafter(v, w)", "pow(v, w)", "prod([v, w])", "radians(v)", "remainder(v, w)", "sin(v)", "sqrt(v)", "tan(v)",
    "ulp(v + 1)",
}
EDGES = ((1.7e308, 1.7e308), (1.0, 0.0), (0.0, -1.0), (math.inf, -math.inf), (math.nan, 1.0), (-8.0, 1 / 3), (1e4, 2.0))


@pytest.mark.parametrize("text", sorted(MATHS))
def test_functions_of_math_raise_what_python_raises(text, tmp_path):
    """A result that is no number, or infinite, is an exception for some functions and a value for others."""
    path = tmp_path / "caught.py"
    path.write_text(f"""
import math
import runpy

def caught(v, w):
    try:
        return math.{text}, 0
    except ValueError:
        return 0.0, 1
    except OverflowError:
        return 0.0, 2
""")
    caught = runpy.run_path(str(path))["caught"]
    compiled = recto.jit(caught)
    for v, w in EDGES:
        np.testing.assert_allclose(compiled(v, w), caught(v, w), rtol=1e-12, err_msg=f"{v}, {w}")


@row((0.5,), (math.nan,))
def conversion(x):
    try:
        return int(x)
    except ValueError:
        return -1


@row((1.0,), (-1.0,), (0.0,))
def first_that_fits(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = 1.0 / x
    except ZeroDivisionError:
        y = 0.0
    except (ValueError, TypeError):
        y = -1.0
    return y


@row((1.0,), (-1.0,), (0.0,))
def a_bare_handler(x):
    y = 5.0
    try:
        y = 6.0
        if x < 0:
            raise KeyError("k")
        y = 1.0 / x
    except:  # noqa: E722
        y = y * 10.0
    return y


@row((1.0,), (0.0,))
def keeps_what_it_had(x):
    y = 5.0
    try:
        y = 1.0 / x
    except ZeroDivisionError:
        pass
    return y


def helper(x):
    if x > 2.0:
        raise ValueError("too large")
    return 1.0 / x


@row((1.0,), (3.0,), (0.0,))
def raised_in_a_helper(x):
    try:
        y = helper(x) + helper(x + 0.5)
    except ValueError:
        y = -1.0
    except ZeroDivisionError:
        y = -2.0
    return y


@row((1.0,), (-1.0,), (-4.0,))
def nested(x):
    total = 0.0
    try:
        total += 1.0
        try:
            if x < -2.0:
                raise KeyError("inner")
            if x < 0.0:
                raise ValueError("outer")
            total += 10.0
        except KeyError:
            total += 100.0
        total += 1000.0
    except ValueError:
        total -= 5.0
    return total


@row((1.0,), (0.0,), (-1.0,), (-4.0,))
def one_of_several_raised_again(x):
    total = 0.0
    try:
        try:
            if x < -2.0:
                raise KeyError("inner")
            if x < 0.0:
                raise ValueError("outer")
            total = 1.0 / x
        except Exception:
            total += 100.0
            raise
    except ZeroDivisionError:
        total += 1.0
    except ValueError:
        total += 2.0
    except KeyError:
        total += 3.0
    return total


@row((X, 0.7), (X, 0.1))
def in_a_loop(xs, limit):
    found, total = 0, 0.0
    for v in xs:
        try:
            if abs(v) > limit:
                raise ValueError("far")
            total += 1.0 / v
        except ValueError:
            found += 1
            continue
        total += 100.0
    return total + found


@row((X, 3), (X, 0), (X, 5))
def around_a_loop(xs, n):
    total = 0.0
    try:
        for k in range(n):
            total += 1.0 / xs[k]
    except IndexError:
        total = -total
    return total


@row((np.array([4.0, 2.0, 0.0, 1.0]),), (np.array([4.0, 2.0, 3.0, 1.0]),))
def leaves_the_loop(xs):
    total = 0.0
    for v in xs:
        try:
            total += float(10) / float(v)
        except ZeroDivisionError:
            break
    return total


@row((1.0,), (0.0,), (-1.0,))
def finally_counts(x):
    count = 0.0
    try:
        y = 1.0 / x
        if x < 0:
            return y * 100.0 + count
    except ZeroDivisionError:
        y = 7.0
    finally:
        count += 1.0
    return y + count


@row((1.0,), (-1.0,))
def goes_on_to_the_next(x):
    try:
        try:
            if x < 0:
                raise ValueError("a")
            y = 1.0
        except ValueError:
            raise
    except ValueError:
        y = 2.0
    return y


@row((1.0,), (-1.0,))
def another_exception(x):
    try:
        try:
            if x < 0:
                raise ValueError("a")
            y = 1.0
        except ValueError as error:
            raise KeyError("b") from error
    except KeyError:
        y = 3.0
    return y


@row((1.0,), (-1.0,))
def not_caught(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except KeyError:
        y = 3.0
    return y


@row((1.0,), (-1.0,))
def raised_in_the_handler(x):
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except ValueError:
        raise ValueError(f"no: {x:.1f}") from None
    return y


@row((3.0, 10), (0.5, 10), (3.0, 2))
def newton(x, limit):
    y, k = x, 0
    while True:
        try:
            if k >= limit:
                raise RuntimeError("no convergence")
            if y * y - x < 1e-12 and y * y - x > -1e-12:
                break
            y = 0.5 * (y + x / y)
            k += 1
        except RuntimeError:
            return -y
    return y


@row((A, A, 1.0), (np.stack([A, A]), A, 1.0), (np.stack([A, SINGULAR]), A, 1.0), (SINGULAR, A, 3.0),
     (A, SINGULAR, 3.0), (SINGULAR, SINGULAR, -1.0), (SINGULAR, SINGULAR, 3.0))
def solves_in_a_handler(a, b, x):
    try:
        try:
            if x > 2.0:
                raise ValueError("large")
            y = np.linalg.solve(a, np.ones((2, 1))).sum()
        except (ValueError, np.linalg.LinAlgError):
            y = np.linalg.inv(b)[0, 1] * x
    except np.linalg.LinAlgError:
        y = 0.0
    return y


@row((A, 1.0), (A, 3.0), (-A, 3.0), (-A, -1.0))
def factors_in_a_handler_of_a_loop(a, x):
    total = 0.0
    for k in range(3):
        try:
            try:
                if x > k:
                    raise KeyError("k")
            except KeyError:
                total += np.linalg.cholesky(a + k * np.eye(2))[1, 1]
        except np.linalg.LinAlgError:
            total -= 1.0
    return total


@row((X, 0.0, 1.0), (X, 3.0, 1.0), (X, 3.0, 7.0), (X, 3.0, math.nan), (X, math.inf, 0.0), (X, math.nan, math.inf))
def converts_in_a_handler(x, a, b):
    try:
        try:
            y = x[int(a)]
        except (IndexError, OverflowError):
            y = x[int(b)]
    except (IndexError, ValueError, OverflowError):
        y = -1.0
    return y


class Filter:
    def __init__(self):
        self.x, self.failures = np.ones(2), 0

    def update(self, p):
        try:
            self.x = self.x + 1.0
            self.x = np.linalg.inv(p) @ self.x
        except np.linalg.LinAlgError:
            self.failures += 1


def outcome(function, args):
    try:
        return np.asarray(function(*args), float)
    except (ValueError, KeyError) as error:
        return f"{type(error).__name__}: {error}"


def check(function, other, args):
    wanted, found = outcome(function, args), outcome(other, args)
    if isinstance(wanted, str):
        assert found == wanted
    else:
        np.testing.assert_allclose(found, wanted, rtol=1e-12, err_msg=str(args))


@pytest.mark.xla
@pytest.mark.parametrize("function, calls", ROWS, ids=[f.__name__ for f, _ in ROWS])
def test_what_is_caught_is_what_python_catches(function, calls):
    compiled = recto.jit(function)
    for args in calls:
        check(function, compiled, args)


@pytest.mark.parametrize("function, calls", ROWS, ids=[f.__name__ for f, _ in ROWS])
def test_the_printed_source_catches_it_too(function, calls):
    for args in calls:
        exec(recto.jit(function).source(*args), space := {})
        check(function, space[function.__name__], args)


DIFFERENTIABLE = [(quotient, (2.0, 0.0)), (quotient, (2.0, 4.0)), (first_that_fits, (2.0,)), (first_that_fits, (0.0,)),
                  (raised_in_a_helper, (1.0,)), (raised_in_a_helper, (3.0,)), (keeps_what_it_had, (0.5,)),
                  (logarithm, (0.5,)), (logarithm, (0.0,)), (finally_counts, (2.0,)), (finally_counts, (-2.0,)),
                  (newton, (3.0, 10))]


@pytest.mark.xla
@pytest.mark.parametrize("function, args", DIFFERENTIABLE)
def test_gradients_are_those_of_the_path_taken(function, args):
    x, *rest = args
    slope = float(recto.grad(function)(*args))
    steps = (function(x + 1e-6, *rest) - function(x - 1e-6, *rest)) / 2e-6 if x else 0.0
    assert math.isclose(slope, steps, rel_tol=1e-6, abs_tol=1e-6)


@pytest.mark.xla
def test_each_lane_has_its_own_exceptions():
    xs = np.array([1.0, -1.0, 0.0, 4.0])
    with np.errstate(divide="ignore"):              # NumPy's numbers are divided by zero
        wanted = [first_that_fits(x) for x in xs]
    np.testing.assert_allclose(np.asarray(recto.vmap(first_that_fits)(xs)), wanted)


@pytest.mark.xla
def test_state_is_as_far_as_the_body_came():
    plain, model = Filter(), Filter()
    update = recto.jit(model.update)
    for p in (A, SINGULAR, A):
        plain.update(p)
        update(p)
    np.testing.assert_allclose(model.x, plain.x)
    assert model.failures == plain.failures == 1


def doubled(v):
    if v < 0:
        raise ValueError(f"negative: {v}")
    return v * 2


def grows(items, v):
    items.append(doubled(v))
    items.insert(0, doubled(v - 1))


def changes(table, v):
    table.update(a=doubled(v))
    table["b"] = doubled(v - 1)


def grows_if_nothing_is_caught(items, v):
    try:
        items.append(doubled(v))
        items.extend([doubled(v - 1), v])
        items.pop(int(doubled(v - 2)))
    except ValueError as error:
        items[0] = 9.0


def loses_an_item(items, v):
    del items[int(doubled(v)) - 2]


@pytest.mark.xla
@pytest.mark.parametrize("v", [-1.0, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("function, container", [
    (grows, [1.0, 2.0]), (changes, {"a": 1.0, "b": 2.0}), (grows_if_nothing_is_caught, [1.0, 2.0, 3.0, 4.0, 5.0]),
    (loses_an_item, [1.0, 2.0, 3.0])])
def test_containers_of_the_caller_are_as_far_as_python_came(function, container, v):
    wanted, found = container.copy(), container.copy()
    outcomes = []
    for run, given in ((function, wanted), (recto.jit(function), found)):
        try:
            outcomes.append(run(given, v))
        except ValueError as error:
            outcomes.append(str(error).splitlines()[0])
    assert outcomes[0] == outcomes[1] and found == wanted


def test_the_printed_source_has_the_branches():
    text = recto.jit(quotient).source(2.0, 4.0)
    assert "raise" not in text and "if" in text
