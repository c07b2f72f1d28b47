"""What the processes of the tests do: `python jobs.py <name>,<name>… <folder> <result>`. Each function returns what
goes into the result as JSON, under its name; what it computes is the same on any number of processes."""
import json
import pathlib
import sys
import time

import numpy as np

import recto
from recto import distributed, lax
from recto.sharding import NamedSharding, P, make_mesh

from quick import compile_quickly

RNG = np.random.default_rng(0)
PARAMS = {"first": RNG.normal(size=(4, 16)), "bias": RNG.normal(size=16), "second": RNG.normal(size=(16, 4))}
X, Y = RNG.normal(size=(32, 4)), RNG.normal(size=(32, 4))


def loss(params, x, y):
    hidden = np.tanh(x @ params["first"] + params["bias"])
    return np.mean((hidden @ params["second"] - y) ** 2)


def update(params, x, y):
    slopes = recto.grad(loss)(params, x, y)
    return {name: params[name] - 0.1 * slopes[name] for name in params}


def member(params, x, y):
    slopes = lax.pmean(recto.grad(loss)(params, x, y), "batch")
    return {name: params[name] - 0.1 * slopes[name] for name in params}


def trained(step, params, x, y):
    for _ in range(5):
        params = step(params, x, y)
    return params


def listed(tree):
    return recto.tree.map(lambda x: np.asarray(x).tolist(), tree)


def layouts(axes=("data",)):
    mesh = make_mesh((recto.device_count(),), axes)
    return NamedSharding(mesh, P()), NamedSharding(mesh, P(axes[0])), NamedSharding(mesh, P(None, axes[0]))


def alone(folder):
    """The steps on one device."""
    return listed(trained(recto.jit(update), PARAMS, X, Y))


def data_parallel(folder):
    """Each process loads its part of the batch; parameters are everywhere."""
    whole, rows, _ = layouts()
    n, k = recto.process_count(), recto.process_index()
    mine = [part.reshape(n, -1, 4)[k] for part in (X, Y)]
    x, y = distributed.from_local(mine, rows)
    assert x.shape == X.shape and not x.is_fully_addressable and len(x.addressable_shards) == recto.local_device_count()
    step = recto.jit(update, out_shardings=whole)
    params = trained(step, recto.device_put(PARAMS, whole), x, y)
    assert params["first"].is_fully_replicated
    return listed(params)


def tensor_parallel(folder):
    """The hidden layer is divided among the processes."""
    whole, rows, columns = layouts(("model",))
    places = {"first": columns, "bias": rows, "second": rows}
    params = recto.device_put(PARAMS, places)
    step = recto.jit(update, out_shardings=places)
    params = trained(step, params, X, Y)
    assert params["first"].sharding == columns and "other processes" in repr(params["first"])
    text = step.hlo(params, X, Y)
    return {"params": listed(distributed.gather(params)), "communicates": "all-reduce" in text}


def replicas(folder):
    """The same with pmap: each device has its part of the batch, and gradients are averaged."""
    n = recto.device_count()
    step = recto.pmap(member, axis_name="batch", in_axes=(None, 0, 0), out_axes=None)
    return listed(trained(step, PARAMS, X.reshape(n, -1, 4), Y.reshape(n, -1, 4)))


def training(folder):
    return {f.__name__: f(folder) for f in (data_parallel, tensor_parallel, replicas)}


def collectives(folder):
    """Every collective, along all devices of all processes."""
    n = recto.device_count()
    x, y = np.arange(1.0, n + 1), np.arange(1.0, n * n + 1).reshape(n, n)
    ring = [(k, (k + 1) % n) for k in range(n)]
    over = lambda f, a: distributed.gather(recto.pmap(f, axis_name="i")(a)).tolist()
    return {"psum": over(lambda v: lax.psum(v, "i"), x), "pmax": over(lambda v: lax.pmax(v, "i"), x),
            "all_gather": over(lambda v: lax.all_gather(v, "i"), x),
            "ppermute": over(lambda v: lax.ppermute(v, "i", ring), x),
            "all_to_all": over(lambda v: lax.all_to_all(v, "i", 0, 0), y),
            "psum_scatter": over(lambda v: lax.psum_scatter(v, "i"), y),
            "axis_index": over(lambda v: v * lax.axis_index("i"), x)}


def places(folder):
    """Which devices there are, and what is refused."""
    devices, local = recto.devices(), recto.local_devices()
    whole, rows, _ = layouts()
    x = recto.device_put(np.arange(float(2 * len(devices))), rows)
    other = next(d for d in devices if d not in local)
    refused = {}

    def refuse(name, f):
        try:
            f()
        except Exception as error:
            refused[name] = f"{type(error).__name__}: {error}"

    refuse("read", lambda: np.asarray(x))
    refuse("move", lambda: recto.device_put(x, whole))
    refuse("device", lambda: recto.device_put(1.0, other))
    refuse("default", lambda: recto.default_device(other).__enter__())
    refuse("again", distributed.initialize)
    refuse("pmap", lambda: recto.pmap(np.sin)(np.ones(recto.local_device_count())))
    refuse("uneven", lambda: distributed.from_local(np.ones(3), rows))
    refuse("shape", lambda: distributed.from_local(np.ones(4), rows, (4,)))
    moved = recto.jit(lambda v: v, out_shardings=whole)(x)
    mine = [int(s.index[0].start) for s in x.addressable_shards]
    by_callback = recto.make_array_from_callback((len(devices),), rows, lambda index: np.arange(100.0)[index])
    return {"process": recto.process_index(), "processes": recto.process_count(), "devices": len(devices),
            "owners": [d.process_index for d in devices], "local": [d.process_index for d in local], "mine": mine,
            "refused": refused, "moved": np.asarray(moved).tolist(), "gathered": distributed.gather(x).tolist(),
            "callback": distributed.gather(by_callback).tolist(), "text": f"{x} {x!r}"}


TREE = {"w": np.arange(64.0).reshape(8, 8), "b": [np.arange(16, dtype="float32")], "step": np.int64(7)}


def saves(folder):
    """Parameters by rows, one vector whole, one number."""
    whole, rows, columns = layouts()
    from ml_dtypes import bfloat16
    tree = {"w": recto.device_put(TREE["w"], rows), "b": [recto.device_put(TREE["b"][0], whole)], "step": TREE["step"],
            "half": recto.device_put(TREE["w"].astype(bfloat16), rows)}
    place = pathlib.Path(folder) / f"saved-by-{recto.process_count()}"
    distributed.save(place, tree)
    try:
        distributed.save(place, tree)
    except FileExistsError as error:
        return {"again": str(error)}


def loads(folder):
    """The same, saved by other numbers of processes and divided in another way."""
    saved = sorted(pathlib.Path(folder).glob("saved-by-*"))
    return {place.name: loaded(place) for place in saved if place.name != f"saved-by-{recto.process_count()}"}


def loaded(place):
    whole, rows, columns = layouts()
    tree = distributed.load(place, {"w": columns, "b": [rows], "step": None, "half": rows})
    assert tree["w"].sharding == columns and str(tree["half"].dtype) == "bfloat16"
    tree["half"] = recto.jit(lambda x: x.astype(np.float64))(tree["half"])
    return listed(distributed.gather(tree))


def cached(folder):
    """How many programs are compiled, not found on disk."""
    from recto.runtime import _xla
    compiled, compile = [], _xla.compile_and_load
    _xla.compile_and_load = lambda *args: compiled.append(args) or compile(*args)
    total = distributed.gather(recto.pmap(lambda v: lax.psum(v, "i"), axis_name="i")(np.ones(recto.device_count())))
    return {"total": total.tolist(), "compiled": len(compiled)}


def endless(folder):
    """Steps with a collective, until a process is killed from outside."""
    step = recto.pmap(lambda x: lax.psum(x, "i") * 0.5, axis_name="i")
    x = step(np.ones(recto.device_count()))
    (pathlib.Path(folder) / f"ready-{recto.process_index()}").touch()
    while True:
        x = step(x)
        time.sleep(0.01)


def unlike(folder):
    """The processes run programs for arrays of other shapes."""
    whole, _, _ = layouts()
    recto.jit(lambda x: x + 1, out_shardings=whole)(np.ones(3 + recto.process_index()))


def slow(folder):
    """Processes that end at different times, the coordinator first."""
    time.sleep(6.0 * recto.process_index())
    return {"process": recto.process_index()}


def unequal(folder):
    """One process raises an exception, the others wait for it in a collective."""
    step = recto.pmap(lambda x: lax.psum(x, "i"), axis_name="i")
    step(np.ones(recto.device_count()))
    if recto.process_index() == recto.process_count() - 1:
        raise ZeroDivisionError("of this process alone")
    step(np.ones(recto.device_count()))


if __name__ == "__main__":
    compile_quickly()
    names, folder, result = sys.argv[1:]
    distributed.initialize(heartbeat_timeout_seconds=4, initialization_timeout=60, shutdown_timeout_seconds=30)
    pathlib.Path(result).write_text(json.dumps({name: globals()[name](folder) for name in names.split(",")}))
