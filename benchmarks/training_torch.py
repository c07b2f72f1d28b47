"""PyTorch's side of `training`: functions by torch.func and torch.compile, networks as modules, run eagerly.

Of PyTorch's several ways these are the quickest here: networks gain nothing by torch.compile, all else does; images
are channels_last, optimisers fused. A module and its optimiser are changed in place by a step.
"""

import os
import shutil
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .training_cases import Side, cases
from .training_data import CLASSES, HEADS, WIDTH

same = lambda result: result
CXX = shutil.which(os.environ.get("CXX", "g++"))        # torch.compile needs it


def compiled(function: Callable) -> Callable:
    """Compiled for each shape, where there is a compiler."""
    return torch.compile(function, dynamic=False) if CXX else function


def loaded(parameter: torch.Tensor, values: Any) -> None:
    with torch.no_grad():
        parameter.copy_(values)


# -- logistic regression, swish ------------------------------------------------------------------------------

def chance_loss(weights, inputs, labels):
    return F.binary_cross_entropy_with_logits(inputs @ weights, labels.to(inputs.dtype))


@compiled
def moved(weights, inputs, labels, rate):
    return weights - rate * torch.func.grad(chance_loss)(weights, inputs, labels)


def descent(weights, inputs, labels, rate):
    return moved(weights, torch.as_tensor(inputs), torch.as_tensor(labels), rate)


def descend(weights, inputs, labels, rate, steps):
    for _ in range(steps):
        weights = moved(weights, inputs, labels, rate)
    return weights


def logistic_step(*given: Any) -> tuple:
    return descent, (*given, 0.5), same


def logistic_descent(*given: Any) -> tuple:
    return descend, (*given, 0.5, 300), same


def swish(x: Any) -> tuple:
    grad = torch.func.grad
    third = torch.func.vmap(grad(grad(grad(lambda x: x / (1.0 + torch.exp(-x))))))
    return compiled(third), (x,), same


# -- networks ------------------------------------------------------------------------------------------------

def linear(weights: Any, biases: Any = None) -> nn.Linear:
    """A layer with these weights, (inputs, outputs)."""
    layer = nn.Linear(*weights.shape, bias=biases is not None)
    loaded(layer.weight, weights.T)
    if biases is not None:
        loaded(layer.bias, biases)
    return layer


def as_given(parameter: torch.Tensor) -> torch.Tensor:
    """Weights as (inputs, outputs), or biases."""
    return parameter.detach().mT if parameter.ndim == 2 else parameter.detach()


def mlp(layers: Any, images: Any, targets: Any) -> tuple:
    model = nn.Sequential(*[part for layer in layers for part in (linear(*layer), nn.ReLU())][:-1])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, fused=True)

    def step(images: Any, targets: Any) -> torch.Tensor:
        optimizer.zero_grad()
        value = F.cross_entropy(model(torch.as_tensor(images)), torch.as_tensor(targets))
        value.backward()
        optimizer.step()
        return value.detach()

    return step, (images, targets), lambda value: [*map(as_given, model.parameters()), value]


def warmup_cosine(size: float, warmup: int, steps: int) -> Callable[[int], float]:
    def schedule(i: int) -> float:
        part = min((i - warmup) / (steps - warmup), 1.0)
        return size * i / warmup if i < warmup else size * 0.5 * (1 + np.cos(np.pi * part))
    return schedule


def begun(optimizer: torch.optim.Optimizer, steps: int) -> torch.optim.Optimizer:
    """The optimiser as if that many steps were made, but with means of zero."""
    for group in optimizer.param_groups:
        for p in group["params"]:
            optimizer.state[p] = {"step": torch.tensor(float(steps)), "exp_avg": torch.zeros_like(p),
                                  "exp_avg_sq": torch.zeros_like(p)}
    return optimizer


def with_size(optimizer: torch.optim.Optimizer, size: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = size


def block(convolution: Any, normalisation: Any) -> list[nn.Module]:
    """As `training_data.block`, the filters (high, wide, inputs, outputs)."""
    (filters, offsets), (beta, gamma) = convolution, normalisation
    layer = nn.Conv2d(*filters.shape[2:], 3, padding=1)
    normal = nn.BatchNorm2d(filters.shape[3], track_running_stats=False)
    parameters = (layer.weight, layer.bias, normal.weight, normal.bias)
    for parameter, values in zip(parameters, (filters.permute(3, 2, 0, 1), offsets.ravel(), gamma, beta)):
        loaded(parameter, values)
    return [layer, normal, nn.ReLU(), nn.MaxPool2d(2)]


def convnet(params: Any, images: Any, targets: Any) -> tuple:
    weights, biases = params[-2]
    side = images.shape[1] // 4                 # flattened by channels first here, last in the data
    rows = weights.reshape(side, side, -1, CLASSES).permute(2, 0, 1, 3).reshape(-1, CLASSES)
    model = nn.Sequential(*block(*params[:2]), *block(*params[4:6]), nn.Flatten(), linear(rows, biases))
    model = model.to(memory_format=torch.channels_last)
    optimizer = begun(torch.optim.Adam(model.parameters(), fused=True), 5)
    schedule = warmup_cosine(0.005, 50, 500)
    images = images.permute(0, 3, 1, 2)         # a view, which is channels_last
    loss = lambda: F.cross_entropy(model(images), targets)

    def step(i: int) -> None:
        optimizer.zero_grad()
        loss().backward()
        with_size(optimizer, schedule(i))
        optimizer.step()

    return step, (5,), lambda _: loss().detach()


# -- Newton's method -----------------------------------------------------------------------------------------

def penalised(weights, inputs, labels, penalty=1e-3):
    return chance_loss(weights, inputs, labels) + 0.5 * penalty * torch.sum(weights ** 2)


hessian_of_loss = compiled(torch.func.jacrev(torch.func.jacrev(penalised)))
gradient_and_value = compiled(torch.func.grad_and_value(penalised))


def hessian(*given: Any) -> tuple:
    return hessian_of_loss, given, same


def newton_steps(weights, inputs, labels, tolerance=1e-10, limit=50):
    history = torch.full((limit,), torch.nan, dtype=weights.dtype)
    for steps in range(limit):
        gradient, value = gradient_and_value(weights, inputs, labels)
        history[steps] = value
        if torch.max(torch.abs(gradient)) < tolerance:
            break
        direction = -torch.linalg.solve(hessian_of_loss(weights, inputs, labels), gradient)
        size, slope = 1.0, 1e-4 * (gradient @ direction)
        while penalised(weights + size * direction, inputs, labels) > value + size * slope:
            size = size / 2
        weights = weights + size * direction
    return weights, history, steps


def newton(*given: Any) -> tuple:
    return newton_steps, given, lambda result: (result[0], result[2])


# -- transformer ---------------------------------------------------------------------------------------------

class Block(nn.Module):
    """Attention and a network of two layers, each normalised before."""

    def __init__(self, given: dict):
        super().__init__()
        self.before_attention, self.before_network = (nn.LayerNorm(WIDTH, bias=False) for _ in range(2))
        loaded(self.before_attention.weight, given["scales"][0])
        loaded(self.before_network.weight, given["scales"][1])
        self.qkv, self.out, self.up, self.down = (linear(given[name]) for name in ("qkv", "out", "up", "down"))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        parts = self.qkv(self.before_attention(x)).unflatten(-1, (3, HEADS, -1))
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.before_network(x)), approximate="tanh"))


class Letters(nn.Module):
    """Logits of the next character at each place."""

    def __init__(self, given: dict):
        super().__init__()
        self.characters, self.places = (
            nn.Embedding.from_pretrained(given[name], freeze=False) for name in ("characters", "places"))
        self.blocks = nn.Sequential(*map(Block, given["blocks"]))
        self.logits = linear(given["logits"])

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        x = self.characters(text) + self.places.weight[:text.shape[1]]
        return self.logits(F.layer_norm(self.blocks(x), (WIDTH,)))


def transformer(params: Any, text: Any) -> tuple:
    model = Letters(params)
    optimizer = begun(torch.optim.AdamW(model.parameters(), weight_decay=0.01, fused=True), 5)
    schedule = warmup_cosine(0.003, 50, 1000)
    loss = lambda text: F.cross_entropy(model(text[:, :-1]).flatten(0, 1), text[:, 1:].flatten())

    def step(i: int, text: torch.Tensor) -> torch.Tensor:
        optimizer.zero_grad()
        value = loss(text)
        value.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        with_size(optimizer, schedule(i))
        optimizer.step()
        return value.detach()

    return step, (5, text), lambda value: (value, loss(text).detach())


def put(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: put(value) for name, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(put(item) for item in tree)
    return torch.from_numpy(tree.copy()) if isinstance(tree, np.ndarray) else tree


MAKERS: dict[str, Callable] = {f.__name__: f for f in (
    logistic_step, logistic_descent, swish, mlp, convnet, hessian, newton, transformer)}
SIDE = Side(MAKERS, put, same)
CASES = cases(SIDE)
