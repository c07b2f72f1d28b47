"""Data-parallel training: every device processes its share of a batch, and the gradients are averaged.

    python examples/data_parallel.py --devices 8

The devices are virtual: parts of the CPU. The example trains twice: with `pmap`, where you write the program of one
device, and with shardings, where you give the layout of arrays. It compares both with training on one device.
"""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import datasets
import recto
from digits_mlp import CLASSES, Params, accuracy, first_batches, initial, loss, step as single_step
from progress import shown
from recto import lax
from recto.sharding import NamedSharding, PartitionSpec, make_mesh


def member_step(params: Params, images: Any, targets: Any, rate: Any) -> tuple[Params, Any]:
    """What one device does with its share; the parameters stay the same on all."""
    value, gradients = recto.value_and_grad(loss)(params, images, targets)
    gradients = lax.pmean(gradients, "devices")
    return recto.tree.map(lambda p, g: p - rate * g, params, gradients), lax.pmean(value, "devices")


def by_pmap(params: Params, batches: list, rate: float, devices: int) -> Params:
    step = recto.pmap(member_step, axis_name="devices", in_axes=(None, 0, 0, None), out_axes=None)
    for images, targets in shown(batches, "pmap"):
        shares = [x.reshape(devices, -1, x.shape[1]) for x in (images, targets)]
        params, _ = step(params, *shares, rate)
    return params


def by_sharding(params: Params, batches: list, rate: float, devices: int) -> Params:
    """The step of one device, unchanged: XLA divides it as its arguments lie."""
    mesh = make_mesh((devices,), ("batch",))
    whole, divided = NamedSharding(mesh, PartitionSpec()), NamedSharding(mesh, PartitionSpec("batch"))
    step = recto.jit(single_step.__wrapped__, out_shardings=whole)
    params = recto.device_put(params, whole)
    for batch in shown(batches, "sharding"):
        params, _ = step(params, *recto.device_put(list(batch), divided), rate)
    return params


def on_one_device(params: Params, batches: list, rate: float, devices: int) -> Params:
    for images, targets in shown(batches, "one device"):
        params, _ = single_step(params, images, targets, rate)
    return params


def difference(a: Params, b: Params) -> float:
    """The largest between two sets of parameters."""
    leaves = zip(recto.tree.leaves(a), recto.tree.leaves(b))
    return max(float(np.abs(np.asarray(x) - np.asarray(y)).max()) for x, y in leaves)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=64, help="images in a step, on all devices together")
    parser.add_argument("--rate", type=float, default=0.2, help="step size")
    given = parser.parse_args(arguments)
    recto.config.update("num_cpu_devices", given.devices)
    parts = datasets.digits()
    start = initial([parts.train_inputs.shape[1], 128, 64, CLASSES], 0)
    batches = first_batches(parts, given.batch, given.steps)
    print(f"{recto.device_count()} devices, {given.batch // given.devices} images on each")
    reference = None
    for name, train in (("one device", on_one_device), ("pmap", by_pmap), ("sharding", by_sharding)):
        began = time.perf_counter()
        params = recto.tree.map(np.asarray, train(start, batches, given.rate, given.devices))
        seconds = time.perf_counter() - began
        reference = reference or params
        score = float(accuracy(params, parts.test_inputs, parts.test_labels))
        print(f"{name:10}  {seconds:5.2f} s   accuracy in the test {score:.2%}   "
              f"parameters differ by {difference(params, reference):.1e}")


if __name__ == "__main__":
    main()
