"""Programs for test_disk_contents: what compiled code depends on, and one change of it.

A case is the text of a module whose `call()` gives numbers, and a replacement in it or in a second module, `aside`.
"""
from __future__ import annotations

from typing import NamedTuple

HEAD = """\
import dataclasses, enum, functools, typing
import numpy as np
import recto
from recto import optim, stax
X = np.array([1.0, -2.0, 3.0])
M = np.arange(6.0).reshape(2, 3)
"""


class Case(NamedTuple):
    text: str
    old: str
    new: str
    also: str = ""

    def before(self) -> tuple[str, str]:
        return HEAD + self.text, self.also

    def after(self) -> tuple[str, str]:
        assert (self.text + self.also).count(self.old) == 1, self
        return HEAD + self.text.replace(self.old, self.new), self.also.replace(self.old, self.new)


def closure(inside: str, made: str = "make(2.0)") -> str:
    """A module whose compiled function is made by a function of k."""
    return f"""
def make(k):
{inside}
    return f
def call(): return [recto.jit({made})(X)]
"""


TRANSFORMED = {
    "vmap": Case("""
def f(x): return np.sum(x * 2.0)
g = recto.vmap(f)
def call(): return [g(M)]
""", "2.0", "3.0"),
    "vmap of grad": Case("""
g = recto.vmap(recto.grad(lambda x: x ** 2.0))
def call(): return [g(X)]
""", "2.0", "3.0"),
    "jit of vmap": Case("""
g = recto.jit(recto.vmap(lambda x: np.sin(x)))
def call(): return [g(X)]
""", "sin", "cos"),
    "axes": Case("""
def f(x): return np.sum(x)
g = recto.vmap(f, in_axes=0)
def call(): return [g(M)]
""", "s=0", "s=1"),
    "axes in a tree": Case("""
g = recto.vmap(lambda t: np.sum(t["a"]), in_axes=({"a": 0},))
def call(): return [g({"a": M})]
""", '"a": 0}', '"a": 1}'),
    "global vmap": Case("""
def one(x): return x * 2.0
many = recto.vmap(one)
@recto.jit
def f(x): return np.sum(many(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "global grad": Case("""
slope = recto.grad(lambda x, y: x * y ** 2, argnums=0)
@recto.jit
def f(x, y): return slope(x, y)
def call(): return [f(2.0, 5.0)]
""", "argnums=0", "argnums=1"),
    "global jit": Case("""
inner = recto.jit(lambda x: x + 1.0)
@recto.jit
def f(x): return inner(x) * 2
def call(): return [f(X)]
""", "1.0", "4.0"),
    "which transformation": Case("""
def loss(x): return np.sum(x ** 3)
g = recto.jit(lambda x: done(x))
done = recto.grad(loss)
def call(): return [g(X)]
""", "recto.grad", "recto.hessian"),
    "pullback": Case("""
def f(x): return np.sum(np.sin(x) * np.array([2.0, 3.0, 4.0]))
def call(): return recto.vjp(f, X)[1](1.0)
""", "4.0", "5.0"),
    "structure of a pullback": Case("""
def call(): return recto.tree.leaves(recto.vjp(lambda x: (x * 2.0, x * 3.0), 1.0)[1]((1.0, 10.0)))
""", "(x * 2.0, x * 3.0)", "(x * 3.0, x * 2.0)"),
    "linearised function": Case("""
def f(x): return np.sin(x) * 2.0
def call(): return [recto.linearize(f, X)[1](X)]
""", "2.0", "3.0"),
    "transposed function": Case("""
def call(): return recto.linear_transpose(lambda x: x * 2.0, "f64[3]")(X)
""", "2.0", "3.0"),
    "rule in parts": Case("""
f = recto.custom_jvp(lambda x, y: x * y)
f.defjvps(lambda x_dot, out, x, y: x_dot * y * 2.0, None)
g = recto.grad(lambda x, y: f(x, y))
def call(): return [g(2.0, 5.0)]
""", "2.0, None", "3.0, None"),
    "closure of a rule": Case("""
def make(k):
    f = recto.custom_vjp(lambda x: x * x)
    f.defvjp(lambda x: (x * x, x), lambda x, bar: (k * x * bar,))
    return f
f = make(2.0)
g = recto.grad(lambda x: f(x))
def call(): return [g(3.0)]
""", "make(2.0)", "make(3.0)"),
    "rule of a derivative": Case("""
@recto.custom_jvp
def f(x): return x * x
@f.defjvp
def rule(primals, tangents): return f(primals[0]), 2.0 * primals[0] * tangents[0]
g = recto.jit(lambda x: recto.grad(f)(x))
def call(): return [g(3.0)]
""", "2.0 *", "7.0 *"),
    "backward rule": Case("""
@recto.custom_vjp
def f(x): return x * x
f.defvjp(lambda x: (x * x, x), lambda x, bar: (2.0 * x * bar,))
g = recto.grad(f)
def call(): return [g(3.0)]
""", "2.0", "7.0"),
}

CLOSURES = {
    "number in a cell": Case(closure("    def f(x): return x * k"), "make(2.0)", "make(3.0)"),
    "list in a cell": Case(closure("    ks = [k, 5.0]\n    def f(x): return x * ks[1]"), "5.0", "6.0"),
    "length of a list in a cell": Case(closure("    ks = [k] * 2\n    def f(x): return x * sum(ks)"), "* 2", "* 3"),
    "dict in a cell": Case(closure("    ks = {'a': k}\n    def f(x): return x * ks['a']"), "'a': k", "'a': k + 1"),
    "cell that is rebound": Case(
        closure("    def f(x): return x * k\n    k = k + 1.0"), "k + 1.0", "k + 2.0"),
    "closure over a closure": Case(closure("""
    def scale(j):
        def inner(x): return x * j + k
        return inner
    g = scale(10.0)
    def f(x): return g(x)"""), "10.0", "20.0"),
    "code of an inner closure": Case(closure("""
    def inner(x): return x * k
    def f(x): return inner(x) + 1"""), "x * k", "x + k"),
    "closure in a global": Case("""
def make(k):
    def inner(x): return x * k
    return inner
chosen = make(2.0)
@recto.jit
def f(x): return chosen(x)
def call(): return [f(X)]
""", "make(2.0)", "make(4.0)"),
    "another closure of the same code": Case("""
def make(k):
    def inner(x): return x * k
    return inner
a, b = make(2.0), make(3.0)
chosen = a
@recto.jit
def f(x): return chosen(x) + a(x)
def call(): return [f(X)]
""", "chosen = a", "chosen = b"),
    "which closure it is": Case("""
def make():
    def inner(x): return x
    return inner
a, b = make(), make()
chosen = a
@recto.jit
def f(x): return chosen(x) if chosen is a else -chosen(x)
def call(): return [f(X)]
""", "chosen = a", "chosen = b"),
    "two objects that were one": Case("""
class Config: pass
def config(k):
    made = Config()
    made.k = k
    return made
one = config(2.0)
other = one
def times(x, config): return x * config.k
@recto.jit
def f(x): return times(x, one) + times(x, other)
def call(): return [f(X)]
""", "other = one", "other = config(3.0)"),
    "function with another's name": Case("""
def scaled(k):
    @functools.wraps(make)
    def inner(x): return x * k
    return inner
def make(x): return x
make, other = scaled(2.0), scaled(3.0)
chosen = make
@recto.jit
def f(x): return chosen(x)
def call(): return [f(X)]
""", "chosen = make", "chosen = other"),
    "recursion in a closure": Case(closure("""
    def power(x, n): return x if n == 0 else k * power(x, n - 1)
    def f(x): return power(x, 3)"""), "k * power", "1.0 + k * power"),
    "mutual recursion": Case("""
def even(x, n): return x if n == 0 else odd(x, n - 1)
def odd(x, n): return x + 1.0 if n == 0 else even(x * 2.0, n - 1)
f = recto.jit(lambda x: even(x, 4))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "lambdas on a line": Case("""
fs = (lambda x: x + 1.0, lambda x: x * 2.0); f = recto.jit(fs[0])
def call(): return [f(X)]
""", "fs[0]", "fs[1]"),
    "user's step": Case("""
def make_step(opt, loss):
    @recto.jit
    def step(i, state, x): return opt.update(i, recto.grad(loss)(opt.get_params(state), x), state)
    return step
opt = optim.adam(0.1)
step = make_step(opt, lambda p, x: np.sum((p - x) ** 2))
def call(): return [opt.get_params(step(0, opt.init(X), X + 1))]
""", "adam(0.1)", "adam(0.2)"),
    "schedule": Case("""
opt = optim.momentum(optim.exponential_decay(0.1, 10, 0.5), 0.9)
@recto.jit
def step(i, state): return opt.update(i, opt.get_params(state), state)
def call(): return [opt.get_params(step(3, opt.init(X)))]
""", "0.5", "0.7"),
    "optimiser": Case("""
opt = optim.sgd(0.1)
@recto.jit
def step(i, state): return opt.update(i, opt.get_params(state), state)
def call(): return [opt.get_params(step(0, opt.init(X)))]
""", "sgd(0.1)", "adagrad(0.1)"),
    "layers": Case("""
init, apply = stax.serial(stax.Dense(4), stax.Relu, stax.Dense(2))
_, params = init(recto.random.key(0), (-1, 3))
predict = recto.jit(apply)
def call(): return [predict(params, M)]
""", "stax.Relu", "stax.Tanh"),
    "loss of layers": Case("""
init, apply = stax.serial(stax.Dense(4), stax.Tanh, stax.Dense(2))
_, params = init(recto.random.key(0), (-1, 3))
def loss(params, x): return np.sum(apply(params, x) ** 2)
slope = recto.grad(loss)
def call(): return recto.tree.leaves(slope(params, M))
""", "** 2", "** 3"),
}

FUNCTIONS = {
    "helper elsewhere": Case("""
import aside
f = recto.jit(lambda x: aside.g(x))
def call(): return [f(X)]
""", "2.0", "3.0", "def g(x): return x * 2.0\n"),
    "helper of a helper": Case("""
from aside import g
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0", "def h(x): return x * 2.0\ndef g(x): return h(x) + 1\n"),
    "vmap elsewhere": Case("""
from aside import g
f = recto.jit(lambda x: np.sum(g(x)))
def call(): return [f(X)]
""", "2.0", "3.0", "import recto\ndef h(x): return x * 2.0\ng = recto.vmap(h)\n"),
    "default": Case("""
def g(x, k=2.0): return x * k
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "default of the function itself": Case("""
K = 2.0
@recto.jit
def f(x, k=K): return x * k
def call(): return [f(X)]
""", "2.0", "3.0"),
    "default by keyword": Case("""
K = 2.0
def g(x, *, k=K): return x * k
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "function as a default": Case("""
def h(x): return x + 1.0
def g(x, k=h): return k(x)
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "1.0", "3.0"),
    "partial": Case("""
f = recto.jit(functools.partial(lambda k, x: x * k, 2.0))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "global partial": Case("""
def g(x, k): return x * k
double = functools.partial(g, k=2.0)
f = recto.jit(lambda x: double(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "function in a partial": Case("""
def g(h, x): return h(x) + 1
h = functools.partial(g, lambda x: x * 2.0)
f = recto.jit(lambda x: h(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "cached helper": Case("""
@functools.lru_cache
def g(n): return n + 2.0
f = recto.jit(lambda x: x * g(1))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "attribute of a function": Case("""
def g(x): return x * g.k
g.k = 2.0
f = recto.jit(lambda x: g(x))
def call(): return [f(X)]
""", "2.0", "3.0"),
    "what a name stands for": Case("""
f = recto.jit(lambda x: g(x))
from numpy import sin as g
def call(): return [f(X)]
""", "sin", "cos"),
    "what a module's name stands for": Case("""
f = recto.jit(lambda x: m.floor(x))
import numpy as m
def call(): return [f(2.5)]
""", "numpy as", "math as"),
    "hidden builtin": Case("""
f = recto.jit(lambda x: abs(x))
def call(): return [f(X)]
#
""", "#", "def abs(x): return x"),
    "function in a table": Case("""
TABLE = {"a": lambda x: x + 1.0, "b": [lambda x: x * 2.0]}
f = recto.jit(lambda x: TABLE["b"][0](TABLE["a"](x)))
def call(): return [f(X)]
""", "x * 2.0", "x * 3.0"),
}
