"""Texts that loops and branches carry: states of a machine, reasons why a solver stopped, messages with numbers."""
import numpy as np


def newton(x, tolerance):
    status = "too many iterations"
    for k in range(50):
        slope = 2.0 * x
        if abs(slope) < 1e-12:
            status = "singular"
            break
        step = (x * x - 2.0) / slope
        x -= step
        if abs(step) < tolerance:
            status = f"converged after {k} iterations"
            break
    return x, status


def machine(x):
    state, n, heat = "start", 0, 0.0
    while state != "done" and n < 60:
        if state == "start":
            heat += x[0]
            state = "run"
        elif state == "run":
            heat += x[n % 3]
            if heat > 20.0:
                state = "cool"
        elif state == "cool":
            heat *= 0.5
            state = "run" if heat > 8.0 else "done"
        n += 1
    return heat, state, n


def turtle(steps):
    turn = {"N": "E", "E": "S", "S": "W", "W": "N"}
    heading, x, y = "N", 0, 0
    for k in range(len(steps)):
        if steps[k] < 0.0:
            heading = turn[heading]
        if heading == "N":
            y += 1
        elif heading == "S":
            y -= 1
        elif heading == "E":
            x += 1
        else:
            x -= 1
    return x, y, heading


def changes(x):
    last, count = None, 0
    for value in x:
        kind = "up" if value > 0.0 else "down"
        if last is not None and kind != last:
            count += 1
        last = kind
    return count, last


def rates(x):
    table = {"slow": 0.1, "fast": 1.0}
    mode, total = "slow", 0.0
    for k in range(30):
        if total > 1.0:
            mode = "fast"
        total += table[mode] * x[k % 3]
    return total, mode, mode.upper(), len(mode), f"<{mode:>6}>"


def first_large(x):
    found = None
    for k in range(len(x)):
        if x[k] > 2.0 and found is None:
            found = f"{x[k]:.2f} at {k}"
    return found


def left_with_a_reason(x):
    reason = None
    for k in range(len(x)):
        if x[k] > 2.5:
            reason = "large"
            break
        if x[k] < -2.0:
            reason = "small"
            break
    if reason is None:
        return 0.0, reason
    return (1.0 if reason == "large" else -1.0), reason


def message_of_an_exception(x):
    fault = None
    for k in range(len(x)):
        if x[k] > 2.5:
            fault = f"item {k} is {x[k]}"
            break
    if fault is not None:
        raise ValueError(fault)
    return np.sum(x)


def in_two_loops(x):
    state = "none"
    for i in range(4):
        for j in range(3):
            if x[(i + j) % len(x)] * i > 5.0:
                state = "hit"
                break
        else:
            continue
        break
    return state, i, j


def returned(x):
    return f"{x[0]:.3f}", {"sum": f"{np.sum(x)}", "hex": hex(int(x[0])), "padded": str(int(x[1])).zfill(5)}


def integers_as_text(x):
    k = int(np.sum(x)) + 40
    return bin(k), oct(k), hex(-k), chr(65 + k % 26), str(-k).zfill(6), hex(255), chr(97)


def either(x):
    if x[0] > 0.0:
        message = f"positive: {x[0]}"
    else:
        message = f"negative: {-x[0]}, {x[1]}"
    return message


def rewritten(x):
    note, best, n, k = "", None, 0, 0
    while k < 9 and x[0] > 0.5:
        k += 1
        if k % 3 == 1:
            note = f"{n} at {k}"
            n += 2
        elif best is None:
            best = "third" if k % 3 == 0 else "second"
        else:
            best = None
    return note, [best, n]


def printed_states(x):
    mode = "low"
    for k in range(12):
        if x[k % 3] > 2.0:
            mode = "high"
        elif x[k % 3] < -1.0:
            mode = "low"
        if k % 4 == 0:
            print(k, mode)
    return mode


def length_of_none(x):
    found = None
    for v in x:
        if v > 2.0:
            found = "large"
    return len(found), found.upper() + "!"


def attribute_of_none(x):
    found = None
    for v in x:
        if v > 2.0:
            found = "large"
    return found.upper() + "!" if x[2] > 0.0 else found



def one_of_three_set_in_the_loop(x):
    for v in x:
        if v > 3:
            b = "hi"
        elif v > 0:
            b = "lo"
        elif b == "lo":
            b = "mid"
    return b



def one_with_a_number_set_in_the_loop(x):
    for v in x:
        if v > 3:
            b = f"hi {v}"
        elif v > 0:
            b = "lo"
        elif b == "lo":
            b = None
    return b


def examples():
    for x in ([1.25, -2.0, 3.0], [-1.25, 2.0, -3.0], [37.0, -60.0, 90.0], [0.0, 0.0, 0.0]):
        for function in (machine, changes, rates, first_large, left_with_a_reason, message_of_an_exception,
                         in_two_loops, rewritten, returned, integers_as_text, either, printed_states, turtle,
                         length_of_none, attribute_of_none):
            yield function, (np.array(x),)
    for start, tolerance in ((1.0, 1e-10), (0.0, 1e-10), (1.0, 0.0)):
        yield newton, (start, tolerance)
    for signs in ([1.0, -1.0], [4.0, -1.0], [1.0, 2.0, -1.0], [4.0, 1.0], [-1.0, 1.0]):
        yield one_of_three_set_in_the_loop, (np.array(signs),)
        yield one_with_a_number_set_in_the_loop, (np.array(signs),)
