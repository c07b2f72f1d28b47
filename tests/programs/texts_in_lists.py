"""Texts in lists of computed length, and as attributes of objects that data make: states, labels, names."""

import numpy as np


class Agent:
    def __init__(self, x):
        self.x, self.state, self.days, self.mood = x, "well", 0, None

    def meet(self, other):
        if self.state == "well" and other.state == "ill" and abs(self.x - other.x) < 1.6:
            self.state = "ill"


class Token:
    def __init__(self, kind, value):
        self.kind, self.value = kind, value


class Particle:
    def __init__(self, v):
        self.v = v


def epidemic(x):
    agents = []
    for v in x:
        if v > -1.5:
            agents.append(Agent(v))
    if not agents:
        return None
    agents[0].state = "ill"
    for _ in range(3):
        for a in agents:
            if a.state == "ill":
                a.days += 1
                if a.days > 2:
                    a.state = "well again"
            for b in agents:
                a.meet(b)
    counts = {"well": 0, "ill": 0, "well again": 0}
    for a in agents:
        counts[a.state] += 1
    return counts, [a.state for a in agents], sum(a.days for a in agents if a.state != "well")


def moods(x):
    agents = [Agent(v) for v in x if v > 0]
    for a in agents:
        if a.x > 2:
            a.mood = "good"
        elif a.x > 1:
            a.mood = "fair" if a.x > 1.7 else "poor"
    for a in agents:
        a.state = a.mood or "none"
    return [a.mood for a in agents], [a.mood is None for a in agents], [a.state for a in agents]


def tagged(x):
    found = [Particle(v) for v in x if v > 0]
    for p in found:
        if p.v > 1:
            p.tag = "large"
        if p.v > 3:
            p.tag = "very large"
    return [getattr(p, "tag", "-") for p in found], [hasattr(p, "tag") for p in found]


def tokens(x):
    found = []
    for v in x:
        if v > 2:
            found.append(Token("product", v))
        elif v > 0:
            found.append(Token("sum", v))
        elif found:
            found[-1].kind, found[0].kind = found[0].kind, found[-1].kind
    total = 1.0
    for t in found:
        total = total * t.value if t.kind == "product" else total + t.value
    return total, [t.kind for t in found]


def labels(x):
    found, large = [], 0
    for v in x:
        if v > 1:
            found.append("large")
            large += 1
        elif v > 0:
            found.append("small")
    found.append("end" if large > 1 else "few")
    last = found.pop()
    return found, last, found.count("large"), "small" in found, found.index("small")


def in_the_order_of_texts(x):
    found, pairs = [], []
    for v in x:
        if v > 0:
            found.append(Token("small" if v < 1 else "large", v))
            pairs.append(("small" if v < 1 else "large", v))
    found.sort(key=lambda t: t.kind)
    first = [t.value for t in found]
    found.sort(key=lambda t: (t.kind, -t.value), reverse=True)
    return first, [t.value for t in found], sorted(pairs), max(found, key=lambda t: t.kind).value


def labelled(x):
    found = []
    for k, v in enumerate(x):
        if v > 0:
            found.append((v, "large" if v > 1 else "small", k))
    return found, sum(v for v, label, k in found if label == "large")


def examples():
    x = np.array([1.5, -2.0, 3.0, 4.0, 0.5, -1.0, 2.0])
    for f in (epidemic, moods, tagged, tokens, labels, in_the_order_of_texts, labelled):
        yield f, (x,)
        yield f, (np.array([-1.0, 0.75, -3.0]),)
