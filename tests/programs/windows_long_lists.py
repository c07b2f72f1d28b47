"""Python lists that long loops and long comprehensions lengthen: the loops stay loops, and lengths that are known stay
known."""
import numpy as np


def smoothed(x):
    out = []
    s = 0.0
    for v in x:
        s = 0.5 * s + v
        out.append(s)
    return np.array(out)


def recurrence(x):
    """Each value from the two before it, and the length of the list."""
    values = [1.0, x[0]]
    for i in range(2, len(x)):
        values.append(0.5 * values[-1] - 0.25 * values[i - 2] + x[i] / len(values))
    return np.array(values), len(values), values[0], values[-1]


def thinned(x):
    """By steps of two and, backwards, of three."""
    kept, back = [], []
    for i in range(1, 79, 2):
        kept.append(x[i // 2] * i)
    for i in range(len(x) + 59, 0, -3):
        back.append(x[i // 3] - len(back))
    return np.array(kept), np.sum(back)


def as_list(x):
    out = []
    for i in range(len(x)):
        out.append(x[i] ** 2)
    total = 0.0
    for v in out:
        total = 0.9 * total + v
    return out, sum(out), max(out), out[3], out[-2:], total, len(out)


def interleaved(x):
    out = [0.0]
    for v in x:
        out += [v, 2.0 * v]
        out.append(-v)
    return np.array(out), len(out)


def several_per_round(x):
    out = []
    for i in range(len(x)):
        out.append(x[i])
        for k in range(3):
            out.append(x[i] * k)
    return np.array(out).reshape(len(x), 4)


def nested_lengths(x):
    """A list that both of two loops lengthen."""
    out = []
    for i in range(40):
        for j in range(36):
            out.append(x[i] * x[j])
        out.append(out[-36])
    return np.array(out)


def until_large(x):
    """A loop that may be left early: the length is computed."""
    out = []
    s = 0.0
    for v in x:
        s += abs(v)
        if s > 20.0:
            break
        out.append(s)
    return out, len(out)


def counted_and_chosen(x):
    """One list with every value, one with some."""
    steps, jumps = [], []
    s = 0.0
    for v in x:
        s += v
        steps.append(s)
        if v > 0:
            jumps.append(s)
    return np.array(steps), np.array(jumps), len(steps) - len(jumps)


def whole_numbers(x):
    digits = []
    n = int(x[0] > 0) + 5
    for _ in range(50):
        digits.append(n % 10)
        n = (n * 7 + 3) % 1000
    return digits, np.array(digits), sum(digits)


def latest(x):
    out = []
    for i in range(len(x)):
        last = out[-1] if out else 0.0
        out.append(last + x[i])
    return np.array(out)


def replaced(x):
    """Items are written while the list gets longer."""
    out = []
    for i in range(len(x)):
        out.append(x[i])
        out[0] = out[0] + x[i]
    out[1] = 0.0
    other = out.copy()
    other.append(1.0)
    return np.array(out), np.array(other)


def in_a_function(values, x):
    for v in x:
        values.append(v * 2.0)


def handed_on(x):
    out = []
    in_a_function(out, x)
    in_a_function(out, x)
    z = np.asarray(out)
    z[0] = 5.0
    return out[0], z


def lengthened_array(x):
    v = x[:1]
    for i in range(1, len(x)):
        v = np.append(v, v[-1] * 0.5 + x[i])
    return v, v.shape


def comprehended(x):
    doubled = [2.0 * v + i for i, v in enumerate(x)]
    return np.array(doubled), doubled[3], sum(doubled), len(doubled), doubled


def products_of(x):
    return np.array([a * b for a in x[:36] for b in x[:34]])


def nearest(x):
    """A comprehension in a loop."""
    total = 0.0
    for k in range(5):
        total += min([abs(v - k) for v in x])
    return total, [2 * k for k in range(40)][7]


def trajectory(x):
    state = x[:3]
    states = [state]
    for v in x:
        state = 0.5 * np.roll(state, 1) + v
        states.append(state)
    return np.array(states), states[-1], states[2][1], len(states)


def stacked_states(x):
    state = np.zeros((2, 3))
    states, sums = [], []
    for v in x:
        state[0, 1] += v
        state[1] = state[0] * 0.5
        states.append(state.copy())
        sums.append(np.sum(states[-1]))
    return np.stack(states), np.array(sums), sum(states)


def table(x):
    rows = []
    for i in range(36):
        row = []
        for j in range(len(x)):
            row.append(x[i] * x[j] + i)
        rows.append(row)
    return np.array(rows), rows[2][3], sum(rows[1])


def short_rows(x):
    rows = []
    for v in x:
        row = []
        for k in range(3):
            row.append(v ** k)
        rows.append(row)
    return np.array(rows), rows


def crossings(x):
    """Pairs, with their items unpacked later."""
    found = []
    for i in range(1, len(x)):
        found.append((x[i - 1], x[i]))
    total = 0.0
    for a, b in found:
        total += a * b
    return total, np.array(found), found[3], found[-1][0]


def large_rows(x):
    kept = []
    for i in range(len(x) - 3):
        window = x[i:i + 3]
        if np.sum(window) > 0.5:
            kept.append(window * 2.0)
    return len(kept), np.array(kept).sum(), kept[0]


def outer_rows(x):
    rows = [[a * b for b in x] for a in x[:34]]
    return np.array(rows), rows[1][2]


def stack_forms(x):
    parts = []
    for i in range(36):
        parts.append(x[i:i + 4] * i)
    return np.vstack(parts), np.concatenate(parts), np.stack(parts, axis=1), np.stack(parts), np.column_stack(parts)


def rows_written_later(x):
    """An array that changes while the list holds it: so does its item."""
    state = x[:3].copy()
    states = []
    for v in x[:34]:
        state[0] += v
        states.append(state)
    return np.array(states)


def item_written(x):
    states = []
    for v in x[:34]:
        states.append(np.zeros(2) + v)
    states[1][0] = 7.0
    first = states[0]
    first[1] = 5.0
    return np.array(states)


def row_changed_later(x):
    rows = []
    row = [0.0]
    for v in x[:33]:
        row = [v]
        row.append(2.0 * v)
        rows.append(row)
    row[0] = 9.0
    return np.array(rows)


def guarded(x):
    """The first round is another case than the rest."""
    out = []
    for i in range(len(x)):
        if i == 0:
            out.append(x[0])
        else:
            out.append(0.5 * out[-1] + x[i] - out[i - 1])
    return np.array(out)


def every_third(x):
    out = []
    for i in range(len(x)):
        if i % 3 == 0:
            out.append(x[i])
    return np.array(out), len(out)


def put_first(x):
    out = [0.0]
    for v in x:
        out.insert(0, v)
    out.insert(2, 7.0)
    return np.array(out), out[0]


def longest_rising(x):
    """Patience sorting: lists that get longer on one path and are written on the other."""
    tops = []
    for v in x:
        p = np.searchsorted(np.array(tops), v) if len(tops) > 0 else 0
        if p == len(tops):
            tops.append(v)
        else:
            tops[p] = v
    return len(tops), np.array(tops)


def pairs_of_lists(x):
    xs, ys = [], []
    for v in x:
        xs.append(v)
        ys.append([v * v, v])
    return [a * b[1] for a, b in zip(xs, ys)], ys[5], np.array(ys)


def rising(x):
    """The values that no later one undercuts, by a stack."""
    stack = []
    for v in x:
        while len(stack) > 0 and stack[-1] > v:
            stack.pop()
        stack.append(v)
    return len(stack), stack


def as_operands(x):
    """Lists of numbers beside arrays, as indices, joined."""
    out, positions = [], []
    for i in range(len(x)):
        out.append(x[i])
        positions.append((i * 7) % 5)
    both = out + [1.0]
    return x * out, x[positions], np.column_stack([out, positions]), len(both), both[-1], np.concatenate([x, out])


def mixed_items(x):
    """Items of several types are known one by one."""
    out = []
    for i in range(36):
        out.append((i, x[i]))
    parts = []
    for i in range(36):
        parts.append(x[:i])
    return sum(i * v for i, v in out), sum(np.sum(p) for p in parts)


LOOPS = (guarded, rising, as_operands, every_third, put_first, longest_rising, pairs_of_lists, smoothed,
         recurrence, thinned, as_list, interleaved, nested_lengths, until_large, counted_and_chosen,
         whole_numbers, latest, replaced, handed_on, lengthened_array, comprehended, products_of, nearest,
         trajectory, table, crossings, large_rows, outer_rows, stack_forms)
EVERY = (*LOOPS, several_per_round, stacked_states, short_rows, rows_written_later, item_written,
         row_changed_later, mixed_items)


def examples():
    rng = np.random.default_rng(83)
    x, y = rng.normal(size=40), rng.normal(size=45)
    for f in EVERY:
        yield f, (x,)
    for f in (smoothed, recurrence, as_list, until_large, counted_and_chosen, latest, crossings, trajectory, table):
        yield f, (y,)
    for f in (smoothed, as_list, interleaved, comprehended, crossings, counted_and_chosen):
        yield f, (y[:6],)
