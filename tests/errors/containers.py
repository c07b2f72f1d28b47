"""Python's lists, dicts, tuples, texts: their own errors."""
import copy
import itertools

import numpy as np

import recto


def list_index(x: "f64[3]"):
    return [x, x][2]  # E: IndexError: list index out of range
    #      ^^^^^^^^^


def dict_key(x: "f64[3]"):
    return {"a": x}["b"]  # E: KeyError: 'b'


def list_indexed_by_text(x: "f64[3]"):
    parts = [x, x]
    return parts["first"]  # E: TypeError: list indices must be integers or slices, not str


def pop_of_empty(x: "f64[3]"):
    parts = []
    return parts.pop()  # E: IndexError: pop from empty list


def pop_of_missing_key(x: "f64[3]"):
    table = {"a": x}
    return table.pop("b")  # E: KeyError: 'b'


def remove_dynamic(x: "f64[3]"):
    parts = [x[0], True]
    parts.remove(x[1])  # E: the item that .remove removes must be known while compiling; here it depends on data
    return parts


def arrays_of_several_lengths(x: "f64[3]"):
    blocks = [v for v in x if v > 0.0]
    return np.concatenate([x[: int(v)] for v in blocks])  # E: the number of items of this comprehension
    # H: collect the items in a loop: found.extend(…)


def index_missing(x: "f64[3]"):
    return x * [1, 2, 3].index(4)  # E: ValueError: 4 is not in list


def not_enough_values(x: "f64[3]"):
    a, b, c = x, 2.0  # E: ValueError: not enough values to unpack: 3 names, 2 values
    return a * b * c


def too_many_values(x: "f64[3]"):
    a, b = x, 1.0, 2.0  # E: ValueError: too many values to unpack: 2 names, 3 values
    return a * b


def starred_values(x: "f64[3]"):
    a, *b, c, d = (x, 1.0)  # E: ValueError: not enough values to unpack: at least 3 expected, 2 given
    return a * c * d


def unpacked_number(x: "f64[]"):
    a, b = x  # E: TypeError: a dynamic scalar f64[] can't be iterated over
    return a * b


def unpacked_pair_in_a_loop(x: "f64[2,3]"):
    total = 0.0
    for a, b in x:  # E: ValueError: too many values to unpack: 2 names, 3 values
        total += a * b
    return total


def dict_in_place(x: "f64[3]"):
    table = {"a": x}
    table["b"] += x  # E: KeyError: 'b'
    return table


def delete_missing(x: "f64[3]"):
    table = {"a": x}
    del table["b"]  # E: KeyError: 'b'
    return table


def list_plus_tuple(x: "f64[3]"):
    return [x] + (x,)  # E: TypeError: can only concatenate list (not "tuple") to list


def list_times_list(x: "f64[3]"):
    return [1.0] * [2.0]  # E: TypeError: can't multiply sequence by non-int of type 'list'


def unhashable_key(x: "f64[3]"):
    return {[1, 2]: x}  # E: TypeError: unhashable type: 'list'


def unhashable_item_of_a_set(x: "f64[3]"):
    return len({[1, 2]})  # E: TypeError: unhashable type: 'list'


def array_as_key(x: "f64[3]"):
    return {x: 1.0}  # E: a dict key must be known while compiling; here it is f64[3]


def list_as_key(x: "f64[3]"):
    return {"a": x}[[1, 2]]  # E: TypeError: unhashable type: 'list'


def insert_at_dynamic(x: "f64[3]", k: "i64[1]"):
    parts = [1.0, x]
    parts.insert(k[0], 3.0)  # E: the key or position must be known while compiling; here it is a dynamic
    return parts


def minimum_of_nothing(x: "f64[3]"):
    return min([]) + x  # E: ValueError: min() 


def sum_of_text(x: "f64[3]"):
    return sum(["a", "b"])  # E: TypeError: unsupported operand type(s) for +: 'int' and 'str'


def join_of_numbers(x: "f64[3]"):
    print(", ".join([x[0], x[1]]))  # E: sequence item 0: expected str instance, a dynamic
    return x


def int_of_text(x: "f64[3]"):
    return x[int("one")]  # E: ValueError: invalid literal for int() with base 10: 'one'


def division_by_zero(x: "f64[3]"):
    return x * (1 / 0)  # E: ZeroDivisionError: division by zero
    #           ^^^^^


def square_root_of_static(x: "f64[3]"):
    import math
    return x * math.sqrt(-1.0)  # E: ValueError: math domain error


def reduce_of_nothing(x: "f64[3]"):
    import functools
    return functools.reduce(lambda a, b: a + b, []) + x  # E: TypeError: reduce() of empty iterable with no


def returned_function(x: "f64[3]"):
    return lambda: x  # E: the function <lambda> can't be returned from compiled code


def returned_range(n: "i64[]"):
    return [range(n)]  # E: an iterable of computed length can't be returned from compiled code


def returned_method(x: "f64[3]"):
    return x.sum  # E: the method sum can't be returned from compiled code


def returned_numpy_function(x: "f64[3]"):
    return np.sin  # E: the function sin can't be returned from compiled code


def text_compared_with_dynamic_text(x: "f64[3]"):
    if f"{x[0]}" == "1.0":  # E: a text with dynamic values can't be compared
        return x
    return -x


def dynamic_text_as_key(x: "f64[3]"):
    return {f"{x[0]}": x}  # E: a dict key must be known while compiling; here it is a text with dynamic


def number_added_to_a_dynamic_text(x: "f64[3]"):
    print(f"{x[0]}" + x[0])  # E: can only concatenate str (not a dynamic scalar f64[]) to str
    return x


def length_of_dynamic_text(x: "f64[3]"):
    return len(f"{x[0]}")  # E: a text with dynamic values has no len()


def format_spec_dynamic(x: "f64[3]", n: "i64[1]"):
    print(f"{x[0]:{n[0]}}")  # E: a format specification must be known while compiling; here it is a text
    return x


def bad_format(x: "f64[3]", name="a"):
    print(f"{name:d}")  # E: ValueError: Unknown format code 'd' for object of type 'str'
    return x


def key_on_one_path(x: "f64[]", flag: "bool[]"):
    table = {"y": np.zeros(3)}
    if flag:
        table["x"] = x
    return len(table)  # E: the key 'x' of this dict is set on one path only


def items_of_dict_set_on_one_path(x: "f64[]", flag: "bool[]"):
    table = {"y": np.zeros(3)}
    if flag:
        table["x"] = x
    total = 0.0
    for value in table.values():  # E: the key 'x' of this dict is set on one path only
        total += np.sum(value)
    return total


def set_as_a_key(x: "f64[2]"):
    return {(1, {2}): x}  # E: TypeError: unhashable type: 'set'


def slice_of_a_list_of_another_size(x: "f64[3]"):
    items = [0.0] * 3
    items[::2] = [x[0]]  # E: ValueError: attempt to assign sequence of size 1 to extended slice of size 2
    return items


def list_by_steps_of_zero(x: "f64[3]"):
    return [x, x][::0]  # E: ValueError: slice step cannot be zero


def deleted_by_steps_of_zero(x: "f64[3]"):
    items = [x, x]
    del items[::0]  # E: ValueError: slice step cannot be zero
    return items


def inserted_at_a_text(x: "f64[3]"):
    items = [x, x]
    items.insert("a", x)  # E: TypeError: 'str' object cannot be interpreted as an integer
    return items


def set_changed_on_one_path(x: "f64[3]"):
    known = {1, "two"}
    if x[0] > 0:
        known |= {3}
    return x * len(known)  # E: a set has different items on two paths


def order_of_a_set_of_data(x: "i64[3]"):
    total = 0
    for v in {x[0], x[1]}:  # E: the order of a set of dynamic values is not known  # H: sorted
        total = 2 * total + v
    return total


def list_of_a_set_of_data(x: "i64[3]"):
    found = {x[0], x[1]}
    return list(found)[0]  # E: the order of a set of dynamic values is not known  # H: sorted


def dict_that_grows_in_its_loop(x: "f64[3]"):
    table = {"a": x}
    for key in table:  # E: RuntimeError: dictionary changed size during iteration
        table[key + "b"] = x
    return x


def length_of_an_iterator(x: "f64[3]"):
    return x * len(zip(x, x))  # E: TypeError: a zip has no len()


def item_of_an_iterator(x: "f64[3]"):
    return map(abs, x)[0]  # E: TypeError: 'map' object is not subscriptable


def iterator_returned(x: "f64[3]"):
    return zip(x, x)  # E: a zip can't be returned from compiled code


def view_returned(x: "f64[3]"):
    return {"a": x}.keys()  # E: a dict_keys can't be returned from compiled code


def iterator_to_numpy(x: "f64[3]"):
    return np.array(zip(x, x))  # E: a zip can't be passed to a NumPy function


def read_behind_a_break(x: "f64[3]"):
    it = iter(x)
    for v in it:
        if v > 1.0:
            break
    return next(it)  # E: an iterator is read after a loop, or in one, that may have read a part of it


def depends_on_data_how_far(x: "f64[3]"):
    it = iter(x)
    found = 2.0 in it  # E: it depends on data how far an iterator is read
    return found, list(it)


def strict_zip_of_arrays(x: "f64[3]"):
    return sum(a for a, b in zip(x, x[:2], strict=True))  # E: ValueError: zip() argument 2 is shorter than argument 1


def any_with_a_side_effect(x: "f64[3]"):
    seen = []

    def note(v):
        seen.append(v)
        return v > 1.0
    found = any(note(v) for v in [x[0], x[1]])  # E: any stops at the first deciding item
    return found, len(seen)


def too_many_items(x: "f64[3]"):
    return x * len(list(range(10 ** 8)))  # E: the items of list(…) are too many to be read one by one


class Same:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Unhashable:
    def __eq__(self, other):
        return True


def object_as_a_key(x: "f64[3]"):
    table = {Same(1): x}  # E: an object of class Same as a dict key: its class defines equality
    return table[Same(1)]


def object_in_a_set(x: "f64[3]"):
    return x * len({Same(1), Same(2)})  # E: an object of class Same as an item of a set


def object_without_a_hash(x: "f64[3]"):
    return {Unhashable(): x}  # E: TypeError: unhashable type: 'Unhashable'


def range_out_of_bounds(x: "f64[3]"):
    return x * range(3)[5]  # E: IndexError: range object index out of range


def slice_of_a_computed_range(x: "f64[3]", n: "i64[]"):
    return list(range(n)[1:])  # E: a slice of a range with computed bounds


def rest_behind_any(x: "f64[3]"):
    it = iter([x[0], x[1], 3.0])
    found = any(it)
    return found, list(it)  # E: a list_iterator is read after a loop, or in one, that may have read a part of it


def cycle_on_one_path(x: "f64[3]"):
    it = itertools.cycle([1, 2, 3])
    if x[0] > 1.0:
        next(it)
    return x * next(it)  # E: how far a cycle has been read must be known while compiling


def chain_on_one_path(x: "f64[3]"):
    it = itertools.chain([1], [2, 3])
    if x[0] > 1.0:
        next(it)
        next(it)
    return x * next(it)  # E: items_0 is a list_iterator on one path and an iterator on another



def set_in_a_numpy_function(x: "f64[3]"):
    found = {int(v) for v in x}
    return np.isin(x, found)  # E: an object of class set can't be passed to a NumPy function  # H: make a list of it


def dict_in_a_numpy_function(x: "f64[3]"):
    found = {int(v): v for v in x}
    return np.size(found)  # E: an object of class dict can't be passed to a NumPy function  # H: make a list of it


def key_set_before_others_or_behind(x: "f64[]"):
    d = {}
    if x > 0.0:
        d["a"] = 1.0
    d["b"] = 2.0
    d["a"] = 3.0
    return [v for v in d.values()]  # E: the order of the keys of this dict depends on run-time data: on one path


class Plain:
    pass


def attribute_set_before_others_or_behind(x: "f64[]"):
    o = Plain()
    if x > 0.0:
        o.a = 1.0
    o.b = 2.0
    o.a = 3.0
    return [v for v in vars(o).values()]  # E: the order of the keys of this dict depends on run-time data: on one path


def attribute_deleted_on_one_path(x: "f64[]"):
    o = Plain()
    o.a, o.b = 1.0, 2.0
    if x > 0.0:
        del o.a
    o.a = 3.0
    for name in o.__dict__:  # E: the order of the keys of this dict depends on run-time data: on one path
        x += getattr(o, name)
    return x


class Visit:
    def __init__(self, time):
        self.time = time


class Departure:
    def __init__(self, time):
        self.time = time


class Number:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value)


def made(x):
    visits = []
    for v in x:
        if v > 0:
            visits.append(Visit(v))
    return visits


def another_key_of_a_found_dict(x: "f64[3]"):
    rows = []
    for v in x:
        if v > 0:
            rows.append({"time": v})
    rows[0]["place"] = 1.0  # E: a dict in a list of computed length gets another key, 'place'
    return len(rows)


def type_of_one_of_two_classes(x: "f64[3]"):
    visits = made(x)
    visits.append(Departure(2.0))
    return type(visits[0]) is Departure  # E: the type of an object of class Visit or Departure  # H: isinstance(x, …)


def float_of_one_of_two_classes(x: "f64[3]"):
    visits = made(x)
    visits.append(Number(2.0))
    return float(visits[0])  # E: an object of class Visit or Number


def keys_that_may_be_none(x: "f64[3]"):
    visits = made(x)
    for visit in visits:
        if visit.time > 1:
            visit.time = None
    visits.sort(key=lambda visit: visit.time)  # E: keys that may be None have no order  # H: -1 if x is None else x
    return len(visits)


def copies_of_objects_that_hold_others(x: "f64[3]"):
    visits = []
    for v in x:
        if v > 0:
            visits.append(Number(Departure(v)))
    others = copy.deepcopy(visits)  # E: copy.deepcopy of objects of class Number, which hold others selected
    return others[0].value.time


def found_objects_as_keys(x: "f64[3]"):
    return len({visit: 1 for visit in made(x)[:2]})  # E: an object of class Visit as a dict key or an item of a set


def deleted_attribute_of_a_found_object(x: "f64[3]"):
    del made(x)[0].time  # E: only names, items of containers and attributes of objects can be deleted
    return x


def zeros_between(x):
    found = []
    for v in x:
        if v > 0:
            found.append(0)
        found.append(v)
    return found


def kind_of_an_int_or_a_float(x: "f64[3]"):
    found = zeros_between(x)
    return isinstance(found[0], int)  # E: what isinstance computes depends on the path: the value is np.float64 or a


def index_that_is_an_int_or_a_float(x: "f64[3]"):
    found = zeros_between(x)
    return x[found[0]]  # E: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`)


def longer_in_many_rounds(x: "i64[60]"):
    tour = [0, 1, 2, 3]
    for k in x:
        tour = tour[k:] + tour[-k:]  # E: an array of
    return tour


def numbered(x):
    found, n = {}, 0
    while n < 3:
        found[n] = x[n]
        n += 1
    return found


def doubled_if_positive(x):
    found = {"a": x}
    if x > 0:
        found["b"] = 2 * x
    return found


def computed_keys_under_vmap(x: "f64[2,3]"):
    return recto.vmap(numbered)(x)  # E: vmap of a function that returns a set or dict whose keys  # H: arrays


def computed_keys_with_tangents(x: "f64[3]"):
    return recto.jvp(numbered, (x,), (x,))  # E: the derivative of a function that returns a set or dict whose keys


def computed_keys_in_a_tree(x: "f64[3]"):
    return recto.tree.map(np.sin, numbered(x))  # E: the tree holds a set or dict whose keys are computed


def keys_on_one_path_under_vmap(x: "f64[3]"):
    return recto.vmap(doubled_if_positive)(x)  # E: vmap of a function that returns a dict or an object  # H: every


def view_of_a_dict_that_has_changed(x: "f64[3]"):
    d = {}
    for w in x:
        d[int(w)] = w
    keys = d.keys()
    d[77] = 1.0
    return len(keys)  # E: a view of the keys or values of a dict that has changed since  # H: d.keys()


def views_compared(x: "f64[3]"):
    d = {}
    for w in x:
        d[int(w)] = w
    return d.keys() == {1, 2}  # E: a comparison of a view of a dict  # H: set(d.keys())


def list_as_a_number(x: "f64[3]"):
    return "%.3f" % x.tolist()  # E: must be real number, not list  # H: %s


def tuple_with_a_format(x: "f64[3]"):
    return format((x[0], x[1]), ".2f")  # E: unsupported format string passed to tuple.__format__  # H: !s


def list_with_a_format(x: "f64[3]"):
    return "{:.3g}".format([x[0]])  # E: unsupported format string passed to list.__format__
