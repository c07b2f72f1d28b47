"""Functions of a module, for test_pickles.py; as a script, it sends them to other processes."""
import concurrent.futures
import multiprocessing

import numpy as np

import recto


def loss(w):
    return np.sum(w**2)


@recto.jit
def double(x):
    return 2 * x


@recto.grad
def slope(x):
    return np.sum(x**3)


@recto.jit
@recto.vmap
def increased(x):
    return x + 1


@recto.custom_jvp
def tripled(x):
    return 3 * x


@tripled.defjvp
def tripled_jvp(primals, tangents):
    return 3 * primals[0], 30 * tangents[0]


class Model:
    def __init__(self, factor):
        self.factor = factor

    @recto.jit
    def step(self, x):
        return self.factor * x

    @staticmethod
    @recto.jit
    def next(x):
        return x + 1


X, EYE = np.arange(3.0), np.eye(3)


def cases():
    """A function, and what it gives for X. (Making some of them computes.)"""
    return {
        "jit": (recto.jit(loss), 5.0), "grad": (recto.grad(loss), 2 * X), "hessian": (recto.hessian(loss), 2 * EYE),
        "vmap": (recto.vmap(loss), X**2), "vmap of grad": (recto.vmap(SLOPE), 6 * X), "decorated": (double, 2 * X),
        "decorated by grad": (slope, 3 * X**2), "decorated twice": (increased, X + 1), "method": (Model(4).step, 4 * X),
        "static method": (Model.next, X + 1), "custom rule": (tripled, 3 * X),
        "of a rule": (recto.vmap(RULE), [30] * 3),
        "pullback": (recto.vjp(double, X)[1], [2 * X]), "tangent map": (recto.linearize(double, X)[1], 2 * X),
        "checkpointed": (recto.checkpoint(loss), 5.0), "NumPy's": (recto.numpy.sin, np.sin(X)),
        "on a device": (recto.jit(double, device=recto.devices()[0]), 2 * X),
    }


SLOPE, RULE = recto.grad(slope), recto.grad(tripled)


def called(function):
    return function(X)


def main():
    """Before the first call by fork, afterwards by the other ways."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert np.array_equal(pool.map(recto.grad(loss), [X])[0], 2 * X)
    sent = [cases()[name][0] for name in ("grad", "decorated twice", "method", "on a device")]
    for function in sent:
        function(X)
    for way in ("spawn", "forkserver"):
        context = multiprocessing.get_context(way)
        with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
            for function, found in zip(sent, pool.map(called, sent)):
                assert np.array_equal(found, function(X)), function
    from joblib import Parallel, delayed
    scale = 3.0
    sent.append(recto.grad(lambda w: scale * np.sum(w**2)))
    for function, found in zip(sent, Parallel(n_jobs=2)([delayed(function)(X) for function in sent])):
        assert np.array_equal(found, function(X)), function


if __name__ == "__main__":
    main()
    print("passed")
