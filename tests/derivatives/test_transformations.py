"""The public transformations: what they take and give, in all compositions, and as compiled code uses them."""
import collections
import dataclasses

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla
X = np.array([1.0, 2.0, 3.0])
Pair = collections.namedtuple("Pair", "a b")


def f(x):
    return np.sin(x) * x[::-1] ** 2


def jacobian_of_f(x):
    return np.diag(np.cos(x) * x[::-1] ** 2) + np.fliplr(np.diag(np.sin(x) * 2 * x[::-1]))


def recurrence(x):
    y = x.copy()
    for i in range(1, len(x)):
        y[i] = np.sin(y[i - 1] * y[i])
    return y


def newton(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


@dataclasses.dataclass
class Params:
    w: np.ndarray
    b: float


def close(found, expected, **how):
    np.testing.assert_allclose(np.asarray(found), expected, **{"rtol": 1e-10, "atol": 1e-12, **how})


# -- reverse mode ----------------------------------------------------------------------------------------------------

def test_argnums_and_argnames():
    g = lambda x, y: x * x * y
    assert float(recto.grad(g)(2.0, 3.0)) == 12.0
    assert float(recto.grad(g, 1)(2.0, 3.0)) == 4.0
    assert [float(v) for v in recto.grad(g, argnums=(1, 0))(2.0, 3.0)] == [4.0, 12.0]
    assert float(recto.grad(g, argnums=-1)(2.0, 3.0)) == 4.0
    assert float(recto.grad(g, argnames="y")(2.0, y=3.0)) == 4.0
    assert [float(v) for v in recto.grad(g, argnames=("y", "x"))(2.0, 3.0)] == [4.0, 12.0]


@pytest.mark.parametrize("options, message", [
    ({"argnums": 2}, "argnums 2"), ({"argnames": "z"}, "has no such argument"),
    ({"argnums": 0, "argnames": "x"}, "both given")])
def test_arguments_that_are_not_there(options, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.grad(lambda x, y: x * y, **options)(2.0, 3.0)


def test_the_same_array_twice_is_two_arguments():
    close(recto.grad(lambda x, y: np.sum(x * x * y))(X, X), 2 * X * X)


def test_has_aux():
    g = lambda x: (np.sum(x ** 2), {"double": 2 * x, "name": 3})
    gradient, aux = recto.grad(g, has_aux=True)(X)
    close(gradient, 2 * X)
    close(aux["double"], 2 * X)
    (value, aux), gradient = recto.value_and_grad(g, has_aux=True)(X)
    assert float(value) == 14.0 and aux["name"] == 3
    jacobian, aux = recto.jacrev(lambda x: (f(x), x), has_aux=True)(X)
    close(jacobian, jacobian_of_f(X))
    close(aux, X)


def test_as_decorators():
    @recto.grad
    def cube(x):
        return x ** 3

    @recto.grad(argnums=1)
    def second(x, y):
        return x * y ** 2
    assert float(cube(2.0)) == 12.0 and float(second(3.0, 2.0)) == 12.0


def test_containers():
    g = recto.grad(lambda p, x: np.sum(np.tanh(p.w * x + p.b)))(Params(np.ones(2), 0.5), np.ones(2))
    assert isinstance(g, Params)
    close(g.w, 2 * [1 - np.tanh(1.5) ** 2])
    assert float(g.b) == pytest.approx(2 * (1 - np.tanh(1.5) ** 2))
    g = recto.grad(lambda q: q.a * q.b)(Pair(2.0, 3.0))
    assert isinstance(g, Pair) and [float(v) for v in g] == [3.0, 2.0]
    g = recto.grad(lambda t: np.sum(t["a"][0] * t["a"][1]))({"a": (X, [X][0]), "n": 1.0})
    close(g["a"][1], X)
    assert float(g["n"]) == 0.0


def test_vjp_keeps_what_the_pullback_needs():
    value, pull = recto.vjp(lambda x, y: x * np.sin(y), X, 2.0)
    close(value, X * np.sin(2.0))
    for bar in (np.ones(3), X):
        x_bar, y_bar = pull(bar)
        close(x_bar, bar * np.sin(2.0))
        close(y_bar, np.sum(bar * X) * np.cos(2.0))
    value, pull, aux = recto.vjp(lambda x: (f(x), x), X, has_aux=True)
    close(pull(np.ones(3))[0], jacobian_of_f(X).sum(0))
    close(aux, X)


def test_pullback_of_containers():
    value, pull = recto.vjp(lambda x: {"a": x, "b": (2 * x, np.sum(x))}, X)
    close(pull({"a": np.ones(3), "b": (np.ones(3), 10.0)})[0], [13.0] * 3)
    close(pull({"a": np.ones(3), "b": None})[0], [1.0] * 3)
    with pytest.raises(recto.CompileError, match="does not match the structure"):
        pull({"a": np.ones(3)})
    with pytest.raises(recto.CompileError, match=r"f64\[3\] is expected"):
        pull({"a": np.ones(2), "b": None})


def test_arguments_that_are_written_are_inputs_and_outputs():
    def step(u, dt):
        u[1:-1] += dt * (u[2:] - 2 * u[1:-1] + u[:-2])
    u, u_dot = np.arange(5.0) ** 2, np.array([1.0, 1.0, 3.0, 1.0, 1.0])
    moved, bars = u.copy(), np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    step(moved, 0.1)
    matrix = np.stack([recto_step(step, e) for e in np.eye(5)], 1)
    before = u.copy()
    value, tangent = recto.jvp(step, (u, 0.1), (u_dot, 0.0))
    assert value is None and tangent is None
    close(u, moved)
    close(u_dot, matrix @ [1.0, 1.0, 3.0, 1.0, 1.0])
    _, pull = recto.vjp(step, before.copy(), 0.1)
    close(pull(None, bars)[0], matrix.T @ bars)


def recto_step(step, e):
    """A linear step on a unit vector."""
    step(e, 0.1)
    return e


def test_written_and_returned():
    def g(a):
        a[1:] *= 2.0
        return a
    value, tangent = recto.jvp(g, (X.copy(),), (np.ones(3),))
    close(value, [1.0, 4.0, 6.0])
    close(tangent, [1.0, 2.0, 2.0])


def test_functions_that_print_and_raise(capfd):
    def g(x):
        print("x is", x)
        if x < 0:
            raise ValueError(f"negative: {x}")
        return x * x
    assert float(recto.grad(g)(3.0)) == 6.0
    assert capfd.readouterr().out == "x is 3.0\n"
    with pytest.raises(ValueError, match="negative: -3.0"):
        recto.grad(g)(-3.0)


# -- forward mode ----------------------------------------------------------------------------------------------------

def test_jvp():
    value, tangent = recto.jvp(f, (X,), (np.ones(3),))
    close(value, f(X))
    close(tangent, jacobian_of_f(X).sum(1))
    value, tangent = recto.jvp(lambda x: x, (X,), (2 * X,))
    close(tangent, 2 * X)
    value, tangent, aux = recto.jvp(lambda x, y: (x * y, y), (2.0, 3.0), (None, 1.0), has_aux=True)
    assert float(tangent) == 2.0 and float(aux) == 3.0
    with pytest.raises(recto.CompileError, match="1 primals, but 2 tangents"):
        recto.jvp(f, (X,), (X, X))


@pytest.mark.parametrize("g", [f, recurrence], ids=lambda g: g.__name__)
def test_linearize_agrees_with_jvp(g):
    value, push = recto.linearize(g, X)
    close(value, g(X))
    for e in np.eye(3):
        close(push(e), recto.jvp(g, (X,), (e,))[1])


def test_linear_transpose():
    matrix = np.arange(6.0).reshape(2, 3)
    transposed = recto.linear_transpose(lambda x: matrix @ x, "f64[3]")
    close(transposed(np.array([1.0, 10.0]))[0], matrix.T @ [1.0, 10.0])
    with pytest.raises(recto.CompileError, match="not linear"):
        recto.linear_transpose(lambda x: x * x, 2.0)(1.0)


# -- matrices --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("transformation", [recto.jacfwd, recto.jacrev, recto.jacobian])
def test_jacobians(transformation):
    close(transformation(f)(X), jacobian_of_f(X))
    found = transformation(lambda p, y: {"a": p["w"] @ y, "b": 2 * p["c"]})({"w": np.ones((2, 3)), "c": 1.0}, X)
    close(found["a"]["w"], np.einsum("ij,k->ijk", np.eye(2), X))
    close(found["a"]["c"], np.zeros(2))
    close(found["b"]["w"], np.zeros((2, 3)))
    assert float(found["b"]["c"]) == 2.0
    by_p, by_y = transformation(lambda p, y: p @ y, argnums=(0, 1))(np.ones((2, 3)), X)
    close(by_y, np.ones((2, 3)))
    assert by_p.shape == (2, 2, 3)


def test_jacobians_of_loops():
    close(recto.jacfwd(recurrence)(X), np.asarray(recto.jacrev(recurrence)(X)))
    assert float(recto.jacfwd(newton)(3.0)) == pytest.approx(0.5 / np.sqrt(3.0))


def test_hessians():
    cubic = lambda x: np.sum(x ** 3) * x[0]
    expected = np.diag(6 * X * X[0]) + np.outer(np.eye(3)[0], 3 * X ** 2) + np.outer(3 * X ** 2, np.eye(3)[0])
    close(recto.hessian(cubic)(X), expected)
    (hv,) = recto.hvp(cubic, (X,), (np.array([1.0, 0.0, 2.0]),))
    close(hv, expected @ [1.0, 0.0, 2.0])
    assert float(recto.hessian(newton)(3.0)) == pytest.approx(-0.25 * 3 ** -1.5)
    assert float(recto.grad(recto.grad(newton))(3.0)) == pytest.approx(-0.25 * 3 ** -1.5)


def test_compositions():
    close(recto.grad(lambda x: np.sum(recto.jacfwd(f)(x)))(X), np.asarray(recto.jacrev(recto.grad(
        lambda x: np.sum(recto.jacrev(f)(x))))(X)).shape and np.asarray(
            recto.grad(lambda x: np.sum(recto.jacrev(f)(x)))(X)))
    assert float(recto.grad(recto.grad(recto.grad(np.sin)))(0.3)) == pytest.approx(-np.cos(0.3))
    assert float(recto.jit(recto.grad(recto.jit(np.sin)))(0.0)) == 1.0
    second = recto.grad(lambda x: recto.jvp(np.sin, (x,), (1.0,))[1])
    assert float(second(0.3)) == pytest.approx(-np.sin(0.3))


# -- inside compiled code --------------------------------------------------------------------------------------------

def test_inside_compiled_code():
    @recto.jit
    def everything(x):
        value, pull = recto.vjp(np.sin, x)
        pushed = recto.linearize(np.sin, x)[1](x)
        transposed = recto.linear_transpose(lambda y: 2 * y, x)(x)
        return pull(np.ones(3)), pushed, transposed, recto.hvp(lambda y: np.sum(y ** 3), (x,), (x,))
    (pulled,), pushed, (transposed,), (hv,) = everything(X)
    close(pulled, np.cos(X))
    close(pushed, np.cos(X) * X)
    close(transposed, 2 * X)
    close(hv, 6 * X * X)


def test_gradient_descent_as_a_loop_and_its_gradient():
    def fitted(x):
        for _ in range(10):
            x = x - 0.1 * recto.grad(lambda y: np.sum((y - 1) ** 2 * y))(x)
        return np.sum(x)
    x, step = np.array([0.3, 0.4]), 1e-6
    differences = [(float(recto.jit(fitted)(x + step * e)) - float(recto.jit(fitted)(x - step * e))) / (2 * step)
                   for e in np.eye(2)]
    close(recto.grad(fitted)(x), differences, rtol=1e-7)


def test_options_from_a_closure():
    argnums = (0,)
    (found,) = recto.jit(lambda x: recto.grad(lambda y: y * y, argnums)(x))(1.0)
    assert float(found) == 2.0


def test_transformations_in_closures_are_told_apart():
    apply = lambda g: lambda x: g(x) * 1.0
    assert float(recto.jit(apply(recto.grad(np.sin)))(2.0)) == pytest.approx(np.cos(2.0))
    assert float(recto.jit(apply(recto.grad(np.cos)))(2.0)) == pytest.approx(-np.sin(2.0))


def test_without_compilation_derivatives_are_compiled_still():
    with recto.disable_jit():
        assert float(recto.grad(np.sin)(0.0)) == 1.0


def test_asked_for_again_it_is_the_same_compiled_function():
    assert recto.grad(f, argnums=0) is recto.grad(f, argnums=0)
    assert recto.grad(f) is not recto.grad(f, has_aux=True)


# -- complex numbers ---------------------------------------------------------------------------------------------------

def test_holomorphic():
    z = 1.0 + 2.0j
    assert complex(recto.grad(lambda z: z ** 3, holomorphic=True)(z)) == pytest.approx(3 * z ** 2)
    close(recto.jacfwd(lambda z: z ** 2, holomorphic=True)(np.array([1 + 1j, 2j])), np.diag([2 + 2j, 4j]))
    close(recto.jacrev(lambda z: z ** 2, holomorphic=True)(np.array([1 + 1j, 2j])), np.diag([2 + 2j, 4j]))
    with pytest.raises(recto.CompileError, match="holomorphic=True gives the complex derivative"):
        recto.jacrev(lambda z: np.abs(z))(z)
    with pytest.raises(recto.CompileError, match="real scalar result"):
        recto.grad(lambda z: z * z)(z)
    with pytest.raises(recto.CompileError, match="needs complex inputs"):
        recto.grad(lambda x: x * x, holomorphic=True)(2.0)


def test_complex_pullbacks_are_those_of_jax():
    """jax 0.10.2: vjp(lambda z: z * conj(z) * z, 1 + 2j)[1](1 + 0j) and the like."""
    value, pull = recto.vjp(lambda z: z * np.conj(z) * z, 1.0 + 2.0j)
    assert complex(pull(1.0 + 0.0j)[0]) == pytest.approx(7.0 - 4.0j)
    value, pull = recto.vjp(lambda z: np.abs(z), 3.0 + 4.0j)
    assert complex(pull(1.0)[0]) == pytest.approx(0.6 - 0.8j)


def of_parts(f, z):
    """∂f/∂x - i ∂f/∂y, by the gradient with respect to the parts."""
    x_bar, y_bar = recto.grad(lambda x, y: f(x + 1j * y), argnums=(0, 1))(np.real(z), np.imag(z))
    return np.asarray(x_bar) - 1j * np.asarray(y_bar)


@pytest.mark.parametrize("f", [
    lambda z: np.sum(np.abs(z)), lambda z: np.real(np.sum(z ** 3)), lambda z: np.sum(np.imag(np.exp(1j * z))),
    lambda z: np.sum(np.abs(np.fft.fft(z)) ** 2), lambda z: np.sum(np.angle(z)), lambda z: np.linalg.norm(z),
])
def test_the_gradient_of_a_real_function_of_complex_numbers(f):
    z = np.array([1.0 + 2.0j, -0.5 + 0.3j, 0.7 - 1.1j])
    gradient = recto.grad(f)(z)
    assert gradient.dtype == np.complex128
    close(gradient, of_parts(f, z))
    close(recto.jit(recto.grad(f))(z), gradient)


def test_complex_and_real_arguments_together():
    gradients = recto.grad(lambda p: np.sum(np.abs(p["z"] * p["s"]) ** 2))({"z": np.array([1.0 + 2.0j]), "s": 3.0})
    close(gradients["z"], [18.0 - 36.0j])
    assert float(gradients["s"]) == pytest.approx(30.0)


# -- refusals ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("g, args, message", [
    (lambda n: n * 2, (3,), "grad needs floating inputs"),
    (lambda x: x * 2, (X,), "grad needs a real scalar result"),
    (lambda x: (x, x), (2.0,), "returns one number"),
    (lambda x: np.floor(x).astype(int), (2.0,), "grad needs a real scalar result"),
])
def test_refusals(g, args, message):
    with pytest.raises(recto.CompileError, match=message):
        recto.grad(g)(*args)


class Model:
    def __init__(self, scale):
        self.scale = scale

    def loss(self, x):
        return np.sum(self.scale * x)


@pytest.mark.parametrize("derive", [recto.grad, recto.value_and_grad, recto.jacfwd, recto.jacrev, recto.hessian])
@pytest.mark.parametrize("argument, named", [
    (Model(3), "an object of class Model"), ("warm", "an object of class str"), (np.sin, "an object of class ufunc"),
    ({"mode": "warm"}, "a dict without numbers"),
])
def test_an_argument_without_numbers_has_no_derivative(derive, argument, named):
    with pytest.raises(recto.CompileError, match=f"with respect to p, {named}") as error:
        derive(lambda p, x: np.sum(x))(argument, X)
    assert "astype(float)" in error.value.hint and "argnums" in error.value.hint


def test_self_is_the_argument_to_differentiate():
    with pytest.raises(recto.CompileError, match="with respect to self, an object of class Model"):
        recto.grad(Model.loss)(Model(2), X)
    close(recto.grad(Model.loss)(Model(2.0), X).scale, np.sum(X))
    close(recto.grad(Model.loss, argnums=1)(Model(2.0), X), np.full_like(X, 2.0))


def test_what_holds_a_number_may_hold_others_too():
    gradient = recto.grad(lambda p, x: np.sum(p["w"] * x))({"w": 2.0, "mode": "warm", "act": np.sin}, X)
    assert gradient["mode"] is None and gradient["act"] is None
    close(gradient["w"], np.sum(X))
    assert recto.grad(lambda p, x: np.sum(x))({}, X) == {}


@pytest.mark.parametrize("call", [
    lambda: recto.vjp(lambda m: m.scale, Model(3)), lambda: recto.linearize(lambda m: m.scale, Model(3)),
    lambda: recto.linearize(lambda n: n * 2.0, 3), lambda: recto.vjp(lambda n: n * 2.0, 3),
    lambda: recto.jvp(lambda m: m.scale, (Model(3.0),), (1.0,)), lambda: recto.jvp(lambda n: n * 2.0, (3,), (1.0,)),
    lambda: recto.linearize(lambda x, n: x * n, 2.0, 3)[1](1.0, 1.0),
])
def test_a_tangent_of_what_has_none_is_refused(call):
    with pytest.raises(recto.CompileError):
        call()


def test_functions_without_a_gradient_path_have_zeros():
    assert float(recto.grad(lambda x: 3.0)(2.0)) == 0.0
    assert float(recto.grad(lambda x: 3.0 * np.floor(x))(2.5)) == 0.0


@pytest.mark.parametrize("transform", [recto.vmap, recto.jacfwd, recto.jacrev, recto.hessian])
def test_what_runs_a_function_several_times_refuses_changes_outside(transform):
    log = []

    def g(x):
        log.append(x)
        return x
    with pytest.raises(recto.CompileError, match="changes objects outside of it"):
        transform(g)(np.ones(2))
    assert log == []
