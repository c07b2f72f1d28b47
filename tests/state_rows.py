"""Functions that change what is outside of them: objects, containers, globals, variables of closures.

A row is a function and what makes its arguments; the globals of this module are part of the state.
"""
from __future__ import annotations

import collections
import copy
import dataclasses
import math
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

ROWS: dict[str, "Row"] = {}


class Row(NamedTuple):
    function: Callable
    arguments: Callable[[], tuple]


def row(arguments: Callable[[], tuple]) -> Callable:
    def enter(function: Callable) -> Callable:
        ROWS[function.__name__] = Row(function, arguments)
        return function
    return enter


X = np.array([0.5, 1.5, 2.5])
vector = lambda: X.copy()


# -- attributes --------------------------------------------------------------------------------------------------

class Filter:
    """A Kalman filter as people write it."""
    gain = 0.5

    def __init__(self) -> None:
        self.x, self.P, self.n, self.t = np.zeros(3), np.eye(3), 0, 0.0
        self.K: Any = None
        self.name, self.ready = "filter", False
        self.history: list = []
        self.log = {"calls": 0, "last": None}
        self._scale = 2.0

    @property
    def scale(self) -> float:
        return self._scale

    @scale.setter
    def scale(self, value: float) -> None:
        self._scale = value * 1.0

    def predict(self, u: np.ndarray) -> None:
        self.x = self.x + u
        self.P *= 1.1
        self.n += 1
        self.t += 0.25

    def update(self, z: np.ndarray) -> np.ndarray:
        self.K = self.P / (1 + self.P)
        self.x = self.x + self.K @ (z - self.x)
        self.ready = True
        return self.x


one = lambda: (Filter(), vector())


@row(one)
def predicts(kf, u):
    kf.predict(u)


@row(one)
def predicts_and_updates(kf, u):
    kf.predict(u)
    return kf.update(u).sum() + kf.n


@row(lambda: (Filter(), np.arange(12.0).reshape(4, 3)))
def filters(kf, us):
    for u in us:
        kf.predict(u)
        kf.update(u)
    return kf.x


@row(lambda: (Filter(), np.arange(12.0).reshape(4, 3), 2))
def filters_some(kf, us, n):
    for k in range(n):
        kf.predict(us[k])
        if us[k, 0] > 1:
            kf.update(us[k])
            break
    return kf.t


@row(one)
def writes_in_place(kf, u):
    kf.x[0] = u[1]
    kf.x[1:] += u[1:]
    kf.P[:, 0] *= 2
    return kf.x.sum()


@row(one)
def one_array_by_two_names(kf, u):
    kf.prior = kf.x
    kf.x = kf.x + u
    kf.post = kf.x
    kf.post[0] = 7.0
    return kf.x


@row(lambda: (Filter(), vector(), 1))
def keeps_views(kf, u, k):
    kf.P[0, 1] += u[0]
    if kf.K is None:
        kf.rows, kf.column, kf.flat, kf.turned = kf.P[1:], kf.P[:, k], kf.P.reshape(9), kf.P.T
        kf.cell, kf.back, kf.u = kf.rows[0, None], kf.flat[::-2], u[1:]
        kf.K = 1


@row(one)
def keeps_views_of_what_is_new(kf, u):
    if kf.K is None:
        kf.P = kf.P + u
        kf.first, kf.last = kf.P[0], kf.P[-1]
        kf.K = 1
    else:
        kf.P[0] *= 2.0
        kf.P[2] += 1.0


@row(one)
def keeps_an_argument(kf, u):
    kf.u = u
    u[0] = 3.0
    return kf.u[0] + kf.x[0]


@row(one)
def sets_on_one_path(kf, u):
    if u[0] > 0:
        kf.K = u * 2
        kf.n += 5
    else:
        kf.t = -1.0
    return kf.n


@row(one)
def sets_what_is_new_on_one_path(kf, u):
    if u[0] > kf.t:
        kf.seen = u + 1
        kf.t = 1.0
    return kf.t


@row(one)
def deletes(kf, u):
    kf.temporary = u
    total = kf.temporary.sum()
    kf.n = int(total)
    return total


@row(one)
def through_a_property(kf, u):
    kf.scale = kf.scale + u[0]
    return kf.scale


@row(one)
def sets_a_class_constant_on_the_object(kf, u):
    kf.gain = kf.gain * 2
    return kf.gain + Filter.gain


@row(one)
def sets_text_and_truth(kf, u):
    kf.name = "done" if kf.ready else "begun"
    kf.ready = not kf.ready
    return u


@row(one)
def appends(kf, u):
    kf.history.append(u * 2)
    kf.history.append(kf.n)
    return u


@row(lambda: (Filter(), np.arange(12.0).reshape(4, 3)))
def appends_in_a_loop(kf, us):
    for u in us:
        kf.x = kf.x + u
        kf.history.append(kf.x.copy())
    return len(us)


@row(one)
def appends_and_looks(kf, u):
    kf.history.append(u[0])
    return len(kf.history)


@row(one)
def writes_a_dict(kf, u):
    kf.log["calls"] += 1
    kf.log["last"] = u
    kf.log["sum"] = u.sum()
    return kf.log["calls"]


@row(one)
def empties_a_dict(kf, u):
    last = kf.log.pop("last")
    kf.log["last"] = u if last is None else last + u
    return u


@row(lambda: (Filter(), np.arange(40.0)))
def appends_on_one_path(kf, us):
    kf.n += 1
    if us[0] > 0:
        kf.history.append(us[1])
    for u in us:
        if np.sin(u) > 0.9:
            kf.history.append(u)


@row(lambda: (Filter(), np.arange(40.0)))
def appends_around_a_check(kf, us):
    kf.history.append(us[3])
    if us[0] > 0:
        raise ValueError("late")
    kf.history.append(us[1])


@row(one)
def copies(kf, u):
    kf.before = copy.copy(kf.x)
    trial = copy.deepcopy(kf)
    trial.predict(u)
    trial.history.append(1)
    kf.last = trial.x
    kf.n += 5
    return copy.copy(kf).n


@row(one)
def holds_itself(kf, u):
    kf.own = kf
    kf.own.own.n += 1
    kf.history.append(kf)


class Swarm:
    """Keeps arrays of its own in several places, and writes them in place later."""

    def __init__(self) -> None:
        self.x, self.y, self.best, self.value = np.zeros(3), np.ones(3), np.full(3, 9.0), -1.0
        self.found: Any = None


swarm = lambda: (Swarm(), np.arange(30.0))


@row(swarm)
def keeps_the_best(s, us):
    for u in us:
        s.x = s.x + u
        if np.sin(u) > s.value:
            s.value, s.best = np.sin(u), s.x


@row(swarm)
def keeps_one_of_two(s, us):
    s.best = s.x if us[0] > 0 else s.y


@row(swarm)
def keeps_an_argument_or_not(s, us):
    if us[1] > 1:
        s.found = us
    else:
        s.found = np.zeros(30)


@row(swarm)
def trades_places_in_a_loop(s, us):
    for u in us:
        if np.sin(u) > 0:
            s.x, s.y = s.y, s.x
        else:
            s.y, s.best = s.best, s.y


@row(swarm)
def keeps_the_last_two(s, us):
    for u in us:
        s.y = s.x
        s.x = s.x + u
        if s.x[0] > 100:
            break
    s.found = s.x


@row(swarm)
def replaces_on_one_path(s, us):
    s.found = s.x
    if us[0] > 0:
        s.x = s.x + us[:3]


@row(lambda: ({"a": vector(), "b": np.ones(3)}, vector()))
def items_trade_places(d, u):
    if u[0] > 1:
        d["a"], d["b"] = d["b"], d["a"]


class Layer:
    def __init__(self, n: int, m: int):
        self.w = np.ones((n, m)) / (n + m)
        self.input: Any = None
        self.gradient = np.zeros((n, m))

    def forward(self, x: np.ndarray) -> np.ndarray:
        self.input = x
        return np.tanh(x @ self.w)

    def backward(self, g: np.ndarray) -> np.ndarray:
        self.gradient += np.outer(self.input, g)
        return self.w @ g


class Network:
    def __init__(self) -> None:
        self.layers = [Layer(3, 4), Layer(4, 2)]
        self.losses: list = []
        self.best = math.inf
        self.config = types.SimpleNamespace(rate=0.1, decay=0.9)

    def train(self, x: np.ndarray, y: np.ndarray) -> float:
        out = x
        for layer in self.layers:
            out = layer.forward(out)
        error = out - y
        loss = (error ** 2).sum()
        g = 2 * error
        for layer in reversed(self.layers):
            g = layer.backward(g)
        for layer in self.layers:
            layer.w -= self.config.rate * layer.gradient
        self.config.rate *= self.config.decay
        self.losses.append(loss)
        if loss < self.best:
            self.best = loss
        return loss


@row(lambda: (Network(), vector(), np.ones(2)))
def trains(net, x, y):
    return net.train(x, y)


@row(lambda: (Network(), vector(), np.ones(2)))
def replaces_a_layer(net, x, y):
    net.layers[0] = Layer(3, 4)
    net.layers[1].w = net.layers[0].w[:, :2] + y
    return net.layers[0].forward(x)


class Pair:
    def __init__(self, a: Layer, b: Layer, c: Layer):
        self.a, self.b, self.c = a, b, c


def twins() -> tuple:
    shared = Layer(3, 3)
    return Pair(shared, shared, Layer(3, 3)), vector()


@row(twins)
def one_object_by_two_paths(pair, x):
    pair.a.w = pair.a.w * 2
    pair.b.w = pair.b.w + 1
    pair.c.w = pair.b.w
    return pair.a.w.sum()


@row(twins)
def swaps(pair, x):
    pair.a, pair.c = pair.c, pair.a
    pair.a.input = x
    return pair.c.w


@row(lambda: (Filter(), Filter(), vector()))
def two_objects(a, b, u):
    a.predict(u)
    b.x = a.x
    b.predict(a.x)
    return b.x + a.n


class Counter:
    __slots__ = ("count", "last")

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, x):
        self.count += 1
        self.last = x
        return x * self.count

    def __iadd__(self, other):
        self.count += other
        return self

    def __setitem__(self, key, value):
        self.count = key
        self.last = value


@row(lambda: (Counter(), vector()))
def calls_an_object(counter, x):
    return counter(x) + counter(x)


@row(lambda: (Counter(), vector()))
def operators_of_an_object(counter, x):
    counter += 2
    counter[7] = x
    return counter.count


class Base:
    def __init__(self) -> None:
        self.__hidden = 1.0

    def step(self) -> float:
        self.__hidden = self.__hidden * 2
        return self.__hidden


class Derived(Base):
    def __init__(self) -> None:
        super().__init__()
        self.__hidden = 10.0

    def step(self) -> float:
        self.__hidden += super().step()
        return self.__hidden


class Shy:
    def __repr__(self) -> str:
        raise ValueError("nobody asked")


@row(lambda: (Shy(), vector()))
def an_object_that_does_not_print(obj, x):
    obj.seen = x
    return obj.seen * 2


@row(lambda: (Derived(), 1.0))
def private_names(obj, x):
    return obj.step() + x


# -- arguments ---------------------------------------------------------------------------------------------------

@dataclasses.dataclass
class State:
    position: np.ndarray
    velocity: np.ndarray
    time: float = 0.0
    steps: int = 0
    label: str = "s"


@row(lambda: (State(vector(), np.ones(3)), 0.1))
def a_dataclass(state, dt):
    state.position = state.position + dt * state.velocity
    state.velocity *= 0.9
    state.time += dt
    state.steps += 1
    return state.time


@row(lambda: (State(vector(), np.ones(3)), 5))
def a_dataclass_in_a_loop(state, n):
    for _ in range(n):
        state.position = state.position + state.velocity
        state.steps += 1


@row(lambda: ({"w": vector(), "n": 0, "inner": {"b": 1.0}}, 2.0))
def a_dict(d, x):
    d["w"] = d["w"] * x
    d["n"] += 1
    d["inner"]["b"] = x
    d["new"] = d["w"].sum()
    return d["n"]


@row(lambda: ([1.0, 2.0, 3.0], 5.0))
def a_list(xs, v):
    xs[0] = v
    xs.append(v * 2)
    del xs[1]
    return sum(xs)


@row(lambda: ([3.0, 1.0, 2.0],))
def sorts(xs):
    xs.reverse()
    xs += [4.0]
    return xs[0]


@row(lambda: ([3.0, 1.0, 2.0], 0.5))
def sorts_numbers_of_python(xs, v):
    xs[0] += v
    xs.sort()
    xs.append(max(xs))


@row(swarm)
def keeps_lists_of_computed_length(s, us):
    chosen, pairs, places, rows = [], [], [], []
    for k in range(len(us)):
        if us[k] > 5:
            chosen.append(us[k])
            pairs.append((us[k], us[k] * 2))
            places.append(k)
            rows.append([us[k], us[0]])
    s.found, s.pairs, s.places, s.rows = chosen, pairs, places, rows


@row(lambda: ([[1.0, 2.0], [3.0, 4.0]], 2.0))
def lists_of_lists(rows, x):
    rows[0][1] = x
    rows[1] = [x, x]
    rows[0][0] = rows[1][0] + 9.0
    return rows[1][0]


@row(lambda: ([vector(), vector()], 2.0))
def arrays_in_a_list(xs, v):
    xs[0] = xs[1] + 1
    xs[1][0] = v
    xs.append(xs[0])
    xs.pop()
    return xs[0].sum()


# -- globals and closures ------------------------------------------------------------------------------------------

TOTAL, ROUNDS, CACHE, TRACE = np.zeros(3), 0, {}, []
MODEL = Filter()


@row(lambda: (vector(),))
def writes_globals(x):
    global TOTAL, ROUNDS
    TOTAL = TOTAL + x
    ROUNDS += 1
    return TOTAL.sum() + ROUNDS


@row(lambda: (vector(),))
def writes_what_globals_hold(x):
    CACHE["last"] = x * 2
    TRACE.append(x.sum())
    MODEL.n += 1
    MODEL.x[1] = x[0]
    return x


@row(lambda: (vector(), 3))
def writes_globals_in_a_loop(x, n):
    global ROUNDS
    for k in range(n):
        if x[k % 3] > 1:
            ROUNDS += k
    return ROUNDS


def counting() -> Callable:
    count, seen = 0, np.zeros(3)

    def step(x):
        nonlocal count, seen
        count += 1
        seen = seen + x
        return seen * count
    step.state = lambda: (count, seen)
    return step


STEP = counting()


@row(lambda: (vector(),))
def writes_a_closure(x):
    return STEP(x) + STEP(x)


# -- containers of the library ---------------------------------------------------------------------------------------

SEEN, RECENT, TALLY = {8, 1}, collections.deque([1.0], maxlen=3), collections.Counter()


class Monitor:
    made = 0

    def __init__(self) -> None:
        self.recent, self.seen, self.counts = collections.deque(maxlen=2), set(), collections.Counter("ab")
        self.groups: Any = collections.defaultdict(list)
        self.order = collections.OrderedDict(a=1.0, b=2.0)
        self.alias, Monitor.made = self.recent, Monitor.made + 1

    def log(self, key: str, x: np.ndarray) -> None:
        self.recent.append(x[0])
        self.seen.add(key)
        self.counts[key] += 1
        self.groups[key].append(x.sum())
        self.order[key] = x
        self.order.move_to_end("a")


@row(lambda: (Monitor(), vector()))
def logs_in_containers(m, x):
    m.log("c", 2 * x)
    m.alias.appendleft(7.0)
    return sum(m.recent), len(m.seen), m.counts["a"], m.groups["c"][0], list(m.order)


@row(lambda: (vector(),))
def writes_global_containers(x):
    SEEN.update([3, 16], {1})
    RECENT.appendleft(x[0])
    TALLY.update(all=x[1])
    return len(SEEN), RECENT[0], TALLY["all"]


@row(lambda: (Monitor(), vector()))
def makes_and_replaces_containers(m, x):
    m.recent, m.counts = collections.deque(x[:2], 5), collections.Counter({"z": 1})
    m.groups = {"inner": collections.defaultdict(list, k=[x]), "set": {1, 2} | m.seen}
    if hasattr(m, "alias"):
        del m.alias
    return m.recent[1]


@row(lambda: (vector(),))
def counts_in_its_class(x):
    return x * Monitor().made, type(Monitor()).made + Monitor.made


# -- exceptions ------------------------------------------------------------------------------------------------------

@row(lambda: (Filter(), np.array([1.0, -1.0, 2.0])))
def raises_half_way(kf, u):
    kf.n += 1
    kf.x = u
    if u[1] < 0:
        raise ValueError("negative")
    kf.n += 10
    kf.t = 99.0
    return kf.x


@row(lambda: (Filter(), np.array([1.0, -1.0, 2.0])))
def uses_what_it_sets_behind_a_check(kf, u):
    if u[0] > 1.5:
        raise ValueError("too large")
    kf.K = u * 2
    kf.ready = True
    return kf.K + kf.x


@row(lambda: ({"n": 0, "x": vector()}, np.array([1.0, 2.0, -3.0])))
def raises_in_a_loop(d, u):
    for v in u:
        d["n"] += 1
        if v < 0:
            raise ValueError("negative")
        d["x"] = d["x"] + v
    return d["n"]
