"""Iterators: read once, item by item, each when it is its turn; views of dicts show what the dicts hold now."""
import itertools

import numpy as np


class Pairs:
    def __init__(self, values):
        self.values = values

    def __iter__(self):
        return zip(self.values, self.values[1:])


def read_twice(x):
    doubled = map(lambda v: v * 2, x)
    pairs, chosen, numbered = zip([1, 2], x), filter(None, [0, 3]), enumerate([x[0], x[1]], 5)
    turned = reversed([x[0], x[1]])
    return [(list(it), list(it)) for it in (doubled, pairs, chosen, numbered, turned)]


def arrays_read_twice(x, y):
    pairs = zip(x, y)
    total = 0.0
    for a, b in pairs:
        total += a * b
    for a, b in pairs:
        total += 1000.0
    return total, [a for a, b in pairs]


def unequal_lengths(x):
    a, b = iter([1, 2, 3]), iter([4, 5])
    return list(zip(a, b)), list(a), list(b), x


def unequal_arrays(x, y):
    a, b = iter(x), iter(y[:2])
    first = sum(p * q for p, q in zip(a, b))
    return first, list(a), list(b)


def in_pairs(x):
    it = iter(x)
    return [a + b for a, b in zip(it, it)]


def rest_after_break(x):
    it = iter([x[0], x[1], x[2]])
    for k, v in enumerate(it):
        if k == 1:
            break
    return v, list(it)


def rest_after_next(x):
    it = iter(x)
    best = next(it)
    for v in it:
        if v > best:
            best = v
    return best, next(it, None) is None


def next_in_the_loop(x):
    it = iter([x[0], x[1], x[2], x[0]])
    return [(v, next(it)) for v in it], [v for v in it]


def while_there_is_one(x):
    it, total = iter([1, 2, 3]), 0.0
    while (v := next(it, None)) is not None:
        total += v * x[0]
    return total


def list_that_grows(x):
    items = [x[0]]
    it = iter(items)
    items.append(x[1])
    return list(it), list(it)


def generator_reads_late(x):
    k = 1
    scaled = (k * v for v in [x[0], x[1]])
    k = 10
    first = next(scaled)
    k = 100
    return first, list(scaled), list(scaled)


def map_reads_late(x):
    items = [x[0], x[1]]
    scaled = map(lambda v: v * k, items)
    k = 3
    items[0] = x[2]
    return list(scaled)


def nested_generator(x):
    rows = ([x[i] * j for j in range(i)] for i in range(3))
    flat = (v for row in rows for v in row if True)
    return next(flat), list(flat)


def stops_when_it_knows(x):
    seen = []

    def note(v):
        seen.append(v)
        return v
    return any(note(v) for v in [0, 1, 2]), all(note(v) for v in [1, 0, 5]), len(seen), x


def left_behind(x):
    it = iter([0, 1, 2, 3])
    return any(it), next(it), 3 in it, list(it), x


def passed_on(x):
    def head(it):
        for v in it:
            return v

    it = iter([x[0], x[1], x[2]])
    return head(it), head(it), list(it)


def of_an_object(x):
    pairs = Pairs([x[0], x[1], x[2]])
    return [a * b for a, b in pairs], sum(a - b for a, b in pairs)


def of_itertools(x):
    count = itertools.count(3, 2)
    halves = itertools.count(0.5)
    return (next(count), list(zip(count, x)), next(halves) + next(halves),
            list(itertools.chain([1], x, (2,))), list(itertools.chain.from_iterable([[1], [x[0], 2]])),
            list(itertools.islice(x, 1, None)), list(itertools.islice([1, 2, 3, 4, 5], 1, 5, 2)),
            list(itertools.accumulate(x)), list(itertools.accumulate([1, 2, 3], lambda a, b: a * b, initial=x[0])),
            [v for v, _ in zip(itertools.cycle([1, 2]), range(5))], list(itertools.repeat(x[0], 2)),
            list(itertools.starmap(pow, [(2, 3), (3, 2)])), list(itertools.takewhile(lambda v: v < 3, [1, 2, 5, 1])),
            list(itertools.dropwhile(lambda v: v < 3, [1, 2, 5, 1])), list(itertools.filterfalse(None, [0, 1, 2])),
            list(itertools.zip_longest([1], x, fillvalue=0.5)), list(itertools.compress(x, [1, 0, 1])),
            list(itertools.product([1, 2], [3])), list(itertools.pairwise([1, 2, 3])))


def islice_leaves_the_rest(x):
    it = iter([1, 2, 3, 4])
    return list(itertools.islice(it, 2)), list(it), x


def takewhile_takes_one_more(x):
    it = iter([1, 2, 3, 4])
    return list(itertools.takewhile(lambda v: v < 2, it)), list(it), x


def counted_until(x, n):
    for k in itertools.count(1):
        x = x * 0.5
        if x[0] < n:
            break
    return k, x


def classes(x):
    it, keys = zip(x, x), {"a": x}.keys()
    return (isinstance(it, list), isinstance(it, zip), isinstance(keys, list), type(map(abs, x)) is map,
            isinstance(reversed([1]), reversed), isinstance(reversed(x), reversed), isinstance(enumerate(x), enumerate),
            bool(it))


def views(x):
    table = {"a": x[0], "b": x[1]}
    keys, values, items = table.keys(), table.values(), table.items()
    table["c"] = x[2]
    table["a"] = 7.0
    return len(keys), list(values), list(items), "c" in keys, sorted(keys & {"a", "z"}), keys == {"a", "b", "c"}


def values_that_change(x):
    table, seen = {"a": x[0], "b": x[1]}, []
    for key, value in table.items():
        seen.append(value)
        table["b"] = 5.0
    return seen, table | {"c": x[2]}


def examples():
    x, y = np.array([2.0, 3.0, 1.0, 4.0]), np.array([1.0, 0.5, 2.0, 3.0])
    for f in (read_twice, unequal_lengths, in_pairs, rest_after_break, rest_after_next, next_in_the_loop,
              while_there_is_one, list_that_grows, generator_reads_late, map_reads_late, nested_generator,
              stops_when_it_knows, left_behind, passed_on, of_an_object, of_itertools, islice_leaves_the_rest,
              takewhile_takes_one_more, classes, views, values_that_change):
        yield f, (x,)
    for f in (arrays_read_twice, unequal_arrays):
        yield f, (x, y)
    for n in (3, 0.01):
        yield counted_until, (x, n)
