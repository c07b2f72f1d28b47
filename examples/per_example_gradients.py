"""The gradient of each example's own loss, in one batched function: which digits have the largest gradients?

    python examples/per_example_gradients.py --clip 1.0 --plot hardest.png
"""
from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import datasets
import recto
from digits_mlp import CLASSES, Params, initial, one_hot, predict, train


def example_loss(params: Params, image: Any, target: Any) -> Any:
    """Minus the log-probability of one target."""
    return -np.sum(predict(params, image) * target)


per_example_gradients = recto.vmap(recto.grad(example_loss), in_axes=(None, 0, 0))


def norms(gradients: Any) -> Any:
    """The norm of each example's gradient, over all parameters."""
    squares = [np.sum(np.reshape(g, (len(g), -1)) ** 2, axis=1) for g in recto.tree.leaves(gradients)]
    return np.sqrt(sum(squares))


@recto.jit
def gradient_norms(params: Params, images: Any, targets: Any) -> Any:
    return norms(per_example_gradients(params, images, targets))


@recto.jit
def clipped_mean(params: Params, images: Any, targets: Any, limit: Any) -> Any:
    """The mean of gradients, each made no longer than `limit`: what differential privacy asks of a step."""
    gradients = per_example_gradients(params, images, targets)
    scale = np.minimum(1, limit / np.maximum(norms(gradients), 1e-12)).astype(np.float32)
    return recto.tree.map(lambda g: np.tensordot(scale, g, axes=1) / np.float32(len(scale)), gradients)


def plot(parts: datasets.Split, lengths: np.ndarray, guesses: np.ndarray, path: str) -> None:
    """The twelve digits with the longest gradients."""
    import matplotlib
    matplotlib.use("agg")
    import matplotlib.pyplot as plt
    side = int(parts.train_inputs.shape[1] ** 0.5)
    figure, axes = plt.subplots(2, 6, figsize=(8, 3.4), layout="constrained")
    for axis, k in zip(axes.flat, np.argsort(-lengths)):
        axis.imshow(parts.train_inputs[k].reshape(side, side), cmap="gray_r")
        axis.set_title(f"{parts.train_labels[k]}, taken for {guesses[k]}\nnorm {lengths[k]:.1f}", fontsize=8)
        axis.set_axis_off()
    figure.savefig(path, dpi=120)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--epochs", type=int, default=5, help="of training before the gradients are looked at")
    parser.add_argument("--clip", type=float, default=1.0, help="the longest gradient in the clipped mean")
    parser.add_argument("--plot", metavar="FILE", help="where the hardest digits are drawn")
    given = parser.parse_args(arguments)
    parts = datasets.digits()
    params = train(initial([parts.train_inputs.shape[1], 128, 64, CLASSES], 0), parts, given.epochs, 32, 0.1)

    targets = one_hot(parts.train_labels)
    lengths = np.asarray(gradient_norms(params, parts.train_inputs, targets))
    print(f"\nnorms of {len(lengths)} gradients: median {np.median(lengths):.3f}, largest {lengths.max():.2f}")
    for share in (0.5, 0.9, 0.99):
        print(f"  {share:4.0%} are below {np.quantile(lengths, share):7.3f}")
    mean = clipped_mean(params, parts.train_inputs, targets, given.clip)
    print(f"norm of their mean, each clipped at {given.clip}: {float(recto.optim.l2_norm(mean)):.4f}")
    if given.plot:
        guesses = np.argmax(np.asarray(recto.vmap(predict, in_axes=(None, 0))(params, parts.train_inputs)), axis=1)
        plot(parts, lengths, guesses, given.plot)
        print(f"drawn in {given.plot}")


if __name__ == "__main__":
    main()
