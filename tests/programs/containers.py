"""Lists, tuples and dicts of values; comprehensions and the builtins over them."""
import numpy as np


def list_of_powers(x, n=4):
    powers = [x**k for k in range(n)]
    return np.stack(powers, axis=-1), sum(powers), powers[-1]


def append_then_stack(x):
    rows = []
    for shift in range(3):
        rows.append(np.roll(x, shift))
    rows.insert(0, -x)
    last = rows.pop()
    rows.extend([last, last * 2])
    return np.vstack(rows)


def dict_of_moments(x):
    moments = {"mean": x.mean(), "spread": x.std()}
    moments["range"] = x.max() - x.min()
    moments.update(size=x.size)
    return {name.upper(): value for name, value in sorted(moments.items())}


def star_unpacking(x):
    first, *middle, last = x[0], x[1], x[2], x[3]
    (a, b), c = (first, last), middle
    head, *rest = [a + b, *c, 10]
    return head, rest, [*rest, head]


def zip_and_reversed(x, weights):
    total = np.zeros_like(x)
    for k, w in reversed(list(enumerate(weights))):
        total = total * 0.5 + w * x**k
    pairs = dict(zip("abc", weights))
    return total + pairs["a"], max(pairs)


def min_max_of_values(a, b, c):
    """min and max of dynamic values, of static ones, and of both."""
    smallest = min(a, b, c)
    largest = max([a, b, c])
    return smallest, largest, max(2, 3), max(a, 1)


def any_and_all(x):
    checks = [x > 0, x < 10, x != 5]
    return all(checks), any(checks), all([]), sum(1 for c in checks if c is not None)


def sorted_by_static(x):
    spec = [("c", 3), ("a", 1), ("b", 2)]
    ordered = sorted(spec, key=lambda item: item[1], reverse=True)
    return [x * weight for _, weight in ordered], [name for name, _ in ordered].index("a")


def nested_structure(tree):
    """Dicts in lists in tuples, in and out."""
    weights, (scale, shift) = tree["layers"], tree["affine"]
    moved = [scale * w + shift for w in weights]
    return {"layers": moved, "count": (len(weights), {"one": weights[0].sum()})}


def tree_map(f, tree):
    if isinstance(tree, dict):
        return {key: tree_map(f, value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(f, value) for value in tree)
    return f(tree)


def double_tree(tree):
    return tree_map(lambda leaf: 2 * leaf, tree)


def accumulate_in_list(x, n):
    """A list of fixed length whose items are carried through a loop."""
    buckets = [0.0, 0.0, 0.0]
    for i in range(n):
        value = x[i % x.size]
        buckets[0] += value
        if value > 0:
            buckets[1] += value
        else:
            buckets[2] -= value
    return buckets


def dict_carry(x, steps):
    state = {"x": x, "best": np.inf, "at": -1}
    for i in range(steps):
        state["x"] = state["x"] * 0.5 + 1
        score = np.abs(state["x"] - 1.75).sum()
        if score < state["best"]:
            state["best"] = score
            state["at"] = i
    return state


def comprehension_with_condition(x):
    evens = [x[i] for i in range(len(x)) if i % 2 == 0]
    table = [[x[i] * x[j] for j in range(2)] for i in range(len(x))]
    return np.array(evens), np.array(table), {i: x[i] for i in (0, -1)}


def tuple_arithmetic(x):
    shape = x.shape + (1,)
    padded = (0,) * (4 - len(shape)) + shape
    a, b = divmod(len(padded), 3)
    return x.reshape(shape) * a + b, padded[::-1], shape[-1] in padded


def slices_as_values(x):
    parts = [slice(None, 2), slice(1, None, 2), np.s_[::-1], Ellipsis]
    return sum(np.sum(x[part] * (k + 1)) for k, part in enumerate(parts))


def string_keys(x):
    units = {"m": 1.0, "km": 1e3, "cm": 1e-2}
    totals = {}
    for unit in "km cm m".split():
        totals[unit] = totals.get(unit, 0.0) + x * units[unit]
    totals.setdefault("mm", x * 1000.0)
    return totals["cm"], totals["mm"], "km" in totals, list(totals)[0] == "km"


def matrix_from_lists(a, b):
    return np.array([[a, -b], [b, a]]) @ np.array([1.0, 2.0]), np.array([a, 1, 2.5])


def sequence_equality(x):
    """Static comparisons of containers decide at compile time."""
    if x.shape == (2, 2) and [1, 2] == list(range(1, 3)):
        return x.T
    return x + len({1, 2, 2, 3})


def swap_in_list(x, y):
    pair = [x, y]
    pair[0], pair[1] = pair[1], pair[0]
    triple = (pair[0], *pair)
    return triple, pair * 2, list(reversed(triple))


def transpose_lists(x):
    rows = [[x, 2 * x], [3 * x, 4 * x]]
    columns = list(zip(*rows))
    return [sum(column) for column in columns], list(map(max, columns))


def examples():
    rng = np.random.default_rng(18)
    x = rng.normal(size=4)
    yield list_of_powers, (x,)
    yield list_of_powers, (np.float64(2.0), 3)
    yield append_then_stack, (x,)
    yield append_then_stack, (np.arange(3),)
    yield dict_of_moments, (x,)
    yield dict_of_moments, (np.arange(6).reshape(2, 3),)
    yield star_unpacking, (x,)
    yield star_unpacking, (rng.normal(size=(4, 2)),)
    yield zip_and_reversed, (x, (1.0, 2.0, 3.0))
    yield zip_and_reversed, (np.arange(2.0), [0.5, 0.25, 1])
    yield min_max_of_values, (3.0, -1.0, 2.0)
    yield min_max_of_values, (3, 4, 5)
    for value in (3, 5, -2.0):
        yield any_and_all, (value,)
    yield sorted_by_static, (x,)
    yield sorted_by_static, (2,)
    yield nested_structure, ({"layers": [x, x[:2]], "affine": (2.0, 1.0)},)
    yield nested_structure, ({"layers": [np.arange(3)], "affine": (np.float64(0.5), 1)},)
    yield double_tree, ({"a": [x, (1.0, 2)], "b": {"c": np.eye(2)}},)
    yield double_tree, ([x, []],)
    yield accumulate_in_list, (x, 7)
    yield accumulate_in_list, (x, 0)
    yield dict_carry, (x, 4)
    yield dict_carry, (np.array([1.9]), 0)
    yield dict_carry, (np.array([1.9]), 3)
    yield comprehension_with_condition, (x,)
    yield comprehension_with_condition, (np.arange(2),)
    yield tuple_arithmetic, (x,)
    yield tuple_arithmetic, (np.ones((2, 3)),)
    yield slices_as_values, (x,)
    yield slices_as_values, (np.arange(6).reshape(3, 2),)
    yield string_keys, (2.0,)
    yield string_keys, (x,)
    yield matrix_from_lists, (1.0, 2.0)
    yield matrix_from_lists, (3, 4)
    yield sequence_equality, (np.arange(4.0).reshape(2, 2),)
    yield sequence_equality, (x,)
    yield swap_in_list, (1.0, x)
    yield swap_in_list, (x, x[:1])
    yield transpose_lists, (1.5,)
    yield transpose_lists, (-2,)
