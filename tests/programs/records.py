"""Objects, lists and dicts of known layout that may be written, in lists and dicts whose length depends on data."""

import copy
import dataclasses
import heapq
from collections import defaultdict, deque

import numpy as np


@dataclasses.dataclass
class Particle:
    x: float
    v: float
    alive: bool = True

    def step(self, dt):
        self.x += self.v * dt


class Account:
    def __init__(self):
        self.n = 0
        self.total = 0.0

    def add(self, value):
        self.n += 1
        self.total += value

    @property
    def mean(self):
        return self.total / self.n


class Cell:
    kind, number = 5.0, 7.0         # of the class

    def __init__(self, mass, parent):
        self.mass, self.parent, self.age, self.name = mass, parent, 0, "cell"

    def divide(self):
        self.mass /= 2
        return Cell(self.mass, self.age)

    def __lt__(self, other):
        return self.mass < other.mass

    def __add__(self, other):
        return Cell(self.mass + other.mass, self.parent)


class Pair:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a, self.b = a, b


class Bag:
    def __init__(self, value):
        self.value = value
        self.items = []


class Measured:
    def __init__(self, value):
        self._value, self.sets = value, 0

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = value
        self.sets += 1

    @classmethod
    def of(cls, value):
        return cls(cls.scaled(value))

    @staticmethod
    def scaled(value):
        return value * 3.0


class World:
    def __init__(self):
        self.agents, self.time, self.dead = [], 0.0, 0

    def step(self, dt):
        self.time += dt
        for agent in self.agents:
            agent.x -= agent.v * dt
        alive = [agent for agent in self.agents if agent.x > 0]
        self.dead += len(self.agents) - len(alive)
        self.agents = alive


OUTSIDE = Particle(1.5, 3.0)


def positive(x):
    found = []
    for v in x:
        if v > 0:
            found.append(Particle(v, 2.0 * v))
    return found


def returned(x):
    return positive(x)


def in_two_lists(x):
    large, every = [], []
    for v in x:
        p = Particle(v, 1.0)
        every.append(p)
        if v > 0:
            large.append(p)
    for p in large:
        p.x *= 10.0
    return [p.x for p in every], len(large)


def born_and_dead(x):
    particles = []
    for v in x:
        particles.append(Particle(v, -1.0))
        for p in particles:
            p.step(0.5)
        particles = [p for p in particles if p.x > 0]
    return [p.x for p in particles]


def the_best(x):
    particles = positive(x)
    if len(particles) < 3:
        raise ValueError("few")
    best, first = particles[0], None
    for p in particles:
        if p.x > best.x:
            best = p
        if first is None or p.x < first.x:
            first = p
    best.x, first.v = -1.0, -7.0
    return [p.x for p in particles], [p.v for p in particles], best is particles[1], best is particles[2], best is first


def moved(x):
    particles = positive(x)
    if len(particles) < 2:
        raise ValueError("few")
    p = particles.pop(0)
    p.x += 100.0
    particles.append(p)
    particles.insert(0, particles[1])
    particles[0].v = 8.0
    particles.reverse()
    return [(p.x, p.v) for p in particles], p in particles, particles.count(particles[0])


def the_same_object_many_times(x):
    p, found = Particle(0.0, 1.0), []
    for v in x:
        if v > 0:
            p.x += v
            found.append(p)
    return [q.x for q in found]


def sorted_by_bubbles(x):
    particles = positive(x)
    for i in range(len(particles) - 1):
        for j in range(len(particles) - 1 - i):
            if particles[j].x > particles[j + 1].x:
                particles[j], particles[j + 1] = particles[j + 1], particles[j]
    for k, p in enumerate(sorted(particles, key=lambda p: -p.x)):
        p.v = float(k)
    return [(p.x, p.v) for p in particles]


def copied(x):
    particles = positive(x)
    if len(particles) < 2:
        raise ValueError("few")
    a, b = copy.copy(particles[0]), copy.deepcopy(particles[1])
    a.x, b.x = -1.0, -2.0
    particles += [a, b]
    others = copy.deepcopy(particles)
    for p in others:
        p.v = 0.0
    return [(p.x, p.v) for p in particles], [(p.x, p.v) for p in others]


def replaced(x):
    particles = positive(x)
    for k in range(len(particles)):
        particles[k] = dataclasses.replace(particles[k], v=particles[k].x)
    for p in particles:
        p.x = 0.0
    return particles


def slices_and_copies_of_lists(x):
    a = positive(x)
    b, c, d = list(a), a[:], a[1:3]
    both = a + b
    for p in d:
        p.v = 60.0
    if len(a) > 0:
        a[0].x = 50.0
        del a[0]
    return [p.x for p in b], [p.v for p in c], [p.x for p in d], [p.x for p in both], [p.x for p in a]


def divided(x):
    cells = [Cell(v, 0) for v in x if v > 0]
    for _ in range(2):
        new = []
        for cell in cells:
            cell.age += 1
            if cell.mass > 1:
                new.append(cell.divide())
        cells += new
    return [(c.mass, c.age, c.parent) for c in cells], [c.kind * c.mass + c.number for c in cells if c.name == "cell"]


def children(x):
    cells = []
    for v in x:
        if v > 0:
            cells.append(Cell(v, len(cells) // 2))
    for c in cells:
        cells[c.parent].age += 1
    if len(cells) < 2:
        raise ValueError("few")
    total = cells[0]
    for c in cells[1:]:
        total = total + c
    return [c.age for c in cells], total.mass, cells[0] < cells[1]


def objects_of_objects(x):
    pairs = []
    for v in x:
        if v > 0:
            pairs.append(Pair(Particle(v, 1.0), Particle(-v, 0.0)))
    for pair in pairs:
        pair.a.x += pair.b.x
        pair.b = pair.a
        pair.b.v = 5.0
    return [(p.a.x, p.b.x, p.a.v, p.a is p.b) for p in pairs]


def lists_of_their_own(x):
    bags = []
    for v in x:
        if v > 0:
            bags.append(Bag(v))
        elif len(bags) > 0:
            bags[-1].items.append(v)
    return [(b.value, len(b.items), sum(b.items) + 0.0) for b in bags]


def by_properties(x):
    found = []
    for v in x:
        if v > 0:
            found.append(Measured.of(v))
    for m in found:
        m.value = m.scaled(m.value) + 1.0
    return [(m.value, m.sets) for m in found]


def a_queue(x):
    waiting, served = deque(), 0.0
    for v in x:
        if v > 0:
            waiting.append(Particle(v, 0.0))
    while waiting:
        p = waiting.popleft()
        served += p.x
        p.x -= 1.0
        if p.x > 0:
            waiting.append(p)
    return served


def events(x):
    heap, order = [], []
    for k, v in enumerate(x):
        if v > 0:
            heapq.heappush(heap, (v, k, Particle(v, 0.0)))
    while heap:
        time, k, p = heapq.heappop(heap)
        p.v = time
        order.append(2.0 * p.v + k)
    return order


def events_at_one_time(x):
    heap = []
    for v in x:
        if v > 0:
            heapq.heappush(heap, (v // 1, Account()))
    return len(heap)


def a_world(x):
    world = World()
    for v in x:
        if v > 0:
            world.agents.append(Particle(v, 1.0))
    while len(world.agents) > 1:
        world.step(0.4)
    return world.time, world.dead, world.agents


def stepped_through(x):
    particles = positive(x)
    if len(particles) == 0:
        raise ValueError("few")
    p, n = particles[0], 0
    while p.x < 3.5 and n < 10:
        p.x += 1.0
        n += 1
        p = particles[n % len(particles)]
    return [p.x for p in particles], n


def handled(x):
    particles = positive(x)
    try:
        for p in particles:
            p.x += 1.0
            if p.x > 4.5:
                raise ValueError("large")
        particles[7].x = 1.0
    except (ValueError, IndexError):
        return [-p.x for p in particles]
    return [p.x for p in particles]


def compared(x):
    particles = positive(x)
    if len(particles) < 2:
        raise ValueError("few")
    a, b = particles[:2]
    return a == OUTSIDE, b == OUTSIDE, a is OUTSIDE, a == Particle(1.5, 3.0), a != b, type(a) is Particle, a.x == b.x, \
        isinstance(a, Particle), hasattr(a, "x"), hasattr(a, "y"), type(a).__name__


def chosen_from_two(x):
    particles = positive(x)
    if len(particles) < 2:
        raise ValueError("few")
    pair = [particles[0], particles[1]]
    pair[0 if x[0] > 2 else 1].x = 123.0
    q = particles[0] if x[1] > 0 else particles[1]
    q.v = -3.0
    return [(p.x, p.v) for p in particles]


# -- lists and dicts -------------------------------------------------------------------------------------------------

def counted_rows(x):
    rows = []
    for k, v in enumerate(x):
        if v > 0:
            rows.append([k, v, True])
    for row in rows:
        k, v, good = row
        row[0], row[1] = k + 1, 2.0 * v
        if v > 2:
            row[2] = False
    return rows, [row[1] for row in rows if row[2]], [row[0:2] for row in rows], [len(row) for row in rows]


def one_list_many_times(x):
    total, rows = [0, 0.0], []
    for v in x:
        if v > 0:
            total[0] += 1
            total[1] += v
            rows.append(total)
    return rows


def rows_before_and_behind(x):
    grid = [[0, 0.0] for _ in range(3)]
    for v in x:
        if v > 0:
            grid.append([1, v])
    grid[0][1] = 5.0
    grid[-1][0] += 7
    return grid, max(grid, key=lambda row: row[1])


def a_stack_of_dicts(x):
    stack, done = [], 0.0
    for v in x:
        if v > 0:
            stack.append({"time": v, "depth": 0})
    while stack:
        task = stack.pop()
        done += task["time"]
        if task["depth"] < 2 and task["time"] > 1:
            stack.append({"time": task["time"] / 2, "depth": task["depth"] + 1})
    return done


def dicts_gone_through(x):
    rows, total = [], 0.0
    for k, v in enumerate(x):
        if v > 0:
            rows.append({"id": k, "v": v})
    rows.sort(key=lambda r: (r["v"] > 1, -r["v"]))
    for k, row in enumerate(rows):
        row["id"] = k
        for key in row:
            total += row[key]
        for _, value in row.items():
            total += value
        total += row.get("other", 1.0) + len(row) + ("v" in row) + sum(row.values())
    return rows, total


# -- dicts with computed keys ------------------------------------------------------------------------------------------

def means_by_key(keys, x):
    totals = defaultdict(lambda: [0, 0.0])
    for k, v in zip(keys, x):
        totals[k][0] += 1
        totals[k][1] += v
    return {k: total / n for k, (n, total) in totals.items()}


def firsts_by_key(keys, x):
    found = defaultdict(lambda: {"n": 0, "first": 0.0, "seen": False})
    for k, v in zip(keys, x):
        row = found[k]
        row["n"] += 1
        if not row["seen"]:
            row["seen"], row["first"] = True, v
    return {k: (row["n"], row["first"]) for k, row in sorted(found.items())}


def accounts(keys, x):
    found = defaultdict(Account)
    for k, v in zip(keys, x):
        found[k].add(v)
    return {k: a.mean for k, a in found.items()}


def accounts_with_get(keys, x):
    found = {}
    for k, v in zip(keys, x):
        account = found.get(k)
        if account is None:
            account = Account()
            found[k] = account
        account.add(v)
    return found


def accounts_renamed(keys, x):
    found = {}
    for k, v in zip(keys, x):
        if k not in found:
            found[k] = Account()
        found[k].add(v)
    account = found.pop(keys[0])
    account.n = 100
    found[-7] = account
    return sorted(found), [a.n for a in found.values()], keys[0] in found


def largest_by_key(keys, x):
    found = {}
    for k, v in zip(keys, x):
        found.setdefault(k, [0, -99.0])
        found[k][0] += 1
        found[k][1] = max(found[k][1], v)
    return found


def by_a_missing_key(keys, x):
    found = {}
    for k, v in zip(keys, x):
        found[k] = Particle(v, 0.0)
    try:
        missing = found[99].x
    except KeyError:
        missing = -2.0
    return missing, found.get(99) is None, found[keys[0]].x


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    keys = np.array([2, 1, 2, 3, 1, 0, 2])
    for f in (returned, in_two_lists, born_and_dead, the_best, moved, the_same_object_many_times, sorted_by_bubbles,
              copied, replaced, slices_and_copies_of_lists, divided, children, objects_of_objects, lists_of_their_own,
              by_properties, a_queue, events, events_at_one_time, a_world, stepped_through, handled, compared,
              chosen_from_two, counted_rows, one_list_many_times, rows_before_and_behind, a_stack_of_dicts,
              dicts_gone_through):
        yield f, (x,)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
    for f in (means_by_key, firsts_by_key, accounts, accounts_with_get, accounts_renamed, largest_by_key,
              by_a_missing_key):
        yield f, (keys, x)
        yield f, (keys[:1], -x[:1])
