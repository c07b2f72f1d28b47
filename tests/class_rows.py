"""Classes as scientists write them: simulations, learning, agents. A row is a class: what makes an object, what is
called, and with which arguments."""
from __future__ import annotations

import abc
import collections
import enum
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

X = np.array([0.5, -1.5, 2.5])


class Row(NamedTuple):
    """`call(object, *arguments)`; `smooth`: it gives a number that has a gradient by the object."""
    cls: type
    make: Callable[[], Any]
    call: Callable
    arguments: tuple
    smooth: bool


def rows_of(rows: list[Row]) -> Callable:
    """A decorator of classes that enters them as rows."""
    def row(call: Callable, *arguments: Any, make: Callable[[], Any] | None = None, smooth: bool = False) -> Callable:
        def enter(cls: type) -> type:
            rows.append(Row(cls, make or cls, call, arguments, smooth))
            return cls
        return enter
    return row


ROWS: list[Row] = []
row = rows_of(ROWS)


# -- filters, integrators, simulations -------------------------------------------------------------------------------


@row(lambda machine, dt: machine.run(dt), 0.11)
class Machine:
    """States with names, a message with numbers, and a log."""

    def __init__(self):
        self.mode, self.time, self.message, self.log = "idle", 0.0, None, ["begin"]

    def step(self, dt):
        if self.mode == "idle" and self.time > 0.3:
            self.mode = "busy"
        elif self.mode == "busy" and self.time > 0.9:
            self.mode, self.time = "idle", 0.0
            self.message = f"stopped with dt = {dt}"
        self.time += dt

    def run(self, dt):
        for _ in range(25):
            self.step(dt)
        self.log.append(f"at {self.time:.2f} {self.mode}")
        return self.mode, self.message


@row(lambda k, z: k.step(z), 1.25, smooth=True)
class ScalarKalman:
    """A random walk that is observed with noise."""
    q, r = 0.01, 0.5

    def __init__(self):
        self.mean, self.variance, self.log_likelihood, self.steps = 0.1, 1.0, 0.0, 0

    def step(self, z):
        self.variance += self.q
        gain = self.variance / (self.variance + self.r)
        innovation = z - self.mean
        self.log_likelihood -= 0.5 * (innovation ** 2 / (self.variance + self.r) + math.log(self.variance + self.r))
        self.mean += gain * innovation
        self.variance *= 1 - gain
        self.steps += 1
        return self.mean


@row(lambda k, z: k.predict().update(z).trace(), np.array([1.0, 0.5]), smooth=True)
class Kalman:
    def __init__(self):
        self.F, self.H, self.Q = np.array([[1.0, 0.1], [0.0, 1.0]]), np.eye(2), 0.1 * np.eye(2)
        self.x, self.P = np.zeros(2), np.eye(2)
        self.history = []

    def predict(self):
        self.x = self.F @ self.x
        self.P = self.F @ self.P @ self.F.T + self.Q
        return self

    def update(self, z):
        S = self.H @ self.P @ self.H.T + np.eye(2)
        K = np.linalg.solve(S.T, (self.P @ self.H.T).T).T
        self.x = self.x + K @ (z - self.H @ self.x)
        self.P = (np.eye(2) - K @ self.H) @ self.P
        self.history.append(self.x.copy())
        return self

    def trace(self):
        return np.trace(self.P) + self.x @ self.x


class Particle:
    count = 0

    def __init__(self, x, v, m):
        self.x, self.v, self.m = np.array(x), np.array(v), m
        Particle.count += 1

    def kick(self, force, dt):
        self.v += force / self.m * dt

    def drift(self, dt):
        self.x += self.v * dt

    @property
    def energy(self):
        return 0.5 * self.m * np.dot(self.v, self.v)


@row(lambda s, dt: s.step(dt), 0.1, smooth=True)
class NBody:
    def __init__(self):
        self.bodies = [Particle([0.0, 0.0], [0.0, 0.1], 5.0), Particle([1.0, 0.0], [0.0, 1.0], 1.0),
                       Particle([0.0, 2.0], [-1.0, 0.0], 0.5)]
        self.t = 0.0

    def forces(self):
        for a in self.bodies:
            total = np.zeros(2)
            for b in self.bodies:
                if b is not a:
                    r = b.x - a.x
                    total = total + a.m * b.m * r / (r @ r + 0.01) ** 1.5
            yield a, total

    def step(self, dt):
        for body, force in list(self.forces()):
            body.kick(force, dt)
        for body in self.bodies:
            body.drift(dt)
        self.t += dt
        return sum(body.energy for body in self.bodies)


@row(lambda p, n: p.swing(n), 5, smooth=True)
class Pendulum:
    def __init__(self):
        self.theta, self.omega, self.dt, self.damping = 0.5, 0.0, 0.05, 0.1

    def acceleration(self):
        return -math.sin(self.theta) - self.damping * self.omega

    def swing(self, n):
        for _ in range(n):
            self.omega += self.dt * self.acceleration()
            self.theta += self.dt * self.omega
        return self.theta


@row(lambda n, i: n.step(i), 3.0)
class LIFNeuron:
    """Leaky integrate-and-fire."""
    tau, threshold = 10.0, 1.0

    def __init__(self):
        self.v, self.refractory, self.spikes, self.t = 0.0, 0, [], 0.0

    def step(self, current, dt=1.0):
        self.t += dt
        if self.refractory > 0:
            self.refractory -= 1
            return False
        self.v += dt / self.tau * (current * 4 - self.v)
        if self.v >= self.threshold:
            self.v = 0.0
            self.refractory = 2
            self.spikes.append(self.t)
            return True
        return False


@row(lambda g: g.relax(3))
class HeatGrid:
    def __init__(self):
        self.u = np.zeros((5, 5))
        self.u[0] = 1.0
        self.residuals = []

    def relax(self, n):
        for _ in range(n):
            old = self.u.copy()
            self.u[1:-1, 1:-1] = 0.25 * (old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:])
            self.residuals.append(np.abs(self.u - old).max())
        return self.residuals[-1]


@row(lambda g: g.generation())
class GameOfLife:
    def __init__(self):
        self.cells = np.zeros((6, 6), dtype=int)
        self.cells[2, 1:4] = 1
        self.age = 0

    def neighbours(self):
        return sum(np.roll(np.roll(self.cells, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

    def generation(self):
        n = self.neighbours()
        self.cells = ((n == 3) | (self.cells == 1) & (n == 2)).astype(int)
        self.age += 1
        return self.cells.sum()


# -- learning --------------------------------------------------------------------------------------------------------

class Module(abc.ABC):
    def __init__(self):
        self.cache = None

    @abc.abstractmethod
    def forward(self, x): ...

    def __call__(self, x):
        self.cache = x
        return self.forward(x)


class Dense(Module):
    def __init__(self, n, m):
        super().__init__()
        self.W, self.b = np.linspace(-0.5, 0.5, n * m).reshape(n, m), np.zeros(m)
        self.dW = self.db = None

    def forward(self, x):
        return x @ self.W + self.b

    def backward(self, g):
        self.dW, self.db = np.outer(self.cache, g), g
        return self.W @ g


class Tanh(Module):
    def forward(self, x):
        return np.tanh(x)

    def backward(self, g):
        return g * (1 - np.tanh(self.cache) ** 2)


@row(lambda m, x: m.train(x, 1.0), X, smooth=True)
class Sequential:
    def __init__(self):
        self.layers = [Dense(3, 4), Tanh(), Dense(4, 1)]
        self.losses = []

    def __iter__(self):
        return iter(self.layers)

    def __len__(self):
        return len(self.layers)

    def train(self, x, y, rate=0.1):
        for layer in self:
            x = layer(x)
        error = x[0] - y
        g = np.array([2 * error])
        for layer in reversed(self.layers):
            g = layer.backward(g)
            if isinstance(layer, Dense):
                layer.W = layer.W - rate * layer.dW
        self.losses.append(error ** 2)
        return error ** 2 / len(self)


class Optimiser:
    def __init__(self, rate):
        self.rate, self.t = rate, 0

    def __call__(self, params, grads):
        self.t += 1
        return {k: self.update(k, p, grads[k]) for k, p in params.items()}


@row(lambda o, p, g: sum(v.sum() for v in o(p, g).values()), {"w": X, "b": X * 2}, {"w": X * X, "b": X}, smooth=True)
class Adam(Optimiser):
    def __init__(self):
        super().__init__(rate=0.1)
        self.m, self.v = {}, {}

    def update(self, key, p, g):
        self.m[key] = 0.9 * self.m.get(key, np.zeros_like(p)) + 0.1 * g
        self.v[key] = 0.99 * self.v.get(key, np.zeros_like(p)) + 0.01 * g * g
        m, v = self.m[key] / (1 - 0.9 ** self.t), self.v[key] / (1 - 0.99 ** self.t)
        return p - self.rate * m / (np.sqrt(v) + 1e-8)


@row(lambda o, p, g: o(p, g)["w"], {"w": X}, {"w": X * X})
class Momentum(Optimiser):
    def __init__(self):
        Optimiser.__init__(self, 0.1)
        self.velocity = collections.defaultdict(float)

    def update(self, key, p, g):
        self.velocity[key] = 0.9 * self.velocity[key] - self.rate * g
        return p + self.velocity[key]


@row(lambda n, x: n(x).sum(), X, smooth=True)
class RunningNorm:
    def __init__(self):
        self.mean, self.var, self.count, self.frozen = np.zeros(3), np.ones(3), 0, False

    def __call__(self, x):
        if not self.frozen:
            self.count += 1
            delta = x - self.mean
            self.mean = self.mean + delta / self.count
            self.var = 0.9 * self.var + 0.1 * delta * (x - self.mean)
            self.frozen = self.count >= 2
        return (x - self.mean) / np.sqrt(self.var + 1e-3)


@row(lambda s, x: s.push(x).std, 2.0)
class Welford:
    __slots__ = ("m2", "mean", "n")

    def __init__(self):
        self.n, self.mean, self.m2 = 0, 0.0, 0.0

    def push(self, x):
        self.n += 1
        delta = x * self.n - self.mean
        self.mean += delta / self.n
        self.m2 += delta * (x - self.mean)
        return self

    @property
    def std(self):
        return math.sqrt(abs(self.m2) / self.n) if self.n > 1 else 0.0


@row(lambda s, loss: s(loss), 0.5)
class EarlyStopping:
    def __init__(self):
        self.best, self.patience, self.wait, self.stopped = None, 2, 0, False

    def __call__(self, loss):
        if self.best is None or loss < self.best:
            self.best, self.wait = loss, 0
        else:
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped = True
        return self.stopped


# -- environments, agents, machines ----------------------------------------------------------------------------------

class Phase(enum.Enum):
    IDLE = 0
    RUN = 1
    STOP = 2


@row(lambda m, x: m.feed(x), 1.5)
class StateMachine:
    NEXT = {Phase.IDLE: Phase.RUN, Phase.RUN: Phase.STOP, Phase.STOP: Phase.IDLE}   # noqa: RUF012

    def __init__(self):
        self.phase, self.total, self.log = Phase.IDLE, 0.0, []

    def feed(self, x):
        handler = getattr(self, "on_" + self.phase.name.lower())
        value = handler(x)
        self.log.append(self.phase.name)
        self.phase = self.NEXT[self.phase]
        return value

    def on_idle(self, x):
        return 0.0

    def on_run(self, x):
        self.total += x
        return self.total

    def on_stop(self, x):
        self.total = 0.0
        return -x


@row(lambda e, a: e.step(a), 1)
class CartEnvironment:
    def __init__(self):
        self.state, self.steps, self.done = np.array([0.0, 0.1]), 0, False
        self.rewards = collections.deque(maxlen=2)

    def step(self, action):
        position, velocity = self.state
        velocity = velocity + (0.5 if action == 1 else -0.5)
        self.state = np.array([position + velocity, velocity])
        self.steps += 1
        self.done = bool(self.steps >= 3)
        self.rewards.append(-abs(self.state[0]))
        return self.state, self.rewards[-1], self.done, {"steps": self.steps}


@row(lambda a, r: a.learn(1, r), 1.0)
class Bandit:
    def __init__(self):
        self.q, self.n = np.zeros(3), np.zeros(3, dtype=int)

    def learn(self, arm, reward):
        self.n[arm] += 1
        self.q[arm] += (reward - self.q[arm]) / self.n[arm]
        return int(np.argmax(self.q))


@row(lambda q: q.update("a", 1, 0.5, "b"))
class QTable:
    def __init__(self):
        self.table = collections.defaultdict(float)

    def update(self, state, action, reward, after):
        best = max(self.table[after, a] for a in range(2))
        self.table[state, action] += 0.5 * (reward + 0.9 * best - self.table[state, action])
        return self.table[state, action]


@row(lambda h, w: h.choose(w), 10.0, smooth=True)
class Household:
    """Cobb-Douglas preferences."""

    def __init__(self):
        self.alpha, self.prices, self.wealth = 0.3, np.array([1.0, 2.0]), 0.0

    def utility(self, bundle):
        return self.alpha * np.log(bundle[0]) + (1 - self.alpha) * np.log(bundle[1])

    def choose(self, income):
        self.wealth = self.wealth + income
        bundle = np.array([self.alpha, 1 - self.alpha]) * self.wealth / self.prices
        self.wealth -= 0.5 * (bundle @ self.prices)
        return self.utility(bundle)


class Agent:
    def __init__(self, wealth):
        self.wealth, self.trades = wealth, 0


@row(lambda m, f: m.round(f), 0.1, smooth=True)
class Market:
    def __init__(self):
        self.agents = {name: Agent(w) for name, w in zip("abc", (10.0, 20.0, 5.0))}
        self.volume = 0.0

    def trade(self, seller, buyer, fraction):
        amount = fraction * self.agents[buyer].wealth
        self.agents[buyer].wealth -= amount
        self.agents[seller].wealth += amount
        for name in (seller, buyer):
            self.agents[name].trades += 1
        self.volume += amount

    def round(self, fraction):
        names = list(self.agents)
        for seller, buyer in zip(names, names[1:] + names[:1]):
            self.trade(seller, buyer, fraction)
        return self.gini()

    def gini(self):
        w = np.array([a.wealth for a in self.agents.values()])
        return np.abs(w[:, None] - w).sum() / (2 * len(w) * w.sum())


@row(lambda a, x: a.pay(x), 30.0)
class Account:
    def __init__(self):
        self.balance, self.refused = 50.0, 0

    def pay(self, amount):
        if amount > self.balance:
            self.refused += 1
            raise ValueError(f"balance {self.balance}")
        self.balance -= amount
        return self.balance


