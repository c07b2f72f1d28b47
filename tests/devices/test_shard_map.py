"""shard_map: a function of blocks gives what the function of whole arrays does, on a mesh of four devices."""
import numpy as np
import pytest

import recto
from recto import lax
from recto.sharding import Mesh, NamedSharding, P

RNG = np.random.RandomState(3)
A, B = RNG.normal(size=(4, 6)), RNG.normal(size=(6, 2))


def mesh():
    return Mesh(np.array(recto.devices()[:4]).reshape(2, 2), ("x", "y"))


def product(**options):
    return recto.shard_map(lambda a, b: lax.psum(a @ b, "y"), mesh=mesh(), in_specs=(P("x", "y"), P("y", None)),
                           out_specs=P("x", None), **options)


def test_a_product_of_blocks():
    np.testing.assert_allclose(product()(A, B), A @ B, rtol=1e-13)
    x, y = recto.device_put(A, NamedSharding(mesh(), P("x", "y"))), recto.device_put(B, NamedSharding(mesh(), P("y")))
    np.testing.assert_allclose(product(check_vma=False)(x, y), A @ B, rtol=1e-13)


def test_it_is_differentiated_batched_and_read_inside_compiled_code():
    mapped = product()
    loss = lambda a: np.sum(mapped(a, B) ** 2)
    np.testing.assert_allclose(recto.grad(loss)(A), 2 * (A @ B) @ B.T, rtol=1e-12)
    many = RNG.normal(size=(3, 4, 6))
    np.testing.assert_allclose(recto.vmap(lambda a: mapped(a, B))(many), many @ B, rtol=1e-12)
    there = mesh()

    @recto.jit
    def numbered(x):
        return recto.shard_map(lambda v: v * lax.axis_index("x") + lax.axis_index("y"), mesh=there,
                               in_specs=P(("x", "y")), out_specs=P(("x", "y")))(x)
    assert numbered(np.ones(8)).tolist() == [0, 0, 1, 1, 1, 1, 2, 2]


def test_its_source_is_numpy():
    text = product().source(A, B)
    space = {}
    exec(text, space)
    np.testing.assert_allclose(space["shard_mapped"](A, B), A @ B, rtol=1e-13)


@pytest.mark.parametrize("spec", [P(), P("x"), P(None, "y"), P("y", "x"), P(("x", "y")), P(None, ("y", "x"))])
def test_blocks_are_put_back_where_they_were(spec):
    x = RNG.normal(size=(4, 8, 3))
    same = recto.shard_map(lambda v: 2 * v, mesh=mesh(), in_specs=spec, out_specs=spec)
    np.testing.assert_array_equal(same(x), 2 * x)


def test_trees_of_specs():
    def step(params, x):
        return {"y": x @ params["w"] + params["b"]}, lax.pmean(np.mean(x), ("x", "y"))
    params = {"w": B, "b": np.ones(2)}
    mapped = recto.shard_map(step, mesh=mesh(), in_specs=({"w": P(), "b": P()}, P(("x", "y"))),
                             out_specs=({"y": P(("x", "y"))}, P()))
    found, mean = mapped(params, A)
    np.testing.assert_allclose(found["y"], A @ B + 1, rtol=1e-13)
    np.testing.assert_allclose(mean, A.mean(), rtol=1e-13)


def test_a_mesh_of_the_context_and_one_axis():
    with recto.set_mesh(mesh()):
        double = recto.shard_map(in_specs=P("x"), out_specs=P("x"))(lambda v: 2 * v)
        totals = recto.smap(lambda v: lax.psum(v, "y"), in_axes=1, out_axes=None, axis_name="y")
    np.testing.assert_array_equal(double(A), 2 * A)
    np.testing.assert_allclose(totals(A), A[:, :3] + A[:, 3:], rtol=1e-14)
    with pytest.raises(ValueError, match="needs a mesh"):
        recto.shard_map(lambda v: v, in_specs=P(), out_specs=P())


def test_what_is_refused():
    with pytest.raises(ValueError, match="can't be divided into 2 blocks"):
        recto.shard_map(lambda v: v, mesh=mesh(), in_specs=P("x"), out_specs=P("x"))(np.ones(3))
    with pytest.raises(ValueError, match="and not 'z'"):
        recto.shard_map(lambda v: v, mesh=mesh(), in_specs=P("z"), out_specs=P())


def test_where_arrays_lie():
    x = recto.reshard(A, NamedSharding(mesh(), P("x")))
    assert x.sharding == NamedSharding(mesh(), P("x")) and recto.copy_to_host_async(x) is x
    assert any(one.shape == (4, 6) for one in recto.live_arrays())
    recto.effects_barrier()
    assert recto.typeof({"a": A}) == {"a": recto.ShapeDtypeStruct((4, 6), np.float64)}
