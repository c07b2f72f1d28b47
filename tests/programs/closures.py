"""Functions made of, made by and handed to functions."""
import functools
import operator

import numpy as np

STEP = 1e-3


def central_difference(f, x):
    """A module constant and a function argument."""
    return (f(x + STEP) - f(x - STEP)) / (2 * STEP)


def late_binding(x):
    """A closure sees the newest value of what it closed over."""
    scale = 2.0

    def scaled(y):
        return scale * y

    first = scaled(x)
    scale = 10.0
    return first, scaled(x)


def lambdas_in_loop(x):
    """All of them share the last i, except where a default argument kept it."""
    late = [lambda y: y + i for i in range(3)]
    kept = [lambda y, i=i: y + i for i in range(3)]
    return [f(x) for f in late], [f(x) for f in kept]


def make_polynomial(*coefficients):
    def polynomial(x):
        total = 0
        for c in coefficients:
            total = total * x + c
        return total

    return polynomial


def use_factory(x):
    p, q = make_polynomial(1, -3, 2), make_polynomial(2.0, 0.0)
    return p(x) + q(x) * p(q(x))


def counter_with_nonlocal(x):
    """A nested function that rebinds the outer total inside a loop."""
    total = 0.0
    calls = 0

    def add(value):
        nonlocal total, calls
        if value > 0:
            total += value
        calls += 1

    for value in x:
        add(value)
    return total, calls


def compose(*functions):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), functions)


def pipeline(x):
    return compose(np.exp, lambda v: v - 1, np.abs, lambda v: v.sum())(x)


def damped(t, amplitude=1.0, *, rate=0.5, phase=0.0):
    return amplitude * np.exp(-rate * t) * np.cos(2 * np.pi * t + phase)


def call_styles(t):
    loud = functools.partial(damped, amplitude=3.0)
    slow = functools.partial(damped, rate=0.1)
    options = {"rate": 0.2, "phase": np.pi / 2}
    return damped(t) + loud(t, rate=1.0) + slow(t, 2.0) + damped(t, **options) + damped(*(t, 0.5))


def weighted(*arrays, weights=None, **shifts):
    if weights is None:
        weights = [1.0] * len(arrays)
    total = sum(w * a for w, a in zip(weights, arrays))
    for name, shift in shifts.items():
        total = total + shift if name.startswith("add") else total - shift
    return total


def star_arguments(x):
    return weighted(x, 2 * x) + weighted(x, weights=[3.0], add_one=1.0, less=0.5) + weighted(*[x, x, x])


def nested_recursion(x, depth):
    """The inner function calls itself and reads what surrounds it."""
    def smooth(v, level):
        if level == 0:
            return v
        return smooth((v + np.roll(v, 1)) / 2, level - 1)

    return smooth(x, depth) - x


def map_filter_reduce(x):
    squares = list(map(lambda k: k * k, range(4)))
    odd = list(filter(lambda k: k % 2, squares))
    return functools.reduce(operator.add, [k * x for k in odd]), functools.reduce(operator.mul, [x, x, 2.0])


def dispatch(x, name):
    """A table of functions, looked up by a static string."""
    table = {"relu": lambda v: np.maximum(v, 0), "square": np.square, "negate": operator.neg}
    return table[name](x)


def captured_array(x, rounds):
    """A nested function changes an array of the function around it."""
    history = np.zeros(rounds)

    def record(k):
        history[k] = np.sum(x**2)

    for k in range(rounds):
        x = x * 0.5
        record(k)
    return history


def logged(f):
    """A decorator, applied by hand inside."""
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs) + 1.0

    return wrapper


@logged
def decorated(x, y=2.0):
    return x * y


def iterate(f, n):
    def run(x):
        for _ in range(n):
            x = f(x)
        return x

    return run


def higher_order(x, n):
    """A function of a function of a function; n may be data."""
    halve = lambda v: v / 2  # noqa: E731
    return iterate(halve, n)(x) + iterate(iterate(np.sin, 2), n)(x)


def choose_function(x):
    """Both branches call, and only one is taken."""
    def inside(v):
        return np.sqrt(v)

    def outside(v):
        return -np.sqrt(-v)

    return inside(x) if x >= 0 else outside(x)


def examples():
    rng = np.random.default_rng(16)
    x = rng.normal(size=4)
    yield central_difference, (np.sin, 0.7)
    yield central_difference, (np.exp, x)
    yield late_binding, (3.0,)
    yield late_binding, (x,)
    yield lambdas_in_loop, (x,)
    yield lambdas_in_loop, (1,)
    yield use_factory, (0.3,)
    yield use_factory, (x,)
    yield counter_with_nonlocal, (x,)
    yield counter_with_nonlocal, (np.zeros(0),)
    yield pipeline, (x,)
    yield pipeline, (np.zeros((2, 2)),)
    yield call_styles, (0.25,)
    yield call_styles, (np.linspace(0, 1, 5),)
    yield damped, (0.5, 2.0), {"rate": 0.0}
    yield damped, (np.array([0.1, 0.2], np.float32),), {"phase": 0.5, "amplitude": 2}
    yield star_arguments, (x,)
    yield star_arguments, (2,)
    yield nested_recursion, (x, 2)
    yield nested_recursion, (x, 0)
    yield map_filter_reduce, (x,)
    yield map_filter_reduce, (1.5,)
    for name in ("relu", "square", "negate"):
        yield dispatch, (x, name)
    yield captured_array, (x, 3)
    yield captured_array, (x, 0)
    yield decorated, (x,)
    yield decorated, (3, 4)
    yield higher_order, (x, 3)
    yield higher_order, (x, 0)
    yield choose_function, (4.0,)
    yield choose_function, (-9.0,)
