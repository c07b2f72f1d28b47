"""Exported programs run without Recto: by jaxlib alone, and as files of `jax.export` where JAX is installed."""
import importlib.util
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import recto

ROOT = str(pathlib.Path(__file__).parent.parent.parent)
X, W = np.array([0.5, -1.0, 2.0]), np.arange(6.0).reshape(3, 2)
SCALES = np.array([1.0, 2.0, 3.0])


def loss(params, x):
    return np.sum(np.tanh(x * SCALES @ params["w"] + params["b"]) ** 2)


def several(x, y, scale=2.0):
    return {"z": x + y, "a": [x * y, (x[:1] * scale,)], "m": None}


def twice(x):
    y = np.cumsum(x)
    return y, y, x.astype("f4") > 0


PARAMS = {"w": W, "b": np.zeros(2)}
ROWS = {"gradient": (recto.grad(loss), (PARAMS, X), {}), "value": (loss, (PARAMS, X), {}),
        "trees": (several, (X, X + 1), {"scale": 3.0}), "one result twice": (twice, (X,), {}),
        "float32": (np.sin, (X.astype("f4"),), {})}
ALONE = """if True:
    import pathlib, sys
    import numpy as np
    from jaxlib import xla_client, _jax
    client = xla_client.make_cpu_client()
    devices = xla_client.DeviceList(tuple(client.local_devices()))
    program = client.compile_and_load(pathlib.Path("f.artifact").read_bytes(), devices, xla_client.CompileOptions())
    print(sorted(m for m in sys.modules if m.startswith(("recto", "jax."))), program.hlo_modules()[0].name)"""
UNDER_JAX = """if True:
    import pathlib, pickle, sys
    import numpy as np, jax
    from jax import export
    jax.config.update("jax_enable_x64", True)
    found = {}
    for file in sorted(pathlib.Path(".").glob("*.jax")):
        args, kwargs = pickle.loads(file.with_suffix(".args").read_bytes())
        program = export.deserialize(bytearray(file.read_bytes()))
        found[file.stem] = jax.tree.map(np.asarray, program.call(*args, **kwargs))
        again = jax.jit(program.call)(*args, **kwargs)
        assert jax.tree.all(jax.tree.map(lambda a, b: np.array_equal(a, b), found[file.stem], again))
    assert "recto" not in sys.modules
    pathlib.Path("found").write_bytes(pickle.dumps(found))"""


def run(script, folder, **variables):
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **variables})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_jaxlib_alone_compiles_the_artifact(tmp_path):
    (tmp_path / "f.artifact").write_bytes(recto.export(recto.grad(loss), PARAMS, X).artifact)
    assert run(ALONE, tmp_path) == "[] grad_loss\n"


def test_files_for_jax(tmp_path):
    if importlib.util.find_spec("jax") is None or importlib.util.find_spec("flatbuffers") is None:
        pytest.skip("JAX with flatbuffers is not installed")
    for name, (function, args, kwargs) in ROWS.items():
        (tmp_path / f"{name}.jax").write_bytes(recto.export(function, *args, **kwargs).for_jax())
        (tmp_path / f"{name}.args").write_bytes(pickle.dumps((args, kwargs)))
    run(UNDER_JAX, tmp_path)
    found = pickle.loads((tmp_path / "found").read_bytes())
    for name, (function, args, kwargs) in ROWS.items():
        expected = recto.tree.map(np.asarray, recto.jit(function)(*args, **kwargs))
        assert recto.tree.structure(found[name]) == recto.tree.structure(expected)
        for a, b in zip(recto.tree.leaves(found[name]), recto.tree.leaves(expected), strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-6 if a.dtype == np.float32 else 1e-13, atol=1e-14)


@pytest.mark.parametrize("name", ROWS)
def test_the_module_in_the_file_computes_the_same(name):
    """Without JAX: the artifact that the file holds, run by Recto's runtime."""
    function, args, kwargs = ROWS[name]
    content = recto.export(function, *args, **kwargs).for_jax()
    start = content.index(b"ML\xefR")
    artifact = content[start:start + int.from_bytes(content[start - 4:start], "little")]
    program = recto.runtime.compile(recto.runtime.from_portable(artifact))
    given = [recto.runtime.put(np.asarray(v)) for v in recto.tree.leaves((args, kwargs))]
    found = [recto.Array(b) for b in program.run(given)]
    for a, b in zip(found, recto.tree.leaves(recto.jit(function)(*args, **kwargs)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)


def writes(x):
    x[0] = 1.0
    return x


def raises(x):
    if x[0] < 0:
        raise ValueError("negative")
    return x


@pytest.mark.parametrize("function, message", [(writes, "writes into"), (raises, "raises"),
                                               (lambda x: (x, "text"), "more than arrays")])
def test_what_jax_cannot_is_refused(function, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.export(function, X).for_jax()
