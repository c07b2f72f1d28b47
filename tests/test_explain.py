"""`recto.explain` at a point: checks of gradients, shares of lines, missing gradients, origins of NaN; and what
programs cost."""
from __future__ import annotations

import numpy as np
import pytest

import recto
from recto.transform.inspection.nonfinite_origins import nonfinite_origins
from recto.transform.inspection.complex_step import along, is_analytic
from recto.transform.inspection.contributions import contributions
from recto.transform.inspection.cost import cost

X = np.array([0.3, 1.2, 2.0])


def program_of(function, *args):
    return recto.jit(function).program(*args)


# -- what a program costs


def powers(a, steps):
    for _ in range(steps):
        a = a @ a
    return a


def triangle(x):
    t = 0.0
    for i in range(len(x)):
        for j in range(i):
            t = t + x[i] * x[j]
    return t


def halved(x):
    while x > 1:
        x = 0.5 * x
    return x


@pytest.mark.parametrize("rounds", [1, 7, 1000])
def test_loops_cost_as_often_as_they_run(rounds):
    def repeated(a):
        for _ in range(rounds):
            a = a @ a
        return a

    n = 5
    assert cost(program_of(repeated, f"f64[{n},{n}]")).flops == rounds * 2 * n**3
    ours = cost(program_of(powers, f"f64[{n},{n}]", "i64[]"))
    assert ours.flops == 0 and [one.flops for _, one in ours.iterations] == [2 * n**3]


@pytest.mark.parametrize("n", [2, 9, 40])
def test_a_triangle_costs_half_a_square(n):
    pairs = n * (n - 1) / 2
    found = cost(program_of(triangle, f"f64[{n}]")).flops
    assert abs(found - 2 * pairs) <= 2 * n       # and what the indices take


def test_a_loop_of_unknown_length_is_told_of_by_round():
    report = recto.jit(halved).explain("f64[]")
    assert "cost of each iteration of the loop at" in report and "test_explain.py" in report


@pytest.mark.xla
def test_the_cost_of_a_known_loop_is_in_the_report():
    def f(a):
        for _ in range(100):
            a = a @ a * 0.01
        return np.sum(a)

    (line,) = [row for row in recto.jit(f).explain("f64[50,50]").splitlines() if "cost:" in row]
    assert float(line.split()[1]) == pytest.approx(100 * (2 * 50**3 + 50**2), rel=0.01)


# -- gradients at a point


def smooth(x):
    y = np.zeros_like(x)
    for i in range(1, len(x)):
        y[i] = np.tanh(y[i - 1] + x[i]) * x[i - 1]
        if y[i] > 0.2:
            y[i] = np.abs(y[i]) ** 1.5
    return np.sum(y * np.exp(-x)) + np.max(x) * np.log(x[0])


def branching(x):
    t = 1.0
    while t < 40:
        t = t * (1 + np.sum(x * x))
        if t > 10:
            t = t + x[1]
    return t / (1 + np.sqrt(np.abs(x[0]))) + x[2]


def inner(x):
    return np.sin(x) * x


def calling(x):
    return np.sum(inner(x)) + np.sum(inner(2 * x)) + np.sum(x @ np.outer(x, x))


PROGRAMS = [smooth, branching, calling]


@pytest.mark.parametrize("function", PROGRAMS)
def test_a_complex_step_is_the_derivative(function):
    program, v = program_of(function, "f64[3]"), np.array([0.5, -1.0, 2.0])
    assert is_analytic(program)
    (got,) = along(program, [X], [v])
    step = 1e-6
    want = (function(X + step * v) - function(X - step * v)) / (2 * step)
    np.testing.assert_allclose(got, want, rtol=1e-7)


@pytest.mark.parametrize("function", PROGRAMS)
def test_the_shares_of_the_lines_add_up_to_the_gradient(function):
    program = program_of(function, "f64[3]")
    shares = contributions(program, 0, [X], [np.ones(())])
    want = recto.generate(function, "grad", "x: f64[3]")(X)
    np.testing.assert_allclose(sum(s.gradient for s in shares), want, rtol=1e-12)
    lines = {s.span.line for s in shares}
    assert len(lines) == len(shares) >= 2
    assert all("x" in open(s.span.file).read().splitlines()[s.span.line - 1] for s in shares)


@pytest.mark.parametrize("function", [np.linalg.norm, lambda x: np.real(np.sum(np.fft.fft(x) ** 2))])
def test_what_has_no_complex_form_is_held_to_differences(function):
    f = lambda x: function(x)
    report = recto.explain(f, X)
    assert "agrees with" in report


# -- missing gradients, origins of NaN


def everything(x, unused, k, n, s, z, w, q, i):
    t = 0.0
    for j in range(len(x)):
        t = t + np.sqrt(x[j]) * np.floor(k) + np.maximum(z, 0)
        if t < 0:
            t = t + w
    return t + x[n] * recto.stop_gradient(s) + (1.0 if q > 3 else 0.0) + x[int(i)]


@pytest.mark.xla
def test_it_is_told_which_arguments_have_no_gradient_and_why():
    report = recto.explain(everything, X, 1.0, 2.5, 1, 2.0, -3.0, 4.0, 2.0, 1.0)
    titles = {s.title: s.rows for s in report.sections}
    why = {name: titles[f"no gradient by {name}"][0] for name in ("unused", "k", "n", "s", "z", "w", "q", "i")}
    assert why["unused"] == ("the result does not depend on it",)
    assert why["k"][0] == "np.floor has derivative zero" and "np.floor(k)" in why["k"][2]
    assert why["n"] == ("it is an integer",)
    assert why["s"][0] == "stop_gradient makes it a constant" and "recto.stop_gradient(s)" in why["s"][2]
    assert why["z"][0] == "the derivative of np.maximum is zero here"
    assert why["w"][0] == "it is read only in a branch that was not taken" and why["w"][2] == "if t < 0:"
    assert why["q"][0] == "a comparison has derivative zero"
    assert "has derivative zero" in why["i"][0]
    (title,) = [t for t in titles if t.startswith("gradient by x")]
    assert "agrees with a complex step" in titles[title][0][0]


@pytest.mark.xla
def test_a_wrong_rule_is_told_to_differ():
    @recto.custom_vjp
    def cube(x):
        return x**3

    cube.defvjp(lambda x: (x**3, x), lambda x, bar: (2 * bar * x**2,))
    report = recto.explain(lambda x: np.sum(cube(x)), X)
    assert "DIFFERS from a complex step" in report


@pytest.mark.xla
def test_it_is_told_where_infinity_is_born():
    def f(x):
        y = np.sqrt(x)
        return np.sum(y) + 0 * np.log(x[0])

    report = recto.explain(recto.grad(f), np.array([0.0, 4.0]))
    rows = next(s.rows for s in report.sections if s.title == "not finite")
    assert any("-inf in the value: log of 0" in r[0] and "np.log" in r[2] for r in rows)
    assert any("inf in the backward sweep: div" in r[0] and r[2] == "y = np.sqrt(x)" for r in rows)


def test_origins_in_loops_know_their_round():
    def f(x):
        for _ in range(5):
            x = 1 / (x - 1)
        return x

    (birth,) = nonfinite_origins(program_of(f, "f64[]"), [1.5])[:1]
    assert birth.primitive == "div" and birth.iterations == (2,) and birth.what == "inf"


@pytest.mark.xla
def test_reports_read_as_they_are_and_are_tables_in_notebooks():
    report = recto.explain(smooth, X)
    assert repr(report) == str(report) and "<table>" in report._repr_html_()
    assert "gradient by" not in recto.explain(smooth, "f64[3]")
    assert "&lt;" in recto.explain(lambda x: np.sum(x * (x < 1)), X)._repr_html_()
