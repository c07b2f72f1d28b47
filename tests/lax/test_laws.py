"""Laws of recto.lax: derivatives in both modes, one loop whatever the length, results in place, placed errors."""
import re
import time

import numpy as np
import pytest

import recto
from recto import lax
from recto.runtime import compile
from recto.testing import check_grads
from tests.lowering.harness import copies

RNG = np.random.RandomState(7)
X, Y = RNG.normal(size=5) * 0.5 + 1.0, RNG.normal(size=(4, 5))

# -- derivatives ---------------------------------------------------------------------------------------------

SUMS = lax.GatherDimensionNumbers((1,), (0,), (0,))
INTO = lax.ScatterDimensionNumbers((1,), (0,), (0,))
PLACES = np.array([[2], [0], [2]])
STEPS = {
    "cond": (lambda x: lax.cond(x[0] > 0.5, lambda x: np.sin(x), lambda x: x * x, x), X),
    "switch": (lambda x: lax.switch(2, [lambda x: x, lambda x: 2 * x, lambda x: x * x[0]], x), X),
    "switch by data": (lambda x: lax.switch(np.int64(x[0] * 2), [np.sin, np.cos, np.exp, np.tanh], x), X),
    "while_loop": (lambda x: lax.while_loop(lambda c: np.sum(c) < 30.0, lambda c: c * c + 0.5, x), X),
    "fori_loop": (lambda x: lax.fori_loop(0, 4, lambda i, c: np.sin(c) * x[i] + c, x), X),
    "scan": (lambda x: lax.scan(lambda c, v: (np.sin(c * v), c * v * v), 0.3, x), X),
    "scan reversed": (lambda x: lax.scan(lambda c, v: (np.sin(c * v), c * v * v), 0.3, x, reverse=True), X),
    "scan of rows": (lambda y: lax.scan(lambda c, row: (c * np.cos(row), {"a": c, "b": c @ row}), y[0], y), Y),
    "scan of scans": (lambda y: lax.scan(lambda c, row: lax.scan(lambda d, v: (d * v + 1.0, d * d), c, row), 0.1, y),
                      Y),
    "map": (lambda y: lax.map(lambda row: np.sum(np.exp(row)) * row, y), Y),
    "associative_scan": (lambda x: lax.associative_scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), (x, x * x)), X),
    "dynamic_slice": (lambda x: lax.dynamic_slice(x * x, (np.int64(x[0]),), (3,)), X),
    "dynamic_update_slice": (lambda x: lax.dynamic_update_slice(x * x, np.sin(x[:2]), (np.int64(x[0]),)), X),
    "gather": (lambda y: lax.gather(y * y, PLACES, SUMS, (1, 5)), Y),
    "gather out of range": (lambda y: lax.gather(y * y, PLACES * 3, SUMS, (1, 5), mode="fill", fill_value=0.0), Y),
    "scatter_add": (lambda y: lax.scatter_add(y * y, PLACES, np.sin(y[:3]), INTO), Y),
    "scatter_mul": (lambda y: lax.scatter_mul(y * y, PLACES, np.sin(y[:3]), INTO), Y),
    "top_k": (lambda y: lax.top_k(y * y, 3)[0], Y),
    "sort_key_val": (lambda y: lax.sort_key_val(y, y * y), Y),
    "cumlogsumexp": (lambda x: lax.cumlogsumexp(x), X),
    "cummax": (lambda y: lax.cummax(np.sin(y), axis=1), Y),
    "dot_general": (lambda y: lax.dot_general(y, y * y, (((1,), (1,)), ((), ()))), Y),
    "clamp": (lambda y: lax.clamp(-0.3, y, 0.7), Y),
    "logistic": (lax.logistic, X),
    "rsqrt": (lax.rsqrt, X),
    "reduce": (lambda x: lax.reduce(x, 1.0, lambda a, b: a * np.sin(b), (0,)), X),
    "reduce_window sum": (lambda y: lax.reduce_window(y * y, 0.0, lax.add, (2, 3), (1, 2), "SAME"), Y),
    "reduce_window max": (lambda y: lax.reduce_window(y * y, -np.inf, lax.max, (2, 2), (2, 1), "VALID"), Y),
    "ragged_dot": (lambda y: lax.ragged_dot(y, np.stack([y.T @ y, y.T @ y + 1.0]), np.array([1, 2])), Y),
    "index_take": (lambda y: lax.index_take(y * y, (np.array([1, -1]),), (1,)), Y),
    "unstack": (lambda y: lax.unstack(y * y)[1], Y),
    "triangular_solve": (lambda y: lax.linalg.triangular_solve(y[:, :4] + 3 * np.eye(4), y, left_side=True), Y),
    "patches": (lambda y: lax.conv_general_dilated_patches((y * y)[None, :2, :], (2,), (1,), "SAME"), Y),
    "reduce_window": (lambda y: lax.reduce_window(y, 1.0, lambda a, b: a * b, (2, 2), (2, 1), "VALID"), Y),
}
LONG = "associative_scan", "cumlogsumexp"        # programs, where the second order is nothing new
NHWC = ("NHWC", "HWIO", "NHWC")
CONVOLUTIONS = {
    "plain": ((2, 3, 7), (4, 3, 3), dict(window_strides=(2,), padding="SAME")),
    "dilated": ((1, 2, 6), (3, 2, 2),
                dict(window_strides=(1,), padding=((2, 1),), lhs_dilation=(2,), rhs_dilation=(3,))),
    "cut": ((1, 2, 8), (3, 2, 2), dict(window_strides=(2,), padding=((-1, -2),))),
    "channels last": ((2, 5, 4, 3), (3, 2, 3, 2), dict(window_strides=(2, 1), padding="SAME", dimension_numbers=NHWC)),
    "groups": ((2, 4, 6), (6, 2, 3), dict(window_strides=(1,), padding="VALID", feature_group_count=2)),
    "groups of the batch": ((4, 2, 6), (6, 2, 3), dict(window_strides=(1,), padding="SAME", batch_group_count=2)),
}


@pytest.mark.parametrize("name", STEPS)
def test_derivatives(name):
    function, x = STEPS[name]
    check_grads(function, (x,), order=2 if x.ndim == 1 and name not in LONG else 1)


@pytest.mark.parametrize("name", CONVOLUTIONS)
def test_derivatives_of_convolutions(name):
    x_shape, w_shape, options = CONVOLUTIONS[name]
    check_grads(lambda x, w: lax.conv_general_dilated(x, w, **options),
                (RNG.normal(size=x_shape), RNG.normal(size=w_shape)), order=1)


def test_derivative_of_conv_transpose():
    options = dict(strides=(2, 1), padding="SAME", transpose_kernel=True)
    args = RNG.normal(size=(1, 3, 4, 2)), RNG.normal(size=(3, 2, 3, 2))
    check_grads(lambda x, w: lax.conv_transpose(x, w, **options), args, order=1)


def test_derivatives_of_loops_of_dynamic_length():
    power = lambda n, x: lax.fori_loop(0, n, lambda i, c: np.sin(c * x), x)
    scanned = lambda n, x: lax.scan(lambda c, _: (np.sin(c * x), None), x, None, length=n)[0]
    for function in (power, scanned):
        check_grads(function, (3, X), order=1)
    assert "n: int64" in recto.jit(scanned).source(3, X)        # it is no constant


# -- loops stay loops ----------------------------------------------------------------------------------------

def running(xs):
    return lax.scan(lambda total, x: (total + x, np.sin(total)), 0.0, xs)


def test_a_scan_is_one_loop():
    texts = [re.sub(" *#.*", "", str(recto.jit(running).program(np.ones(n)))) for n in (10, 1000)]
    assert texts[0].replace("10", "1000") == texts[1]
    assert texts[0].count("prim.fori_loop") == 1


def test_what_a_scan_prints():
    source = recto.jit(running).source("f64[9]")
    assert re.sub(r" *#.*", "", source[source.index("def"):]) == """def running(xs):
    carry = 0.0
    ys = np.zeros_like(xs)
    for k in range(9):
        y = np.sin(carry)
        ys[k] = y
        carry += xs[k]
    return carry, ys"""


def test_time_to_compile_does_not_grow():
    def seconds(n):
        begin = time.perf_counter()
        recto.jit(lambda xs: running(xs)).lower(np.ones(n)).compile()
        return time.perf_counter() - begin
    short, long = (min(seconds(n + k) for k in range(3)) for n in (10, 1_000_000))
    assert long < 3 * short + 0.2


IN_PLACE = {
    "scan": lambda xs: lax.scan(lambda c, x: (c + x, np.sin(x)), 0.0, xs),
    "scan of rows": lambda xs: lax.scan(lambda c, x: (c * x, (c + x, c)), np.ones(200), np.ones((300, 200)) * xs[:200]),
    "reversed": lambda xs: lax.scan(lambda c, x: (c + x, c * x), 0.0, xs, reverse=True),
    "map": lambda xs: lax.map(lambda x: np.sin(x) * 2.0, xs),
    "update": lambda xs: lax.fori_loop(
        0, 999, lambda i, c: lax.dynamic_update_index_in_dim(c, c[i] + 1.0, i + 1, 0), xs),
    "update of a window": lambda xs: lax.fori_loop(
        0, 900, lambda i, c: lax.dynamic_update_slice(c, lax.dynamic_slice(c, (i,), (3,)) * 2.0, (i + 5,)), xs),
    "scatter": lambda xs: lax.fori_loop(
        0, 900, lambda i, c: lax.scatter_add(c, np.array([[1], [5]]) + i, xs[:2], lax.ScatterDimensionNumbers(
            (), (0,), (0,))), xs),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_results_are_written_in_place(name):
    text = recto.jit(IN_PLACE[name]).stablehlo(np.ones(1000))
    assert copies(compile(text), 8000) == 0         # the size of xs; the stacked results are larger


def test_carried_arrays_of_the_caller_stay():
    start = np.zeros(3)
    lax.fori_loop(0, 3, lambda i, c: lax.dynamic_update_index_in_dim(c, 1.0, i, 0), start)
    recto.jit(lambda s: lax.fori_loop(0, 3, lambda i, c: lax.dynamic_update_index_in_dim(c, 1.0, i, 0), s))(start)
    assert not start.any()


# -- structures, numbers, branches ---------------------------------------------------------------------------

def test_numbers_take_the_dtype_of_what_they_meet():
    xs = np.ones(3, np.float32)
    total, rows = recto.jit(lambda xs: lax.scan(lambda c, x: (c + x, c), 0, xs))(xs)
    assert (total.dtype, rows.dtype) == (np.float32, np.float32)
    assert recto.jit(lambda x: lax.fori_loop(0, 2, lambda i, c: c * x, 1.0))(np.float32(2)).dtype == np.float32


def test_functions_are_read_like_all_code():
    def step(state, x):
        if x > 1.0:                         # an if, a loop, a write
            state = state + x
        row = np.zeros(3)
        for k in range(3):
            row[k] = x * k
        return state, row
    for run in (lambda f: f, recto.jit):
        total, rows = run(lambda xs: lax.scan(step, 0.0, xs))(np.array([0.5, 2.0]))
        assert total == 2.0 and np.array_equal(rows, [[0.0, 0.5, 1.0], [0.0, 2.0, 4.0]])


def test_only_the_chosen_branch_runs():
    seen = []
    lax.cond(False, lambda: seen.append("then"), lambda: seen.append("else"))
    assert seen == ["else"]


def test_python_runs_where_jit_is_disabled():
    with recto.disable_jit():
        assert recto.jit(lambda x: lax.fori_loop(0, 3, lambda i, c: c + i, x))(1) == 4


def test_loops_of_mixed_arrays_outside_compiled_code():
    xs = recto.device_put(np.arange(3.0))
    total, rows = lax.scan(lambda c, x: (c + x, c), 0.0, xs)
    assert total == 3.0 and isinstance(rows, recto.Array) and rows.tolist() == [0.0, 0.0, 1.0]


# -- errors --------------------------------------------------------------------------------------------------

def changes_shape(x):
    return lax.fori_loop(0, 3, lambda i, c: c[:-1], x)   # E: carry is f64[5] at entry and f64[4] after


def changes_dtype(x):
    return lax.while_loop(lambda c: np.sum(c) < 9, lambda c: c.astype(np.float32), x)  # E: f64[5] at entry and f32


def changes_structure(x):
    return lax.scan(lambda c, v: ({"a": c["a"]}, v), {"a": x, "b": x}, x)   # E: and {'a': f64[5]}


def changes_number(x):
    return lax.fori_loop(0, 3, lambda i, c: c + x, 0.0)   # E: carry is f64[] weak at entry and f64[5] after


def changes_inside(x):
    return lax.scan(lambda c, v: ((c[0], c[1] + x), v), (x, 1.0), x)      # E: carry[1] is f64[] weak first


def no_pair(x):
    return lax.scan(lambda c, v: c + v, 0.0, x)                             # E: must return a pair (carry, y)


def lengths_differ(x):
    return lax.scan(lambda c, v: (c, c), 0.0, (x, x[1:]))                   # E: different leading sizes: f64[5], f64[4]


def nothing_to_scan(x):
    return lax.scan(lambda c, v: (c, c), x)                                 # E: neither xs nor length


def number_in_xs(x):
    return lax.scan(lambda c, v: (c, c), 0.0, (x, 1.0))                     # E: got a number


def branches_differ(x):
    return lax.cond(x[0] > 0, lambda: (x, x), lambda: x)             # E: the result is (f64[5], f64[5]) or f64[5]


def cases_differ(x):
    return lax.switch(np.int64(x[0]), [lambda: x, lambda: x, lambda: x[0]])  # E: the result is f64[5] or f64[]


def sizes_differ(x):
    return lax.associative_scan(lambda a, b: a, (x, x[1:]))                 # E: different sizes along axis 0: [5, 4]


def window_too_large(x):
    return lax.dynamic_slice(x, (0,), (6,))           # E: a window of [6] does not fit into f64[5]


def padding_unknown(x):
    return lax.conv(x[None, None], x[None, None], (1,), "SOME")             # E: unknown padding 'SOME'


def dtypes_differ(x):
    return lax.concatenate([x, x.astype(np.float32)], 0)                    # E: requires operands of one dtype


REFUSED = [changes_shape, changes_dtype, changes_structure, changes_number, changes_inside, no_pair, lengths_differ,
           nothing_to_scan, number_in_xs, branches_differ, cases_differ, sizes_differ, window_too_large,
           padding_unknown, dtypes_differ]


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_refused_where_marked(function):
    first = function.__code__.co_firstlineno
    with open(__file__) as file:
        line = file.readlines()[first]
    with pytest.raises((recto.CompileError, TypeError)) as caught:
        recto.jit(function)(X)
    text = str(caught.value)
    assert line.split("# E: ")[1].strip() in text
    if isinstance(caught.value, recto.CompileError):
        assert f"line {first + 1}, in {function.__name__}" in text and "recto/lax" not in text


@pytest.mark.parametrize("function", [changes_shape, changes_dtype, changes_structure, changes_number, lengths_differ,
                                      nothing_to_scan, number_in_xs, sizes_differ], ids=lambda f: f.__name__)
def test_refused_outside_compiled_code(function):
    with pytest.raises(TypeError):
        function(X)


def test_errors_in_a_body_are_placed_there():
    def body(i, c):
        return c + np.ones(3)
    with pytest.raises(recto.CompileError, match=r"in body\n.*\n.*\n.*in place\n") as caught:
        def place(x):
            return lax.fori_loop(0, 3, body, x)
        recto.jit(place)(X)
    assert "_control.py" not in str(caught.value)


def test_static_arguments_may_be_lists():
    assert lax.pad(X, 0.0, [[1, 0, 0]]).shape == (6,)
    assert lax.dynamic_slice(X, [1], np.array([2])).shape == (2,)
    assert recto.jit(lambda x: lax.pad(x, 0.0, [[1, 0, 0]]))(X).shape == (6,)


# -- with other transformations ------------------------------------------------------------------------------

BATCHED = {
    "scan": lambda x: lax.scan(lambda c, v: (c * v + 1.0, np.sin(c)), 0.5, x)[1],
    "while_loop": lambda x: lax.while_loop(lambda v: np.sum(v) < 30.0, lambda v: v * v + 1.0, x),
    "cond": lambda x: lax.cond(x[0] > 0.0, lambda: x * 2.0, lambda: x - 1.0),
    "switch": lambda x: lax.switch(np.int64(x[0] * 2), [np.sin, np.cos, np.tanh], x),
    "associative_scan": lambda x: lax.associative_scan(np.multiply, x),
    "top_k": lambda x: lax.top_k(x, 2)[0],
    "dynamic_slice": lambda x: lax.dynamic_slice(x, (np.int64(x[0]),), (2,)),
    "conv": lambda x: lax.conv(x[None, None], x[None, None, :3], (1,), "SAME")[0, 0],
}


@pytest.mark.parametrize("name", BATCHED)
def test_batch_is_a_loop(name):
    function = BATCHED[name]
    np.testing.assert_allclose(recto.vmap(function)(Y), [function(row) for row in Y], rtol=1e-12)


def test_a_body_may_write_what_it_carries_and_what_is_outside():
    def both(xs):
        log, start = np.zeros(4), np.zeros(2)

        def step(carry, x):
            log[int(x)] = carry[0]
            carry[0] += x
            return carry, carry[0]
        last, rows = lax.scan(step, start, xs)
        return last, rows, log, start
    for run in (both, recto.jit(both)):
        last, rows, log, start = run(np.arange(4.0))
        assert [list(map(float, v)) for v in (last, rows, log, start)] == \
            [[6.0, 0.0], [0.0, 1.0, 3.0, 6.0], [0.0, 0.0, 1.0, 3.0], [6.0, 0.0]]


def test_a_body_may_raise():
    def step(carry, x):
        if x > 2.0:
            raise ValueError("too large")
        return carry + x, carry
    for run in (lambda f: f, recto.jit):
        with pytest.raises(ValueError, match="too large"):
            recto.block_until_ready(run(lambda xs: lax.scan(step, 0.0, xs))(np.arange(4.0)))


class Filter:
    def __init__(self, rate):
        self.rate = rate

    def step(self, mean, x):
        return mean * self.rate + x, mean


@pytest.mark.parametrize("step", [Filter(0.5).step, recto.jit(lambda c, x: (c * 0.5 + x, c))], ids=["method", "jit"])
def test_kinds_of_functions(step):
    for run in (lambda f: f, recto.jit):
        last, means = run(lambda xs: lax.scan(step, 0.0, xs))(np.array([1.0, 2.0, 4.0]))
        assert last == 5.25 and np.array_equal(means, [0.0, 1.0, 2.5])


def test_derivatives_inside_of_loops():
    cubes = recto.jit(lambda xs: lax.map(recto.grad(lambda v: v ** 3), xs))
    assert np.array_equal(cubes(np.arange(3.0)), [0.0, 3.0, 12.0])


# -- what JAX does not have, or keeps elsewhere --------------------------------------------------------------

@pytest.mark.parametrize("reduction, function, start", [
    (lax.reduce_window_sum, np.add, 0.0), (lax.reduce_window_max, np.maximum, -np.inf),
    (lax.reduce_window_min, np.minimum, np.inf)], ids=["sum", "max", "min"])
def test_reductions_of_windows_by_name(reduction, function, start):
    where = (2, 3), (1, 2), "SAME"
    elements = lax.window_elements(Y, start, *where)
    assert len(elements) == 6
    total = np.asarray(elements[0])
    for element in elements[1:]:
        total = function(total, np.asarray(element))
    np.testing.assert_allclose(reduction(Y, *where), total, rtol=1e-12)
    np.testing.assert_allclose(lax.reduce_window(Y, start, function, *where), total, rtol=1e-12)


def test_options_by_their_enumerations():
    clip, fill = lax.GatherScatterMode.CLIP, lax.GatherScatterMode.FILL_OR_DROP
    far = np.array([[9]])
    assert np.array_equal(lax.gather(Y, far, SUMS, (1, 5), mode=clip), Y[-1:])
    assert np.isnan(lax.gather(Y, far, SUMS, (1, 5), mode=fill)).all()
    halves = np.array([0.5, 2.5])
    assert lax.round(halves, lax.RoundingMethod.AWAY_FROM_ZERO).tolist() == [1.0, 3.0]
    assert lax.round(halves, lax.RoundingMethod.TO_NEAREST_EVEN).tolist() == [0.0, 2.0]
    np.testing.assert_allclose(lax.dot(Y, Y.T, precision=lax.Precision.HIGHEST), Y @ Y.T, rtol=1e-12)


def test_dimension_numbers():
    numbers = lax.conv_dimension_numbers((2, 5, 4, 3), (3, 2, 3, 2), NHWC)
    assert numbers == lax.ConvDimensionNumbers((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2))
    x, w = RNG.normal(size=(2, 5, 4, 3)), RNG.normal(size=(3, 2, 3, 2))
    one, other = (lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=n) for n in (numbers, NHWC))
    assert np.array_equal(one, other)


# -- implicit functions --------------------------------------------------------------------------------------


def newton(f, x):
    for _ in range(30):
        x = x - f(x) / recto.grad(lambda v: f(v))(x)
    return x


def test_derivatives_of_roots_are_those_of_the_implicit_function():
    root = lambda a: lax.custom_root(lambda x: x ** 3 - a, 1.0, newton, lambda g, y: y / g(1.0))
    a = 5.0
    np.testing.assert_allclose(root(a), a ** (1 / 3), rtol=1e-12)
    np.testing.assert_allclose(recto.grad(root)(a), a ** (-2 / 3) / 3, rtol=1e-12)
    np.testing.assert_allclose(recto.grad(recto.grad(root))(a), -2 / 9 * a ** (-5 / 3), rtol=1e-10)
    np.testing.assert_allclose(recto.jvp(root, (a,), (1.0,))[1], a ** (-2 / 3) / 3, rtol=1e-12)


def test_the_steps_of_a_solver_are_not_differentiated():
    """Those of bisection have derivative 0."""
    def bisected(f, x):
        low, high = 0.0 * x, 10.0 + 0.0 * x
        for _ in range(50):
            x = (low + high) / 2
            low, high = np.where(f(x) < 0, x, low), np.where(f(x) < 0, high, x)
        return x, 50
    root = lambda a: lax.custom_root(lambda x: x * x - a, 1.0, bisected, lambda g, y: y / g(1.0), has_aux=True)
    assert root(4.0)[1] == 50
    np.testing.assert_allclose(recto.grad(lambda a: root(a)[0])(4.0), 0.25, rtol=1e-9)


def test_derivatives_of_linear_solutions():
    a, b = RNG.normal(size=(3, 3)) + 4 * np.eye(3), RNG.normal(size=3)
    def jacobi(matvec, y):
        x = 0.0 * y
        for _ in range(200):
            x = x + 0.2 * (y - matvec(x))
        return x
    solved = lambda a, b: np.sum(lax.custom_linear_solve(lambda x: a @ x, b, jacobi) ** 2)
    exact = lambda a, b: np.sum(np.linalg.solve(a, b) ** 2)
    for argnums in (0, 1):
        np.testing.assert_allclose(recto.grad(solved, argnums)(a, b), recto.grad(exact, argnums)(a, b), rtol=1e-8)
    np.testing.assert_allclose(recto.hessian(solved, 1)(a, b), recto.hessian(exact, 1)(a, b), rtol=1e-7, atol=1e-10)
    pair = lax.custom_linear_solve(lambda x: a @ x, b, lambda f, y: (np.linalg.solve(a, y), 7), has_aux=True)
    assert pair[1] == 7 and np.allclose(a @ pair[0], b)


def test_a_type_is_not_cast():
    assert lax.pcast(Y, "i", to="varying") is Y


@pytest.mark.parametrize("shape", [(4, 4), (6, 3)])
def test_reflectors_give_the_factor(shape):
    x = RNG.normal(size=shape)
    packed, taus = np.linalg.qr(x, "raw")
    a = packed.T.copy()
    q = lax.linalg.householder_product(a, taus)
    np.testing.assert_allclose(q @ np.triu(a[:shape[1]]), x, atol=1e-12)
    c = RNG.normal(size=(shape[0], 2))
    turned = lax.linalg.ormqr(a, taus, c, transpose=True)
    np.testing.assert_allclose(lax.linalg.ormqr(a, taus, turned), c, atol=1e-12)
    np.testing.assert_allclose(lax.linalg.ormqr(a, taus, c.T, left=False), turned.T, atol=1e-12)


def test_the_upper_half_of_products_is_python_s():
    for dtype in (np.int64, np.uint64):
        info = np.iinfo(dtype)
        pairs = [(info.min, info.min), (info.max, info.min), (info.max, info.max), (-1 if info.min else 1, 3), (0, 5)]
        x, y = (np.array([p[k] for p in pairs], dtype) for k in (0, 1))
        assert lax.mulhi(x, y).tolist() == [(int(a) * int(b)) >> 64 for a, b in zip(x, y)]


def test_formats_of_floats_are_those_of_ml_dtypes():
    import ml_dtypes
    x = RNG.normal(size=200) * 10.0 ** RNG.uniform(-3, 3, 200)
    for bits, dtype in (((8, 7), ml_dtypes.bfloat16), ((5, 10), np.float16)):
        wanted = x.astype(np.float32).astype(dtype).astype(np.float32)
        wanted = np.where(abs(wanted) < float(ml_dtypes.finfo(dtype).tiny), 0.0, wanted)     # XLA keeps normal numbers
        np.testing.assert_array_equal(lax.reduce_precision(x.astype(np.float32), *bits), wanted)
