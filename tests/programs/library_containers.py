"""deque, set, defaultdict, Counter and OrderedDict, made in the function: walks over graphs, windows, groups."""
import copy
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

import numpy as np

ROADS = {"a": ["b", "c"], "b": ["d"], "c": ["d", "e"], "d": ["f"], "e": ["f"], "f": []}
LINKS = [[1, 2], [3], [3, 4], [5], [5], []]
State = namedtuple("State", "pos vel")


# -- walks -------------------------------------------------------------------------------------------------------------

def breadth_first_distances(w):
    """Labels are known, lengths are data."""
    dist, queue = {0: 0.0}, deque([0])
    while queue:
        u = queue.popleft()
        for v in LINKS[u]:
            if v not in dist:
                dist[v] = dist[u] + w[v]
                queue.append(v)
    return [dist[k] for k in sorted(dist)]


def depth_first_sum(w):
    stack, seen, total = [0], set(), 0.0
    while stack:
        u = stack.pop()
        if u in seen:
            continue
        seen.add(u)
        total += w[u]
        stack.extend(v for v in LINKS[u] if v not in seen)
    return total, seen


def topological_values(w):
    """Kahn's algorithm."""
    degree = defaultdict(int)
    for u in ROADS:
        for v in ROADS[u]:
            degree[v] += 1
    todo, order = deque(u for u in ROADS if not degree[u]), []
    while todo:
        u = todo.popleft()
        order.append(u)
        for v in ROADS[u]:
            degree[v] -= 1
            if degree[v] == 0:
                todo.append(v)
    value = {}
    for k, u in enumerate(order):
        value[u] = w[k] + sum(value[t] for t in value if u in ROADS[t])
    return value["f"], order


def backward_order(x):
    """As a scalar autograd engine sorts its nodes."""
    order, visited = [], set()

    def build(v):
        if v not in visited:
            visited.add(v)
            for child in ROADS[v]:
                build(child)
            order.append(v)
    build("a")
    return x * len(order), order


# -- deques ------------------------------------------------------------------------------------------------------------

def moving_average(x):
    window, out = deque(maxlen=3), np.zeros(len(x))
    for i, v in enumerate(x):
        window.append(v)
        out[i] = sum(window) / len(window)
    return out


def delay_line(x):
    line, total = deque([0.0] * 3, maxlen=3), 0.0
    for v in x:
        line.append(v)
        total += line[0] * line[-1]
    return total, line


def last_of_many(x):
    line = deque(maxlen=4)
    for i in range(50):
        line.append(x[i % 4])
    return line, len(line), line[0]


def queue_of_computed_length(x):
    queue, total = deque([0.0]), 0.0
    for v in x:
        queue.append(v)
        if len(queue) > 3:
            queue.popleft()
        total += sum(queue)
    return total, queue


def every_method_of_a_deque(x):
    d = deque(range(5))
    d.rotate(2)
    d.appendleft(7)
    d.extend([1, 2])
    d.extendleft([8, 9])
    ends = d.pop(), d.popleft()
    d.reverse()
    d.remove(7)
    d.insert(1, x[0])
    d[0] = x[1]
    d[-1] += 1
    del d[2]
    d += [4]
    e = d.copy()
    e.clear()
    same = d == deque(d), deque([1]) < deque([2]), d != e
    return d, list(d), d.count(1), d.index(x[0]), 3 in d, ends, e, d.maxlen, same, list(reversed(d)), d + d, np.sum(d)


def bounded_deques(x):
    d = deque([1, 2, 3], maxlen=2)
    d.appendleft(x[0])
    e = deque(d, 5)
    e.extend(x[:2])
    return d, e, d.maxlen, len(e), 2 * deque([1])


# -- dicts -------------------------------------------------------------------------------------------------------------

def grouped_means(x):
    groups = defaultdict(list)
    for label, v in zip("uvuw", x):
        groups[label].append(v)
    return {k: sum(v) / len(v) for k, v in groups.items()}, "z" in groups, groups


def defaults_of_all_kinds(x):
    ones, rows, deep = defaultdict(lambda: 1.0), defaultdict(lambda: np.zeros(3)), defaultdict(dict)
    ones["a"] *= x[0]
    ones["b"] += x[1]
    rows["a"][1] = x[0]
    rows["b"] += 1
    deep["a"]["x"], deep["b"]["x"] = x[0], x[1]
    none = defaultdict(None, {"k": x[2]})
    return ones["a"] + ones["b"] + ones["c"], list(ones), rows["a"] + rows["b"], deep["a"]["x"], none["k"], \
        ones.get("q", 5), "q" in ones


def counted_letters(x):
    c = Counter("abracadabra")
    c["z"] += 2
    c.update("aab")
    c.update({"b": 3}, r=1)
    c.subtract({"a": 1})
    del c["nothing"]
    return c["a"] * x[0], c["q"], c.total(), c.most_common(2), c, sorted(c.elements()), c == Counter(c)


def counters_as_numbers(x):
    a, b = Counter(a=3, b=1), Counter(a=1, c=2)
    total = a + b
    a -= Counter(a=3)
    return total, total - Counter(a=4), a, a | b, total & b, +Counter(a=-1), -Counter(a=-1), b <= total, x[0] * b["c"]


def counted_data(x):
    """The counts are data, the keys are not."""
    c = Counter()
    for key, v in zip("abab", x):
        c[key] += v
    high = defaultdict(int)
    for v in x:
        if v > 1:
            high["high"] += 1
        else:
            high["low"] += 1
    return c["a"], c["b"], high["high"], high["low"]


def ordered(x):
    d = OrderedDict()
    d["a"], d["b"], d["c"] = x[0], x[1], x[2]
    d.move_to_end("a")
    d.move_to_end("c", last=False)
    first = d.popitem(last=False)
    return first, list(d), d, d == OrderedDict(d), d == {"a": x[0], "b": x[1]}, list(reversed(d))


def least_recently_used(x):
    cache, hits = OrderedDict(), 0
    for k in "abcabdab":
        if k in cache:
            cache.move_to_end(k)
            hits += 1
        else:
            cache[k] = x[0]
            if len(cache) > 2:
                cache.popitem(last=False)
    return hits, list(cache)


def every_method_of_a_dict(x):
    d = dict(a=x[0], b=x[1])
    d.update(c=x[2])
    d |= {"d": x[3]}
    last = d.popitem()
    d.setdefault("e", x[1])
    merged = {**defaultdict(int, d), "z": 1.0}
    flat = dict.fromkeys("ab", 0.0)
    flat["a"] += x[0]
    del d["a"]
    return last, d, merged, flat, d.pop("b"), d.get("q", 0), list(reversed(d)), sorted(d.keys() & {"c"})


# -- sets --------------------------------------------------------------------------------------------------------------

def every_method_of_a_set(x):
    s = {1, 2}
    other = s
    s.add(3)
    s.discard(9)
    s.remove(1)
    s.update([5, 6], {8})
    s |= {7}
    s -= {2}
    first = s.pop()
    s &= {5, 6, 7}
    s ^= {5, 99}
    t = s.copy()
    t.clear()
    tests = s.issubset({6, 7, 99, 1}), s.isdisjoint({1}), s <= {6, 7, 99}, 6 in s, s == other, s is other, not t
    return s, first, x * len(s), tests, s.union({1}, [4]), s.intersection([6]), s - {6}, s ^ {6}, s > {6}, frozenset(s)


def order_of_a_set(x):
    """Python iterates over small numbers in the order of their places in a table, which depends on its history."""
    s = {8, 1}
    s.add(16)
    seen = list(s)
    for k in range(20):
        s.add(k)
    for k in range(2, 20):
        s.discard(k)
    return list(s), seen, [*{3, 1, 2}], x


def copies(x):
    d = {"a": [x, {"b": deque([x[0]])}], "s": {1, 2}}
    e = copy.deepcopy(d)
    e["a"][1]["b"].append(1.0)
    e["a"][0][0] = 0
    e["s"].add(3)
    c = copy.copy(d["a"][1]["b"])
    c.append(2.0)
    return d, e, c


def kinds(x):
    made = deque(), defaultdict(int), Counter(), OrderedDict(), {1}
    return [isinstance(v, dict) for v in made], isinstance(made[4], set), type(made[0]) is deque, x * len(made)


# -- classes and their objects -----------------------------------------------------------------------------------------

def namedtuple_in_a_function(x):
    Pair = namedtuple("Pair", ["left", "right"])
    p = Pair(x[0], x[1])
    for _ in range(3):
        p = p._replace(left=p.left + 0.1 * p.right, right=p.right - p.left)
    return p.left, p.right, p._fields


class Node:
    def __init__(self, value):
        self.value, self.cached = value, value * 2


def deleted_attribute(x):
    node = Node(x[0])
    if len(x) > 3:
        del node.cached
    return hasattr(node, "cached"), node.value


def examples():
    x = np.array([3.0, 1.0, 4.0, 1.5, 5.0, 9.0])
    for function in (breadth_first_distances, depth_first_sum, topological_values, backward_order, moving_average,
                     delay_line, last_of_many, queue_of_computed_length, every_method_of_a_deque, bounded_deques,
                     grouped_means, defaults_of_all_kinds, counted_letters, counters_as_numbers, counted_data, ordered,
                     least_recently_used, every_method_of_a_dict, every_method_of_a_set, order_of_a_set, copies, kinds,
                     namedtuple_in_a_function, deleted_attribute):
        yield function, (x,)
    yield deleted_attribute, (x[:2],)
    yield queue_of_computed_length, (x[:1],)
    yield last_of_many, (np.arange(4),)
