"""Run with PJRT_NAMES_AND_LIBRARY_PATHS=fake:<a plugin with four CPU devices>: see test_plugins.py."""
import pickle

import numpy as np

import recto
from recto import runtime
from recto.sharding import Mesh, NamedSharding, P

devices = recto.devices("fake")
assert len(devices) == recto.device_count("fake") == 4 and runtime.platform_of(devices[0]) == "fake"
X = np.arange(4.0)


def total(x):
    return np.sum(np.sin(x) ** 2)


def halves(x):
    for i in range(1, 50):
        x[i % 4] = x[(i - 1) % 4] * 0.5 + i
    return x


def on(x, device):
    return x.device == device and x.device.client is device.client


x = recto.device_put(X, devices[1])
assert on(x, devices[1]) and np.array_equal(x, X) and on(x.copy(), devices[1]) is not None
for f in (total, recto.grad(total), recto.vmap(np.cos)):
    f = recto.jit(f)
    found = f(x)
    np.testing.assert_allclose(found, np.asarray(f(recto.device_put(X, recto.devices("cpu")[0]))), rtol=1e-12)
    assert on(found, devices[1])
with recto.default_device(devices[2]):
    assert on(recto.jit(total)(X), devices[2]) and on(recto.device_put(X), devices[2])
assert on(recto.jit(total)(X), recto.devices()[0])              # and again on the default one
placed = recto.jit(halves, device=devices[3])
np.testing.assert_allclose(placed(X.copy()), halves(X.copy()))
assert on(pickle.loads(pickle.dumps(placed))(X.copy()), devices[3])
np.testing.assert_allclose(recto.jit(np.linalg.cholesky, device=devices[0])(4 * np.eye(3)), 2 * np.eye(3))
for refused in (np.linalg.svd, lambda x: recto.pure_callback(np.sin, recto.ShapeDtypeStruct((3, 3), "f8"), x)):
    try:
        recto.jit(refused, device=devices[0])(np.eye(3))
    except recto.CompileError as error:
        assert "on fake" in str(error) and 'recto.devices("cpu")' in str(error)
    else:
        raise AssertionError("not refused")
rows = NamedSharding(Mesh(devices, ("i",)), P("i"))
y = recto.device_put(X, rows)
assert recto.jit(lambda v: v * 2)(y).sharding == rows and float(recto.jit(np.sum)(y)) == 6.0
if runtime.default_platform() == "fake":
    assert recto.devices() == devices and on(recto.jit(total)(X), devices[0])
    shares = recto.pmap(lambda v: v / recto.lax.psum(v, "i"), axis_name="i")(X + 1)
    np.testing.assert_allclose(shares, (X + 1) / 10)
else:
    try:
        recto.pmap(np.sin, devices=devices)(X)
    except ValueError as error:
        assert "RECTO_PLATFORM=fake" in str(error)
    else:
        raise AssertionError("not refused")
back = recto.device_put(x, recto.devices("cpu")[0])
assert back.device.client is recto.devices("cpu")[0].client and np.array_equal(back, X)
print("passed")
