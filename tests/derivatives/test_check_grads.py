"""`recto.testing.check_grads` accepts what is right, and says where something is wrong."""
import numpy as np
import pytest

import recto
from recto.testing import check_grads

pytestmark = pytest.mark.xla


def layer(params, x):
    return {"out": np.tanh(x @ params["W"] + params["b"]), "norms": [np.sum(x ** 2), x.shape[0]]}


def normalised(x):
    x /= np.sum(x)
    return x


def multiplied(x, n):
    return x ** n, {"count": n}


RIGHT = [
    (layer, ({"W": np.array([[1.0, 0.5], [-0.3, 2.0]]), "b": np.ones(2)}, np.array([0.5, -1.0])), 2),
    (normalised, (np.array([1.0, 2.0, 4.0]),), 2),
    (multiplied, (np.array([1.5, 2.0]), 3), 2),
    (lambda x: np.sin(x) * x, (0.7,), 3),
    (lambda z: np.exp(z) * z, (np.array([1 + 1j, 0.5j]),), 1),
    (lambda x: np.abs(np.exp(1j * x) + x), (np.array([0.2, 1.0]),), 2),
    (lambda x: np.cumsum(np.sqrt(x)), (np.array([1.0, 2.0, 3.0], np.float32),), 2),
    (lambda x: x * np.float16(2), (np.array([1.0, 2.0], np.float16),), 1),
    (lambda x: 1e8 * x ** 2, (np.array([1e3, 2e3]),), 2),
    (lambda x: np.zeros(0) * np.sum(x), (np.ones(2),), 2),
]


@pytest.mark.parametrize("function, args, order", RIGHT)
def test_right_derivatives(function, args, order):
    check_grads(function, args, order)


def with_forward_rule(rule):
    """x³ with a rule for x² of its own."""
    @recto.custom_jvp
    def cube(x):
        return x ** 3

    @cube.defjvp
    def cube_jvp(primals, tangents):
        return cube(primals[0]), rule(primals[0]) * tangents[0]
    return cube


def with_backward_rule(rule):
    @recto.custom_vjp
    def cube(x):
        return x ** 3
    cube.defvjp(lambda x: (cube(x), x), lambda x, bar: (rule(x) * bar,))
    return cube


def test_a_wrong_forward_rule():
    with pytest.raises(AssertionError, match=r"cube, order 1, forward mode, along args\[0\], in result\[1\]: "
                                             r"\S+ by jvp, \S+ by differences"):
        check_grads(with_forward_rule(lambda x: np.where(x > 2.0, 2.0, 3.0) * x * x), (np.array([1.0, 4.0]),))


def test_a_wrong_second_derivative():
    rule = with_forward_rule(lambda x: 3.0 * x * recto.stop_gradient(x))
    check_grads(rule, (1.5,), order=1)
    with pytest.raises(AssertionError, match=r"cube_jvp, order 2 in the forward derivative, forward mode"):
        check_grads(rule, (1.5,), order=2)


def test_a_wrong_backward_rule():
    """Forward mode can't be taken through such a rule; then reverse mode is compared with differences."""
    check_grads(with_backward_rule(lambda x: 3.0 * x * x), (1.5,), order=2, modes=("rev",))
    message = r"cube, order 1, reverse mode, for args\[0\]: <J'w, v> = \S+ by the pullback, <w, J v> = \S+ by diff"
    with pytest.raises(AssertionError, match=message):
        check_grads(with_backward_rule(lambda x: 2.0 * x * x), (1.5,), order=1, modes=("rev",))


def test_the_argument_is_named():
    @recto.custom_jvp
    def product(p):
        return p["a"] * p["b"][0]
    product.defjvp(lambda primals, tangents: (product(*primals), tangents[0]["a"] * primals[0]["b"][0]))
    with pytest.raises(AssertionError, match=r"along args\[0\]\['b'\]\[0\]: 0.0 by jvp"):
        check_grads(product, ({"a": 2.0, "b": [3.0]},), order=1)


def test_a_kink():
    with pytest.raises(AssertionError, match="by differences"):
        check_grads(lambda x: np.where(x > 0.0, x, 0.0), (0.0,), order=1)


def test_arguments_are_not_changed():
    x = np.array([1.0, 2.0, 4.0])
    check_grads(normalised, (x,), order=2)
    assert x.tolist() == [1.0, 2.0, 4.0]


def test_tolerances_and_step():
    check_grads(with_forward_rule(lambda x: 3.01 * x * x), (1.5,), order=1, rtol=0.1)
    with pytest.raises(AssertionError):
        check_grads(with_forward_rule(lambda x: 3.01 * x * x), (1.5,), order=1, rtol=1e-4)
    with pytest.raises(AssertionError):
        check_grads(lambda x: x ** 9, (1.5,), order=1, eps=0.5)


def test_wrong_uses():
    with pytest.raises(ValueError, match="order is 0"):
        check_grads(np.sin, (1.0,), order=0)
    with pytest.raises(TypeError, match="modes"):
        check_grads(np.sin, (1.0,), modes=("forward",))
