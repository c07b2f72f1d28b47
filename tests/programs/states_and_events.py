"""Tables of transitions: dicts whose keys are a state (a member of an enumeration, or a text) and an event that data
decide."""
from enum import Enum, IntEnum

import numpy as np


class State(Enum):
    IDLE = "idle"
    RUN = "run"
    DONE = "done"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


TRANSITIONS = {(State.IDLE, 1): State.RUN, (State.RUN, 0): State.IDLE, (State.RUN, 1): State.DONE}
NAMES = {("idle", 1): "run", ("run", 0): "idle", ("run", 1): "done"}
COSTS = {(Level.LOW, 1): 5.0, (Level.HIGH, 0): 6.0}


def by_get(events):
    state = State.IDLE
    for e in events:
        state = TRANSITIONS.get((state, int(e)), state)
    return state


def by_in(events):
    state, count = State.IDLE, 0
    for e in events:
        if (state, int(e)) in TRANSITIONS:
            state = TRANSITIONS[state, int(e)]
            count += 1
    return state, count


def by_none(events):
    table = {(State.IDLE, 1): State.RUN, (State.RUN, 0): State.IDLE, (State.RUN, 1): State.DONE}
    state, ignored = State.IDLE, []
    for k, e in enumerate(events):
        following = table.get((state, int(e)))
        if following is None:
            ignored.append(k)
        else:
            state = following
    return state, ignored


def by_key_error(events):
    state = State.IDLE
    for e in events:
        try:
            state = TRANSITIONS[state, int(e)]
        except KeyError:
            print("ignored", e)
    return state.name


def by_names(events):
    state = "idle"
    for e in events:
        state = NAMES.get((state, int(e)), state)
    return state


def by_tables_of_tables(events):
    state = State.IDLE
    for e in events:
        table = {State.IDLE: {1: State.RUN}, State.RUN: {0: State.IDLE, 1: State.DONE}, State.DONE: {}}
        state = table[state].get(int(e), state)
    return state


def by_levels(events):
    level, total = Level.LOW, 0.0
    for e in events:
        total += COSTS.get((level, int(e)), 0.5)
        level = Level.HIGH if e else Level.LOW
    return total


def missing(events):
    return TRANSITIONS[State.DONE if events[0] else State.IDLE, int(events[1])]


def logged(events):
    """Numbers in a list among the arguments can be known while compiling, and so are the texts."""
    state, log = State.IDLE, []
    for e in events:
        following = TRANSITIONS.get((state, int(e)))
        if following is None:
            log.append(f"{state.name}: ignored {e}")
        else:
            log.append(f"{state.value} -> {following.value}")
            state = following
    return state, log


def optional_member(events):
    last = None
    for e in events:
        if e == 1:
            last = State.RUN
        elif e == 0 and last is not None:
            last = State.DONE
    return last, last is None, last is State.RUN


class Machine:
    table = TRANSITIONS

    def __init__(self):
        self.state, self.refused = State.IDLE, 0

    def feed(self, event):
        following = self.table.get((self.state, int(event)))
        if following is None:
            self.refused += 1
            return False
        self.state = following
        return True


def fed(events):
    machine = Machine()
    return [machine.feed(e) for e in events], machine.state, machine.refused


def examples():
    for f in (by_get, by_in, by_none, by_key_error, by_names, by_tables_of_tables, by_levels, missing, optional_member,
              fed):
        for events in ([1, 1, 0], [0, 1, 0, 1, 1], [0, 0], [2, 1]):
            yield f, (np.array(events),)
    for events in ([1, 2, 0, 2], [1]):
        yield logged, (events,)
