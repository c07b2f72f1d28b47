"""Tables whose keys are pairs of texts, or of a member of an enumeration and a text, that data choose."""
import enum
from collections import Counter, defaultdict

import numpy as np

DOOR = {("idle", "coin"): "ready", ("ready", "push"): "idle", ("ready", "coin"): "ready"}
COSTS = {("idle", "coin"): ("ready", 1.5), ("ready", "push"): ("idle", 0.5)}
GOOD = {("ready", "push"), ("idle", "push")}


class Mode(enum.Enum):
    IDLE = 0
    BUSY = 1


class Machine:
    table = {(Mode.IDLE, "go"): (Mode.BUSY, 1.5), (Mode.BUSY, "stop"): (Mode.IDLE, 0.5)}

    def __init__(self):
        self.mode, self.cost = Mode.IDLE, 0.0

    def send(self, event):
        key = (self.mode, event)
        if key not in self.table:
            return False
        self.mode, cost = self.table[key]
        self.cost += cost
        return True


def machine(x):
    made = Machine()
    done = 0
    for v in x:
        done += made.send("go" if v > 0 else "stop")
    return done, made.cost, made.mode is Mode.BUSY


def steps(x):
    state, count = "idle", 0
    for v in x:
        event = "coin" if v > 0 else "push"
        if (state, event) in DOOR:
            state = DOOR[(state, event)]
            count += 1
    return state, count


def steps_or_stays(x):
    state, good = "idle", 0
    for v in x:
        event = "coin" if v > 0 else "push"
        good += (state, event) in GOOD
        state = DOOR.get((state, event), state)
    return state, good


def refused(x):
    state = "idle"
    for v in x:
        event = "coin" if v > 0 else "push"
        try:
            state = DOOR[state, event]
        except KeyError:
            print("no way from", state, "by", event)
    return state


def a_missing_key(x):
    return DOOR["idle", "coin" if x[0] > 0 else "push"]


def with_costs(x):
    state, total = "idle", 0.0
    for k, v in enumerate(x):
        key = (state, "coin" if v > 0 else "push")
        if key in COSTS:
            state, cost = COSTS[key]
            total += cost * x[k]
    return state, total


def pairs_in_their_order(x):
    counts, last = {}, "H"
    for v in x:
        now = "H" if v > 0 else "T"
        counts[(last, now)] = counts.get((last, now), 0) + 1
        last = now
    return list(counts), list(counts.values()), [(a, b) for (a, b), n in counts.items() if n > 1], len(counts)


def counted(x):
    counts, groups, last = Counter(), defaultdict(list), "H"
    for v in x:
        now = "H" if v > 0 else "T"
        counts[last, now] += 1
        groups[last, now].append(v)
        last = now
    print(dict(counts))
    return counts, groups


def examples():
    for x in ([1.0, -1.0, -2.0, 0.5, 3.0, -1.0], [-1.0, 2.0, 2.5, -0.5]):
        for f in (machine, steps, steps_or_stays, refused, a_missing_key, with_costs, pairs_in_their_order, counted):
            yield f, (np.array(x),)
