"""What is outside of a function and can't be read or written."""
import array
import ctypes
import functools
import operator
import weakref

import numpy as np

TABLE = np.arange(3.0)
STEPS = [1.0, 2.0, 3.0]
OPTIONS = {"rate": 0.1}
WORDS = np.array(["a", "b"])
OBJECTS = np.array([None, 1], dtype=object)
MASKED = np.ma.masked_array([1.0, 2.0, 3.0], mask=[0, 1, 0], hard_mask=True)
RECORDS = np.zeros(3, dtype=[("x", float), ("label", "U3")])
MATRIX = np.matrix([[1.0, 2.0], [3.0, 4.0]])


class Model:
    def __init__(self):
        self.weights = np.ones(3)
        self.count = 0


MODEL = Model()
made = {}
exec("def unreadable(x):\n    return x + 1.0", made)
unreadable = made["unreadable"]


def global_dict_key(x: "f64[3]"):
    return x * OPTIONS["speed"]  # E: KeyError: 'speed'
    #          ^^^^^^^^^^^^^^^^


def global_list_index(x: "f64[3]"):
    return x * STEPS[3]  # E: IndexError: list index out of range


def missing_attribute_of_global(x: "f64[3]"):
    return x * MODEL.biases  # E: AttributeError: 'Model' object has no attribute 'biases'


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
    return OBJECTS + x  # E: OBJECTS has dtype object, which compiled code can't hold


def masked_array(x: "f64[3]"):
    return x + MASKED  # E: a masked array with a hard mask
    #          ^^^^^^


def record_array(x: "f64[3]"):
    return x + RECORDS["x"]  # E: RECORDS['label'] has dtype <U3, which compiled code can't


def matrix(x: "f64[2,2]"):
    return x * MATRIX  # E: MATRIX is a np.matrix


def without_source(x: "f64[3]"):
    return unreadable(x)  # E: the source of unreadable is not available (<string>)  # H: exec


def c_function(x: "f64[3]"):
    return ctypes.sizeof(x)  # E: sizeof is not known to the compiler


def c_method(x: "f64[3]"):
    return array.array("d", x)  # E: objects of class array can't be made in compiled code


def counter(x: "f64[3]"):
    return weakref.ref(x)() + x  # E: objects of class ReferenceType can't be made in compiled


def c_partial(x: "f64[3]"):
    return functools.partial(ctypes.sizeof, x)()  # E: sizeof is not known to the compiler


def item_getter(x: "f64[3]"):
    return operator.itemgetter(3)(x)  # E: index 3 is out of bounds for axis 0 with size 3


def of_objects(x: "f64[3]"):
    return x.astype(object)  # E: arrays of dtype object are not supported


def module_called(x: "f64[3]"):
    return np(x)  # E: TypeError: np (module) is not callable


def printed_with_other_options(x: "f64[3]"):
    with np.printoptions(precision=2):
        text = f"{x}"
    print(text)  # E: a text of an array is used under other print options  # H: in one np.printoptions
    return x


def made_before_options_change(x: "f64[3]"):
    text = f"{x}"
    np.set_printoptions(precision=2)
    print("x:", text)  # E: a text of an array is used under other print options
    return x


def raised_with_other_options(x: "f64[3]"):
    with np.printoptions(precision=2):
        if x[0] > 0:
            raise ValueError(f"too large: {x}")  # E: the text of an exception shows an array
    return x


def computed_with_print_options(x: "f64[3]"):
    return x * np.get_printoptions()["precision"]  # E: unsupported operands for *: f64[3] and an object of the host


def settings_changed(x: "f64[3]"):
    np.seterr(all="raise")  # E: compiled code raises no FloatingPointError  # H: recto.debug.checks()
    return x


def settings_in_a_block(x: "f64[3]"):
    with np.errstate(divide="raise"):  # E: compiled code raises no FloatingPointError  # H: recto.debug.checks()
        return np.log(x)


class Computing:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, name):
        return 1.0


def attribute_past_getattr(x: "f64"):
    made = Computing(x)
    return made.__getattribute__("y")  # E: object.__getattribute__ of an object of class Computing, whose
