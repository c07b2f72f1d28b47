"""`recto.cotangent_of`: a block that edits a cotangent is what custom_vjp of an identity with that block would be."""
from __future__ import annotations

import numpy as np
import pytest

import recto
from recto import CompileError



def namespace(text):
    space = {}
    exec(compile(text, "printed.py", "exec"), space)
    return space


X = np.array([0.3, -1.2, 2.0])


@recto.custom_vjp
def doubled(x):
    return x


doubled.defvjp(lambda x: (x, None), lambda _, bar: (2 * bar,))


def edited(x):
    """What is edited, in every kind of place; the twin below says it by custom_vjp."""
    y = np.sin(x)
    with recto.cotangent_of(y) as y_bar:
        y_bar = 2 * y_bar
    total = 0.0
    for k in range(len(x)):
        total = total + y[k] * x[k]
        with recto.cotangent_of(total) as total_bar:
            total_bar = 2 * total_bar
    while total < 9.0:
        total = 2 * total + 3.0
        with recto.cotangent_of(total) as total_bar:
            total_bar *= 2
    if total > 3:
        with recto.cotangent_of(total) as total_bar:
            total_bar = total_bar + total_bar
    return helped(total) + np.sum(y)


def twin(x):
    y = doubled(np.sin(x))
    total = 0.0
    for k in range(len(x)):
        total = doubled(total + y[k] * x[k])
    while total < 9.0:
        total = doubled(2 * total + 3.0)
    if total > 3:
        total = doubled(total)
    return doubled(total) ** 2 + np.sum(y)


def helped(t):
    with recto.cotangent_of(t) as t_bar:
        t_bar = 2 * t_bar
    return t**2


WAYS = {
    "grad": lambda f: recto.grad(f)(X),
    "value_and_grad": lambda f: recto.value_and_grad(f)(X),
    "vjp": lambda f: recto.vjp(f, X)[1](1.5),
    "jacrev": lambda f: recto.jacrev(f)(X),
    "vmap of grad": lambda f: recto.vmap(recto.grad(f))(np.stack([X, 2 * X])),
    "grad of vmap": lambda f: recto.grad(lambda x: np.sum(recto.vmap(f)(x)))(np.stack([X, 2 * X])),
    "grad in jit": lambda f: recto.jit(lambda x: recto.grad(f)(x) + 1)(X),
    "checkpoint": lambda f: recto.grad(lambda x: recto.checkpoint(f)(x) + np.sum(x))(X),
    "jit": lambda f: recto.jit(f)(X),
}


@pytest.mark.xla
@pytest.mark.parametrize("way", WAYS)
def test_a_block_is_the_custom_vjp_of_an_identity(way):
    found, wanted = WAYS[way](edited), WAYS[way](twin)
    for a, b in zip(recto.tree.leaves(found), recto.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)


@pytest.mark.xla
def test_second_derivatives_are_those_of_the_edited_gradient():
    g, step = recto.grad(edited), 1e-6
    rows = [(np.asarray(g(X + e)) - np.asarray(g(X - e))) / (2 * step) for e in step * np.eye(3)]
    np.testing.assert_allclose(recto.hessian(edited)(X), np.array(rows).T, rtol=1e-6)
    along = recto.grad(lambda x: np.sum(recto.grad(edited)(x)))(X)
    np.testing.assert_allclose(along, np.sum(rows, axis=1), rtol=1e-6)


def test_the_block_stands_in_the_printed_gradient_which_runs_alone():
    def f(x, k):
        y = np.sin(x)
        with recto.cotangent_of(y) as y_bar:
            y_bar = np.where(np.abs(y_bar) > k, 0, y_bar)
        return np.sum(y * y)

    text = recto.grad(f).source("f64[n]", 0.5)
    assert "y_bar = 2 * y" in text and "y_bar = np.where(np.abs(y_bar) > k, 0, y_bar)" in text
    g = namespace(text)["grad_f"]
    y = np.sin(X)
    np.testing.assert_allclose(g(X, 0.5), np.where(np.abs(2 * y) > 0.5, 0, 2 * y) * np.cos(X))


@pytest.mark.xla
def test_what_the_block_prints_is_printed_in_the_backward_sweep(capfd):
    def f(x):
        print("forward")
        y = x * x
        with recto.cotangent_of(y) as y_bar:
            print("y_bar", y_bar)
        return 3 * y

    assert recto.grad(f)(2.0) == 12.0
    assert capfd.readouterr().out == "forward\ny_bar 3.0\n"
    assert 'print("y_bar", ' in recto.grad(f).source("f64[]")
    recto.vmap(recto.grad(noted))(np.array([1.0, 2.0]))
    assert capfd.readouterr().out == "2.0\n8.0\n"


def noted(x):
    y = x * x
    with recto.cotangent_of(y) as y_bar:
        print(y_bar)
    return y * y


def guarded(x):
    y = np.sqrt(x)
    with recto.cotangent_of(x) as x_bar:
        assert np.all(np.isfinite(x_bar)), "not finite"
    with recto.cotangent_of(y) as y_bar:
        if np.max(y_bar) > 10:
            raise ValueError(f"{np.max(y_bar)} is too large")
    return np.sum(np.sqrt(y))


@pytest.mark.xla
def test_what_the_block_finds_wrong_is_raised():
    with pytest.raises(ValueError, match="too large") as found:
        recto.grad(guarded)(np.array([0.0, 1.0]))
    assert "in guarded" in str(found.value.__notes__)
    with pytest.raises(ValueError, match="inf is too large"):
        recto.vmap(recto.grad(guarded))(np.array([[1.0, 4.0], [0.0, 1.0]]))
    np.testing.assert_allclose(recto.grad(guarded)(np.array([1.0, 16.0])), [0.25, 0.25 * 16**-0.75])
    printed = namespace(recto.grad(guarded).source("f64[n]"))["grad_guarded"]
    with np.errstate(all="ignore"), pytest.raises(ValueError, match="too large"):
        printed(np.array([0.0, 1.0]))


def containers(params, x):
    (W, b), scale = params["layer"], params["scale"]
    with recto.cotangent_of((W, b)) as (W_bar, b_bar):
        norm = np.sqrt(np.sum(W_bar**2) + np.sum(b_bar**2))
        W_bar, b_bar = W_bar / norm, b_bar / norm
    with recto.cotangent_of(x[1:]) as part_bar:
        part_bar[...] = 0
    return np.sum(np.tanh(x @ W + b)) * scale


@pytest.mark.xla
def test_blocks_of_tuples_and_parts_leave_arguments_as_they_are():
    rng = np.random.default_rng(0)
    params = {"layer": (rng.normal(size=(3, 2)), rng.normal(size=2)), "scale": 2.0}
    (value, (bars, x_bar)) = recto.value_and_grad(containers, argnums=(0, 1))(params, X)
    W_bar, b_bar = bars["layer"]
    np.testing.assert_allclose(np.sum(np.square(W_bar)) + np.sum(np.square(b_bar)), 1.0)
    assert x_bar[0] != 0 and np.all(np.asarray(x_bar)[1:] == 0)
    with np.errstate(all="ignore"):  # the block runs on zeros
        np.testing.assert_allclose(value, containers(params, X))
    assert recto.jit(containers).explain(params, X).count("mutated") == 0


def test_plain_python_runs_the_block_on_zeros():
    assert edited(X) == twin(X)


def leaves_early(x):
    with recto.cotangent_of(x) as x_bar:
        return x_bar
    return x


def of_a_result(x):
    with recto.cotangent_of(x * 2) as x_bar:
        x_bar = 2 * x_bar
    return x


def of_a_copy(x):
    with recto.cotangent_of(x[np.array([0, 2])]) as x_bar:
        x_bar = 2 * x_bar
    return np.sum(x)


def of_integers(x):
    n = len(x)
    with recto.cotangent_of(n) as n_bar:
        n_bar = 2 * n_bar
    return np.sum(x) * n


def assigns(x):
    t = 1.0
    with recto.cotangent_of(x) as x_bar:
        t = np.sum(x_bar)
    return np.sum(x) * t


def writes(x):
    seen = np.zeros(3)
    with recto.cotangent_of(x) as x_bar:
        seen[0] = x_bar[0]
    return np.sum(x) + seen[0]


def reshaped(x):
    with recto.cotangent_of(x) as x_bar:
        x_bar = x_bar[:2]
    return np.sum(x)


def nameless(x):
    with recto.cotangent_of(x):
        pass
    return np.sum(x)


def two_ways(x):
    y, z = x.copy(), x.copy()
    w = y if x[0] > 0 else z
    with recto.cotangent_of(w) as w_bar:
        w_bar = 2 * w_bar
    return np.sum(w * y)


REFUSED = {
    leaves_early: "can't return",
    of_a_result: "nothing reads that value again",
    of_a_copy: "is a copy|nothing reads",
    of_integers: "no floating-point numbers",
    assigns: "assigns t, which has a value before it",
    writes: "changes an object of the function around it",
    reshaped: r"f64\[3\] is expected, not f64\[2\]",
    nameless: "without a name",
    two_ways: "may share memory",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_what_makes_no_sense_is_refused_with_a_way_out(function):
    with pytest.raises(CompileError, match=REFUSED[function]) as found:
        recto.grad(function).source("f64[3]")
    assert found.value.hint and found.value.span.file == __file__


@pytest.mark.parametrize("forward", [recto.jacfwd, lambda f: recto.grad(recto.jacfwd(f))])
def test_forward_mode_refuses_the_block(forward):
    with pytest.raises(CompileError, match="forward mode has no cotangents") as found:
        forward(edited).source("f64[3]")
    assert "reverse mode" in found.value.hint
