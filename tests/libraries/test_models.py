"""Models that are plain dataclasses, and optimisers in both protocols."""
import collections
import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

import recto
from recto import nn, optim, tree

pytestmark = pytest.mark.xla
RNG = np.random.default_rng(4)
X, Y = RNG.normal(size=(6, 2)), RNG.normal(size=(6, 3))


@dataclasses.dataclass
class Linear:
    weight: np.ndarray
    bias: np.ndarray

    def __call__(self, x):
        return x @ self.weight + self.bias


@dataclasses.dataclass
class Network:
    layers: list
    activation: Callable = np.tanh
    heads: int = dataclasses.field(default=3, metadata={"static": True})
    name: str = "network"

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = self.activation(layer(x))
        return self.layers[-1](x).reshape(-1, self.heads)


def softened(x):
    return x / (1 + np.abs(x))


def network(activation=np.tanh):
    draw = np.random.default_rng(1).normal
    return Network([Linear(draw(size=(2, 4)), np.zeros(4)), Linear(draw(size=(4, 3)), np.zeros(3))], activation)


def loss(model, x, y):
    return np.mean((model(x) - y) ** 2)


def descend(model, x, y):
    return tree.map(lambda p, g: p - 0.1 * g, model, recto.grad(loss)(model, x, y))


def with_weight(model, change):
    first = dataclasses.replace(model.layers[0], weight=model.layers[0].weight + change)
    return dataclasses.replace(model, layers=[first, *model.layers[1:]])


@pytest.mark.parametrize("activation", [np.tanh, softened, lambda x: x * x, recto.jit(softened), recto.nn.silu])
def test_a_gradient_and_a_step_are_models(activation):
    """Fields that are no numbers are as they were, in what plain and compiled code returns."""
    model = network(activation)
    slope = recto.grad(loss)(model, X, Y)
    change = np.zeros((2, 4))
    change[1, 2] = 1e-6
    difference = (loss(with_weight(model, change), X, Y) - loss(with_weight(model, -change), X, Y)) / 2e-6
    np.testing.assert_allclose(slope.layers[0].weight[1, 2], difference, rtol=1e-6)
    for new in (slope, descend(model, X, Y), recto.jit(descend)(model, X, Y)):
        assert type(new) is Network and (new.activation, new.heads, new.name) == (activation, 3, "network")
    np.testing.assert_allclose(new.layers[0].weight, model.layers[0].weight - 0.1 * slope.layers[0].weight)
    again = recto.jit(descend)(new, X, Y)
    assert loss(again, X, Y) < loss(new, X, Y) < loss(model, X, Y)


@dataclasses.dataclass
class Fresh:
    weight: np.ndarray
    activation: Callable = np.tanh


def test_a_model_is_a_tree_before_any_call():
    """That no compiled function has seen its class makes no difference."""
    assert [leaf.shape for leaf in tree.leaves({"model": [Fresh(np.ones(2))]})] == [(2,)]
    found = tree.map(np.zeros_like, Fresh(np.ones(2)))
    assert type(found) is Fresh and found.activation is np.tanh and found.weight.tolist() == [0, 0]


def test_models_are_batched():
    """Static fields have no axis."""
    models = [network(), tree.map(lambda p: p + 0.1, network())]
    stacked = tree.map(lambda *leaves: np.stack(leaves), *models)
    assert stacked.heads == 3
    np.testing.assert_allclose(recto.vmap(loss, in_axes=(0, None, None))(stacked, X, Y),
                               [loss(m, X, Y) for m in models], rtol=1e-13)


def test_another_static_field_is_another_program():
    value = recto.jit(lambda model, x: model(x))
    for heads in (3, 1, 9):
        assert value(dataclasses.replace(network(), heads=heads), X).shape == (18 // heads, heads)


def test_functions_leave_compiled_code_in_objects_alone():
    with pytest.raises(recto.CompileError, match="the function tanh can't be returned"):
        recto.jit(lambda x: np.tanh)(1.0)
    with pytest.raises(recto.CompileError, match="can't be returned"):
        recto.jit(lambda x: Network([], lambda y: x + y))(1.0)


@dataclasses.dataclass
class Words:
    """All layers of `recto.nn`."""
    embedding: nn.Embedding
    norm: nn.LayerNorm
    body: nn.MLP
    head: nn.Linear
    shift: int = nn.static(1)

    @staticmethod
    def init(key, dtype):
        first, second, third = recto.random.split(key, 3)
        return Words(nn.Embedding.init(first, 7, 4, dtype), nn.LayerNorm.init(4, dtype),
                     nn.MLP.init(second, (4, 5, 3), nn.silu, dtype), nn.Linear.init(third, 3, 2, None, False, dtype))

    def __call__(self, words):
        return self.head(self.body(self.norm(self.embedding(words[:-self.shift]))))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_layers_are_dataclasses(dtype):
    """By hand in NumPy; the dtype stays; gradients have the structure; a batch is a loop."""
    model, words = Words.init(recto.random.key(0), dtype), np.array([[0, 6, 2, 2], [5, 4, 1, 0]])
    x = np.asarray(model.embedding.table)[words[0, :-1]]
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    first, second = model.body.layers
    x = nn.silu(x @ np.asarray(first.weight) + np.asarray(first.bias))
    x = (x @ np.asarray(second.weight) + np.asarray(second.bias)) @ np.asarray(model.head.weight)
    found = recto.jit(lambda model, words: model(words))(model, words[0])
    np.testing.assert_allclose(found, x, rtol=1e-4 if dtype == np.float32 else 1e-12)
    assert found.dtype == dtype
    slope = recto.grad(lambda model: np.sum(model(words[0]) ** 2))(model)
    assert slope.head.bias is None and slope.shift == 1 and slope.body.activation is nn.silu
    assert not np.any(slope.embedding.table[1]) and np.any(slope.embedding.table[6])
    batched = recto.vmap(lambda words: model(words))(words)
    np.testing.assert_allclose(batched[0], found, rtol=1e-5)


# -- optimisers ------------------------------------------------------------------------------------------------------

OPTIMIZERS = {
    "sgd": optim.sgd(0.05), "nesterov": optim.nesterov(0.02, 0.9), "adagrad": optim.adagrad(1.0), "sm3": optim.sm3(1.0),
    "adamw": optim.adamw(optim.warmup_cosine(0.2, 2, 30), weight_decay=1e-4), "lamb": optim.lamb(0.02)}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_both_protocols_make_the_same_steps(name):
    """A transformation, and the optimiser of that again, as the optimiser itself: three steps, bit for bit."""
    init, update, get_params = OPTIMIZERS[name]
    theirs = optim.transformation(OPTIMIZERS[name])
    back = optim.optimizer(theirs)
    params = {"w": RNG.normal(size=(2, 3)), "b": RNG.normal(size=3).astype(np.float32)}
    state, their_state, back_state, here = init(params), theirs.init(params), back.init(params), params
    for i in range(3):
        gradients = tree.map(lambda x: (0.01 * RNG.normal(size=x.shape)).astype(x.dtype), params)
        state = update(i, gradients, state)
        updates, their_state = theirs.update(gradients, their_state, here)
        here = optim.apply_updates(here, updates)
        back_state = back.update(i, gradients, back_state)
        for key, wanted in get_params(state).items():
            for found in (here[key], back.get_params(back_state)[key]):
                np.testing.assert_allclose(found, wanted, rtol=4 * np.finfo(wanted.dtype).eps)
                assert found.dtype == wanted.dtype


Foreign = collections.namedtuple("Foreign", "init update")


def test_training_steps_take_either():
    """The same compiled step with a chain of ours and with a transformation that somebody else wrote."""
    theirs = Foreign(lambda params: (), lambda g, state, params=None: (tree.map(lambda x: -0.1 * x, g), state))
    ours = optim.chain(optim.clip_by_global_norm(1e6), optim.transformation(optim.sgd(0.1)))
    found = []
    for optimizer in (ours, theirs):
        @recto.jit
        def step(model, state):
            updates, state = optimizer.update(recto.grad(loss)(model, X, Y), state, model)
            return optim.apply_updates(model, updates), state
        model = network()
        state = optimizer.init(model)
        for _ in range(2):
            model, state = step(model, state)
        found.append(model)
    for one, other, wanted in zip(*map(tree.leaves, (*found, descend(descend(network(), X, Y), X, Y)))):
        np.testing.assert_allclose(one, wanted, rtol=1e-12)
        np.testing.assert_allclose(other, wanted, rtol=1e-12)


def test_updates_need_the_parameters():
    sgd = optim.transformation(optim.sgd(0.1))
    with pytest.raises(ValueError, match="needs the parameters"):
        sgd.update(X, sgd.init(X))
