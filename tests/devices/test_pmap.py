"""pmap: one program that every device runs on its own part. Results, where they lie, and what is refused."""
import numpy as np
import pytest

import recto
from recto import lax
from recto.sharding import NamedSharding, P

from .training import BATCH, PARAMETERS, close, loss, trained

N = 8
X = np.arange(1.0, N + 1)
Y = np.random.default_rng(0).normal(size=(N, 4, 3))


def scaled(x, factor):
    return {"scaled": x * factor, "sum": (x.sum(),)}


@pytest.mark.parametrize("in_axes, out_axes", [((0, None), 0), ((1, None), 0), ((-1, None), {"scaled": 1, "sum": 0})])
def test_as_a_batch(in_axes, out_axes):
    values = np.moveaxis(Y, 0, in_axes[0])
    found = recto.pmap(scaled, in_axes=in_axes, out_axes=out_axes)(values, 3.0)
    batch = recto.vmap(scaled, in_axes=in_axes, out_axes=out_axes)(values, 3.0)
    np.testing.assert_array_equal(found["scaled"], batch["scaled"])
    np.testing.assert_allclose(found["sum"][0], batch["sum"][0], rtol=1e-14)


def test_containers_and_keywords():
    def f(pair, *, shift):
        return pair[0]["a"] + pair[1] * shift
    found = recto.pmap(f, in_axes=(({"a": 1}, None),))(({"a": Y.transpose(1, 0, 2)}, 2.0), shift=X)
    np.testing.assert_allclose(found, Y + 2.0 * X[:, None, None])


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_any_number_of_devices(count):
    found = recto.pmap(lambda x: x - lax.pmean(x, "i"), axis_name="i")(X[:count])
    np.testing.assert_allclose(found, X[:count] - X[:count].mean(), atol=1e-15)
    assert found.devices() == set(recto.devices()[:count])


def test_on_chosen_devices():
    chosen = recto.devices()[4:7]
    found = recto.pmap(lambda x: lax.psum(x, "i"), axis_name="i", devices=chosen)(X[:3])
    assert found.devices() == set(chosen) and float(found[0]) == 6.0


def test_it_is_one_program_that_communicates():
    text = recto.pmap(lambda x: lax.psum(x, "i"), axis_name="i").stablehlo(X)
    assert "num_replicas = 8" in text and text.count("stablehlo.all_reduce") == 1
    assert "all-reduce" in recto.pmap(lambda x: lax.psum(x, "i"), axis_name="i").hlo(X)


def test_ahead_of_time():
    compiled = recto.pmap(lambda x: x * lax.psum(x, "i"), axis_name="i").lower(X).compile()
    found = compiled(X)
    np.testing.assert_allclose(found, X * 36)
    np.testing.assert_allclose(compiled(found), X * 36 * (X * 36).sum())


def test_source_is_that_of_the_batch():
    source = recto.pmap(lambda x: x / lax.psum(x, "i"), axis_name="i").source("f64[8]")
    assert "np.sum(x)" in source
    space = {}
    exec(source, space)
    np.testing.assert_allclose(next(v for k, v in space.items() if k.startswith("pmap"))(X), X / 36)


# -- where results lie ---------------------------------------------------------------------------------------------

def test_results_stay_on_their_devices():
    found = recto.pmap(lambda x: (x * 2, lax.psum(x, "i")), axis_name="i", out_axes=(1, None))(Y)
    assert found[0].shape == (4, N, 3) and found[0].sharding.spec == P(None, "i")
    assert found[1].shape == (4, 3) and found[1].sharding.is_fully_replicated
    assert {shard.device for shard in found[0].addressable_shards} == set(recto.devices())
    for shard in found[0].addressable_shards:
        assert shard.data.shape == (4, 1, 3) and shard.data.device == shard.device
        np.testing.assert_array_equal(shard.data, (2 * Y.transpose(1, 0, 2))[shard.index])


@pytest.fixture
def moved(monkeypatch):
    """The number of host-to-device and device-to-device copies made so far."""
    from recto.runtime import _xla
    made, put = [], _xla.put
    monkeypatch.setattr(_xla, "put", lambda *args: made.append(args) or put(*args))
    return made


def test_nothing_moves_between_steps(moved):
    step = recto.pmap(lambda x: x - 0.1 * lax.pmean(x, "i"), axis_name="i")
    state = step(X)
    assert len(moved) == N
    for _ in range(4):
        state = step(state)
    assert len(moved) == N
    expected = X
    for _ in range(5):
        expected = expected - 0.1 * expected.mean()
    np.testing.assert_allclose(state, expected)
    other = recto.pmap(lambda x: x * 2)         # another axis name, the same places
    np.testing.assert_allclose(other(state), expected * 2)
    assert len(moved) == N


def test_arguments_are_moved_from_wherever_they_are():
    f = recto.pmap(lambda x, y: x + y)
    for place in (*recto.devices()[:2], NamedSharding(recto.sharding.make_mesh((4, 2), ("a", "b")), P("b"))):
        for _ in range(2):
            np.testing.assert_allclose(f(recto.device_put(X, place), X), 2 * X)


def test_donated_memory_is_used_again():
    state = recto.pmap(lambda x: x + 0.0)(Y)
    places = [shard.data.buf.unsafe_buffer_pointer() for shard in state.addressable_shards]
    found = recto.pmap(lambda x: x * 2, donate_argnums=0)(state)
    assert state.is_deleted()
    assert [shard.data.buf.unsafe_buffer_pointer() for shard in found.addressable_shards] == places
    np.testing.assert_allclose(found, Y * 2)


def test_static_arguments():
    def repeated(n, x):
        assert isinstance(n, int)
        return np.stack([x] * n)
    f = recto.pmap(repeated, in_axes=(None, 0), static_broadcasted_argnums=0)
    assert f(2, X).shape == (N, 2) and f(3, X).shape == (N, 3)
    assert recto.pmap(repeated, in_axes=(None, 0))(3, X).shape == (N, 3)        # learnt


def test_globals_are_read():
    np.testing.assert_allclose(recto.pmap(lambda x: x @ PARAMETERS[0])(Y.transpose(0, 2, 1)),
                               Y.transpose(0, 2, 1) @ PARAMETERS[0])


# -- composition ---------------------------------------------------------------------------------------------------

def whole(x):
    return recto.pmap(lambda v: v / lax.psum(v, "i"), axis_name="i")(x) * 2


def test_inside_of_compiled_code():
    np.testing.assert_allclose(recto.jit(whole)(X), X / 18)
    assert recto.jit(whole)(X).devices() == set(recto.devices())
    np.testing.assert_allclose(recto.vmap(whole)(np.stack([X, X + 1])), np.stack([X / 18, (X + 1) / 22]))
    jitted = recto.pmap(recto.jit(lambda v: v / lax.psum(v, "i")), axis_name="i")
    np.testing.assert_allclose(jitted(X), X / 36)


def test_one_inside_of_another():
    grid = np.arange(1.0, 13.0).reshape(4, 3)
    inner = lambda row: recto.pmap(lambda v: v / lax.psum(v, ("i", "j")), axis_name="j")(row)
    np.testing.assert_allclose(recto.pmap(inner, axis_name="i")(grid), grid / grid.sum())


def test_loops_and_writes_and_branches_inside():
    def f(x, n):
        total = np.zeros(4)
        for k in range(n):
            if x[k % 4, 0] > 0:
                total[k % 4] += x[k % 4, 0]
        return total
    counts = np.arange(N)
    np.testing.assert_allclose(recto.pmap(f)(Y, counts), np.stack([f(y, n) for y, n in zip(Y, counts)]))


def test_random_numbers_are_those_of_the_batch():
    keys = recto.random.split(recto.random.key(3), N)
    draw = lambda key: recto.random.normal(key, (4,))
    np.testing.assert_array_equal(recto.pmap(draw)(keys), recto.vmap(draw)(keys))
    own = recto.pmap(lambda key: recto.random.uniform(recto.random.fold_in(key, lax.axis_index("i"))), axis_name="i",
                     in_axes=None, axis_size=N)
    one = recto.random.key(0)
    np.testing.assert_array_equal(own(one), [recto.random.uniform(recto.random.fold_in(one, k)) for k in range(N)])


def test_arguments_are_written():
    def clear(x):
        x[0] = lax.psum(x[1], "i")
    ours, array = Y.copy(), recto.device_put(Y)
    for x in (ours, array):
        recto.pmap(clear, axis_name="i")(x)
        expected = Y.copy()
        expected[:, 0] = Y[:, 1].sum(0)
        np.testing.assert_allclose(x, expected)
    assert array.devices() == set(recto.devices())


def test_exceptions_of_the_first_member_that_fails():
    def checked(x):
        if x > 2.5:
            raise ValueError(f"x is {x}")
        return x
    np.testing.assert_allclose(recto.pmap(checked)(X / 4), X / 4)
    with pytest.raises(ValueError, match="x is 3.0"):
        recto.pmap(checked)(X)


# -- training ------------------------------------------------------------------------------------------------------

def step(parameters, x, y):
    gradient = lax.pmean(recto.grad(loss)(parameters, x, y), "batch")
    return [p - 0.1 * g for p, g in zip(parameters, gradient)]


def test_data_parallel_training_is_training():
    mapped = recto.pmap(step, axis_name="batch", in_axes=(None, 0, 0), out_axes=None)
    parts = [recto.device_put(a.reshape(N, -1, a.shape[1])) for a in BATCH]
    parameters = PARAMETERS
    for _ in range(5):
        parameters = mapped(parameters, *parts)
    close(parameters, trained(5))


def test_gradient_of_a_pmapped_loss():
    mapped = recto.pmap(loss, in_axes=(None, 0, 0))
    parts = [a.reshape(N, -1, a.shape[1]) for a in BATCH]
    total = lambda parameters: np.mean(mapped(parameters, *parts))
    close(recto.grad(total)(PARAMETERS), recto.grad(loss)(PARAMETERS, *BATCH))
    text = recto.grad(total).hlo(PARAMETERS)
    assert "num_partitions=8" in text and "all-reduce" in text


# -- errors --------------------------------------------------------------------------------------------------------

def product(x, w):
    return x * w


@pytest.mark.parametrize("args, how, message", [
    ((np.ones(9),), {}, "pmap over 9 values needs 9 devices; there are 8"),
    ((X, X[:4]), {}, r"different sizes along the mapped axis \(x: 8, w: 4\)"),
    ((X, 2.0), {"in_axes": (0, None), "axis_size": 4}, r"axis_size: 4, x: 8"),
    ((X, X), {"in_axes": (None, None)}, "nothing to map over"),
    ((X, X), {"in_axes": (0, 1)}, "axis 1 is out of range"),
    ((X, X), {"in_axes": (0, 0, 0)}, "does not match the structure"),
    ((X, X), {"in_axes": (0, "x")}, "integers and None"),
    ((X, 2.0), {}, "axis 0 is out of range"),
    ((X, X), {"out_axes": 1}, "axis 1 is out of range"),
    ((X, X), {"out_axes": None}, "differs between the devices"),
])
def test_what_does_not_fit_is_refused(args, how, message):
    f = (lambda x: x) if len(args) == 1 else product
    with pytest.raises(recto.CompileError, match=message):
        recto.pmap(f, **how)(*args)


def test_more_than_the_devices_inside_of_compiled_code():
    with pytest.raises(recto.CompileError, match="needs 9 devices"):
        recto.jit(whole)(np.ones(9))


def test_prints_and_writes_to_what_all_share_are_refused():
    def shouts(x):
        print(x)
    with pytest.raises(recto.CompileError, match="pmap of a function that prints"):
        recto.pmap(shouts)(X)

    def writes(x, shared):
        shared[0] = x
    with pytest.raises(recto.CompileError, match="unmapped shared"):
        recto.pmap(writes, in_axes=(0, None))(X, np.zeros(2))
