"""What surely raises in a branch that data decide is raised when that is reached; nothing behind it is computed."""
import numpy as np


def missing_key(t):
    d = {"a": 1.0}
    return d["b"] if t > 2 else d["a"]


def position_of_a_list(t):
    d = [1.0, 2.0]
    if t > 2:
        return d[5] + 1
    return d[0]


def position_of_a_tuple(t):
    s = (1.0,)
    if t > 2:
        return s[3]
    return s[0]


def empty_list(t):
    s = []
    if t > 2:
        return s.pop() + 1
    return 1.0


def division(t):
    if t > 2:
        return 1 // 0
    return 1


def conversion(t):
    if t > 2:
        return int("a")
    return 1


def missing_item(t):
    if t > 2:
        return [1, 2].index(3)
    return 1


def caught(t):
    try:
        return missing_key(t), position_of_a_list(t)
    except (KeyError, IndexError):
        return 0.0, -1.0


def stack_that_is_filled_later(x):
    stack, total = [], 0.0
    for v in x:
        if v > 2:
            total += stack.pop() + 1.0
        stack.append(v)
    return total, stack


def stack_by_states(t):
    stack, state, total = [], 0, 0.0
    while state < 4:
        if state == 0:
            state = 1
        elif state == 1:
            stack.append(total + t)
            state = 2
        elif state == 2:
            y = stack.pop()
            total = y + 1
            state = 3
        else:
            state = 4
    return total


def stack_in_an_endless_loop(n):
    stack, total = [n], 0
    while True:
        if not stack:
            break
        k = stack.pop()
        if k > 1:
            stack.append(k - 1)
            stack.append(k - 2)
        else:
            total += k
    return total


def fail(v):
    raise ValueError("no")


def behind_a_call_that_raises(x):
    y, k = 0.0, 0
    while k < 3:
        v = x[k]
        k += 1
        if v > 5:
            raise IndexError("a")
        if v > 3:
            a, b = fail(v)
            for z in fail(v):
                y += z
            y += fail(v).real + fail(v)[0]
        y += v
    return y


def largest_of_nothing(x):
    if x.sum() > 3:
        raise ValueError(f"{x.max()} is too large")
    return x.sum() + (1.0 if x.size and x.max() > 3 else 0.0)


def reduced(x, flag):
    """What NumPy raises for an array without items."""
    if flag > 0:
        return np.maximum.reduce(x)
    if flag < 0:
        return x.min()
    return 0.0


def position_of_nothing(x, flag):
    try:
        return x.argmax() if flag > 0 else -2
    except ValueError:
        return -1


def examples():
    for given in (np.zeros(0), np.ones(2), np.full(2, 3.0)):
        yield largest_of_nothing, (given,)
    for flag in (-1.0, 0.0, 1.0):
        yield reduced, (np.zeros(0), flag)
        yield reduced, (np.ones(2), flag)
        yield position_of_nothing, (np.zeros(0), flag)
    x = np.array([1.0, 2.0, 4.0])
    for t in (2.0, 4.0):
        for f in (missing_key, position_of_a_list, position_of_a_tuple, empty_list, division, conversion, missing_item,
                  caught, stack_by_states):
            yield f, (t,)
    for given in (x, x / 2, x * 2):
        yield stack_that_is_filled_later, (given,)
        yield behind_a_call_that_raises, (given,)
    yield stack_in_an_endless_loop, (5,)
    yield stack_in_an_endless_loop, (np.array(5),)
