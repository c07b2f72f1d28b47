"""What belongs to the outside of a function is read, never written; and what has no source can't be read."""
import collections
import ctypes
import functools
import itertools
import operator

import numpy as np

TABLE = np.arange(3.0)
STEPS = [1.0, 2.0, 3.0]
OPTIONS = {"rate": 0.1}
WORDS = np.array(["a", "b"])
OBJECTS = np.array([None, 1], dtype=object)
MASKED = np.ma.masked_array([1.0, 2.0, 3.0], mask=[0, 1, 0])
RECORDS = np.zeros(3, dtype=[("x", float), ("y", float)])
MATRIX = np.matrix([[1.0, 2.0], [3.0, 4.0]])


class Model:
    def __init__(self):
        self.weights = np.ones(3)
        self.count = 0

    def learn(self, x):
        self.count = self.count + 1  # E: attribute count of MODEL is assigned
        return self.weights * x


MODEL = Model()
made = {}
exec("def unreadable(x):\n    return x + 1.0", made)
unreadable = made["unreadable"]


def global_array_written(x: "f64[3]"):
    TABLE[0] = x[0]  # E: this array can't be written: TABLE belongs to the outside of the function
    return TABLE


def global_array_incremented(x: "f64[3]"):
    table = TABLE
    table += x  # E: this array can't be written: TABLE belongs to the outside of the function
    return table


def view_of_global_array_written(x: "f64[3]"):
    part = TABLE[1:]
    part[0] = 0.0  # E: this array can't be written: TABLE belongs to the outside of the function
    return x


def global_array_sorted(x: "f64[3]"):
    TABLE.sort()  # E: this array can't be written: TABLE belongs to the outside of the function
    return x


def global_array_bound_in_a_loop(x: "f64[3]"):
    for k in range(2):
        if k:
            table = TABLE
    table[0] = x[0]  # E: this array can't be written: it may be the same as one outside: TABLE belongs
    return x


def global_array_bound_in_rounds(x: "f64[3]", n: "i64[]"):
    while n > 0:
        n -= 1
        table = TABLE
    table.sort()  # E: this array can't be written: it may be the same as one outside: TABLE belongs to the outside


def table_behind_a_loop(x):
    k = 0
    for e in x:
        k += e
    return TABLE


def global_array_of_a_function_with_a_loop(x: "f64[3]"):
    table = table_behind_a_loop(x)
    table[0] += 1.0  # E: this array can't be written: TABLE belongs to the outside of the function
    return table


def global_array_on_one_path(x: "f64[3]"):
    table = TABLE if x[0] > 0 else x
    table += 1.0  # E: this array can't be written: it may be the same as one outside: TABLE belongs
    return table


def global_array_written_in_later_rounds(x: "f64[3]"):
    table = x
    for k in range(3):
        table[k] = 1.0  # E: this array can't be written: it may be the same as one outside: TABLE belongs
        table = TABLE
    return x


def global_list_item(x: "f64[3]"):
    STEPS[0] = 5.0  # E: STEPS belongs to the outside and is mutated
    return x


def global_list_appended(x: "f64[3]"):
    STEPS.append(5.0)  # E: STEPS belongs to the outside and is mutated
    return x


def global_list_extended(x: "f64[3]"):
    STEPS.extend([5.0])  # E: STEPS belongs to the outside and is mutated
    return x


def global_list_deleted(x: "f64[3]"):
    del STEPS[0]  # E: STEPS belongs to the outside and is mutated
    return x


def global_list_incremented(x: "f64[3]"):
    steps = STEPS
    steps += [4.0]  # E: STEPS belongs to the outside and is mutated
    return x


def global_dict_item(x: "f64[3]"):
    OPTIONS["rate"] = 0.2  # E: OPTIONS belongs to the outside and is mutated
    return x


def global_dict_item_incremented(x: "f64[3]"):
    OPTIONS["rate"] += 0.2  # E: OPTIONS belongs to the outside and is mutated
    return x


def global_dict_updated(x: "f64[3]"):
    OPTIONS.update(rate=0.2)  # E: OPTIONS belongs to the outside and is mutated
    return x


def global_dict_key(x: "f64[3]"):
    return x * OPTIONS["speed"]  # E: KeyError: 'speed'
    #          ^^^^^^^^^^^^^^^^


def global_list_index(x: "f64[3]"):
    return x * STEPS[3]  # E: IndexError: list index out of range


def attribute_of_global(x: "f64[3]"):
    MODEL.count = 3  # E: attribute count of MODEL is assigned: it belongs to the outside
    return x


def attribute_in_a_method(x: "f64[3]"):
    return MODEL.learn(x)  # C: Model.learn


def array_attribute_of_global(x: "f64[3]"):
    MODEL.weights[0] = 3.0  # E: this array can't be written: MODEL.weights belongs to the outside of the
    return x


def missing_attribute_of_global(x: "f64[3]"):
    return x * MODEL.biases  # E: AttributeError: 'Model' object has no attribute 'biases'


def default_list_mutated(x: "f64[]", seen=[]):
    seen.append(x)  # E: seen belongs to the outside and is mutated
    return seen


def closure_array_written():
    state = np.zeros(3)

    def run(x: "f64[3]"):
        state[0] = x[0]  # E: this array can't be written: state belongs to the outside of the function
        return state
    return run


closure_array_written = closure_array_written()


def closure_variable_written():
    count = 0

    def run(x: "f64[3]"):
        nonlocal count
        count = count + 1  # E: the variable count of an enclosing function is assigned
        return x
    return run


closure_variable_written = closure_variable_written()


def closure_variable_unset():
    def run(x: "f64[3]"):
        return x * later  # E: NameError: the variable 'later' of the enclosing function has no value
    if False:
        later = 1.0
    return run


closure_variable_unset = closure_variable_unset()


def array_of_text(x: "f64[2]"):
    return x[WORDS == "a"]  # E: WORDS has dtype <U1, which compiled code can't hold


def array_of_objects(x: "f64[2]"):
    return OBJECTS  # E: OBJECTS has dtype object, which compiled code can't hold


def masked_array(x: "f64[3]"):
    return x + MASKED  # E: MASKED is a masked array
    #          ^^^^^^


def record_array(x: "f64[3]"):
    return x + RECORDS["x"]  # E: RECORDS has dtype [('x', '<f8'), ('y', '<f8')], which compiled code can't


def matrix(x: "f64[2,2]"):
    return x * MATRIX  # E: MATRIX is a np.matrix


def without_source(x: "f64[3]"):
    return unreadable(x)  # E: the source of unreadable is not available (<string>)  # H: exec


def c_function(x: "f64[3]"):
    return ctypes.sizeof(x)  # E: sizeof is not known to the compiler


def c_method(x: "f64[3]"):
    return collections.deque([x, x])  # E: objects of class deque can't be made in compiled code


def counter(x: "f64[3]"):
    return next(itertools.tee(x)[0]) + x  # E: itertools.tee is not known to the compiler


def c_partial(x: "f64[3]"):
    return functools.partial(ctypes.sizeof, x)()  # E: sizeof is not known to the compiler


def item_getter(x: "f64[3]"):
    return operator.itemgetter(0)(x)  # E: objects of class itemgetter can't be made in compiled code


def vectorized(x: "f64[3]"):
    return np.vectorize(lambda v: v + 1.0)(x)  # E: numpy.vectorize is not known to the compiler for the


def module_called(x: "f64[3]"):
    return np(x)  # E: TypeError: np (module) is not callable


def settings_changed(x: "f64[3]"):
    np.seterr(all="raise")  # E: numpy.seterr is not known to the compiler
    return x
