"""Texts that depend on data: passed on, compared, indexed, used as keys, returned."""
import numpy as np


def size_of(x):
    name = "small"
    if x > 1:
        name = "large"
    if x > 5:
        name = "huge"
    return name, len(name), name == "large", name < "largo", bool(name), name in ("huge", "small")


def kind_of(x):
    if x > 0:
        return "positive"
    return "negative" if x < 0 else ""


def by_kind(x):
    """A called function, match, and a truth value."""
    match kind_of(x):
        case "positive":
            return x * 2
        case "":
            return x + 1
    return -x if kind_of(x) else x


def changed(x):
    word = "ab" if x > 1 else "cde"
    return word.upper(), word[-1], word.replace("b", "x"), "b" in word, isinstance(word, str), word or "none"


WEIGHTS = {"ab": 1.5, "cde": 2.5}


def looked_up(x):
    word = "ab" if x > 1 else "cde"
    own = {"ab": x, "cde": 2 * x}
    return own[word] * WEIGHTS[word] + {"ab": 3.0}.get(word, 4.0) + ["cde", "ab"].index(word)


def folded(x, y):
    order = "F" if x > 1 else "C"
    return np.ravel(y, order=order), y.reshape(3, 2, order=order), np.linalg.norm(y, "fro" if x > 1 else "nuc"), \
        np.searchsorted(y[0], y[0, 1], "left" if x > 1 else "right")


class Machine:
    def __init__(self):
        self.state = "off"
        self.count = 0

    def step(self, x):
        if x > self.count:
            self.state = "on"
            self.count += 1


def machine(x):
    m = Machine()
    m.step(x)
    m.step(x)
    return m.state, m.count, [m.state], {"state": m.state}


def mode_of_number(k):
    """An integer argument: the text is known for each of its values."""
    mode = "rows" if k > 0 else "all"
    return np.zeros(2) if mode == "rows" else np.zeros(3)


def put_together(x):
    """A chosen text in a longer one is a chosen text: it is compared, and is a key."""
    side = "left" if x > 1.0 else "right"
    counts = {"left_n": 0.0, "right_n": 5.0}
    counts[side + "_n"] += x
    mark = side + "!" if side != "left" else "?"
    both = ("a" if x > 0.0 else "b") + side
    return counts, mark, mark == "right!", "<" + side + ">", both, side * 2, 3 * side == "leftleftleft"


def examples():
    rng = np.random.default_rng(3)
    for x in (0.5, -0.5, 1.5, 6.0, 0.0):
        for program in (size_of, kind_of, by_kind, changed, looked_up, machine, put_together):
            yield program, (x,)
        yield folded, (x, rng.normal(size=(2, 3)))
    yield mode_of_number, (1,)
    yield mode_of_number, (0,)
