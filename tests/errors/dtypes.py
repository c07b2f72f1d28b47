"""Dtypes that do not fit."""
import numpy as np


def float_into_int_array(n: "i64[3]"):
    n += 1.5  # E: Cannot cast ufunc output from f64 to i64 with casting rule 'same_kind'  H: astype
    return n


def divided_int_array(n: "i64[3]"):
    n /= 2  # E: Cannot cast ufunc output from f64 to i64
    return n


def divided_int_item(n: "i64[3]"):
    n[0] /= 2  # E: Cannot cast ufunc output from f64 to i64
    return n


def complex_into_float_array(x: "f64[3]"):
    x *= 1j  # E: Cannot cast ufunc output from c128 to f64
    return x


def complex_stored_in_float_array(x: "f64[3]", z: "c128[3]"):
    x[:] = z  # E: ?
    return x


def complex_stored_in_float_item(x: "f64[3]", z: "c128[]"):
    x[0] = z  # E: ?
    return x


def bits_of_floats(x: "f64[3]"):
    return x & 1  # E: ?


def shifted_float(x: "f64[3]"):
    return x << 2  # E: ?


def inverted_float(x: "f64[3]"):
    return ~x  # E: ?


def bits_of_floats_in_place(n: "i64[3]", x: "f64[3]"):
    n |= x  # E: ?
    return n


def negative_of_bools(b: "bool[3]"):
    return -b  # E: ?


def difference_of_bools(a: "bool[3]", b: "bool[3]"):
    return a - b  # E: ?


def order_of_complex(z: "c128[]"):
    if z > 1.0:  # E: ?
        return z
    return -z


def floor_of_complex(z: "c128[3]"):
    return np.floor(z)  # E: ?


def floor_division_of_complex(z: "c128[3]"):
    return z // 2.0  # E: ?


def remainder_of_complex(z: "c128[3]"):
    return z % 2.0  # E: ?


def sorted_by_python(z: "c128[3]"):
    return sorted([z[0], z[1]])  # E: ?


def integer_to_negative_power(n: "i64[3]"):
    return n ** -1  # E: ?


def float_as_range(x: "f64[]"):
    total = 0
    for i in range(x):  # E: TypeError
        total += i
    return total


def float_of_complex(z: "c128[]"):
    return float(z)  # E: ?


def int_of_complex(z: "c128[]"):
    return int(z)  # E: ?


def math_of_an_array(x: "f64[3]"):
    import math
    return math.sin(x)  # E: ?


def math_of_complex(z: "c128[]"):
    import math
    return math.sqrt(z)  # E: ?


def array_of_objects(x: "f64[]"):
    return np.array([x, None])  # E: ?


def array_of_words(x: "f64[3]"):
    names = np.array(["a", "b", "c"])
    return x[names == "b"]  # E: ?


def object_dtype(x: "f64[3]"):
    return x.astype(object)  # E: ?


def unknown_dtype(x: "f64[3]"):
    return x.astype("float63")  # E: ?


def text_dtype(x: "f64[3]"):
    return x.astype(str)  # E: ?


def zeros_of_dates(x: "f64[3]"):
    return np.zeros(3, dtype="datetime64[s]")  # E: ?


def determinant_of_integers(n: "i64[3]"):
    return np.linalg.det(n)  # E: ?


def where_condition_is_text(x: "f64[3]"):
    return np.where("yes", x, 0.0)  # E: ?


def uint8_overflow(x: "u8[3]"):
    return x + 300  # E: ?


def huge_constant(n: "i64[3]"):
    return n + 2 ** 70  # E: ?


def huge_number_returned(n: "i64[]"):
    return n * 10 ** 30  # E: ?


def none_in_arithmetic(x: "f64[3]", scale=None):
    return x * scale  # E: ?


def list_in_arithmetic(x: "f64[]"):
    return [1.0, 2.0] - x  # E: ?


def dict_in_arithmetic(x: "f64[]"):
    return {"a": x} + x  # E: ?


def text_plus_number(x: "f64[]", name="x"):
    return name + x  # E: ?


def function_in_arithmetic(x: "f64[]"):
    return np.sin + x  # E: ?


def compared_with_text(x: "f64[]"):
    return x < "high"  # E: ?


def out_of_another_kind(x: "f64[3]"):
    out = np.zeros(3, dtype=int)
    np.sin(x, out=out)  # E: Cannot cast ufunc output
    return out


def fill_with_complex(x: "f64[3]", z: "c128[]"):
    x.fill(z)  # E: ?
    return x
