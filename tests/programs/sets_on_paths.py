"""Sets that hold other known items on another path, dicts with texts as keys on some paths only, and both in order."""
import numpy as np


def sorted_texts(x):
    s = {"b", "c"}
    if x[1] > 0:
        s.add("a")
    return [c for c in sorted(s)], sorted(s, reverse=True), "a" in s


def sorted_numbers(x):
    s, t = {1, 3}, 0
    if x[1] > 0:
        s.add(2)
    for k in sorted(s):
        t = t * 10 + k
    return t, len(s), 2 in s, min(s)


def marks(x):
    seen = set()
    for v in x:
        if v > 2:
            seen.add("big")
        elif v > 0:
            seen.add("small")
        else:
            seen.add("negative")
    return len(seen), sorted(seen)


def tuples(x):
    s = {(0, 1)}
    if x[0] > 0:
        s.add((1, 1))
    if x[1] > 0:
        s.discard((0, 1))
    return s, (1, 1) in s


def unions(x):
    s = {1, 2}
    if x[0] > 0:
        s |= {5, 6}
    if x[1] > 0:
        s = s - {2}
    return sum(s), sorted(s)


def in_a_loop(x):
    s, i = {1, 2}, 0
    while i < x[0]:
        s.add(7)
        i += 1
    return sum(s)


class Marked:
    def __init__(self):
        self.tags = {"a"}

    def mark(self, v):
        if v > 0:
            self.tags.add("pos")
        else:
            self.tags.discard("a")
        return len(self.tags)


def in_objects(x):
    made = Marked()
    for v in x:
        made.mark(v)
    return made.tags, made.mark(x[0])


def removed(x):
    s = {1, 2}
    if x[0] > 0:
        s.add(4)
    try:
        s.remove(4)
    except KeyError:
        return -1.0
    return x[0]


def texts_of_a_dict(x):
    d = {"b": x[0]}
    if x[1] > 0:
        d["a"] = x[1]
    if x[2] > 0:
        d["c"] = x[2]
    return [d[k] for k in sorted(d)], sum(d[k] for k in sorted(d.keys(), reverse=True))


def new_dicts_in_a_loop(x):
    total, first = 0.0, []
    for i in range(3):
        d = {}
        if x[i] > 0:
            d["b"] = x[i]
        d["a"] = 1.0
        first.append(sorted(d)[0])
        for k in sorted(d):
            total = 2 * total + d[k]
    return total, first


def lists_of_texts(x):
    texts = ["q", "b"]
    if x[0] > 0:
        texts.append("a")
    texts.sort()
    return texts, sorted(texts, reverse=True), max(texts), min(texts)


def pairs_with_texts(x):
    pairs = [("q", x[0]), ("b", 2.0)]
    if x[0] > 0:
        pairs.append(("a", x[1]))
    if x[1] > 0:
        pairs.append(("b", x[1]))
    pairs.sort()
    return pairs


def texts_that_data_choose(x):
    seen, again = set(), 0
    for v in x:
        size = "low" if v < 0 else "mid" if v < 2 else "high"
        again += size in seen
        seen.add(size)
    seen.discard("low" if x[0] > 0 else "mid")
    return again, len(seen), seen == {"mid", "high"}, sorted(seen)


def steps_that_data_choose(x):
    seen, last = set(), "up"
    for v in x:
        now = "up" if v > 0 else "down"
        seen.add((last, now))
        last = now
    return len(seen), ("up", "down") in seen, ("down", "down") in seen, sorted(seen)


def examples():
    for x in (np.array([1.0, -2.0, 3.0]), np.array([1.0, 2.5, -1.0]), np.array([-1.0, 2.0, -1.0])):
        for f in (sorted_texts, sorted_numbers, marks, tuples, unions, in_a_loop, in_objects, removed, texts_of_a_dict,
                  new_dicts_in_a_loop, lists_of_texts, pairs_with_texts, texts_that_data_choose,
                  steps_that_data_choose):
            yield f, (x,)
