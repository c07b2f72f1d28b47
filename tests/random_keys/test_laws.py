"""What holds of every stream: it depends on the key and the place alone; shapes, errors and printed source."""
import warnings

import numpy as np
import pytest
import recto
from recto import transform
from recto.transform import Argument, CompileError, Type
from recto.transform.passes.vectorize.batch import batch

random = recto.random
KEY = np.array([3, 5], np.uint32)
VECTOR = np.array([0.3, 1.0, 6.0])
DRAWS = {
    "key": lambda key: random.key(17) + 0 * key,
    "split": lambda key: random.split(key, 3),
    "fold_in": lambda key: random.fold_in(key, 11),
    "bits": lambda key: random.bits(key, (2, 3)),
    "bits_16": lambda key: random.bits(key, (5,), np.uint16),
    "uniform": lambda key: random.uniform(key, (2, 3), minval=-1.0, maxval=2.0),
    "uniform_half": lambda key: random.uniform(key, (2, 3), np.float16),
    "one_number": lambda key: random.uniform(key),
    "randint": lambda key: random.randint(key, (4,), -3, 9),
    "randint_short": lambda key: random.randint(key, (4,), -128, 128, np.int8),
    "normal": lambda key: random.normal(key, (2, 3)),
    "normal_complex": lambda key: random.normal(key, (3,), np.complex128),
    "truncated_normal": lambda key: random.truncated_normal(key, -VECTOR, VECTOR),
    "exponential": lambda key: random.exponential(key, (3,)),
    "laplace": lambda key: random.laplace(key, (3,)),
    "logistic": lambda key: random.logistic(key, (3,)),
    "cauchy": lambda key: random.cauchy(key, (3,)),
    "gumbel": lambda key: random.gumbel(key, (3,), mode="high"),
    "gamma": lambda key: random.gamma(key, VECTOR),
    "loggamma": lambda key: random.loggamma(key, VECTOR),
    "beta": lambda key: random.beta(key, VECTOR, 2.0),
    "dirichlet": lambda key: random.dirichlet(key, VECTOR),
    "poisson": lambda key: random.poisson(key, 30 * VECTOR),
    "multivariate_normal": lambda key: random.multivariate_normal(key, VECTOR, np.eye(3), method="eigh"),
    "orthogonal": lambda key: random.orthogonal(key, 3),
    "bernoulli": lambda key: random.bernoulli(key, 0.4, (7,)),
    "rademacher": lambda key: random.rademacher(key, (7,)),
    "categorical": lambda key: random.categorical(key, np.log(VECTOR), shape=(4,)),
    "choice": lambda key: random.choice(key, VECTOR, (2,), p=VECTOR / 7.3),
    "permutation": lambda key: random.permutation(key, 6),
}


def program_of(draw):
    """The program of a draw, and its arguments: global arrays come first."""
    reading = transform.read(draw, [Argument(Type(KEY.dtype, (2,)), True, "key", (0,))], {})
    return transform.optimise(reading.program), [*map(transform.fetch, reading.captures), KEY]


@pytest.mark.parametrize("name", DRAWS)
def test_compiled_interpreted_and_eager_values_agree_xla(name):
    """The NumPy interpreter is another machine: words and integers are the same, floats to rounding."""
    eager = np.asarray(DRAWS[name](KEY))
    compiled = np.asarray(recto.jit(DRAWS[name])(KEY))
    program, arguments = program_of(DRAWS[name])
    interpreted = np.asarray(transform.evaluate(program, *arguments)[0])
    assert eager.dtype == compiled.dtype == interpreted.dtype
    for values in (compiled, interpreted):
        if eager.dtype.kind in "iub":
            assert np.array_equal(values, eager)
        else:
            np.testing.assert_allclose(values, eager, rtol=1e-12 if eager.dtype.itemsize > 4 else 1e-3, atol=1e-14)


@pytest.mark.parametrize("name", DRAWS)
def test_printed_source_gives_the_same_values(name):
    program, arguments = program_of(DRAWS[name])
    space = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(transform.numpy_source(program), space)
        printed = np.asarray(space[program.name](*arguments))
    assert np.array_equal(printed, transform.evaluate(program, *arguments)[0])


@pytest.mark.parametrize("name", DRAWS)
def test_programs_read_back(name):
    program, _ = program_of(DRAWS[name])
    assert transform.read_source(str(program)) == program


def test_a_value_depends_on_its_place_alone_xla():
    long = np.asarray(random.normal(KEY, (12,)))
    assert np.array_equal(random.normal(KEY, (5,)), long[:5])
    assert np.array_equal(random.normal(KEY, (3, 4)), long.reshape(3, 4))
    assert np.array_equal(random.split(KEY, 3), np.asarray(random.split(KEY, 7))[:3])


def test_a_sample_depends_on_its_own_parameter_alone_xla():
    """Though by rejection all elements are tried until the last one has its value."""
    both = np.asarray(random.gamma(KEY, np.array([0.4, 3.0])))
    assert np.array_equal(random.gamma(KEY, np.array([0.4, 11.0]))[0], both[0])
    assert np.array_equal(random.gamma(KEY, np.array([25.0, 3.0]))[1], both[1])
    counts = np.asarray(random.poisson(KEY, np.linspace(0.5, 60.0, 200)))
    for k in (3, 90, 199):
        others = np.linspace(45.0, 0.5, 200)
        others[k] = np.linspace(0.5, 60.0, 200)[k]
        assert np.array_equal(random.poisson(KEY, others)[k], counts[k])


@pytest.mark.parametrize("device", recto.devices(), ids=str)
def test_the_same_on_every_device_xla(device):
    draw = lambda key: (random.bits(key, (5,)), random.normal(key, (5,)))
    for values, expected in zip(recto.jit(draw, device=device)(KEY), draw(KEY)):
        assert np.array_equal(values, expected)


def test_keys_in_loops_xla():
    @recto.jit
    def walk(key, steps):
        position = 0.0
        for i in range(steps):
            key, sub = random.split(key)
            position += random.normal(sub) + random.uniform(random.fold_in(key, i))
        return position

    key, expected = KEY, 0.0
    for i in range(6):
        key, sub = random.split(key)
        expected += float(random.normal(sub)) + float(random.uniform(random.fold_in(key, i)))
    assert abs(float(walk(KEY, 6)) - expected) < 1e-12


def test_a_shape_may_be_an_argument_xla():
    draw = recto.jit(lambda key, n: random.normal(key, (n, 2)))
    assert draw(KEY, 3).shape == (3, 2)
    assert draw(KEY, 4).shape == (4, 2)


def test_parameters_broadcast_xla():
    assert random.uniform(KEY, (2, 3), minval=np.zeros(3), maxval=np.ones((2, 1))).shape == (2, 3)
    assert random.gamma(KEY, VECTOR, (2, 3)).shape == (2, 3)
    assert random.beta(KEY, VECTOR, np.ones((2, 1))).shape == (2, 3)
    assert random.dirichlet(KEY, np.ones((4, 3))).shape == (4, 3)
    assert random.dirichlet(KEY, VECTOR, (2, 4)).shape == (2, 4, 3)
    assert random.poisson(KEY, VECTOR, (2, 3)).shape == (2, 3)
    assert random.truncated_normal(KEY, -1.0, VECTOR).shape == (3,)
    assert random.multivariate_normal(KEY, np.zeros((4, 1, 2)), np.stack([np.eye(2)] * 3)).shape == (4, 3, 2)
    assert random.multivariate_normal(KEY, np.zeros(2), np.eye(2), (5,)).shape == (5, 2)
    assert random.categorical(KEY, np.zeros((2, 5, 3)), axis=1).shape == (2, 3)
    assert random.categorical(KEY, np.zeros((2, 3)), shape=(6, 2)).shape == (6, 2)
    assert random.orthogonal(KEY, 3, (2,), m=2).shape == (2, 3, 2)
    assert random.choice(KEY, np.zeros((4, 5)), (2, 3), axis=1).shape == (4, 2, 3)


def test_empty_draws_xla():
    assert random.normal(KEY, (0, 3)).shape == (0, 3)
    assert random.gamma(KEY, np.zeros(0)).shape == (0,)
    assert random.split(KEY, 0).shape == (0, 2)
    assert random.choice(KEY, np.arange(3), (0,)).shape == (0,)
    assert random.permutation(KEY, 0).shape == (0,)


def test_permutations_along_axes_xla():
    x = np.arange(12).reshape(3, 4)
    rows, columns = (np.asarray(random.permutation(KEY, x, axis)) for axis in (0, 1))
    assert sorted(map(tuple, rows)) == sorted(map(tuple, x))
    assert sorted(map(tuple, columns.T)) == sorted(map(tuple, x.T))
    mixed = np.asarray(random.permutation(KEY, x, 1, independent=True))
    assert np.array_equal(np.sort(mixed, 1), x)
    assert len({tuple(row - row.min()) for row in mixed}) > 1


REFUSED = [
    (lambda: random.normal(np.zeros(2)), "normal needs a key, which is u32[2], not f64[2]"),
    (lambda: random.normal(random.split(KEY)), "normal needs one key, u32[2], not an array of keys u32[2,2]"),
    (lambda: random.key(1.5), "a seed is an integer, not f64[]"),
    (lambda: random.fold_in(KEY, np.arange(3)), "fold_in takes one integer, not i64[3]"),
    (lambda: random.uniform(KEY, (2,), int), "uniform gives floats, not int64"),
    (lambda: random.bits(KEY, (2,), int), "bits are unsigned integers, not int64"),
    (lambda: random.randint(KEY, (2,), 0, 3, float), "randint gives integers, not float64"),
    (lambda: random.poisson(KEY, 3.0, dtype=float), "poisson gives integers, not float64"),
    (lambda: random.normal(KEY, (-1,)), "negative dimensions are not allowed: (-1,)"),
    (lambda: random.gamma(KEY, VECTOR, (2,)), "gamma: parameters f64[3] do not broadcast to the shape (2,)"),
    (lambda: random.beta(KEY, VECTOR, np.ones(2)), "beta: parameters f64[3] and f64[2] do not broadcast"),
    (lambda: random.gamma(KEY, VECTOR, (1,)), "gamma: parameters f64[3] do not broadcast to the shape (1,)"),
    (lambda: random.bernoulli(KEY, 1), "bernoulli takes probabilities that are floats, not i64[]"),
    (lambda: random.choice(KEY, 3, (5,), replace=False), "5 draws without replacement from 3 elements"),
    (lambda: random.choice(KEY, 3, (5,), p=VECTOR[:2]), "choice needs a probability for each of 3 elements, not f64"),
    (lambda: random.categorical(KEY, VECTOR, shape=(4,), replace=False), "4 draws without replacement from 3"),
    (lambda: random.categorical(KEY, np.eye(2, 3), shape=(3,)), "categorical: f64[2,3] has no rows for the shape"),
    (lambda: random.multivariate_normal(KEY, VECTOR, np.eye(2)), "a mean f64[3] does not go with a covariance f64"),
    (lambda: random.dirichlet(KEY, 1.0), "dirichlet needs a vector of parameters, not f64[]"),
    (lambda: random.gumbel(KEY, mode="fast"), "gumbel: mode is 'low' or 'high', not 'fast'"),
    (lambda: random.wrap_key_data(VECTOR), "wrap_key_data takes keys, u32[..., 2], not f64[3]"),
    (lambda: random.permutation(KEY, 2.5), "permutation takes an array, or an integer for a range, not f64[]"),
    (lambda: random.normal(KEY, (2 ** 17, 2 ** 17)), "17179869184 random values at once"),
]


@pytest.mark.parametrize("draw, message", REFUSED, ids=[m for _, m in REFUSED])
def test_refused(draw, message):
    with pytest.raises(CompileError) as error:
        draw()
    assert error.value.message.startswith(message)


BY_REJECTION = ("gamma", "loggamma", "beta", "dirichlet", "poisson")       # loops whose condition would be batched


@pytest.mark.parametrize("name", [n for n in DRAWS if n not in ("key", *BY_REJECTION)])
def test_a_batch_of_keys_is_a_loop_over_keys(name):
    program, arguments = program_of(DRAWS[name])
    keys = np.array([[3, 5], [0, 1], [2 ** 32 - 1, 7]], np.uint32)
    batched, mask = batch(program, [False] * (len(arguments) - 1) + [True], len(keys), [True])
    together = np.asarray(transform.evaluate(batched, *arguments[:-1], keys)[0])
    one_by_one = np.stack([transform.evaluate(program, *arguments[:-1], key)[0] for key in keys])
    assert together.dtype == one_by_one.dtype
    np.testing.assert_allclose(together, one_by_one, rtol=1e-13, atol=1e-14)
