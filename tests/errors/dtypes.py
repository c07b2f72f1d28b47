"""Dtypes that do not fit."""
import math

import numpy as np


def second_argument_of_complex(x: "c64[3]"):
    return complex(0, x.max())  # E: complex takes only the real part of a complex64 as its second argument  # H: z.real


def float_into_int_array(n: "i64[3]"):
    n += 1.5  # E: Cannot cast ufunc output from f64 to i64 with casting rule 'same_kind'  # H: astype
    return n


def divided_int_array(n: "i64[3]"):
    n /= 2  # E: Cannot cast ufunc output from f64 to i64 with casting rule 'same_kind'
    return n


def complex_into_float_array(x: "f64[3]"):
    x *= 1j  # E: Cannot cast ufunc output from c128 to f64 with casting rule 'same_kind'
    return x


def complex_stored_in_float_array(x: "f64[3]", z: "c128[3]"):
    x[:] = z  # E: can't store c128[3] in an array of f64
    return x


def complex_stored_in_float_item(x: "f64[3]", z: "c128[]"):
    x[0] = z  # E: can't store c128[] in an array of f64
    return x


def bits_of_floats(x: "f64[3]"):
    return x & 1  # E: np.bitwise_and is not defined for f64, i64


def shifted_float(x: "f64[3]"):
    return x << 2  # E: np.left_shift is not defined for f64, i64


def inverted_float(x: "f64[3]"):
    return ~x  # E: np.invert is not defined for f64


def bits_of_floats_in_place(n: "i64[3]", x: "f64[3]"):
    n |= x  # E: np.bitwise_or is not defined for i64, f64
    return n


def negative_of_bools(b: "bool[3]"):
    return -b  # E: np.negative is not defined for bool


def difference_of_bools(a: "bool[3]", b: "bool[3]"):
    return a - b  # E: np.subtract is not defined for bool, bool


def order_of_complex(z: "c128[] weak"):
    if z > 1.0:  # E: TypeError: complex numbers have no order: > of a dynamic scalar c128[] and float 1.0
        return z
    return -z


def floor_of_complex(z: "c128[3]"):
    return np.floor(z)  # E: np.floor is not defined for c128


def floor_division_of_complex(z: "c128[3]"):
    return z // 2.0  # E: np.floor_divide is not defined for c128, f64


def remainder_of_complex(z: "c128[3]"):
    return z % 2.0  # E: np.remainder is not defined for c128, f64


def integer_to_negative_power(n: "i64[3]"):
    return n ** -1  # E: integers to negative integer powers are not allowed


def float_as_range(x: "f64[]"):
    total = 0
    for i in range(x):  # E: TypeError: a dynamic scalar f64[] cannot be interpreted as an integer
        total += i
    return total


def float_of_complex(z: "c128[]"):
    return float(z)  # E: float of a complex number


def int_of_complex(z: "c128[]"):
    return int(z)  # E: int of a complex number


def math_of_an_array(x: "f64[3]"):
    import math
    return math.sin(x)  # E: float of f64[3]: only one element can become a Python number


def math_of_complex(z: "c128[]"):
    import math
    return math.sqrt(z)  # E: float of a complex number


def array_of_objects(x: "f64[]"):
    return np.array([x, None])  # E: arrays of dtype object are not supported: None


def array_of_words(x: "f64[3]"):
    names = np.array(["a", "b", "c"])
    names[0] = "d"  # E: an assignment to elements of an array of texts or dates is not supported in compiled code
    return x[names == "b"]


def array_of_dates_in_place(x: "f64[3]"):
    days = np.arange("2016-07", "2016-08", dtype="datetime64[D]")
    days += np.timedelta64(1, "D")  # E: an assignment to elements of an array of texts or dates is not supported
    return days


def array_of_words_chosen(x: "f64[3]"):
    return np.where(x > 0, np.array(["a", "b", "c"]), "d")  # E: what depends on data of an array of texts or dates


def array_of_words_changed(x: "f64[3]"):
    names = np.array(["a", "b", "c"])
    np.put(names, 0, "d")  # E: a change of an array of texts or dates is not supported in compiled code
    return x[names == "b"]


def array_of_words_shuffled(x: "f64[3]"):
    return np.random.permutation(np.array(["a", "b"]))  # E: random choices among <U1


def time_of_compiling(x: "f64[3]"):
    return np.datetime64("now"), x  # E: np.datetime64('now') uses hidden random state


def date_of_compiling(x: "f64[3]"):
    return np.array(["today", "2020-01-01"], dtype="datetime64[D]")  # E: a date of 'today' uses hidden random state


def truth_of_words(x: "f64[3]"):
    return x if np.array(["a"]) else -x  # E: the truth of an array of texts or dates is not supported


def object_dtype(x: "f64[3]"):
    return x.astype(object)  # E: arrays of dtype object are not supported


def unknown_dtype(x: "f64[3]"):
    return x.astype("float63")  # E: TypeError: data type 'float63' not understood


def text_dtype(x: "f64[3]"):
    return x.astype(str)  # E: arrays of dtype <U0 are not supported


def zeros_of_dates(x: "f64[3]"):
    return np.zeros(3, dtype="datetime64[s]")  # E: arrays of dtype datetime64[s] are not supported


def determinant_of_integers(n: "i64[3]"):
    return np.linalg.det(n)  # E: f64[3] given: the array must be at least two-dimensional


def where_condition_is_text(x: "f64[3]"):
    return np.where("yes", x, 0.0)  # E: arrays of dtype <U3 are not supported: 'yes'


def uint8_overflow(x: "u8[3]"):
    return x + 300  # E: Python integer 300 out of bounds for uint8


def huge_constant(n: "i64[3]"):
    return n + 2 ** 70  # E: OverflowError: Python integer 1180591620717411303424 is too large for 64 bits


def huge_number_returned(n: "i64[]"):
    return n * 10 ** 30  # E: OverflowError: Python integer 1000000000000000000000000000000 is too large for


def none_in_arithmetic(x: "f64[3]", scale=None):
    return x * scale  # E: TypeError: unsupported operands for *: f64[3] and None


def dict_in_arithmetic(x: "f64[]"):
    return {"a": x} + x  # E: TypeError: unsupported operands for +: a dict of 1 item and a dynamic scalar


def text_plus_number(x: "f64[]", name="x"):
    return name + x  # E: TypeError: unsupported operands for +: str 'x' and a dynamic scalar f64[]


def function_in_arithmetic(x: "f64[]"):
    return np.sin + x  # E: TypeError: unsupported operands for +: the function sin and a dynamic scalar f64[]


def compared_with_text(x: "f64[]"):
    return x < "high"  # E: TypeError: unsupported operands for <: a dynamic scalar f64[] and str 'high'


def out_of_another_kind(x: "f64[3]"):
    out = np.zeros(3, dtype=int)
    np.sin(x, out=out)  # E: Cannot cast ufunc output from f64[3] to i64[3] with casting rule 'same_kind'
    return out


def fill_with_complex(x: "f64[3]", z: "c128[]"):
    x.fill(z)  # E: can't store c128[] in an array of f64
    return x


def truncated_number_of_numpy(x: "f32[3]"):
    return math.trunc(x[0])  # E: type numpy.float32 doesn't define __trunc__ method  # H: float(…)


def truncated_integer_of_numpy(x: "i64[3]"):
    return [math.trunc(v) for v in x]  # E: type numpy.int64 doesn't define __trunc__ method  # H: int(…)


def truncated_array_without_axes(x: "f64[]"):
    return math.trunc(np.asarray(x))  # E: type numpy.ndarray doesn't define __trunc__ method


def rounded_truth_value(x: "f64[3]"):
    return round(x[0] > 1)  # E: type numpy.bool doesn't define __round__ method


def rounded_array_without_axes(x: "f64[3]"):
    return round(np.asarray(x[0]))  # E: type numpy.ndarray doesn't define __round__ method


def subtracted_truth_values(seen: "bool[3]", other: "bool[3]"):
    np.subtract.at(seen, 0, other[0])  # E: np.subtract is not defined for bool, bool
    return seen


def accumulated_at_places_of_computed_length(seen: "bool[3]", x: "f64[3]", n: "i64[]"):
    np.add.at(seen, np.flatnonzero(x), n)  # E: np.add.at of bool[3] and i64[] makes every result a truth value
    return seen


def complex_on_one_path(x: "u32[3]", z: "c128[]"):
    b = x.any()
    x[2] = z if b else b  # E: can't store c128[] in an array of u32
    return x


def shape_of_a_python_number(k: "i64[] weak"):
    return (k + 1).shape  # E: AttributeError: 'int' object has no attribute 'shape'  # H: np.shape(…) is for numbers


def sum_of_a_python_number(y: "f64[] weak"):
    return y.sum()  # E: AttributeError: 'float' object has no attribute 'sum'  # H: np.sum(…) is for numbers, too


def type_of_a_python_truth_value(k: "i64[] weak"):
    return (k > 2).dtype  # E: AttributeError: 'bool' object has no attribute 'dtype'  # H: np.dtype


def python_number_converted_as_numpys(y: "f64[] weak"):
    return math.sqrt(y).astype(np.float32)  # E: AttributeError: 'float' object has no attribute 'astype'


def number_of_one_path_converted(x: "f64[3]"):
    total = 0
    for v in x:
        if v > 0.0:
            total += v
    return total.astype(np.float32)  # E: what .astype computes depends on the path: the value is np.float64 or


def bits_of_a_float(y: "f64[] weak"):
    return y.bit_count()  # E: AttributeError: 'float' object has no attribute 'bit_count'


def power_of_two_of_an_array(y: "f64[] weak"):
    return math.ldexp(y, np.array(2))  # E: TypeError: Expected an int as second argument to ldexp, not i64[]


def power_of_two_of_an_element(y: "f64[] weak", k: "i64[3]"):
    return math.ldexp(y, k[0])  # E: TypeError: Expected an int as second argument to ldexp  # H: int(


def floats_written_into_chosen_integers(x: "f64[3]", a: "bool[]"):
    y = np.flatnonzero(x)
    np.add(x[:1], a, out=y)  # E: Cannot cast ufunc output from f64[1] to i64[3] with casting rule 'same_kind'
    return y


def class_of_a_chain_of_comparisons(x: "f64[2]", c: "i64[]"):
    first = complex(c, c) == -x[0] == 1
    return isinstance(first != (not c), int)  # E: what isinstance computes depends on the path


def none_in_integers(x: "f64[3]"):
    counts = np.zeros(3, int)
    counts[0] = None  # E: None can't be used as an array or number
    return counts * x
