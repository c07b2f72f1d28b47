"""Equinox: modules, layers, filtered transformations, and training with Optax."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from equinox import nn

from .rows import Row, draw

KEY = jax.random.PRNGKey(0)
X, Y = draw(8, 3), draw(8, 2, seed=1)
V, IMAGE = draw(4), draw(3, 8, 8)


class Affine(eqx.Module):
    weight: jax.Array
    bias: jax.Array
    activation: Callable = eqx.field(static=True)
    scale: float

    def __init__(self, key: Any, columns: int, rows: int):
        self.scale = 2.0
        self.weight = jax.random.normal(key, (rows, columns))
        self.bias = jnp.zeros(rows)
        self.activation = jnp.tanh

    def __call__(self, x: Any) -> Any:
        return self.activation(self.weight @ x + self.bias) * self.scale


class Plain(eqx.Module):
    a: jax.Array
    n: int = eqx.field(static=True, default=2)

    def power(self) -> Any:
        return self.a**self.n


class Convolutional(eqx.Module):
    layers: list

    def __init__(self, key: Any):
        first, second = jax.random.split(key)
        self.layers = [
            nn.Conv2d(1, 3, kernel_size=3, key=first),
            nn.MaxPool2d(kernel_size=2),
            jax.nn.relu,
            jnp.ravel,
            nn.Linear(243, 4, key=second),
            jax.nn.log_softmax,
        ]

    def __call__(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x)
        return x


MLP = nn.MLP(3, 2, 8, 2, key=KEY)
CNN = Convolutional(KEY)
LAYERS: dict[str, tuple[Any, Any]] = {
    "Linear": (nn.Linear(4, 3, key=KEY), V),
    "Linear_no_bias": (nn.Linear(4, 3, use_bias=False, key=KEY), V),
    "Linear_scalar": (nn.Linear(4, "scalar", key=KEY), V),
    "Identity": (nn.Identity(), V),
    "MLP": (nn.MLP(4, 2, 8, 2, key=KEY), V),
    "MLP_depth_0": (nn.MLP(4, 2, 8, 0, key=KEY), V),
    "MLP_tanh": (nn.MLP(4, 2, 8, 1, activation=jnp.tanh, key=KEY), V),
    "Affine": (Affine(KEY, 4, 3), V),
    "Conv1d": (nn.Conv1d(3, 2, 3, key=KEY), draw(3, 8)),
    "Conv2d": (nn.Conv2d(3, 2, 3, stride=2, padding=1, key=KEY), IMAGE),
    "Conv3d": (nn.Conv3d(2, 2, 2, key=KEY), draw(2, 4, 4, 4)),
    "Conv2d_groups": (nn.Conv2d(3, 6, 3, groups=3, dilation=2, key=KEY), IMAGE),
    "Conv2d_same": (nn.Conv2d(3, 2, 3, padding="SAME", key=KEY), IMAGE),
    "ConvTranspose1d": (nn.ConvTranspose1d(3, 2, 3, key=KEY), draw(3, 8)),
    "ConvTranspose2d": (nn.ConvTranspose2d(3, 2, 3, stride=2, output_padding=1, key=KEY), IMAGE),
    "AvgPool1d": (nn.AvgPool1d(2, 2), draw(3, 8)),
    "AvgPool2d": (nn.AvgPool2d(2, 2), IMAGE),
    "AvgPool3d": (nn.AvgPool3d(2, 2), draw(2, 4, 4, 4)),
    "MaxPool1d": (nn.MaxPool1d(2, 2), draw(3, 8)),
    "MaxPool2d": (nn.MaxPool2d(3, 2, padding=1), IMAGE),
    "MaxPool3d": (nn.MaxPool3d(2, 2), draw(2, 4, 4, 4)),
    "AdaptiveAvgPool1d": (nn.AdaptiveAvgPool1d(3), draw(3, 8)),
    "AdaptiveMaxPool2d": (nn.AdaptiveMaxPool2d(3), IMAGE),
    "LayerNorm": (nn.LayerNorm(4), V),
    "LayerNorm_plain": (nn.LayerNorm(4, use_weight=False, use_bias=False), V),
    "RMSNorm": (nn.RMSNorm(4), V),
    "GroupNorm": (nn.GroupNorm(3, 3), IMAGE),
    "PReLU": (nn.PReLU(), V),
    "Embedding": (nn.Embedding(5, 3, key=KEY), np.int32(2)),
    "Lambda": (nn.Lambda(jnp.sin), V),
    "Sequential": (nn.Sequential([nn.Linear(4, 3, key=KEY), nn.Lambda(jnp.tanh), nn.Linear(3, 2, key=KEY)]), V),
    "WeightNorm": (nn.WeightNorm(nn.Linear(4, 3, key=KEY)), V),
    "Dropout_inference": (nn.Dropout(0.5, inference=True), V),
    "CNN": (CNN, draw(1, 12, 12)),
    "RotaryPositionalEmbedding": (nn.RotaryPositionalEmbedding(4), draw(5, 4)),
}
CALLS: dict[str, tuple[Callable, tuple]] = {
    "GRUCell": (lambda m, x, h: m(x, h), (nn.GRUCell(4, 3, key=KEY), V, draw(3))),
    "LSTMCell": (lambda m, x, h: m(x, h), (nn.LSTMCell(4, 3, key=KEY), V, (draw(3), draw(3, seed=1)))),
    "Dropout": (lambda m, x, k: m(x, key=k), (nn.Dropout(0.5), V, KEY)),
    "MultiheadAttention": (lambda m, x: m(x, x, x), (nn.MultiheadAttention(2, 4, key=KEY), draw(5, 4))),
    "MultiheadAttention_mask": (
        lambda m, x: m(x, x, x, mask=jnp.tril(jnp.ones((5, 5), bool))),
        (nn.MultiheadAttention(2, 4, key=KEY), draw(5, 4)),
    ),
    "GRU_scan": (
        lambda m, xs: jax.lax.scan(lambda h, x: (m(x, h), None), jnp.zeros(3), xs)[0],
        (nn.GRUCell(4, 3, key=KEY), draw(6, 4)),
    ),
    "Module_method": (lambda m: m.power(), (Plain(V),)),
    "vmap_of_module": (lambda m, xs: jax.vmap(m)(xs), (MLP, X)),
    "filter_vmap_of_module": (lambda m, xs: eqx.filter_vmap(m)(xs), (MLP, X)),
    "is_array": (lambda m: eqx.filter(m, eqx.is_array), (Plain(V),)),
}
FUNCTIONS: dict[str, tuple[Callable, tuple]] = {
    "Module_made": (lambda a: Plain(a * 2), (V,)),
    "Module_made_init": (lambda k: Affine(k, 3, 2)(X[0]), (KEY,)),
    "Linear_made": (lambda k: nn.Linear(3, 2, key=k)(X[0]), (KEY,)),
    "MLP_made": (lambda k: nn.MLP(3, 2, 4, 1, key=k)(X[0]), (KEY,)),
    "filter_grad": (lambda m: eqx.filter(eqx.filter_grad(loss)(m, X, Y), eqx.is_array), (MLP,)),
    "filter_value_and_grad": (lambda m: eqx.filter_value_and_grad(loss)(m, X, Y)[0], (MLP,)),
    "filter_jit": (lambda m: eqx.filter_jit(loss)(m, X, Y), (MLP,)),
    "filter_jit_method": (lambda m: eqx.filter_jit(m)(X[0]), (MLP,)),
    "filter_jvp": (lambda a: eqx.filter_jvp(lambda v: v**2, (a,), (a,)), (V,)),
    "filter_vjp": (lambda a: eqx.filter_vjp(lambda v: v**2, a)[1](a), (V,)),
    "filter_jacfwd": (lambda a: eqx.filter_jacfwd(lambda v: v**2)(a), (V,)),
    "filter_jacrev": (lambda a: eqx.filter_jacrev(lambda v: v**2)(a), (V,)),
    "filter_hessian": (lambda a: eqx.filter_hessian(lambda v: jnp.sum(v**3))(a), (V,)),
    "filter_vmap": (lambda a: eqx.filter_vmap(lambda v: v * 2)(a), (X,)),
    "filter_checkpoint": (lambda a: eqx.filter_checkpoint(lambda v: v * 2)(a), (X,)),
    "filter_eval_shape": (lambda a: a * eqx.filter_eval_shape(lambda v: v @ v.T, a).shape[0], (X,)),
    "filter_closure_convert": (lambda a: eqx.filter_closure_convert(lambda v: v * a, a)(a), (V,)),
    "partition_combine": (lambda m: eqx.combine(*eqx.partition(m, eqx.is_array))(X[0]), (MLP,)),
    "partition_inexact": (lambda m: eqx.combine(*eqx.partition(m, eqx.is_inexact_array))(X[0]), (MLP,)),
    "tree_at": (lambda m, w: eqx.tree_at(lambda m: m.a, m, w), (Plain(V), draw(4, seed=3))),
    "tree_at_deep": (
        lambda m: eqx.tree_at(lambda m: m.layers[0].weight, m, replace_fn=lambda w: w * 2)(X[0]),
        (MLP,),
    ),
    "tree_at_several": (
        lambda m: eqx.tree_at(lambda t: (t["a"], t["b"][0]), m, (m["a"] * 2, m["a"])),
        ({"a": V, "b": [V]},),
    ),
    "tree_equal": (lambda m: eqx.tree_equal(m, m), (Plain(V),)),
    "tree_check": (lambda m: (eqx.tree_check(m), m)[1], (Plain(V),)),
    "tree_inference": (lambda m: eqx.tree_inference(m, True)(X[0]), (nn.Sequential([nn.Dropout(0.5)]),)),
    "apply_updates": (lambda m: eqx.apply_updates(m, m), (Plain(V),)),
    "error_if": (lambda a: eqx.error_if(a, a[0] > 100, "no"), (V,)),
    "if_array": (lambda a: a * eqx.if_array(1)(a), (V,)),
    "Partial": (lambda a: eqx.Partial(jnp.power, a)(2.0), (V,)),
    "filter_custom_vjp": (lambda a: jax.grad(lambda v: jnp.sum(custom(v)))(a), (V,)),
    "filter_custom_jvp": (lambda a: jax.grad(lambda v: jnp.sum(customised(v)))(a), (V,)),
    "inference_mode": (lambda a: nn.inference_mode(nn.Dropout(0.5))(a), (V,)),
}


@eqx.filter_custom_vjp
def custom(v):
    return v**2


custom.def_fwd(lambda perturbed, v: (v**2, v))
custom.def_bwd(lambda residuals, g, perturbed, v: residuals * g * 7)


@eqx.filter_custom_jvp
def customised(v):
    return v**2


@customised.def_jvp
def _(primals, tangents):
    (v,), (t,) = primals, tangents
    return v**2, t * v * 7


def loss(model, x, y):
    return jnp.mean((jax.vmap(model)(x) - y) ** 2)


def loss_of_classes(model, x, y):
    return -jnp.mean(jax.vmap(model)(x)[jnp.arange(4), y])


def split_training(optimiser: Any, error: Callable, static: Any) -> Callable:
    """The model's arrays are the state: what `jax.jit` takes."""

    def step(state, x, y):
        arrays, s = state
        grads = eqx.filter_grad(error)(eqx.combine(arrays, static), x, y)
        updates, s = optimiser.update(grads, s, arrays)
        return eqx.apply_updates(arrays, updates), s

    return step


def rows_of_training() -> Iterator[Row]:
    images, classes = draw(4, 1, 12, 12), np.array([0, 3, 1, 2], np.int32)
    for name, optimiser in {
        "adam": optax.adam(1e-2),
        "sgd": optax.sgd(1e-1, 0.9),
        "adamw": optax.adamw(1e-2),
    }.items():
        for kind, model, error, args in (
            ("MLP", MLP, loss, (X, Y)),
            ("CNN", CNN, loss_of_classes, (images, classes)),
        ):
            arrays, static = eqx.partition(model, eqx.is_array)
            step = split_training(optimiser, error, static)
            yield Row(f"train_{kind}_{name}", step, ((arrays, optimiser.init(arrays)), *args), False, 2e-4, None, 20)


def rows_of_layers() -> Iterator[Row]:
    for name, (layer, x) in LAYERS.items():
        arrays, static = eqx.partition(layer, eqx.is_array)
        yield Row(name, lambda x, layer=layer: layer(x), (x,), name != "Embedding")
        if jax.tree.leaves(arrays):
            yield Row(
                f"{name}_argument", lambda arrays, x, static=static: eqx.combine(arrays, static)(x), (arrays, x), True
            )
    for name, (f, (m, *args)) in CALLS.items():
        arrays, static = eqx.partition(m, eqx.is_array)
        yield Row(
            name, lambda arrays, *args, f=f, static=static: f(eqx.combine(arrays, static), *args), (arrays, *args)
        )


def rows_of_functions() -> Iterator[Row]:
    for name, (f, args) in FUNCTIONS.items():
        if isinstance(args[0], (nn.MLP, nn.Sequential)):
            arrays, static = eqx.partition(args[0], eqx.is_array)
            yield Row(
                name,
                lambda arrays, *rest, f=f, static=static: f(eqx.combine(arrays, static), *rest),
                (arrays, *args[1:]),
            )
        else:
            yield Row(name, f, args)


ROWS = [*rows_of_layers(), *rows_of_training(), *rows_of_functions()]
