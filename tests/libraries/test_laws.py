"""Laws of nn, stax and optim: batches are loops, dtypes stay, both modes of derivatives agree."""
import pathlib

import numpy as np
import pytest

import recto
from recto import nn, optim, stax
from recto.testing import check_grads

pytestmark = pytest.mark.xla
RNG = np.random.RandomState(3)
X = RNG.normal(size=(4, 6))
AXIS = {"softmax", "log_softmax", "logsumexp", "logmeanexp", "standardize", "normalize", "glu"}
OTHERS = {"one_hot", "dot_product_attention", "scaled_matmul", "initializers", "static", "Linear", "MLP", "LayerNorm",
          "Embedding"}
ACTIVATIONS = sorted(set(nn.__all__) - OTHERS)
OPTIMIZERS = {
    "sgd": optim.sgd(0.05), "momentum": optim.momentum(0.02, 0.9), "nesterov": optim.nesterov(0.02, 0.9),
    "adagrad": optim.adagrad(1.0), "rmsprop": optim.rmsprop(0.02), "adam": optim.adam(0.1), "lamb": optim.lamb(0.02),
    "rmsprop_momentum": optim.rmsprop_momentum(0.005), "adamax": optim.adamax(0.1), "sm3": optim.sm3(1.0),
    "adamw": optim.adamw(optim.warmup_cosine(0.2, 10, 300), weight_decay=1e-4),
    "adam, decaying": optim.adam(optim.cosine_decay(0.3, 300)),
}

# -- nn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_a_batch_is_a_loop(name):
    function = getattr(nn, name)
    rows = np.stack([function(row) for row in X])
    np.testing.assert_allclose(recto.vmap(function)(X), rows, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_derivatives_to_order_two(name):
    x = np.abs(X[0]) + 0.5 if name == "log1mexp" else X[0] * 1.3        # which is for positive numbers
    check_grads(getattr(nn, name), (x,), order=2)


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_float32_stays_float32(name):
    x = X.astype(np.float32)
    compiled = recto.jit(getattr(nn, name))(x)
    assert compiled.dtype == getattr(nn, name)(x).dtype == np.float32


def test_attention_sees_what_it_may_see():
    q, k, v = RNG.normal(size=(3, 2, 5, 2, 4))
    first = nn.dot_product_attention(q, k, v, is_causal=True)
    later = v.copy()
    later[:, 3:] = 7.0
    np.testing.assert_array_equal(nn.dot_product_attention(q, k, later, is_causal=True)[:, :3], first[:, :3])
    np.testing.assert_allclose(first[:, 0], v[:, 0])
    nothing = nn.dot_product_attention(q, k, v, mask=np.zeros((5, 5), bool))
    np.testing.assert_allclose(nothing, np.broadcast_to(v.mean(1, keepdims=True), v.shape))
    check_grads(lambda q, k, v: nn.dot_product_attention(q, k, v, is_causal=True), (q, k, v), order=1)


def test_products_of_scaled_matrices():
    a, b = RNG.normal(size=(2, 3, 8)), RNG.normal(size=(2, 5, 8))
    u, v = RNG.normal(size=(2, 3, 4)), RNG.normal(size=(2, 5, 4))
    wanted = np.einsum("bik,bjk->bij", a * np.repeat(u, 2, axis=2), b * np.repeat(v, 2, axis=2))
    for function in (nn.scaled_matmul, recto.jit(nn.scaled_matmul)):
        np.testing.assert_allclose(function(a, b, u, v), wanted, rtol=1e-5, atol=1e-5)


def test_one_hot_in_compiled_code_and_batched():
    x = np.array([[2, 0], [1, 9]])
    for axis in (-1, 0, 1):
        expected = nn.one_hot(x, 3, axis=axis)
        np.testing.assert_array_equal(recto.jit(lambda x: nn.one_hot(x, 3, axis=axis))(x), expected)
    np.testing.assert_array_equal(recto.vmap(lambda row: nn.one_hot(row, 3))(x), nn.one_hot(x, 3))


def test_initial_weights_have_the_variance_that_is_asked_for():
    key, shape = recto.random.key(3), (3, 3, 20, 30)
    fan_in, fan_out = nn.initializers.fans(shape)
    wanted = {"glorot": 2 / (fan_in + fan_out), "lecun": 1 / fan_in, "he": 2 / fan_in}
    for name, variance in wanted.items():
        for kind in ("uniform", "normal"):
            weights = np.asarray(getattr(nn.initializers, f"{name}_{kind}")()(key, shape))
            assert abs(weights.mean()) < 4 * (variance / weights.size) ** 0.5
            assert abs(weights.var() / variance - 1) < 0.06
    q = np.asarray(nn.initializers.orthogonal()(key, (4, 9)))
    np.testing.assert_allclose(q @ q.T, np.eye(4), atol=1e-12)


def test_weights_that_can_not_be_initialised():
    with pytest.raises(ValueError, match="two axes"):
        nn.initializers.he_normal()(recto.random.key(0), (3,))
    with pytest.raises(ValueError, match="mode"):
        nn.initializers.variance_scaling(1.0, "fan", "normal")
    with pytest.raises(ValueError, match="distribution"):
        nn.initializers.variance_scaling(1.0, "fan_in", "cauchy")
    with pytest.raises(ValueError, match="outputs"):
        nn.initializers.delta_orthogonal()(recto.random.key(0), (3, 3, 4, 2))


# -- stax ----------------------------------------------------------------------------------------------------

IMAGES = RNG.permutation(144).reshape(2, 6, 6, 2) / 40 - 1.8        # no two are nearer than a step of differences
LAYERS = {
    "LayerNorm": (stax.LayerNorm(epsilon=0.3), IMAGES), "LayerNorm of rows": (stax.LayerNorm(axis=1), IMAGES),
    "Silu": (stax.Silu, X), "elementwise": (stax.elementwise(nn.leaky_relu, negative_slope=0.2), X),
    "GeneralConvTranspose": (stax.GeneralConvTranspose(("NHWC", "HWIO", "NHWC"), 3, (3, 3), (2, 2), "SAME"), IMAGES),
    "pool": (stax.serial(stax.MaxPool((2, 2)), stax.AvgPool((2, 2), (1, 1), "SAME")), IMAGES),
    "block": (stax.serial(stax.Conv(3, (3, 3)), stax.BatchNorm(), stax.Relu, stax.Flatten, stax.Dense(2)), IMAGES),
}


@pytest.mark.parametrize("name", LAYERS)
def test_the_shape_that_init_foretells_and_both_modes(name):
    (init, apply), inputs = LAYERS[name]
    shape, params = init(recto.random.key(1), (-1, *inputs.shape[1:]))
    outputs = recto.jit(apply)(params, inputs)
    assert outputs.shape == (len(inputs), *shape[1:]) and shape[0] == -1
    np.testing.assert_allclose(outputs, apply(params, inputs), rtol=1e-12, atol=1e-13)
    params = recto.tree.map(np.asarray, params)
    check_grads(lambda p, x: apply(p, x), (params, inputs), order=1)


def test_layer_norm_gives_mean_0_and_variance_1():
    init, apply = stax.LayerNorm(epsilon=0.0)
    _, params = init(recto.random.key(0), X.shape)
    z = apply(params, X)
    np.testing.assert_allclose([z.mean(1), z.var(1)], [np.zeros(4), np.ones(4)], atol=1e-12)


def test_layers_keep_float32():
    init, apply = stax.serial(stax.Conv(4, (3, 3), dtype=np.float32), stax.BatchNorm(dtype=np.float32), stax.Gelu,
                              stax.AvgPool((2, 2)), stax.Dropout(0.8), stax.Flatten, stax.Dense(3, dtype=np.float32),
                              stax.LayerNorm(dtype=np.float32), stax.LogSoftmax)
    _, params = init(recto.random.key(0), IMAGES.shape)
    assert {leaf.dtype for leaf in recto.tree.leaves(params)} == {np.dtype(np.float32)}
    assert recto.jit(apply)(params, IMAGES.astype(np.float32), rng=recto.random.key(1)).dtype == np.float32


def test_dropout_needs_a_key():
    init, apply = stax.Dropout(0.5)
    with pytest.raises(ValueError, match="needs a key"):
        apply((), X)
    dropped = np.asarray(apply((), np.ones(10_000), rng=recto.random.key(0)))
    assert set(np.unique(dropped)) == {0.0, 2.0} and abs(dropped.mean() - 1) < 0.05


# -- optim ---------------------------------------------------------------------------------------------------

TARGET = {"w": np.array([[1.0, -2.0], [0.5, 3.0]]), "b": (np.float32(0.25) * np.ones(2, np.float32),)}


def distance(params):
    return sum([np.sum((p - t) ** 2) for p, t in zip(recto.tree.leaves(params), recto.tree.leaves(TARGET))])


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_minimum_is_found_and_dtypes_stay(name):
    init, update, get_params = OPTIMIZERS[name]

    @recto.jit
    def step(i, state):
        return update(i, recto.grad(distance)(get_params(state)), state)
    start = recto.tree.map(lambda t: np.full_like(t, 0.5), TARGET)
    state = init(start)
    for i in range(300):
        state = step(i, state)
    assert distance(recto.tree.map(np.asarray, get_params(state))) < 2e-2 * distance(start)
    assert [x.dtype for x in recto.tree.leaves(get_params(state))] == [x.dtype for x in recto.tree.leaves(TARGET)]
    assert recto.tree.structure(get_params(state)) == recto.tree.structure(TARGET)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_step_is_the_same_without_compilation(name):
    init, update, get_params = OPTIMIZERS[name]
    gradients = recto.tree.map(lambda t: 0.1 * t + 0.2, TARGET)
    compiled, plain = init(TARGET), init(TARGET)
    for i in range(3):
        compiled, plain = recto.jit(update)(i, gradients, compiled), update(i, gradients, plain)
    for a, b in zip(recto.tree.leaves(compiled), recto.tree.leaves(plain)):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-7)
        assert a.dtype == b.dtype


def test_the_whole_training_compiles_and_is_differentiable():
    """The loop around the steps; and the loss behind it as a function of the step size."""
    def after(rate):
        init, update, get_params = optim.momentum(rate, 0.5)
        state = init({"w": np.zeros(2)})
        for i in range(20):
            state = update(i, recto.grad(lambda p: np.sum((p["w"] - 1.0) ** 2))(get_params(state)), state)
        return np.sum((get_params(state)["w"] - 1.0) ** 2)
    check_grads(after, (0.07,), order=1)
    with recto.disable_jit():
        plain = after(0.07)
    np.testing.assert_allclose(recto.jit(after)(0.07), plain, rtol=1e-12)


def test_adamw_shrinks_and_lamb_steps_relative_to_the_leaf():
    zero = {"w": np.zeros(2)}
    init, update, get_params = optim.adamw(0.1, weight_decay=0.5)
    np.testing.assert_allclose(get_params(update(0, zero, init({"w": np.ones(2)})))["w"], 0.95)
    init, update, get_params = optim.lamb(0.1)
    moved = get_params(update(0, {"w": np.array([3.0, 4.0])}, init({"w": np.array([3.0, 4.0])})))["w"]
    np.testing.assert_allclose(np.linalg.norm(moved - [3.0, 4.0]), 0.5, rtol=1e-6)


def test_schedules():
    up = optim.warmup_cosine(1.0, 10, 110, 0.1)
    assert [up(0), up(5), up(10)] == [0.0, 0.5, 1.0]
    np.testing.assert_allclose([up(60), up(110), up(500)], [0.55, 0.1, 0.1])
    np.testing.assert_allclose([optim.cosine_decay(1.0, 10)(i) for i in (0, 5, 10, 20)], [1, 0.5, 0, 0], atol=1e-15)
    np.testing.assert_allclose([recto.jit(up)(i) for i in (5, 60, 500)], [0.5, 0.55, 0.1])
    assert optim.make_schedule(up) is up and optim.make_schedule(0.3)(7) == 0.3
    with pytest.raises(ValueError, match="need 3 values"):
        optim.piecewise_constant([1, 2], [0.1, 0.2])


def test_clipping():
    gradients = {"a": np.array([3.0, 0.0]), "b": [np.array(4.0, np.float32)]}
    clipped = optim.clip_grads(gradients, 1.0)
    np.testing.assert_allclose(optim.l2_norm(clipped), 1.0, rtol=1e-6)
    assert clipped["b"][0].dtype == np.float32
    same = optim.clip_grads(gradients, 5.5)
    np.testing.assert_array_equal(same["a"], gradients["a"])
    zeros = recto.jit(optim.clip_grads)({"a": np.zeros(2)}, 1.0)
    np.testing.assert_array_equal(zeros["a"], 0.0)
    np.testing.assert_array_equal(optim.clip_by_value(gradients, 1.0)["a"], [1.0, 0.0])


# -- all of it -----------------------------------------------------------------------------------------------

def test_every_function_is_tried():
    here = pathlib.Path(__file__).parent
    text = " ".join((here / name).read_text() for name in ("cases.py", "test_laws.py", "test_models.py"))
    own = [f"nn.{n}" for n in nn.initializers.__dict__ if n.endswith(("normal", "uniform", "orthogonal"))]
    own += [f"{m.__name__}.{n}" for m in (stax, optim) for n in m.__all__ if n not in ("Optimizer", "Transformation")]
    missing = [n for n in own if n.split(".")[-1] not in text]
    assert not missing and len(own) > 60
