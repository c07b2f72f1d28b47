"""recto.torch.wrap and recto.jax.wrap: values, derivatives of first and second order, batches; where these are
installed."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([0.1, -0.3, 0.7, 0.9])


def energy(x, w):
    total = 0.0
    for k in range(1, len(x)):
        if x[k] > 0:
            total += w * (x[k] - x[k - 1]) ** 2
        else:
            total += np.sin(x[k])
    return total


def statistics(p, n):
    return {"scaled": p["x"] * n, "sums": [p["x"].sum(), n]}


def test_torch_calls_and_differentiates():
    torch = pytest.importorskip("torch")
    f = recto.torch.wrap(energy)
    x = torch.tensor(X, requires_grad=True)
    w = torch.tensor(1.5, dtype=torch.float64, requires_grad=True)
    y = f(x, w)
    y.backward()
    np.testing.assert_allclose(y.item(), energy(X, 1.5), rtol=1e-14)
    for found, wanted in zip((x.grad, w.grad), recto.grad(energy, argnums=(0, 1))(X, 1.5)):
        np.testing.assert_allclose(found, wanted, rtol=1e-13)
    assert torch.autograd.gradcheck(f, (x, w)) and torch.autograd.gradgradcheck(f, (x, w))
    np.testing.assert_allclose(f(x, 2.0).item(), energy(X, 2.0), rtol=1e-14)


def test_torch_batches():
    torch = pytest.importorskip("torch")
    f, many = recto.torch.wrap(energy), torch.tensor(np.random.RandomState(0).normal(size=(5, 4)))
    w = torch.tensor(1.5, dtype=torch.float64)
    rows = torch.stack([f(row, w) for row in many])
    np.testing.assert_allclose(torch.vmap(f, in_dims=(0, None))(many, w), rows, rtol=1e-13)
    gradients = torch.vmap(torch.func.grad(lambda x: f(x, w)))(many)
    np.testing.assert_allclose(gradients, recto.vmap(recto.grad(energy), in_axes=(0, None))(many.numpy(), 1.5))


def test_torch_shares_memory_and_keeps_dtypes():
    torch = pytest.importorskip("torch")
    t = torch.arange(1000.0)
    shared = recto.torch.of_tensor(t)
    assert np.asarray(shared).__array_interface__["data"][0] == t.data_ptr()
    assert recto.torch.to_tensor(shared).data_ptr() == t.data_ptr()
    same = recto.torch.wrap(lambda x: x)
    assert same(t).data_ptr() != t.data_ptr()                   # a result never changes with an argument
    for dtype in (torch.bool, torch.int8, torch.int64, torch.float16, torch.float32, torch.complex64):
        assert same(torch.ones(3).to(dtype)).dtype == dtype
    np.testing.assert_array_equal(same(t[1:][::3]), t[1:][::3])     # neither aligned nor contiguous
    found = recto.torch.wrap(lambda x, n: (x * n, [x.sum(), n]))(t, torch.tensor(3))
    assert found[1][1].dtype == torch.int64 and found[1][0].item() == t.sum().item()


def test_jax_calls_differentiates_and_batches():
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        f, many = recto.jax.wrap(energy), np.stack([X, 2 * X, -X])
        np.testing.assert_allclose(jax.jit(f)(X, 1.5), energy(X, 1.5), rtol=1e-14)
        for found, wanted in zip(jax.grad(f, (0, 1))(X, 1.5), recto.grad(energy, (0, 1))(X, 1.5)):
            np.testing.assert_allclose(found, wanted, rtol=1e-13)
        np.testing.assert_allclose(jax.vmap(f, (0, None))(many, 1.5), [energy(x, 1.5) for x in many], rtol=1e-13)
        slopes = jax.jit(jax.vmap(jax.grad(f), (0, None)))(many, 1.5)
        np.testing.assert_allclose(slopes, recto.vmap(recto.grad(energy), (0, None))(many, 1.5), rtol=1e-13)
        np.testing.assert_allclose(jax.jacrev(jax.grad(f))(X, 1.5), recto.hessian(energy)(X, 1.5), atol=1e-12)


def test_jax_trees_and_integers():
    jax = pytest.importorskip("jax")
    with jax.enable_x64(True):
        f = recto.jax.wrap(statistics)
        value = f({"x": X}, 3)
        np.testing.assert_allclose(value["scaled"], 3 * X)
        assert value["sums"][1].dtype == np.int64
        slope = jax.grad(lambda p: f(p, 3)["scaled"].sum())({"x": X})
        np.testing.assert_allclose(slope["x"], 3.0)


def test_arrays_of_recto_in_jax():
    jnp = pytest.importorskip("jax.numpy")
    np.testing.assert_array_equal(jnp.asarray(recto.device_put(np.ones(2, np.float32))) + 1, np.full(2, 2.0))
