"""`old op= value`: what changes in place is seen through its other names; so is an array that may be None."""
import numpy as np


class Counted:
    """A property, whose setter counts."""

    def __init__(self, values):
        self.values = values
        self.sets = 0

    @property
    def level(self):
        return self.values

    @level.setter
    def level(self, values):
        self.values = values
        self.sets += 1


class Itself:
    """`+=` changes the object."""

    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        self.value = self.value + other
        return self


class Another:
    """`+=` makes another object."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Another(self.value + other)


def optional_multiplied(x):
    z = None
    if x.sum() > 6:
        z = x
    else:
        return x
    z *= 3
    return x


def optional_power(x):
    def chosen(c):
        if c:
            return x
    z = chosen(x.sum())
    z **= 2
    return x


def optional_of_numpy(x):
    z = None
    if x.sum() > 0:
        z = x
    np.add(z, 1, out=z)
    a = np.asarray(z)
    a *= 2
    b = np.atleast_2d(z)
    b[:, 0] += 1
    np.copyto(z[1:], z[:-1])
    return x


def optional_in_list(x):
    z = None
    if x.sum() > 0:
        z = x
    both = [z, x]
    both[0] += 1
    table = {"z": z}
    table["z"] *= 2
    return x


def list_of_a_list(x):
    rows = [[x[0]], [x[1]]]
    first = rows[0]
    rows[0] += [x[2]]
    return len(first), first[-1]


def list_of_a_dict(x):
    table = {"a": [x[0]]}
    first = table["a"]
    table["a"] *= 2
    table["a"] += [5.0]
    return len(first), first


def list_repeated(x):
    items = [x[0], x[1]]
    same = items
    items *= 2
    return len(same), same[3]


def list_emptied(x):
    items = [x[0], x[1]]
    same = items
    items *= 0
    return len(same), x


def list_of_an_attribute(x):
    c = Counted(x)
    c.parts = [x[0]]
    same = c.parts
    c.parts += [x[1]]
    return len(same), same[1]


def dict_updated(x):
    table = {"a": x[0]}
    same = table
    table |= {"b": x[1]}
    rows = [same]
    rows[0] |= {"c": x[2]}
    return len(table), same["b"] + same["c"]


def tuple_is_another(x):
    items = (x[0], x[1])
    same = items
    items += (x[2],)
    return len(same), len(items)


def setter_runs(x):
    c = Counted(x)
    c.level += 1
    c.level *= 2
    return c.sets, c.level, x


def object_itself(x):
    p = q = Itself(x)
    p += 1
    kept = [q]
    kept[0] += 2
    return q.value, kept[0] is p, x


def another_object(x):
    p = q = Another(x)
    p += 1
    return q.value, p.value


def computed_slice_of_a_list(x, n):
    parts = [x[:n], x[n:]]
    parts[0] += 1
    parts[1] *= 2
    return x


def unary_into_itself(x):
    np.sqrt(x, x)
    np.negative(x[1:], x[1:])
    np.add(x, 1, x)
    return x


def parts_into_two(x):
    y = np.zeros(3)
    z = np.zeros(3)
    np.modf(x / 2, y, z)
    np.divmod(y, 0.25, y, x)
    return x, y, z


def unary_into_a_computed_slice(x, n):
    np.sqrt(x[:n], x[:n])
    np.multiply(x[n:], 2, x[n:])
    return x


def optional_of_what_shares_memory(x):
    p = x.sum()
    if x.any():
        pass
    else:
        a = x[:2]  # noqa: F841

    def chosen():
        if p:
            return x
    z = chosen()
    z **= 3
    return x


def into_a_larger_array(x, rows):
    """Operands are broadcast to the shape of out=, in ufuncs."""
    np.maximum(x, 0, out=rows)
    total = rows.copy()
    np.add(x, 1, out=rows, where=x > 0)
    np.multiply(x[0], 2, out=total[1:])
    np.clip(x, -1, 1, out=total[:1])
    return total


def examples():
    for f in (optional_multiplied, optional_power, optional_of_numpy, optional_in_list, list_of_a_list, list_of_a_dict,
              list_repeated, list_emptied, list_of_an_attribute, dict_updated, tuple_is_another, setter_runs,
              object_itself, another_object, unary_into_itself, parts_into_two,
              optional_of_what_shares_memory):
        for x in ([1.0, 2.0, 3.0], [2.0, 5.0, 3.0]):
            yield f, (np.array(x),)
    for n in (0, 1, 3):
        for f in (computed_slice_of_a_list, unary_into_a_computed_slice):
            yield f, (np.array([1.0, 2.0, 3.0]), n)
    yield into_a_larger_array, (np.array([-1.0, 2.0, 3.0]), np.zeros((2, 3)))
