"""Shardings: arrays in parts, compiled functions that XLA divides among devices, constraints."""
import ml_dtypes
import numpy as np
import pytest

import recto
from recto import lax
from recto.sharding import Mesh, NamedSharding, P, SingleDeviceSharding, make_mesh, with_sharding_constraint

from .training import BATCH, PARAMETERS, close, loss, trained, update

MESH = make_mesh((2, 4), ("x", "y"))
FLAT = make_mesh((8,), ("batch",))
A = np.random.default_rng(0).normal(size=(8, 16))
B = np.random.default_rng(1).normal(size=(16, 8))
SPECS = [P(), P("x"), P("y"), P(None, "y"), P("x", "y"), P("y", "x"), P(("x", "y")), P(("y", "x")),
         P(None, ("x", "y"))]


def on(*spec, mesh=MESH):
    return NamedSharding(mesh, P(*spec))


# -- arrays --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("spec", SPECS, ids=str)
@pytest.mark.parametrize("dtype", ["float64", "bool", "complex64", ml_dtypes.bfloat16])
def test_there_and_back(spec, dtype):
    value = A.astype(dtype)
    x = recto.device_put(value, NamedSharding(MESH, spec))
    assert x.sharding == NamedSharding(MESH, spec) and x.devices() == set(recto.devices())
    assert x.shape == A.shape and x.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(np.asarray(x), value)
    assert sorted(s.device.id for s in x.addressable_shards) == list(range(8))
    for shard in x.addressable_shards:
        assert shard.data.shape == x.sharding.shard_shape(x.shape)
        np.testing.assert_array_equal(np.asarray(shard.data), value[shard.index])


def test_which_device_holds_which_part():
    devices = np.array(recto.devices()).reshape(2, 4)
    places = on("y", "x").devices_indices_map((8, 16))
    for (i, j), device in np.ndenumerate(devices):
        assert places[device] == (slice(2 * j, 2 * j + 2), slice(8 * i, 8 * i + 8))


def test_devices_in_another_order():
    backwards = Mesh(recto.devices()[::-1], "z")
    x = recto.device_put(A, NamedSharding(backwards, P("z")))
    first = x.addressable_shards[0]
    assert first.device == recto.devices()[0] and first.index[0] == slice(7, 8)
    np.testing.assert_array_equal(x, A)
    f = recto.jit(lambda x: x * 2, out_shardings=on("z", mesh=backwards))
    for given in (x, recto.device_put(A, on("x"))):
        np.testing.assert_array_equal(f(given), A * 2)
        assert f(given).addressable_shards[0].index[0] == slice(7, 8)


def test_from_one_sharding_to_another():
    x = recto.device_put(A, on("x", "y"))
    single = SingleDeviceSharding(recto.devices()[5])
    for place in (on(None, "y"), on("batch", mesh=FLAT), recto.devices()[3], single):
        np.testing.assert_array_equal(recto.device_put(x, place), A)
    assert recto.device_put(x, recto.devices()[3]).device == recto.devices()[3]
    again = recto.device_put(x, on("x", "y"))
    assert again.buf is x.buf


def test_trees_of_arrays_and_of_shardings():
    put = recto.device_put({"a": A, "b": [A, B]}, {"a": on("x"), "b": on("y")})
    assert put["a"].sharding == on("x") and put["b"][1].sharding == on("y")


def test_uneven_parts_are_refused():
    with pytest.raises(ValueError, match="axis 0 of an array of shape .7,. can't be divided into 4 equal parts"):
        recto.device_put(np.zeros(7), on("y"))
    with pytest.raises(recto.CompileError, match="^a: axis 1 .* can't be divided into 2 equal parts"):
        recto.jit(lambda a: a, in_shardings=on(None, "x"))(np.zeros((4, 5)))
    with pytest.raises(recto.CompileError, match="^the result: axis 0 .* 8 equal parts"):
        recto.jit(lambda a: a, out_shardings=on("batch", mesh=FLAT))(np.zeros((4, 5)))
    with pytest.raises(recto.CompileError, match="axis 0 of f64.6. can't be divided") as error:
        recto.jit(lambda a: with_sharding_constraint(a, on("y")))(np.zeros(6))
    assert "test_sharding.py" in str(error.value)


@pytest.mark.parametrize("make, message", [
    (lambda: on("z"), "'z', which Mesh"), (lambda: on("x", "x"), "twice"), (lambda: P(3), "names of mesh axes"),
    (lambda: Mesh(recto.devices(), ("x", "y")), "as many different names"), (lambda: Mesh([1, 2], "x"), "devices"),
    (lambda: Mesh([recto.devices()[0]] * 2, "x"), "twice"), (lambda: make_mesh((3, 3), "ab"), "9 devices, of 8"),
    (lambda: recto.device_put(np.zeros(8), on(None, "x")), "at least 2 axes"),
])
def test_shardings_that_make_no_sense(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_numpy_and_python_take_it_for_an_array():
    x = recto.device_put(A, on("x", "y"))
    assert float(x.sum()) == pytest.approx(A.sum()) and "Array([[" in repr(x) and x[3, 4] == A[3, 4]
    np.testing.assert_array_equal(x + 1, A + 1)
    np.testing.assert_array_equal(x.copy(), A)
    assert x.copy().sharding == on("x", "y")
    x[0] = 7.0
    assert x.sharding == on("x", "y") and (np.asarray(x)[0] == 7).all()
    x.delete()
    assert x.is_deleted() and "deleted" in repr(x)
    with pytest.raises(RuntimeError, match="deleted"):
        np.asarray(x)


# -- jit -----------------------------------------------------------------------------------------------------------

def test_in_and_out_shardings():
    f = recto.jit(lambda a, b: np.tanh(a @ b), in_shardings=(on("x"), on(None, "y")), out_shardings=on("x", "y"))
    for a in (A, recto.device_put(A), recto.device_put(A, on("y"))):
        for _ in range(2):
            y = f(a, B)
            assert y.sharding == on("x", "y")
            np.testing.assert_allclose(y, np.tanh(A @ B), rtol=1e-12)
    text = f.stablehlo(A, B)
    assert "num_partitions = 8" in text and "sdy.mesh @mesh" in text
    assert "f64[4,2]" in f.hlo(A, B)                            # the part of one device


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_shardings_of_arguments_are_followed(spec):
    f = recto.jit(lambda a, b: np.sin(a) @ b + b.sum())
    y = f(recto.device_put(A, NamedSharding(MESH, spec)), recto.device_put(B, on()))
    np.testing.assert_allclose(y, np.sin(A) @ B + B.sum(), rtol=1e-12)
    assert y.devices() == set(recto.devices())
    assert recto.jit(np.sin)(recto.device_put(A, NamedSharding(MESH, spec))).sharding.spec == spec


def test_trees_of_shardings():
    f = recto.jit(lambda pair, k: {"sum": pair["a"] + k, "product": (pair["b"] * k,)},
                  in_shardings=({"a": on("x"), "b": None}, None),
                  out_shardings={"sum": on("y"), "product": on()})
    out = f({"a": A, "b": B}, 2.0)
    assert out["sum"].sharding == on("y") and out["product"][0].sharding.is_fully_replicated
    np.testing.assert_array_equal(out["sum"], A + 2)


def test_a_single_device_by_sharding():
    device = recto.devices()[6]
    f = recto.jit(np.sin, out_shardings=SingleDeviceSharding(device))
    assert f(A).device == device and f(f(A)).devices() == {device}


def test_arguments_of_one_device_are_spread_to_the_others():
    x = recto.device_put(A, on("x"))
    np.testing.assert_allclose(recto.jit(np.add)(x, recto.device_put(A)), A * 2)
    with pytest.raises(ValueError, match="different devices: cpu:2, cpu:3"):
        recto.jit(np.add)(recto.device_put(A, recto.devices()[3]), recto.device_put(A, recto.devices()[2]))
    with pytest.raises(ValueError, match="different devices"):
        recto.jit(np.add)(x, recto.device_put(A, recto.devices()[3]))
    half = make_mesh((4,), ("h",))
    with pytest.raises(ValueError, match="different devices"):
        recto.jit(np.add)(x, recto.device_put(A, on("h", mesh=half)))
    with pytest.raises(recto.CompileError, match="over different devices"):
        recto.jit(np.add, in_shardings=(on("x"), on("h", mesh=half)))(A, A)


def test_what_is_no_sharding_is_refused():
    with pytest.raises(TypeError, match=r"NamedSharding\(mesh, spec\)"):
        recto.jit(np.sin, in_shardings=P("x"))
    with pytest.raises(ValueError, match="device and shardings"):
        recto.jit(np.sin, in_shardings=on("x"), device=recto.devices()[0])
    with pytest.raises(recto.CompileError, match="in_shardings .* structure"):
        recto.jit(np.sin, in_shardings=(on("x"), on("y")))(A)
    with pytest.raises(recto.CompileError, match="out_shardings .* structure"):
        recto.jit(lambda a: (a, a), out_shardings=(on("x"),))(A)


def test_globals_lie_where_they_are():
    table = recto.device_put(A, on("x"))
    f = recto.jit(lambda b: table @ b)
    np.testing.assert_allclose(f(B), A @ B)
    assert f(B).devices() == set(recto.devices())


def test_writes_branches_and_loops():
    def f(a, n):
        a[1:-1] += 1.0
        for k in range(n):
            a[k] = a[k] * 2 if a[k].sum() > 0 else a[k + 1]
        return np.linalg.norm(a)
    ours, x = A.copy(), recto.device_put(A, on("x"))
    expected = f(ours, 5)
    np.testing.assert_allclose(recto.jit(f)(x, 5), expected)
    np.testing.assert_allclose(x, ours)
    assert x.sharding == on("x")


def placed(x):
    """Writes in places that depend on data, into an array of odd length."""
    places = np.cumsum(x[1:] > 0)
    out = np.zeros(len(x) - 1)
    out[places - 1] = x[1:]
    return out, np.sin(x)[places], np.sort(x), np.argsort(x)[:3]


def spectra(a):
    return np.fft.fft(a), np.fft.fft2(a), np.fft.rfft(a.real, axis=0), np.fft.irfft(a, n=10)


def systems(a):
    square = a @ a.T + np.eye(len(a))
    return np.linalg.cholesky(square), np.linalg.solve(square, a), np.linalg.eigvalsh(square)


@pytest.mark.parametrize("mesh", [make_mesh((2,), "b"), make_mesh((4,), "b"), FLAT], ids=lambda m: str(m.size))
def test_what_a_partitioner_may_stumble_over(mesh):
    """XLA's dies of uneven scatters with int64 indices, and of transforms along an axis that is divided."""
    last = mesh.axis_names[0]
    values = np.random.default_rng(2).normal(size=(8, 16))
    for f, x, specs in ((placed, values[0], [P(last)]), (spectra, values + 0j, [P(last), P(None, last)]),
                        (systems, values, [P(last), P(None, last)])):
        for spec in specs:
            found = recto.jit(f)(recto.device_put(x, NamedSharding(mesh, spec)))
            for a, b in zip(found, f(x), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


def test_prints_on_several_devices_are_refused():
    def shouts(a):
        print(a.sum())
        return a
    with pytest.raises(recto.CompileError, match="prints, on several devices"):
        recto.jit(shouts)(recto.device_put(A, on("x")))


def test_exceptions_come_out():
    def f(a):
        if a.sum() > 0:
            raise ValueError(f"sum {a.sum()}")
        return a
    x = recto.device_put(np.ones(8), on("y"))
    with pytest.raises(ValueError, match="sum 8.0"):
        recto.jit(f)(x)


def test_donated_memory_is_used_again():
    x = recto.device_put(A, on("x", "y"))
    places = [s.data.buf.unsafe_buffer_pointer() for s in x.addressable_shards]
    y = recto.jit(lambda a: a * 2 + 1, donate_argnums=0)(x)
    assert x.is_deleted() and [s.data.buf.unsafe_buffer_pointer() for s in y.addressable_shards] == places


# -- constraints ---------------------------------------------------------------------------------------------------

def chained(a, b):
    return np.sum(np.sin(with_sharding_constraint(a @ b, on("x", "y"))))


def test_a_constraint_divides_the_work():
    np.testing.assert_allclose(recto.jit(chained)(A, B), np.sin(A @ B).sum())
    text = recto.jit(chained).hlo(A, B)
    assert "num_partitions=8" in text and "f64[4,2]" in text and "all-reduce" in text
    inside = recto.jit(lambda a: lax.with_sharding_constraint(a, NamedSharding(MESH, P(None, "y"))))
    assert inside(A).sharding == on(None, "y")


def test_derivative_of_a_constraint_is_one_on_the_cotangent():
    gradient = recto.grad(chained)
    np.testing.assert_allclose(gradient(A, B), np.cos(A @ B) @ B.T, rtol=1e-10)
    assert str(gradient.program(A, B)).count("prim.constrain(") == 2
    tangent = recto.jvp(chained, (A, B), (A, B))[1]
    np.testing.assert_allclose(tangent, np.sum(np.cos(A @ B) * 2 * (A @ B)), rtol=1e-10)


def test_a_batch_of_constraints():
    stack = np.stack([A, A + 1, A - 1])
    found = recto.vmap(chained, in_axes=(0, None))(stack, B)
    np.testing.assert_allclose(found, np.sin(stack @ B).sum((1, 2)))
    every = recto.vmap(lambda a: with_sharding_constraint(a * 2, on("x")), in_axes=1, out_axes=1)
    np.testing.assert_allclose(every(A), A * 2)


def test_constraints_of_containers_and_outside():
    f = recto.jit(lambda t: with_sharding_constraint(t, {"a": on("x"), "b": None}))
    out = f({"a": A, "b": B})
    assert out["a"].sharding == on("x")
    assert with_sharding_constraint(A, on("y")).sharding == on("y")


def test_constraints_are_identities_for_numpy():
    source = recto.jit(chained).source(A, B)
    assert "constrain" not in source and "a @ b" in source


def test_constraints_inside_of_pmap_are_refused():
    with pytest.raises(recto.CompileError, match="constraint inside of pmap"):
        recto.pmap(lambda a: with_sharding_constraint(a, on("x")))(A)
    with pytest.raises(recto.CompileError, match="a sharding is needed, not a PartitionSpec"):
        recto.jit(lambda a: with_sharding_constraint(a, P("x")))(A)
    with pytest.raises(recto.CompileError, match="'z', which Mesh"):
        recto.jit(lambda a: with_sharding_constraint(a, NamedSharding(MESH, P("z"))))(A)


def test_several_meshes_over_the_same_devices():
    f = recto.jit(lambda a: with_sharding_constraint(np.sin(with_sharding_constraint(a, on("x", "y"))),
                                                     on("batch", mesh=FLAT)))
    assert f(A).sharding.is_equivalent_to(on("batch", mesh=FLAT), 2)
    np.testing.assert_allclose(f(recto.device_put(A, on(None, "x"))), np.sin(A))


# -- training ------------------------------------------------------------------------------------------------------

def test_data_parallel_training_is_training(monkeypatch):
    from recto.runtime import _xla
    made, put = [], _xla.put
    monkeypatch.setattr(_xla, "put", lambda *args: made.append(args) or put(*args))
    parameters = recto.device_put(PARAMETERS, on(mesh=FLAT))
    batch = recto.device_put(BATCH, on("batch", mesh=FLAT))
    step, before = recto.jit(update, out_shardings=on(mesh=FLAT)), len(made)
    for _ in range(5):
        parameters = step(parameters, *batch)
    assert len(made) == before                                  # nothing moves between steps
    close(parameters, trained(5))
    assert "all-reduce" in step.hlo(parameters, *batch)


def test_model_parallel_training_is_training():
    parameters = [recto.device_put(p, place) for p, place in zip(PARAMETERS, (on(None, "y"), on("y")))]
    batch = recto.device_put(BATCH, on("x"))
    for _ in range(5):
        parameters = recto.jit(update)(parameters, *batch)
    close(parameters, trained(5))
    np.testing.assert_allclose(recto.jit(loss)(parameters, *batch), loss(trained(5), *BATCH))


def test_long_rows_on_several_devices_are_added_where_they_are():
    x = recto.device_put(np.random.default_rng(2).normal(size=(8, 4096)), on("batch", mesh=FLAT))
    total = recto.jit(lambda x: np.sum(x, axis=0))
    np.testing.assert_allclose(np.asarray(total(x)), np.asarray(x).sum(axis=0), rtol=1e-12)
    text = total.hlo(x)
    assert "all-reduce" in text and "all-gather" not in text and "collective-permute" not in text


# -- extremes among devices ------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int64"])
@pytest.mark.parametrize("shape", [(8, 50), (8, 8, 100), (8, 4096)], ids=str)
def test_extremes_of_what_lies_on_many_devices(dtype, shape):
    values = np.random.default_rng(0).normal(size=shape) * 100
    with_nan = values.copy()
    with_nan[3, 2] = np.nan
    for x in [values.astype(dtype), *([with_nan.astype(dtype)] if dtype != "int64" else [])]:
        parts = recto.device_put(x, on("batch", mesh=FLAT))
        for axis in (None, 0, 1):
            both = lambda x: (np.max(x, axis), np.min(x, axis), np.argmax(x, axis))
            for got, want in zip(recto.jit(both)(parts), both(x), strict=True):
                np.testing.assert_array_equal(got, want)


def test_extremes_of_complex_numbers_among_devices_are_refused():
    parts = recto.device_put(A + 1j, on("batch", mesh=FLAT))
    with pytest.raises(recto.CompileError, match="complex numbers can't be found"):
        recto.jit(np.max)(parts)
