"""The order in which Python evaluates: old values before new ones, keys before values, exceptions before either."""
import numpy as np


def said(value):
    print("said", value)
    return value


def item_of_a_dict_that_the_change_replaces(x):
    table = {"a": x}

    def change():
        table["a"] = 100.0
        return 1.0

    table["a"] += change()
    return table


def item_of_a_list_that_the_change_replaces(x):
    items = [x, 2 * x]

    def change():
        items[0] = 100.0
        items.append(7.0)
        return 1.0

    items[0] += change()
    items[-1] -= change() * items[1]
    return items


class Counted:
    def __init__(self, x):
        self.value, self.inner = x, x

    @property
    def doubled(self):
        print("read")
        return self.inner * 2

    @doubled.setter
    def doubled(self, new):
        print("written")
        self.inner = new / 2


def object_whose_attribute_changes_is_asked_for_once(x):
    counted, asked = Counted(x), 0

    def ask():
        nonlocal asked
        asked += 1
        return counted

    ask().value += 1
    ask().doubled *= said(3)
    [counted, ask()].pop().value -= said(x)
    return counted.value, counted.inner, asked


class Length:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        print("Length.add")
        return Length(self.x + other.x) if isinstance(other, Length) else NotImplemented

    def __radd__(self, other):
        print("Length.radd")
        return Length(self.x + other)

    def __mul__(self, other):
        return Length(self.x * other.x)

    def __iadd__(self, other):
        print("Length.iadd")
        return NotImplemented

    def __lt__(self, other):
        print("Length.lt")
        return self.x < other.x


class Offset(Length):
    def __radd__(self, other):
        print("Offset.radd")
        return Length(-1.0)

    def __rmul__(self, other):
        print("Offset.rmul")
        return Length(-2.0)

    def __gt__(self, other):
        print("Offset.gt")
        return self.x > other.x


class Plain(Length):
    pass


def operators_of_derived_classes(x):
    length, offset, plain = Length(x), Offset(x + 1), Plain(x * 2)
    found = [length + offset, offset + length, length * offset, length + plain, plain + length, 1.0 + plain]
    length += plain
    order = length < offset, offset < length, plain < length, length < plain, offset > length
    return [v.x for v in found], length.x, order


class Account:
    def __init__(self, x):
        self.total, self.parts, self.cells = x, [x, x], np.array([x, x])

    def double(self):
        self.total *= 2
        self.parts[0] = -1.0
        self.cells[0] = 50.0
        return self.total


def attributes_that_the_change_replaces(x):
    account = Account(x)
    account.total += account.double()
    account.parts[0] += account.double()
    account.cells[0] += account.double()
    account.cells[1:] += account.double()
    return account.total, account.parts, account.cells


def keys_before_values(x):
    table = {said(1): said(x), said(2): said(x + 1), **{said(3): said(4)}}
    return table, {said(k): said(v) for k, v in [(1, x), (2, x)]}


def missing_item_before_the_change(items, k):
    items = [*items]
    try:
        items[k] += said(items[0])
        items[k - 1] *= 2
    except IndexError as error:
        print(error)
    return items


def element_out_of_range_before_the_change(x, k):
    done = 0
    try:
        x[k] += said(x[0])
        done += 1
        x[[0, k]] *= 3
        x[1:][k - 1] -= 1
        done += 1
    except IndexError as error:
        print(error, done)
    return x, done


def row_out_of_range_before_the_change(x, k):
    try:
        x[k] += x[k - 1]
        x[..., k] -= said(x[0, 0])
        x[1, [0, k]] *= 2
    except (IndexError, ValueError) as error:
        print(type(error).__name__, error)
    return x


def index_that_is_caught(x, i, j):
    try:
        return x[i, j]
    except IndexError as error:
        print(error, repr(error))
    return -1.0


def first_of_the_indices_that_is_caught(x, places):
    try:
        x[places] += 1
    except IndexError as error:
        print(error)
    return x


def library_functions_at_a_caught_index(x, k):
    found = []
    try:
        found.append(np.take(x, [0, k]).sum())
    except IndexError as error:
        print("take", error)
    try:
        found.append(x.take(k))
    except IndexError as error:
        print("method", error)
    try:
        found.append(np.take_along_axis(x, np.array([k, 0]), 0).sum())
    except IndexError as error:
        print("along", error)
    try:
        np.add.at(x, [0, k], 2)
    except IndexError as error:
        print("at", error)
    try:
        np.put_along_axis(x, np.array([k, k]), 9, 0)
    except IndexError as error:
        print("put", error)
    try:
        found.append(np.choose(k, [x, x + 1, x + 2]).sum())
    except ValueError as error:
        print("choose", error)
    return x, sum(found)


def index_that_is_caught_in_a_loop(x, places):
    total = 0.0
    for k in places:
        try:
            total += x[k]
        except IndexError as error:
            print("lost", error)
        else:
            total *= 2
    return total


def messages_of_a_list(x, k):
    items = [v for v in x if v > 0]
    for action in ("pop", "del", "store", "change", "read"):
        try:
            if action == "pop":
                print(items.pop(k))
            elif action == "del":
                del items[k]
            elif action == "store":
                items[k] = 4.0
            elif action == "change":
                items[k] += 4.0
            else:
                print(items[k])
        except IndexError as error:
            print(action, error)
    return items


def names_of_a_pattern_whose_guard_fails(x, k):
    a = b = 5.0
    match (x, k):
        case (a, 0) if a > 2:
            found = 1
        case (b, 1) if said(b) > 2:
            found = 2
        case _:
            found = 0
    return a, b, found


def decorators_before_defaults(x):
    def scaled(factor):
        print("made", factor)

        def decorator(function):
            print("applied", factor)
            return lambda v: factor * function(v)

        return decorator

    @scaled(2)
    @scaled(3)
    def shifted(v, w=said(1)):
        return v + w

    return shifted(x)


def causes_that_are_called(x):
    def cause(v):
        said(v)
        if v < 0:
            raise KeyError("negative")
        return ValueError("cause")

    try:
        try:
            raise TypeError("raised") from cause(x)
        except TypeError as error:
            print(error)
    except KeyError as error:
        print(repr(error))
    return x


def numbers_of_names(x):
    found = 0
    try:
        a, b = [x, x, x]
    except ValueError as error:
        print(error)
    try:
        a, b, c = (v for v in (x, x))
        found += 1
    except ValueError as error:
        print(error)
    try:
        a, b, *c = (x,)
        found += 10
    except ValueError as error:
        print(error)
    return found


def keys_that_are_asked_for_once(x):
    words = sorted(["bb", "a", "cc"], key=lambda word: said(len(word)))
    numbers = sorted([3, 1, 3], key=said, reverse=True)
    pairs = [(1, x), (1, -x), (0, 2 * x)]
    pairs.sort(key=lambda pair: (said(pair[0]), pair[1]))
    return words, numbers, pairs, max([2, 1, 2], key=said)


def list_of_computed_length_from_its_end(x):
    items = [v for v in x if v > -2]
    try:
        items.sort(reverse=True)
        print("sorted")
    except Exception as error:
        print("lost", error)
    return items, items.index(1.0, 1), items.index(1.0, -2, 5), items.index(2.0, 0, -1)


def examples():
    for x in ([1.0, -1.0, 2.0, -3.0], [2.0, 1.0, 0.0]):
        yield list_of_computed_length_from_its_end, (np.array(x),)
    yield keys_that_are_asked_for_once, (2.0,)
    for x in (2.0, -2.0):
        yield decorators_before_defaults, (x,)
        yield causes_that_are_called, (x,)
        yield numbers_of_names, (x,)
    for x, k in ((1.0, 0), (1.0, 1), (3.0, 0), (3.0, 1), (3.0, 2)):
        yield names_of_a_pattern_whose_guard_fails, (x, k)
    for x in (2.0, 3.0):
        yield item_of_a_dict_that_the_change_replaces, (x,)
        yield item_of_a_list_that_the_change_replaces, (x,)
        yield attributes_that_the_change_replaces, (x,)
        yield object_whose_attribute_changes_is_asked_for_once, (x,)
        yield operators_of_derived_classes, (x,)
        yield keys_before_values, (x,)
    for k in (1, 3, -4):
        yield missing_item_before_the_change, ([1.0, 2.0, 3.0], k)
        yield element_out_of_range_before_the_change, (np.arange(3.0), k)
        yield row_out_of_range_before_the_change, (np.arange(6.0).reshape(2, 3), k)
        yield messages_of_a_list, (np.array([1.0, -1.0, 2.0, 3.0]), k)
        yield library_functions_at_a_caught_index, (np.arange(3.0), k)
    for i, j in ((1, 2), (4, 2), (1, -7), (9, -7)):
        yield index_that_is_caught, (np.arange(6.0).reshape(2, 3), i, j)
    for places in ([1, 5, -9], [1, 0, -9], [1, 0, -1]):
        yield first_of_the_indices_that_is_caught, (np.arange(3.0), np.array(places, np.int8))
        yield index_that_is_caught_in_a_loop, (np.arange(3.0), np.array(places, np.int8))
