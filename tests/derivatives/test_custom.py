"""custom_jvp, custom_vjp, checkpoint, stop_gradient."""
import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


@recto.custom_jvp
def log1pexp(x):
    return np.log(1 + np.exp(x))


@log1pexp.defjvp
def _(primals, tangents):
    (x,), (x_dot,) = primals, tangents
    return log1pexp(x), x_dot * (1 - 1 / (1 + np.exp(x)))


@recto.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda _, bar: (np.clip(bar, -1.0, 1.0),))


def test_custom_jvp_in_both_modes_and_orders():
    assert float(log1pexp(0.0)) == pytest.approx(np.log(2.0))
    assert float(recto.jvp(log1pexp, (0.0,), (2.0,))[1]) == 1.0
    assert float(recto.grad(log1pexp)(0.0)) == 0.5
    assert float(recto.grad(log1pexp)(1000.0)) == 1.0                # without the rule: nan
    assert np.isnan(float(recto.grad(lambda x: np.log(1 + np.exp(x)))(1000.0)))
    assert float(recto.grad(recto.grad(log1pexp))(1.0)) == pytest.approx(np.exp(1) / (1 + np.exp(1)) ** 2)
    assert float(recto.hessian(log1pexp)(1.0)) == pytest.approx(np.exp(1) / (1 + np.exp(1)) ** 2)


def test_the_rule_counts_not_the_function():
    @recto.custom_jvp
    def rounded(x):
        return np.round(x)
    rounded.defjvp(lambda primals, tangents: (rounded(primals[0]), 7.0 * tangents[0]))
    assert float(recto.grad(lambda x: rounded(x) * 2.0)(0.6)) == 14.0
    assert float(recto.grad(lambda x: rounded(rounded(x)))(0.6)) == 49.0


def test_in_loops_branches_and_helpers():
    def helper(x):
        return log1pexp(x) * 0.5

    def f(x):
        for i in range(4):
            if x > 1.0:
                x = helper(x)
            else:
                x = x + helper(x)
        return x
    plain = lambda x: np.log(1 + np.exp(x)) * 0.5

    def same(x):
        for i in range(4):
            x = plain(x) if x > 1.0 else x + plain(x)
        return x
    assert float(recto.grad(f)(0.3)) == pytest.approx((same(0.3 + 1e-6) - same(0.3 - 1e-6)) / 2e-6, rel=1e-8)
    assert float(recto.jit(helper)(0.0)) == pytest.approx(0.5 * np.log(2))       # read without, then with the rule
    assert float(recto.grad(helper)(1000.0)) == 0.5


def test_parts_and_arguments_that_are_not_differentiated():
    @recto.custom_jvp
    def f(x, y):
        return x * y
    f.defjvps(lambda x_dot, out, x, y: x_dot * y, None)
    assert [float(g) for g in recto.grad(f, argnums=(0, 1))(2.0, 3.0)] == [3.0, 0.0]

    power = recto.custom_jvp(lambda n, x: x ** n, nondiff_argnums=(0,))
    power.defjvp(lambda n, primals, tangents: (primals[0] ** n, 100.0 * n * tangents[0]))
    assert float(recto.grad(lambda x: power(3, x))(2.0)) == 300.0


def test_rules_that_close_over_values():
    def outer(x, scale):
        @recto.custom_vjp
        def inner(y):
            return y * scale
        inner.defvjp(lambda y: (y * scale, y), lambda y, bar: (bar * scale * 10.0,))
        return inner(x)
    assert float(outer(2.0, 3.0)) == 6.0


def test_custom_vjp():
    assert float(recto.grad(lambda x: 5.0 * clipped(x))(2.0)) == 1.0
    assert float(recto.grad(lambda x: 0.5 * clipped(x) ** 2)(0.3)) == pytest.approx(0.3)
    g = recto.grad(lambda x: np.sum(clipped(x) * np.array([5.0, 0.1])))(np.ones(2))
    assert np.allclose(g, [1.0, 0.1])
    with pytest.raises(recto.CompileError, match="custom_vjp only"):
        recto.jvp(clipped, (1.0,), (1.0,))


def test_custom_vjp_over_containers():
    @recto.custom_vjp
    def affine(p, x):
        return p["w"] * x + p["b"]

    def backward(residuals, bar):
        w, x = residuals
        return {"w": bar * x, "b": 2 * bar}, None
    affine.defvjp(lambda p, x: (affine(p, x), (p["w"], x)), backward)
    g_p, g_x = recto.grad(lambda p, x: affine(p, x), argnums=(0, 1))({"w": 2.0, "b": 1.0}, 3.0)
    assert float(g_p["w"]) == 3.0 and float(g_p["b"]) == 2.0 and float(g_x) == 0.0


def test_second_derivatives_through_custom_vjp():
    @recto.custom_vjp
    def square(x):
        return x * x
    square.defvjp(lambda x: (x * x, x), lambda x, bar: (bar * 2 * x,))
    assert float(recto.grad(recto.grad(square))(3.0)) == 2.0
    assert float(recto.hessian(square)(3.0)) == 2.0


def test_a_rule_is_missing():
    bare = recto.custom_jvp(lambda x: x)
    with pytest.raises(recto.CompileError, match="without a rule"):
        recto.grad(bare)(1.0)


def layer(x, w):
    return np.tanh(np.sin(x @ w))


@pytest.mark.parametrize("policy", ["nothing", "dots", "everything"])
def test_checkpoint_changes_no_value(policy):
    x, w = np.linspace(-1, 1, 4), np.linspace(-1, 1, 16).reshape(4, 4)
    safe = recto.checkpoint(layer, policy=policy)
    plain = recto.grad(lambda x, w: np.sum(layer(layer(x, w), w)), argnums=(0, 1))(x, w)
    again = recto.grad(lambda x, w: np.sum(safe(safe(x, w), w)), argnums=(0, 1))(x, w)
    assert all(np.allclose(a, b, rtol=1e-14) for a, b in zip(plain, again))
    assert np.allclose(safe(x, w), layer(x, w))
    assert np.allclose(recto.hessian(lambda x: np.sum(safe(x, w)))(x), recto.hessian(lambda x: np.sum(layer(x, w)))(x))


def test_checkpoint_computes_again():
    """Sines in the optimised program: of the forward sweep, and those that the backward sweep computes again."""
    w = np.ones((4, 4))
    safe = recto.checkpoint(layer)
    count = lambda g: recto.grad(lambda x: np.sum(g(g(x, w), w))).source("f64[4]", style="primitive").count("prim.sin(")
    assert count(safe) > count(layer)


def test_stop_gradient():
    assert float(recto.grad(lambda x: x * recto.stop_gradient(x))(3.0)) == 3.0
    g = recto.grad(lambda p: np.sum(p["a"] * recto.stop_gradient(p)["b"]))({"a": np.ones(2), "b": np.full(2, 3.0)})
    assert np.allclose(g["a"], 3.0) and np.allclose(g["b"], 0.0)
    assert float(recto.stop_gradient(2.0)) == 2.0
    assert float(recto.jit(recto.stop_gradient)(2.0)) == 2.0


def test_a_function_with_a_rule_may_convert_to_integers():
    @recto.custom_jvp
    def steps(x):
        return x * int(x)

    @steps.defjvp
    def rule(primals, tangents):
        (x,), (x_dot,) = primals, tangents
        return steps(x), x_dot * int(x)
    assert float(recto.jit(steps)(3.5)) == 10.5
    assert float(recto.grad(steps)(3.5)) == 3.0


def energy(x, k):
    return 0.5 * k * np.sum((x[1:] - x[:-1]) ** 2)


def energy_vjp(x, k, out_bar):
    t = x[1:] - x[:-1]
    x_bar = np.zeros_like(x)
    x_bar[:-1] = -out_bar * k * t
    x_bar[1:] += out_bar * k * t
    return 0.5 * k * np.sum(t**2), x_bar, 0.5 * out_bar * np.sum(t**2)


@pytest.mark.xla
@pytest.mark.parametrize("wrt", [None, ("x",), ("k", "x")])
def test_a_rule_may_be_one_function_or_a_file(tmp_path, wrt):
    x, k = np.array([1.0, 2.0, 4.0]), 2.0
    file = tmp_path / "energy_vjp.py"
    chain = f"vjp(wrt=({', '.join(wrt)},))" if wrt else "vjp"
    file.write_text(recto.emit(energy, chain, "x: f64[n], k: f64").replace("0.5", "1.5"))   # edited by hand
    ruled = recto.custom_vjp(energy)
    ruled.defvjp_file(str(file))
    found = recto.grad(ruled, argnums=(0, 1))(x, k)
    wanted = recto.grad(energy, argnums=(0, 1))(x, k)
    for name, got, want in zip(("x", "k"), found, wanted):
        np.testing.assert_allclose(got, 3 * want if name in (wrt or ("x", "k")) else 0 * want)
    np.testing.assert_allclose(recto.value_and_grad(ruled)(x, k)[0], energy(x, k))
    ruled.defvjp_file(energy_vjp)
    np.testing.assert_allclose(recto.vmap(recto.grad(ruled), in_axes=(0, None))(np.stack([x, 2 * x]), k)[1],
                               recto.grad(energy)(2 * x, k))
    assert "def energy_vjp" in recto.grad(ruled).source("f64[3]", 2.0)


def test_a_rule_of_other_parameters_is_refused(tmp_path):
    ruled = recto.custom_vjp(energy)
    with pytest.raises(TypeError, match=r"energy\(x, k\) is no rule for energy: it takes \(x, k, out_bar\)"):
        ruled.defvjp_file(energy)
    with pytest.raises(TypeError, match="has no argument q: it has x, k"):
        ruled.defvjp_file(energy_vjp, wrt="q")
    with pytest.raises(FileNotFoundError, match="recto vjp -o"):
        ruled.defvjp_file("nowhere.py")
