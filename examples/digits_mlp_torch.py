"""The network of digits_mlp.py in PyTorch: an optional extra, `pip install '.[torch]'`."""
from __future__ import annotations

from typing import Any

import torch


def losses(params: Any, given: list, rate: float) -> list[float]:
    """The loss before each step of gradient descent, from the weights and batches that Recto has."""
    layers = [[torch.tensor(x, requires_grad=True) for x in layer] for layer in params]
    found = []
    for images, targets in given:
        value = loss(layers, torch.from_numpy(images), torch.from_numpy(targets))
        found.append(value.item())
        gradients = torch.autograd.grad(value, [x for layer in layers for x in layer])
        with torch.no_grad():
            for x, g in zip([x for layer in layers for x in layer], gradients):
                x -= rate * g
    return found


def loss(layers: list, images: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    for weights, biases in layers[:-1]:
        images = torch.relu(images @ weights + biases)
    weights, biases = layers[-1]
    logs = torch.log_softmax(images @ weights + biases, dim=1)
    return -torch.mean(torch.sum(logs * targets, dim=1))
