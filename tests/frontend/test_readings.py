"""How often a function is read until all is known about what it changes, and which numbers have to be static."""
from __future__ import annotations

import copy

import numpy as np
import pytest

import recto
from recto.transform.frontend import entry


@pytest.fixture
def readings(monkeypatch):
    """A list that gets an item for each time that a function is read."""
    found: list = []
    real = entry.read_once
    monkeypatch.setattr(entry, "read_once", lambda *given: found.append(given) or real(*given))
    return found


class Estimator:
    """An object of which every round replaces many attributes, some of them None at first."""

    def __init__(self, mean):
        self.mean, self.spread, self.rate = mean, np.eye(len(mean)), 0.3
        self.prior = self.posterior = self.gain = self.residual = self.likelihood = self.entropy = None
        self.steps, self.total, self.largest, self.smallest, self.last, self.first = 0, 0.0, -1e9, 1e9, None, None

    def update(self, z):
        self.prior = self.mean.copy()
        self.residual = z - self.mean
        self.gain = self.spread @ np.linalg.inv(self.spread + np.eye(len(z)))
        self.mean = self.mean + self.rate * self.gain @ self.residual
        self.spread = self.spread - 0.5 * self.gain
        self.posterior = self.mean.copy()
        self.likelihood = np.exp(-0.5 * self.residual @ self.residual)
        self.entropy = -self.likelihood * np.log(self.likelihood)
        self.total += self.likelihood
        self.largest, self.smallest = max(self.largest, self.entropy), min(self.smallest, self.entropy)
        self.last, self.first = z, self.last if self.first is None else self.first
        self.steps += 1


class Bank:
    """Objects in a list of an object, each with a weight."""

    def __init__(self, members):
        self.members, self.weights = members, np.ones(len(members)) / len(members)
        self.mean = self.before = self.after = None

    def update(self, z):
        self.before = self.mean
        for k, member in enumerate(self.members):
            member.update(z)
            self.weights[k] *= member.likelihood
        self.weights /= np.sum(self.weights)
        self.mean = sum(w * member.mean for w, member in zip(self.weights, self.members))
        self.after = self.mean.copy()


def run(bank, zs):
    means = []
    for z in zs:
        bank.update(z)
        means.append(bank.mean)
    return np.array(means)


def bank():
    return Bank([Estimator(np.array([0.5, 0.1])), Estimator(np.array([0.2, 0.4]))])


ZS = [np.array([1.0, 2.0]), np.array([0.5, 1.5]), np.array([0.3, 1.2])]


def parts(estimator):
    return {k: np.asarray(v, float) for k, v in vars(estimator).items() if v is not None}


def test_all_attributes_that_a_function_assigns_are_learnt_in_a_few_readings(readings):
    """Each object is found to be changed by a reading of its own, and not each of its attributes."""
    plain, compiled = bank(), bank()
    expected = run(plain, copy.deepcopy(ZS))
    np.testing.assert_allclose(recto.jit(run)(compiled, copy.deepcopy(ZS)), expected, rtol=1e-9)
    np.testing.assert_allclose(compiled.weights, plain.weights, rtol=1e-9)
    for mine, theirs in zip(compiled.members, plain.members):
        mine, theirs = parts(mine), parts(theirs)
        assert mine.keys() == theirs.keys()
        for name in theirs:
            np.testing.assert_allclose(mine[name], theirs[name], rtol=1e-9, err_msg=name)
    assert len(readings) < 30


class Counter:
    def __init__(self):
        self.n, self.m = 3, 4


def read_then_assigned(counter):
    y = np.zeros(counter.n) + counter.m         # n decides a size, and stays static; m is passed at every call
    counter.m += 1
    counter.n = counter.n + 0
    return y * counter.m


def test_a_number_that_is_read_before_it_is_assigned_is_still_passed_at_every_call(readings):
    plain, compiled, f = Counter(), Counter(), recto.jit(read_then_assigned)
    for _ in range(3):
        np.testing.assert_array_equal(f(compiled), read_then_assigned(plain))
        assert (compiled.n, compiled.m) == (plain.n, plain.m)
        first = len(readings)
    assert len(readings) == first


def grown(ns):
    out = []
    for n in ns:
        out.append(np.ones(n))
    return out


SIZES = [k % 5 + 1 for k in range(40)]
STATIC = {
    "pairs in a list": (lambda pairs: [np.zeros(p) for p in pairs], [(n, n % 3 + 1) for n in SIZES]),
    "numbers in a list": (lambda ns: [np.zeros(n) for n in ns], SIZES),
    "numbers of a loop that appends": (grown, SIZES),
    "values of a dict": (lambda d: {k: np.zeros(n) for k, n in d.items()}, {str(k): n for k, n in enumerate(SIZES)}),
    "a field of dicts": (lambda rows: [np.ones(row["n"]) * row["x"] for row in rows],
                         [{"n": n, "x": 0.5 * n} for n in SIZES]),
    "a field of tuples": (lambda rows: [np.ones(n) * x for n, x in rows], [(n, 0.5 * n) for n in SIZES]),
}


@pytest.mark.parametrize("name", STATIC)
def test_many_sizes_are_found_in_a_few_readings(readings, name):
    """After two or three numbers of one argument, all that stand at corresponding places are static."""
    f, given = STATIC[name]
    found, expected = recto.jit(f)(given), f(given)
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        found, expected = found.values(), expected.values()
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert len(readings) < 8


def test_numbers_beside_those_that_decide_sizes_stay_dynamic(readings):
    rows, f = [(n, 0.5) for n in range(1, 6)], recto.jit(STATIC["a field of tuples"][0])
    f(rows)
    first = len(readings)
    np.testing.assert_array_equal(f([(n, 2.5) for n, _ in rows])[3], np.full(4, 2.5))
    assert len(readings) == first


WEIGHTS = np.array([0.5, 1.5, 2.5])


def test_what_is_read_from_outside_is_not_read_again_to_be_passed(readings):
    compiled = recto.jit(lambda x: WEIGHTS @ x)
    assert compiled(np.ones(3)) == 4.5 and len(readings) == 1
    assert recto.grad(lambda x: WEIGHTS @ x)(np.ones(3)).tolist() == WEIGHTS.tolist() and len(readings) == 2


def test_an_array_from_outside_that_another_follows_is_noticed():
    box = type("Box", (), {})()
    box.weights = np.ones(3)
    compiled = recto.jit(lambda x: box.weights @ x)
    for k in range(3):
        box.weights = np.full(3, float(k))
        assert compiled(np.ones(3)) == 3.0 * k


class Node:
    def __init__(self, x, y, cost, parent):
        self.x, self.y, self.cost, self.parent = x, y, cost, parent


class Search:
    """A search over a grid as people write it: nodes in dicts, moves in a list of lists, and what it says."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.blocked = [[x == 3 and y < height - 2 for y in range(height)] for x in range(width)]
        self.moves = [[1, 0, 1], [0, 1, 1], [-1, 0, 1], [0, -1, 1], [1, 1, 2**0.5], [-1, -1, 2**0.5]]

    def is_free(self, node):
        inside = 0 <= node.x < self.width and 0 <= node.y < self.height
        return inside and not self.blocked[node.x][node.y]

    def plan(self, sx, sy, gx, gy):
        start = Node(round(sx), round(sy), 0.0, -1)
        waiting, done = {start.y * self.width + start.x: start}, {}
        while True:
            if len(waiting) == 0:
                print("there is no way")
                break
            key = min(waiting, key=lambda k: waiting[k].cost + abs(waiting[k].x - gx) + abs(waiting[k].y - gy))
            current = waiting[key]
            if current.x == round(gx) and current.y == round(gy):
                print("found")
                break
            del waiting[key]
            done[key] = current
            for k, _ in enumerate(self.moves):
                node = Node(
                    current.x + self.moves[k][0], current.y + self.moves[k][1], current.cost + self.moves[k][2], key
                )
                at = node.y * self.width + node.x
                if not self.is_free(node):
                    continue
                if at in done:
                    continue
                if at not in waiting or waiting[at].cost > node.cost:
                    waiting[at] = node
        xs, ys = [current.x], [current.y]
        while current.parent != -1:
            current = done[current.parent]
            xs.append(current.x)
            ys.append(current.y)
        return xs, ys


@pytest.mark.xla
def test_what_is_found_out_of_a_search_is_kept_for_lists_with_more_room(readings, capsys):
    wanted, said = Search(9, 7).plan(0.0, 0.0, 8.0, 1.0), capsys.readouterr().out
    found = recto.jit(Search(9, 7).plan)(0.0, 0.0, 8.0, 1.0)
    assert [[int(v) for v in way] for way in found] == [*wanted] and capsys.readouterr().out == said
    assert len(readings) <= 34
