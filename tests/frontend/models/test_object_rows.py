"""Lists of the caller's objects whose members data decide: filtered, sorted, lengthened, changed through any list."""

import copy
import dataclasses

import numpy as np
import pytest

import recto

pytestmark = pytest.mark.xla


class Agent:
    def __init__(self, x, v, state="S"):
        self.x, self.v, self.state, self.age = x, v, state, 0


@dataclasses.dataclass
class Record:
    x: float
    v: float
    state: str | None = "S"
    age: int = 0


class Body:
    def __init__(self, position, velocity, mass):
        self.position, self.velocity, self.mass = position, velocity, mass


class World:
    def __init__(self, agents):
        self.agents, self.time = agents, 0.0

    def step(self, dt):
        for a in self.agents:
            a.x += a.v * dt
            a.age += 1
        self.agents = [a for a in self.agents if a.x < 1.0]
        self.time += dt

    def spread(self, reach):
        ill = [a for a in self.agents if a.state == "I"]
        for a in self.agents:
            if a.state == "S" and sum(1 for b in ill if abs(b.x - a.x) < reach) > 1:
                a.state = "I"
            elif a.state == "I" and a.age > 1:
                a.state = "R"
        return len(ill)

    def divide(self):
        for a in list(self.agents):
            if a.x > 0.5:
                self.agents.append(type(a)(a.x / 2, -a.v, a.state))

    def renewed(self):
        stay = []
        for a in self.agents:
            a.x -= 0.1
            if a.x > 0:
                stay.append(a)
                if a.x > 0.5:
                    stay.append(type(a)(a.x / 2, -a.v, a.state))
        self.agents = stay

    def removed(self):
        for a in list(self.agents):
            if a.x < 0.0:
                self.agents.remove(a)
        return len(self.agents)

    def taken(self):
        total = 0.0
        while self.agents:
            a = self.agents.pop()
            if a.x < 0.0:
                break
            total += a.x
        return total

    def ordered(self):
        self.agents.sort(key=lambda a: a.x)
        return self.agents[0], [a.x for a in self.agents if a.v > 0][:1]


def filtered(agents, least):
    good = [a for a in agents if a.x > least]
    for a in good:
        a.v *= 2.0
    return len(good), sum(a.v for a in good), max((a.x for a in good), default=0.0)


def returned(agents, least):
    return [a for a in agents if a.x > least]


def with_new_ones(agents, least):
    cls, found = type(agents[0]), []
    for a in agents:
        if a.x > least:
            found.append(a)
            found.append(cls(a.x + 1.0, 0.5))
    found[0].x = 9.0
    return [a.x for a in found]


def in_two_lists(agents, least):
    low, high = [], []
    for a in agents:
        (high if a.x > least else low).append(a)
    for a in high:
        a.v = 0.0
    for a in agents[:2]:
        a.v += 1.0
    return [a.v for a in low], [a.v for a in high]


def by_state(agents, least):
    groups = {}
    for a in agents:
        a.state = "high" if a.x > least else "low"
        groups.setdefault(a.state, []).append(a)
    return {k: [a.x for a in group] for k, group in groups.items()}


def slice_replaced(agents, least):
    agents[:] = [a for a in agents if a.x > least]
    return len(agents)


def joined_by_place(agents, least):
    xs = np.zeros(len(agents))
    for i, a in enumerate(agents):
        xs[i] = a.x
    return np.sort(xs), [i for i, a in enumerate(agents) if a.x > least]


LISTS = filtered, returned, with_new_ones, in_two_lists, by_state, slice_replaced, joined_by_place
METHODS = [("step", (0.7,)), ("spread", (0.4,)), ("divide", ()), ("renewed", ()), ("removed", ()), ("taken", ()),
           ("ordered", ())]


def made(cls, count, seed=0):
    rng = np.random.default_rng(seed)
    x, v = rng.uniform(-1.0, 1.0, (2, count)).tolist()
    return [cls(x[k], v[k], "I" if k % 3 == 0 else "S") for k in range(count)]


def parts(value, known):
    """What a value is made of: of the caller's own objects which they are, and what they hold."""
    if isinstance(value, (list, tuple)):
        return [parts(v, known) for v in value]
    if isinstance(value, dict):
        return {k: parts(v, known) for k, v in value.items()}
    if hasattr(value, "__dict__") and not isinstance(value, recto.Array):
        number = next((k for k, obj in enumerate(known) if obj is value), None)
        held = {k: (type(v) if number is not None else None, v) for k, v in vars(value).items()}
        return type(value), number, parts({k: v for k, (_, v) in held.items()}, ()), [t for t, _ in held.values()]
    return np.asarray(value).tolist()


def assert_alike(found, expected):
    """(Products and sums may be fused: they differ by a rounding.)"""
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for x, y in zip(found, expected):
            assert_alike(x, y)
    elif isinstance(expected, dict):
        assert list(found) == list(expected)
        assert_alike(list(found.values()), list(expected.values()))
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)
    else:
        assert found == expected


def agrees(compiled, function, given):
    """The call returns what Python's returns, and leaves the objects as Python's does."""
    mine, theirs = given, copy.deepcopy(given)
    known = [objects(x) for x in (mine, theirs)]
    result, expected = compiled(*mine), function(*theirs)
    assert_alike(parts([result, mine], known[0]), parts([expected, theirs], known[1]))


def objects(given):
    lists = [v.agents if isinstance(v, World) else v for v in given if isinstance(v, (list, World))]
    return [o for items in lists for o in items]


@pytest.mark.parametrize("cls", [Agent, Record])
@pytest.mark.parametrize("function", LISTS)
def test_lists_among_the_arguments(function, cls):
    """Lists of several lengths, one after another by the same compiled function."""
    compiled = recto.jit(function)
    for count, least in ((3, 0.0), (5, -0.5), (12, 0.3), (7, 2.0), (40, 0.0)):
        if function is with_new_ones and least == 2.0:
            continue    # nothing is found: an IndexError
        agrees(compiled, function, (made(cls, count, count), least))


@pytest.mark.parametrize("cls", [Agent, Record])
@pytest.mark.parametrize(("name", "args"), METHODS)
def test_lists_that_are_attributes(name, args, cls):
    def call(world, *args):
        return getattr(world, name)(*args)

    compiled = recto.jit(call)
    for count in (3, 6, 12, 40):
        world = World(made(cls, count, count))
        for _ in range(3 if name != "taken" else 1):
            agrees(compiled, call, (world, *args))


def test_lengths_that_there_is_room_for_are_not_compiled_again():
    compiled, read = recto.jit(filtered), []
    count = lambda: len([v for version in compiled.versions for v in version.variants])
    for n in (9, 16, 11, 10):
        compiled(made(Agent, n, n), 0.0)
        read.append(count())
    assert len(set(read[1:])) == 1 and len(compiled.versions) <= 2


def dicts(count):
    return [{"score": float(np.sin(k)), "weight": k} for k in range(count)]


def best_of_dicts(rows, least):
    good = [r for r in rows if r["score"] >= least]
    for r in good:
        r["weight"] += 1
    return sum(r["weight"] for r in good), good


def test_lists_of_dicts():
    compiled = recto.jit(best_of_dicts)
    for count in (3, 8, 50):
        mine, theirs = dicts(count), dicts(count)
        (total, good), (wanted, expected) = compiled(mine, 0.2), best_of_dicts(theirs, 0.2)
        assert int(total) == wanted and mine == theirs and good == expected
        assert [k for k, r in enumerate(mine) if any(r is g for g in good)] == \
            [k for k, r in enumerate(theirs) if any(r is g for g in expected)]


class System:
    def __init__(self, bodies):
        self.bodies = bodies

    def step(self, dt):
        for a in self.bodies:
            pull = np.zeros(2)
            for b in self.bodies:
                if a is not b:
                    d = b.position - a.position
                    pull += b.mass * d / (d @ d + 0.01) ** 1.5
            a.velocity = a.velocity + pull * dt
        for a in self.bodies:
            a.position += a.velocity * dt
        self.bodies = [b for b in self.bodies if np.abs(b.position).max() < 1.5]


def bodies(count, seed):
    rng = np.random.default_rng(seed)
    return [Body(rng.normal(size=2) * 1.0, rng.normal(size=2) * 0.1, 1.0 + k) for k in range(count)]


def step(system, dt):
    system.step(dt)


@pytest.mark.parametrize("count", [3, 6, 20])
def test_objects_that_hold_arrays(count):
    compiled = recto.jit(step)
    mine, theirs = System(bodies(count, 1)), System(bodies(count, 1))
    for _ in range(3):
        compiled(mine, 0.01)
        step(theirs, 0.01)
        assert len(mine.bodies) == len(theirs.bodies)
        for a, b in zip(mine.bodies, theirs.bodies):
            np.testing.assert_allclose(a.position, b.position, rtol=1e-9)
            np.testing.assert_allclose(a.velocity, b.velocity, rtol=1e-9)
            assert type(a.position) is np.ndarray and type(a.mass) is float


@pytest.mark.parametrize("shared", ["one array", "views"])
def test_arrays_that_others_hold_are_refused_before_anything_changes(shared):
    """Whether an array is written or replaced would be seen there."""
    table = np.arange(10.0).reshape(5, 2)
    positions = [table[0]] * 5 if shared == "one array" else list(table)
    system = System([Body(p, np.ones(2), 1.0) for p in positions])
    with pytest.raises(recto.CompileError, match="also held elsewhere"):
        recto.jit(step)(system, 0.01)
    np.testing.assert_array_equal(table, np.arange(10.0).reshape(5, 2))
    assert [b.velocity.tolist() for b in system.bodies] == [[1.0, 1.0]] * 5


def one_beside(agents, other, least):
    for a in agents:
        a.x += 1.0
    return len([a for a in agents if a.x > least]), other.x


@pytest.mark.parametrize("cls", [Agent, Record])
def test_an_object_that_is_in_the_list_as_well(cls):
    """One that is no member later, or was none before, is another program; what can't be told apart is refused."""
    compiled, right = recto.jit(one_beside), 0
    for inside in (True, False, True):
        agents = made(cls, 6)
        other = agents[2] if inside else cls(5.0, 0.0)
        before = [a.x for a in agents]
        try:
            found = compiled(agents, other, 0.5)
        except recto.CompileError:
            assert [a.x for a in agents] == before
            continue
        assert [a.x for a in agents] == [x + 1.0 for x in before]
        assert [float(v) for v in found] == [sum(a.x > 0.5 for a in agents), other.x]
        right += 1
    assert right


def of_two_lists(first, second, least):
    for a in list(first):
        if a.x > least:
            first.remove(a)
            second.append(a)
    for a in second:
        a.v = 0.0
    return len(first), len(second)


@pytest.mark.parametrize("cls", [Agent, Record])
def test_objects_move_from_list_to_list(cls):
    compiled = recto.jit(of_two_lists)
    for m, n in ((3, 4), (6, 2), (12, 3), (3, 0)):
        agrees(compiled, of_two_lists, (made(cls, m, m), made(cls, n, n + 50), 0.1))


def test_an_object_in_two_lists_is_refused():
    agents = made(Agent, 4)
    with pytest.raises(recto.CompileError, match="occurs twice"):
        recto.jit(of_two_lists)(agents, [agents[0], *made(Agent, 2, 7)], 0.1)
    agrees(recto.jit(of_two_lists), of_two_lists, (agents, made(Agent, 2, 7), 0.1))


class Unlike:
    def __init__(self, k):
        self.x = float(k) if k % 2 else np.float64(k)


def test_objects_that_hold_unlike_values_are_refused_with_the_attribute():
    with pytest.raises(recto.CompileError, match="'x' is not a number of one type"):
        recto.jit(lambda items, least: len([i for i in items if i.x * least > 1.0]))(
            [Unlike(k) for k in range(6)], np.float64(0.5))


def pairs(agents):
    total = 0.0
    for i, a in enumerate(agents):
        for b in agents[i + 1:]:
            total += abs(a.x - b.x) * b.v
    return total


def test_loops_over_many_objects_stay_loops():
    """The program for 600 objects is as long as that for 300."""
    size = {}
    for count in (300, 600):
        agents = made(Record, count)
        compiled = recto.jit(pairs)
        assert float(compiled(agents)) == pytest.approx(pairs(agents), rel=1e-9)
        size[count] = len(str(compiled.program(agents)))
    assert size[600] < 1.2 * size[300]


class Points:
    def __init__(self, count):
        self.points = made(Agent, count)

    def misfit(self, theta, least):
        good = [p for p in self.points if p.x * theta[1] > least]
        return sum([(theta[0] * p.x + theta[1] - p.v) ** 2 for p in good])

    def moved(self, theta):
        for p in self.points:
            if p.x > 0:
                p.v = p.v * theta[0] + theta[1] ** 2
        return sum([p.v ** 2 for p in self.points])


THETA = np.array([0.5, 1.5])


def differences(f, *more):
    steps = 1e-6 * np.eye(2)
    return [(f(THETA + d, *more) - f(THETA - d, *more)) / 2e-6 for d in steps]


@pytest.mark.parametrize("count", [5, 40])
def test_gradients_and_batches_of_what_reads_the_objects(count):
    model = Points(count)
    np.testing.assert_allclose(recto.grad(model.misfit)(THETA, 0.1), differences(model.misfit, 0.1), rtol=1e-6)
    both = recto.vmap(model.misfit, in_axes=(0, None))(np.stack([THETA, 2 * THETA]), 0.1)
    np.testing.assert_allclose(both, [model.misfit(THETA, 0.1), model.misfit(2 * THETA, 0.1)], rtol=1e-12)
    assert recto.grad(model.misfit).source(THETA, 0.1).rstrip().endswith("])")     # the gradient alone is returned


def test_the_gradient_of_what_changes_the_objects_changes_them_once():
    mine, theirs = Points(12), Points(12)
    expected = differences(lambda theta: copy.deepcopy(theirs).moved(theta))
    np.testing.assert_allclose(recto.grad(mine.moved)(THETA), expected, rtol=1e-6)
    theirs.moved(THETA)
    np.testing.assert_allclose([p.v for p in mine.points], [p.v for p in theirs.points], rtol=1e-12)
    assert [type(p.v) for p in mine.points] == [type(p.v) for p in theirs.points]


class Holder:
    def __init__(self, values, number):
        self.values, self.number = values, number


def holders(count):
    return [Holder(np.arange(3.0) + k, k) for k in range(count)]


def changed_beside(agents, other, least):
    other.x = other.x * 2.0
    return sum(a.x for a in agents if a.x > least)


def test_an_object_with_other_attributes_may_be_a_member_later():
    compiled = recto.jit(changed_beside)
    agents = made(Agent, 6)
    other = Agent(3.0, 1.0)
    other.extra = 1
    for each in (other, agents[2], other, agents[3]):
        theirs = copy.deepcopy((agents, each))
        assert float(compiled(agents, each, 0.1)) == pytest.approx(changed_beside(*theirs, 0.1))
        assert [a.x for a in agents] == [a.x for a in theirs[0]]


def doubled(items, least):
    for h in items:
        h.values *= 2.0
    return [h.number for h in items if h.values[0] > least]


def test_arrays_that_can_not_be_written_are_not():
    items = holders(6)
    items[2].values.flags.writeable = False
    with pytest.raises((recto.CompileError, ValueError)):
        recto.jit(doubled)(items, 3.0)
    assert items[2].values.tolist() == [2.0, 3.0, 4.0]


def test_the_first_call_changes_arrays_as_all_others_do():
    compiled = recto.jit(doubled)
    for _ in range(3):
        mine, theirs = holders(6), holders(6)
        assert [int(k) for k in compiled(mine, 3.0)] == doubled(theirs, 3.0)
        for a, b in zip(mine, theirs):
            np.testing.assert_array_equal(a.values, b.values)


def cleared(agents, least):
    found = [a for a in agents if a.x > least]
    agents.clear()
    return found


def lengths(agents, least):
    found = [a for a in agents if a.x > least]
    for a in agents:
        a.age = len(agents) - len(found)


@pytest.mark.parametrize("function", [cleared, lengths])
def test_lengths(function):
    compiled = recto.jit(function)
    for count in (3, 6, 12):
        agrees(compiled, function, (made(Agent, count), 0.1))


def set_first(agents, least):
    found = [a for a in agents if a.x > least]
    found[0].x = 9.0


def stepped_first(agents, least):
    found = [a for a in agents if a.x > least]
    object.__setattr__(found[0], "x", 9.0)


@pytest.mark.parametrize("function", [set_first, stepped_first])
def test_nothing_is_written_where_there_is_no_object(function):
    agents = made(Agent, 6)
    before = [a.x for a in agents]
    with pytest.raises(IndexError, match="list index out of range"):
        recto.jit(function)(agents, 100.0)
    assert [a.x for a in agents] == before


def one_array(items, least):
    found = [h for h in items if h.values[0] > least]
    return found[0].values is items[0].values


def one_array_for_all(items, least):
    found = [h for h in items if h.values[0] > least]
    new = np.zeros(3)
    for h in found:
        h.values = new
    found[0].values[1] = 5.0


@pytest.mark.parametrize("function", [one_array, one_array_for_all])
def test_arrays_that_may_be_one_are_refused(function):
    with pytest.raises(recto.CompileError):
        recto.jit(function)(holders(6), 2.0)


class Linked:
    def __init__(self, x):
        self.x, self.other, self.state = x, None, "S"


def lonely(items, least):
    for a in items:
        if a.other is None and a.x > least:
            a.state = "lonely"
    return [a for a in items if a.state == "lonely"]


def test_what_one_call_is_refused_the_next_one_may_have():
    compiled = recto.jit(lonely)
    for linked in (False, True, False, True):
        items = [Linked(float(k)) for k in range(6)]
        for a, b in zip(items, items[1:]):
            a.other = b if linked else None
        items[-1].other = items[0] if linked else None
        assert len(compiled(items, 2.0)) == (0 if linked else 3)


def misfit_of(theta, agents, least):
    good = [a for a in agents if a.x * theta[1] > least]
    for a in good:
        a.age += 1
    return sum([(theta[0] * a.x - a.v) ** 2 for a in good])


@pytest.mark.parametrize("cls", [Agent, Record])
def test_gradients_with_a_list_among_the_arguments(cls):
    for count in (5, 40):
        agents = made(cls, count)
        expected = differences(lambda theta: misfit_of(theta, copy.deepcopy(agents), 0.1))
        np.testing.assert_allclose(recto.grad(misfit_of)(THETA, agents, 0.1), expected, rtol=1e-6)
        assert [a.age for a in agents] == [int(a.x * THETA[1] > 0.1) for a in agents]


@dataclasses.dataclass
class Pair:
    x: float
    v: float


@pytest.mark.parametrize("cls", [Agent, Pair])
def test_gradients_with_respect_to_the_objects_themselves(cls):
    """Then they are trees, and not rows."""
    agents = [cls(a.x, a.v) for a in made(Agent, 150)]
    found = recto.grad(pairs_beside)(agents, 2.0)
    assert [float(a.x) for a in found] == pytest.approx([4.0 * a.x for a in agents])


def pairs_beside(agents, factor):
    total = 0.0
    for a in agents:
        total += factor * a.x ** 2
    return total
