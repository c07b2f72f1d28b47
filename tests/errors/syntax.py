"""Syntax that is not supported."""
import contextlib

import numpy as np


def twice(values):
    for v in values:
        yield v * 2.0


def generator_returned(x: "f64[3]"):
    return twice(x)  # E: a generator can't be returned from compiled code  # H: return a list


def yield_inside(x: "f64[3]"):
    def doubled(values):
        for v in values:
            print((yield v * 2.0))  # E: yield inside an expression is not supported  # H: assign its value first
    return sum(doubled(x))


def generator_lambda(x: "f64[3]"):
    return list((lambda: (yield x))())  # E: yield inside an expression is not supported


def generator_thrown_at(x: "f64[3]"):
    it = twice(x)
    return it.throw(ValueError)  # E: a generator has no attribute throw in compiled code


def generator_sent_too_early(x: "f64[3]"):
    it = twice(x)
    return it.send(x[0])  # E: can't send non-None value to a just-started generator


def sent_through_a_delegation(x: "f64[3]"):
    def outer():
        yield from twice(x)
    it = outer()
    next(it)
    return it.send(1.0)  # E: send() to outer, which is suspended at a yield from


def generator_left(x: "f64[3]"):
    it = twice(x)
    for v in it:
        if v > 1.0:
            break
    return sum(it)  # E: a generator is read after a loop, or in one, that may have read a part of it


def generator_held(x: "f64[3]"):
    def closing():
        try:
            yield x[0]
            yield x[1]
        finally:
            x[2] = 0.0
    it = closing()
    for v in it:  # E: a loop may leave closing, which has a try or with around its yield  # H: loop over the call
        if v > 1.0:
            break
    return x


def generator_that_stays(x: "f64[3]"):
    def stubborn():
        for v in x:
            try:
                yield v  # E: a consumer leaves a generator where it catches GeneratorExit  # H: catch Exception
            except BaseException:
                x[0] = 0.0
    for v in stubborn():
        if v > 1.0:
            break
    return x


def generators_beside_each_other(x: "f64[3]"):
    def positive():
        for v in x:
            if v > 0.0:  # E: it depends on data how far positive is read by next()  # H: consume it by a for loop
                yield v
    return sum(a * b for a, b in zip(positive(), positive()))


def generator_endless(x: "f64[3]"):
    def powers():
        p = x[0]
        while True:  # E: this loop never ends
            yield p
            p = p * x[0]
    return sum(powers())


async def coroutine(x: "f64[3]"):  # E: async code is not supported
    return x


def coroutine_inside(x: "f64[3]"):
    async def wait():  # E: async code is not supported
        return x
    return wait()


def class_inside(x: "f64[3]"):
    class Point(metaclass=type):  # E: a class in a function has a metaclass or other keywords
        pass
    return x


def object_of_a_class_inside(x: "f64[3]"):
    class Point:
        pass
    return Point()  # E: an object of class Point can't be returned: its class is made in the function


def attribute_deleted(x: "f64[3]"):
    del x.T  # E: only names, items of containers and attributes of objects can be deleted
    #   ^^^


def item_of_array_deleted(x: "f64[3]"):
    del x[0]  # E: items of f64[3] can't be deleted
    #   ^^^^
    return x


def with_file(x: "f64[3]"):
    with open("log.txt") as file:  # E: open is not known to the compiler
    #    ^^^^^^^^^^^^^^^
        print(x, file=file)
    return x


def with_user_object(x: "f64[3]", n=3):
    with n:  # E: int 3 can't be entered in compiled code
        #^
        return x


def raise_nothing(x: "f64[3]"):
    if x[0] > 0.0:
        raise  # E: raise without an exception
    return x


def raise_a_number(x: "f64[3]"):
    if x[0] > 0.0:
        raise 3  # E: int 3 can't be raised
    return x


def print_to_a_file(x: "f64[3]"):
    print(x, file=3)  # E: print to int 3
    return x


def set_of_dynamic_values(x: "f64[]", y: "f64[]"):
    return len({x, y})  # E: an item of a set must be known while compiling; here it is a dynamic scalar f64[]
    #          ^^^^^^


def identity_of_numbers(x: "f64[3]"):
    if x[0] is x[1]:  # E: `is` between numbers is not supported
        return x
    return -x


def nested_function_assigns_unknown(x: "f64[3]"):
    return undefined_name + x  # E: NameError: name 'undefined_name' is not defined
    #      ^^^^^^^^^^^^^^


def import_of_nothing(x: "f64[3]"):
    import no_such_module_anywhere  # E: ModuleNotFoundError: No module named 'no_such_module_anywhere'
    return x


def import_of_no_name(x: "f64[3]"):
    from math import no_such_name  # E: AttributeError: module 'math' has no attribute 'no_such_name'
    return x


def eval_of_text(x: "f64[3]"):
    return eval("x + 1")  # E: eval is not known to the compiler


def locals_read(x: "f64[3]"):
    return locals()["x"]  # E: locals is not known to the compiler


def exception_groups(x: "f64[3]"):
    try:  # E: except* is not supported
        return 1.0 / x
    except* ValueError:
        x = x + 1.0
    return x


def entered_twice(x: "f64[3]"):
    manager = scaled(2.0)
    with manager as factor:
        x = x * factor
    with manager as factor:  # E: a context manager is entered twice  # H: make a new one
        return x * factor


def yields_twice(x: "f64[3]"):
    @contextlib.contextmanager
    def twice():
        for v in x:
            yield v  # E: the context manager twice may yield more than once  # H: let it yield once
    with twice() as factor:
        return x * factor


@contextlib.contextmanager
def scaled(factor):
    yield factor


def unknown_decorator(x: "f64[3]"):
    @no_such_decorator  # E: NameError: name 'no_such_decorator' is not defined
    #^^^^^^^^^^^^^^^^^
    def inner(y):
        return y
    return inner(x)


def unknown_default(x: "f64[3]"):
    def inner(y, shift=no_such_default):  # E: NameError: name 'no_such_default' is not defined
        #              ^^^^^^^^^^^^^^^
        return y + shift
    return inner(x)


def assertion_about_an_array(x: "f64[3]"):
    assert x > 0.0  # E: the truth value of bool[3] is ambiguous: it has 3 elements
    #      ^^^^^^^
    return x


def match_of_an_array(x: "f64[3]"):
    match x:
        case 1.0:  # E: the truth value of bool[3] is ambiguous: it has 3 elements
            return x
    return -x


def match_of_an_unknown_class(x: "f64[3]"):
    match x:
        case NoSuchClass():  # E: NameError: name 'NoSuchClass' is not defined
            return x
    return -x


def guard_of_an_array(x: "f64[3]", k: "i64[]"):
    match k:
        case 1 if x > 0.0:  # E: the truth value of bool[3] is ambiguous: it has 3 elements
            return x
    return -x


def finally_that_leaves(x: "f64[]"):
    for k in range(3):
        try:  # E: a finally block leaves by return, break or continue
            x = x + k
        finally:
            break
    return x


def finally_that_raises(x: "f64[]"):
    try:  # E: a finally block that may raise
        y = x
    finally:
        if x > 0.0:
            raise ValueError("late")
    return y


def class_that_is_no_exception(x: "f64[]"):
    try:  # E: TypeError: catching classes that do not inherit from BaseException is not allowed
        return x
    except int:
        return 0.0


def raise_a_class_of_its_own(x: "f64[3]"):
    class Negative(ValueError):
        def __init__(self, value):
            super().__init__("negative")
            self.value = value

    if x[0] < 0.0:
        raise Negative(3)  # E: an exception of class Negative, which is made here and has methods, can't be raised
    return x


def raise_with_names_in_a_dict(x: "f64[3]"):
    if x[0] < 0.0:
        raise ImportError("lost", **{"name": "numpy"})  # E: arguments of ImportError in a dict can't be kept
    return x
