"""Functions that the compiler does not know, and those whose result depends on data in its size."""
import random
import time

import numpy as np
import scipy.integrate
import scipy.optimize


def read_a_file(x: "f64[3]"):
    text = open("data.txt").read()  # E: open is not known to the compiler
    return x + float(text)


def ask_the_user(x: "f64[3]"):
    return x + float(input())  # E: input is not known to the compiler


def minimise(x: "f64[3]"):
    return scipy.optimize.quadratic_assignment(x)  # E: scipy.optimize.quadratic_assignment is not known to


def integrate(x: "f64[]"):
    return scipy.integrate.tanhsinh(np.sin, 0.0, x)  # E: scipy.integrate.tanhsinh is not known to the compiler for


def repeated_by_data(x: "f64[3]", counts: "i64[3]"):
    return np.repeat(x, counts)  # E: the size of the result depends on data: np.repeat


def split_text(x: "f64[3]"):
    return np.loadtxt("table.txt") + x  # E: numpy.loadtxt is not known to the compiler


def unknown_method(x: "f64[3]"):
    return x.tofile("data.bin")  # E: .tofile(): files are not supported


def unknown_attribute(x: "f64[3]"):
    return x.mean_value  # E: AttributeError: f64[3] has no attribute 'mean_value'


def pandas_like(x: "f64[3]"):
    return x.apply(lambda v: v + 1.0)  # E: AttributeError: f64[3] has no attribute 'apply'
    #      ^^^^^^^


def misspelt(x: "f64[3]"):
    return np.cosinus(x)  # E: AttributeError: module 'numpy' has no attribute 'cosinus'
    #      ^^^^^^^^^^


def unknown_keyword(x: "f64[3]"):
    return np.sum(x, axes=0)  # E: TypeError: sum(): got an unexpected keyword argument 'axes'


def too_few(x: "f64[3]"):
    return np.arctan2(x)  # E: np.arctan2 takes 2 arguments, 1 are given


def too_many(x: "f64[3]"):
    return np.cos(x, x, x, x)  # E: np.cos takes 1 arguments, 4 are given


def array_of_text(x: "f64[3]"):
    return np.sin("angle")  # E: TypeError: ufunc 'sin' not supported for the input types, and the inputs


def called_number(x: "f64[3]"):
    return x(0)  # E: f64[3] can't be called


def called_static(x: "f64[3]", n=3):
    return n(x)  # E: TypeError: int 3 is not callable


def logarithm_of_text(x: "f64[3]", mode="fast"):
    return x + mode  # E: TypeError: unsupported operands for +: f64[3] and str 'fast'


class Wave:
    pass


def class_without_init(x: "f64[3]"):
    return Wave(x)  # E: TypeError: Wave() takes no arguments


def text_of_a_method(x: "f64[3]"):
    raise ValueError(x.sum)  # E: the text of the method sum


def text_of_a_lambda(x: "f64[3]"):
    print([lambda: x])  # E: the text of the function <lambda>


def formatted_method(x: "f64[3]"):
    print("{} {}".format(1, x.sum))  # E: the text of the method sum


def text_of_an_iterator(x: "f64[3]"):
    print(f"{zip(x, x)}")  # E: the text of an iterator


def address(x: "f64[3]", n=3):
    return x * id(n)  # E: id is not known to the compiler


def static_argument_that_numpy_refuses(x: "f64[3]"):
    return np.linspace(0.0, 1.0, 2.5) + x  # E: TypeError: 'float' object cannot be interpreted as an integer


def dtype_that_numpy_refuses(x: "f64[3]"):
    return np.zeros(3, dtype="float63") + x  # E: TypeError: data type 'float63' not understood


def order_that_numpy_refuses(x: "f64[3,3]"):
    return np.linalg.norm(x, ord="long")  # E: invalid norm order 'long' for matrices


def mode_that_numpy_refuses(x: "f64[3]"):
    return np.convolve(x, x, mode="some")  # E: mode must be one of 'full', 'same', 'valid', not 'some'


SOURCE = random.SystemRandom()


def random_numbers_of_the_system(x: "f64[3]"):
    return x + SOURCE.gauss(0.0, 1.0)  # E: random.gauss uses hidden random state  # H: recto.random


def generator_that_goes_on_somewhere_else(x: "f64[3]"):
    return x + len(np.random.default_rng(0).spawn(2))  # E: Generator.spawn is not known to the compiler


def random_numbers_of_unknown_number(x: "f64[3]"):
    n = int(x[0])
    return np.random.normal(size=n)  # E: the size of a random array is dynamic, and has no known upper bound


def random_numbers_out_of_range(x: "f64[3]"):
    return x + np.random.normal(0.0, -1.0)  # E: ValueError: scale < 0


DICE = random.Random(6)


def attribute_of_a_generators_object(x: "f64[3]"):
    if hasattr(DICE, "sides"):  # E: it is not known while compiling whether a Random has the attribute sides
        return x
    return x + DICE.random()
