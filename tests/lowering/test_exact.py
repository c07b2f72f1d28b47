"""NaN, infinities, signed zeros and overflow in between are NumPy's: XLA does no algebra with what is computed."""
import random

import numpy as np
import pytest

import recto

EDGE = np.array([0.0, -0.0, 1.0, -1.0, 2.5, -3.0, 1e-200, -1e-200, 1e200, -1e200, 1e300, -1e300, np.nan, np.inf,
                 -np.inf, 1000.0, -1000.0, 1e-8])
X, Y = (side.ravel() for side in np.meshgrid(EDGE, EDGE))
M = np.arange(X.size) % 2 == 0
TINY = np.finfo(float).tiny
EXPRESSIONS = [
    "x * m", "m * x", "x * m.astype(float)", "x * m.astype(int)", "x * np.where(m, 1.0, 0.0)", "x * ~m",
    "(x * m) * (y > 5)",
    "np.sum(x.reshape(-1, 2) * m.reshape(-1, 2), axis=1)", "x.reshape(-1, 2) @ np.array([True, False])",
    "x.reshape(-1, 2) * m[:2]", "m[:2] * x.reshape(-1, 2)", "x[:18, None] * m[None, :18]",
    "x + 0.0", "0.0 + x", "x - 0.0", "x + (-0.0)", "x - (-0.0)", "0.0 - x", "x + 0", "x + np.zeros(x.shape)",
    "np.sum(x.reshape(-1, 1), axis=1)", "np.mean(x.reshape(-1, 1), axis=1)", "np.sum(np.stack([x, x]), axis=0)",
    "x * 10 / 10", "x / 10 * 10", "x * 1e200 * 1e200", "x * 1e200 * 1e-200", "x / 1e200 / 1e200", "x / 1e308",
    "1e200 * x * x",
    "np.square(x * 1e200)", "x + 1e308 + 1e308", "x + 1e16 - 1e16", "(x + 6755399441055744.0) - 6755399441055744.0",
    "x * 0.5 + y * 0.5", "x / y / y", "x / (y / x)", "(x / y) / (y / x)",
    "np.log(np.exp(x))", "np.exp(x) * np.exp(y)", "np.exp(x) * np.exp(-x)", "np.exp(x) / np.exp(y)", "np.exp(x) ** y",
    "np.exp(x) ** 2", "np.log(x ** y)", "np.log(x ** 2.0)", "np.sqrt(x ** 2)", "np.sqrt(x * x)", "(x ** 2.0) ** 0.5",
    "np.where(abs(x) >= 0, 1.0, 2.0)", "np.where(0.0 <= x * x, 1.0, 2.0)", "np.where(np.exp(x) >= -0.0, 1.0, 2.0)",
    "np.where(np.maximum(x, 0.0) >= 0, 1.0, 2.0)", "np.where(~(np.maximum(x, 1.0) >= 0), 1.0, 2.0)",
    "1 / np.sqrt(x ** -2.0)", "np.log(abs(np.exp(x)))", "np.log(np.reshape(np.exp(x), (18, 18)))",
]
SMALL = ["-{}", "abs({})", "np.exp({})", "np.log({})", "np.sqrt({})", "np.square({})", "({} * {c})", "({c} / {})",
         "({} / {c})", "({} + {c})", "({c} - {})", "({} ** {c})", "np.maximum({}, {c})", "(({} > {c}) * 1.0)",
         "np.tanh({})", "np.floor({})"]
LARGE = ["({} * {})", "({} + {})", "({} - {})", "({} / {})", "np.maximum({}, {})", "np.where({} > 0, {}, 0.0)",
         "({} * ({} > 1))"]
NUMBERS = ["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "10.0", "1e200", "1e-200", "0.1", "1e16", "np.inf"]


def assert_same(found, wanted, what):
    """The same numbers to rounding, the same NaN, infinities and signs of zeros; subnormal numbers count as 0."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    with np.errstate(all="ignore"):
        same = (found == wanted) & (np.signbit(found) == np.signbit(wanted)) | np.isnan(found) & np.isnan(wanted)
        near = (wanted != 0) & (abs(found - wanted) <= 1e-12 * abs(wanted)) & np.isfinite(found) & np.isfinite(wanted)
        tiny = (wanted != 0) & (abs(wanted) < TINY) & (abs(found) < TINY)
    places = np.argwhere(~(same | near | tiny))
    assert not places.size, f"{what} at {places[0]}: {found[tuple(places[0])]}, not {wanted[tuple(places[0])]}"


def function(text: str, name: str, folder):
    """The function of this text, in a file of its own."""
    path = folder / f"{name}.py"
    path.write_text("import numpy as np\n\n\n" + text)
    space: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return space["f"]


def assert_as_numpy(f, expressions, *arguments):
    with np.errstate(all="ignore"):
        wanted = f(*arguments)
    for found, right, text in zip(recto.jit(f)(*arguments), wanted, expressions, strict=True):
        assert_same(found, right, text)


def test_xla_does_no_algebra(tmp_path):
    text = f"def f(x, y, m):\n    return ({', '.join(EXPRESSIONS)})\n"
    assert_as_numpy(function(text, "arrays", tmp_path), EXPRESSIONS, X, Y, M)


def test_nor_in_loops(tmp_path):
    chosen = [e for e in EXPRESSIONS if "reshape" not in e and "[" not in e and "astype" not in e and "shape" not in e]
    lines = [f"        {e.replace('~m', '(not m)')}," for e in chosen]
    text = "\n".join(["def f(xs, ys, ms):", f"    out = np.zeros(({len(chosen)}, len(xs)))",
                      "    for k in range(len(xs)):", "        x, y, m = xs[k], ys[k], ms[k]",
                      "        out[:, k] = np.array([", *lines, "        ])", "    return out", ""])
    assert_as_numpy(function(text, "loops", tmp_path), chosen, X, Y, M)


def test_nor_across_functions():
    exp, log, double, half = (lambda x: np.exp(x)), (lambda x: np.log(x)), (lambda x: x * 1e200), (lambda x: x / 1e200)

    def f(x):
        return log(exp(x)), half(double(x)), half(half(x)), log(double(exp(x)))
    assert_as_numpy(f, ("log(exp)", "half(double)", "half(half)", "log(double(exp))"), X)


def random_expression(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice("xy")
    if rng.random() < 0.6:
        text = rng.choice(SMALL).replace("{c}", rng.choice(NUMBERS))
        return f"({text.replace('{}', random_expression(rng, depth - 1))})"
    first = random_expression(rng, depth - 1)
    second = first if rng.random() < 0.25 else random_expression(rng, rng.randrange(depth))
    return f"({rng.choice(LARGE).format(first, second)})"


def plain(text: str, x, y):
    """The value of an expression, and where nothing in between is subnormal or a product that overflows (one that is
    added is not rounded in between)."""
    steps = []
    value = eval(text, {"np": Watched(steps), "x": Number(x, steps), "y": Number(y, steps), "abs": lambda v: v.abs()})
    size = np.abs(np.array([np.broadcast_to(s, x.shape) for s in steps]))
    return value.value, ((size == 0) | (size > 1e-290) & (size < 1e290) | ~np.isfinite(size)).all(axis=0)


class Number:
    """An array that keeps what is computed from it."""
    __array_ufunc__ = None

    def __init__(self, value, steps):
        self.value, self.steps = np.asarray(value), steps
        steps.append(self.value.astype(float))

    def abs(self):
        return Number(abs(self.value), self.steps)

    def __neg__(self):
        return Number(-self.value, self.steps)


def watched(function):
    def call(*operands):
        steps = next(o.steps for o in operands if isinstance(o, Number))
        values = [o.value if isinstance(o, Number) else o for o in operands]
        result = function(*values)
        if function in (np.multiply, np.divide):
            finite = np.isfinite(values[0]) & np.isfinite(values[1])
            steps.append(np.where(finite & np.isinf(result), TINY, 1.0))
        if function is np.maximum:              # of zeros: NumPy's own choice depends on the processor
            steps.append(np.where((values[0] == 0) & (values[1] == 0), TINY, 1.0))
        return Number(result, steps)
    return call


for _name in ("add", "sub", "mul", "truediv", "pow"):
    _ufunc = {"sub": "subtract", "mul": "multiply", "truediv": "divide", "pow": "power"}.get(_name, _name)
    setattr(Number, f"__{_name}__", watched(getattr(np, _ufunc)))
    setattr(Number, f"__r{_name}__", lambda x, y, _name=_name: getattr(Number(y, x.steps), f"__{_name}__")(x))
Number.__gt__ = watched(np.greater)


class Watched:
    """NumPy for such arrays."""
    inf = np.inf

    def __init__(self, steps):
        self.steps = steps

    def __getattr__(self, name):
        return watched(getattr(np, name))


@pytest.mark.parametrize("seed", range(3))
def test_nor_in_random_expressions(seed, tmp_path):
    rng = random.Random(seed)
    expressions = [random_expression(rng, rng.randrange(2, 4)) for _ in range(40)]
    f = function(f"def f(x, y):\n    return ({', '.join(expressions)},)\n", "random", tmp_path)
    for found, text in zip(recto.jit(f)(X, Y), expressions, strict=True):
        with np.errstate(all="ignore"):
            wanted, exact = plain(text, X, Y)
        assert_same(np.broadcast_to(found, X.shape)[exact], np.broadcast_to(wanted, X.shape)[exact], text)


@pytest.mark.parametrize("dtype", ["float32", "float16", "complex128"])
def test_masks_of_every_type(dtype):
    x = np.array([np.nan, np.inf, -np.inf, -0.0, 2.0], dtype)
    mask = np.array([False, False, True, False, True])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(recto.jit(lambda x, m: x * m)(x, mask), x * mask)


def test_a_mask_is_a_choice():
    """As quick as without NaN: nothing is converted, and the array is read once."""
    text = recto.jit(lambda x: np.sum(x * (x > 0.5))).hlo(np.ones(1000))
    assert text.count(" select(") == 1 and " convert(" not in text


@pytest.mark.parametrize("number", [0, 2, 0.5j, 1 + 0j])
def test_complex_numbers_over_a_constant(number):
    """The inverse of complex zero is inf+nanj: a product with it is nan."""
    z = np.array([1 + 1j, -1 + 2j, 0j, 2 + 0j, complex(np.inf, 1), complex(1, np.nan)])
    divisor = np.array(number) if isinstance(number, complex) else number
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(recto.jit(lambda z: z / divisor)(z), z / divisor)


def test_what_follows_from_no_elements_is_computed_by_numpy():
    """XLA folds the angle of a sum of nothing to nan."""
    f = recto.jit(lambda x: (np.angle(x.sum()), np.arctan2(x.real.sum(), x.imag.sum())))
    assert tuple(map(float, f(np.zeros(0, np.complex64)))) == (0.0, 0.0)


NAN = np.float32(np.nan)


@pytest.mark.xla
@pytest.mark.parametrize("f", [
    lambda x: np.exp(np.nan - x), lambda x: np.exp(x * 0 + np.nan), lambda x: np.logaddexp(np.nan, x),
    lambda x: np.exp(-0.5 * ((x - 1) / NAN) ** 2), lambda x: x + np.log1p(np.exp(np.nan - x)),
    lambda x: 1 / (1 + np.exp(NAN * x)),
])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_functions_of_a_constant_nan_are_nan(f, dtype):
    """(XLA's exponential of narrow floats was what lay in memory.)"""
    assert np.isnan(recto.jit(f)(np.array([1.0, 2.0, -np.inf, 0.5], dtype))).all()
