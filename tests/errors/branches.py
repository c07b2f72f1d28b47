"""Branches under a dynamic condition must fit together where their values are used."""
import numpy as np


def shapes_differ(x: "f64[3]", flag: "bool[]"):
    if flag:
        y = x
    else:
        y = x[:2]
    return y * 2.0  # E: y changes shape: f64[3] on one path and f64[2] on another
    #      ^


def shapes_differ_in_an_expression(x: "f64[3]", flag: "bool[]"):
    return x if flag else x[:2]  # E: this value changes shape: f64[3] on one path and f64[2] on another


def returns_of_different_shape(x: "f64[3]", flag: "bool[]"):
    if flag:  # E: the result changes shape: f64[3] on one path and f64[2] on another
        return x
    return x[:2]


def function_or_none(x: "f64[3]"):
    double = None
    if x[0] > 0.0:
        double = lambda v: v * 2
    return x if double is None else double(x)  # E: double is the function <lambda> on one path and None


def list_that_may_be_none(x: "f64[3]", flag: "bool[]"):
    y = None if flag else [x, x]
    z = y is None  # E: this value is None on one path and a list of 2 items  # H: start with a value
    return x if z else y[0]


def dict_that_may_be_none(x: "f64[3]", flag: "bool[]"):
    y = None
    if flag:
        y = {"a": x}
    return x if y is None else y["a"]  # E: y is a dict of 1 item on one path and None  # H: start with a value


def class_of_what_may_be_none(x: "f64[3]"):
    r = x if x[0] > 0.0 else None
    return type(r) is np.ndarray  # E: the type of f64[3] or None


def gradient_of_what_may_be_none(x: "f64[3]"):
    import recto

    def first(x):
        for v in x:
            if v > 0.0:
                return v
    return recto.grad(first)(x)  # E: the gradient of a function that returns a dynamic scalar f64[] or None


def match_of_what_may_be_none(x: "f64[3]"):
    r = x[0] if x[0] > 0.0 else None
    match r:  # E: match of a dynamic scalar f64[] or None
        case None:
            return 0.0
    return r


def tuple_or_array(x: "f64[3]", flag: "bool[]"):
    if flag:  # E: the function returns a tuple of 2 items on one path and f64[3] on another
        return x, x
    return x


def lengths_of_tuples(x: "f64[3]", flag: "bool[]"):
    pair = (x, x) if flag else (x, x, x)
    return pair[0]  # E: this value changes length: 2 on one path and 3 on another


def text_or_array(x: "f64[3]", flag: "bool[]"):
    y = x if flag else "nothing"
    return y + 1.0  # E: this value is f64[3] on one path and str 'nothing' on another


def array_or_none(x: "f64[3]", flag: "bool[]"):
    y = None
    if flag:
        y = x
    return y + 1.0  # E: y is f64[3] on one path and None on another


def classes_differ(x: "f64[3]", flag: "bool[]"):
    shape = Square(x) if flag else Circle(x)
    return shape.size  # E: this value is an object of class Square on one path and an object of class Circle


class Square:
    def __init__(self, size):
        self.size = size


class Circle:
    def __init__(self, size):
        self.size = size


def list_grows_on_one_path(x: "f64[3]", flag: "bool[]"):
    parts = [x]
    if flag:  # E: a list changes length: 2 on one path and 1 on another
        parts.append(x)
    return parts


def refused_behind_a_list_that_data_choose(x: "f64[3]", k: "i64[1]"):
    clusters = [[] for _ in range(2)]
    clusters[k[0]].append(x[0])
    y = np.outer(x, x)
    y[x > 0, [0, 1, 2]] = 0.0  # E: a mask that is not known while compiling can't stand beside other index arrays
    return y


def list_pops_on_one_path(x: "f64[]", flag: "bool[]"):
    parts = [x, x]
    if flag:
        parts.pop()
    return parts[0]


def key_on_one_path(x: "f64[]", flag: "bool[]"):
    table = {"y": np.zeros(3)}
    if flag:
        table["x"] = x
    return len(table)  # E: the key 'x' of this dict is set on one path only


def attribute_on_one_path(x: "f64[3]", flag: "bool[]"):
    square = Square(x)
    if flag:
        square.size = x[:2]
    return square.size  # E: size changes shape: f64[2] on one path and f64[3] on another


def reads_shape_of_either(x: "f64[3]", flag: "bool[]"):
    if flag:
        y = x
    else:
        y = x[1:]
    return y.shape[0]  # E: y changes shape: f64[3] on one path and f64[2] on another


def match_of_a_list_of_computed_length_inside_another(x: "f64[3]"):
    match [1.0, [v for v in x if v > 0]]:
        case [1.0, [a, b]]:  # E: a list that is one array of computed length inside another pattern  # H: match it
            return a + b
    return 0.0


def match_of_a_dict_of_computed_keys(x: "f64[3]"):
    counts = {}
    for v in x:
        counts[v] = counts.get(v, 0) + 1
    match counts:
        case {1.0: n}:  # E: the pattern of a mapping for a dict of computed keys  # H: k in d
            return n
    return 0


def match_without_fit(x: "f64[3]", k: "i64[]"):
    match k:
        case 0:
            y = x
        case _:
            y = x[0]
    return y * 2.0  # E: y changes shape: f64[3] on one path and f64[] on another


def static_choice_of_function(x: "f64[3]", flag: "bool[]"):
    f = np.sin if flag else 3
    return f(x)  # E: this value is the function sin on one path and int 3 on another


def and_of_different_kinds(x: "f64[3]", flag: "bool[]"):
    y = flag and x
    return y + 1.0  # E: this value changes shape: f64[3] on one path and bool[] on another


def deleted_on_one_path(x: "f64[3]", flag: "bool[]"):
    y = x
    if flag:
        del y
    return y + 1.0


def dtype_on_one_path(x: "bool[2]", y: "f64[2]", flag: "bool[]"):
    return x if flag else y  # E: this value changes dtype: bool[2] on one path and f64[2] on another  # H: .astype


def dtype_and_length(x: "i64[3]", y: "f64[2]", flag: "bool[]"):
    return x if flag else y  # E: this value changes dtype: i64[3] on one path and f64[2] on another


def narrow_integers_widened_in_a_loop(x: "i8[2]", n: "i64[]"):
    for _ in range(n):
        x = np.sqrt(x + x)  # E: x changes dtype: i8[2] before the loop and f16[2] after one  # H: before the loop
    return x


def class_of_an_int_or_a_float(flag: "bool[]"):
    y = 2.0 if flag else 3
    return isinstance(y, int)  # E: what isinstance computes depends on the path: the value is


def pattern_of_an_int_or_a_float(flag: "bool[]"):
    y = 2.0 if flag else 3
    match y * 2:
        case int():  # E: what isinstance computes depends on the path: the value is a Python
            return 1
    return 2


def class_after_a_loop(n: "i64[]"):
    total = 0
    for i in range(n):
        total += 0.5
    return isinstance(abs(total), float)  # E: what isinstance computes depends on the path: the value is a


def class_of_the_larger(n: "i64[]"):
    return isinstance(max(2.5, n), float)  # E: what isinstance computes depends on the path: the value is


def class_of_a_sum_of_numpys(x: "f64[3]", n: "i64[]"):
    total = 0
    for i in range(n):
        total = total + x[i]
    return isinstance(total, int)  # E: what isinstance computes depends on the path: the value is np


def attribute_of_an_int_on_one_path(x: "f64[3]"):
    total = x.sum()
    s = 2 if total < 2 else total
    return s.dtype.itemsize  # E: what .dtype computes depends on the path: the value is np.float64 or a Python int


def class_of_a_truth_value_or_an_int(flag: "bool[]"):
    y = True if flag else 3
    return type(y) is bool  # E: what type computes depends on the path: the value is a Python bool or


def integer_of_numpy_or_of_python_in_place(x: "i32[2]", n: "i64[] weak"):
    x += min(n, x.sum())  # E: what + computes depends on the path: the value is np.int64 or a Python int  # H: int(


def integer_of_numpy_or_of_python_in_a_part(x: "u8[4]", total: "i64[]", flag: "bool[]"):
    value = total if flag else -3
    x[1:] *= value  # E: what * computes depends on the path: the value is np.int64 or a Python int  # H: int(


def converted_number_of_two_types(n: "i64[]", x: "f64[] weak", flag: "bool[]"):
    value = x if flag else n
    return np.int8(value)  # E: what a conversion to int8 computes depends on the path: the value is  # H: float(


def stored_number_of_two_types(x: "u16[3]", y: "u16[1,3]", n: "i64[] weak", flag: "bool[]"):
    if flag:
        n = np.sum(y < 1)
    x[0] = ~n  # E: what a conversion to uint16 computes depends on the path: the value is np.int64 or  # H: int(
    return x


def product_of_a_truth_value_of_numpy_or_of_python(x: "f64[2]"):
    ok = x[0] > 0.0 and isinstance(x, np.ndarray)
    return ok * ok  # E: what * computes depends on the path: the value is np.bool or a Python bool  # H: bool(


def sum_of_a_truth_value_of_numpy_or_of_python(x: "f64[2]", n: "i64[] weak"):
    ok = n > 2 or x[0] > 0.0
    return ok + ok  # E: what + computes depends on the path: the value is np.bool or a Python bool  # H: bool(


def sum_of_a_truth_value_that_is_known_but_not_its_type(x: "f64[2]"):
    ok = np.all(x) and False
    return ok + ok  # E: what + computes depends on the path: the value is np.bool or a Python bool  # H: bool(


def identity_of_tuples(x: "f64[]", flag: "bool[]"):
    pair = x, 1.0
    same = pair
    if flag:
        same = pair
    return same is pair  # E: the identity of two tuples with dynamic values  # H: compare their contents
