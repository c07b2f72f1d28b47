"""What a loop carries must keep its type."""
import numpy as np


def shape_grows(n: "i64[1]"):
    x = np.zeros(1)
    for _ in range(n[0]):
        x = np.concatenate([x, x])  # E: x grows: f64[1] before the loop and f64[2] after one iteration
    return x


def shape_grows_in_while(x: "f64[1]"):
    while np.sum(x) < 10.0:
        x = np.append(x, 1.0)  # E: x grows: f64[1] before the loop and f64[2] after one iteration
    return x


def list_grows_in_while(x: "f64[]"):
    parts = []
    while x < 10.0:  # E: a list changes length: 0 before the loop and 1 after one iteration
        parts.append(x)
        x = x * 2.0
    return parts


def list_grows_beside_one_that_is_an_array(n: "i64[1]", at: "i64[3]"):
    counts, seen = [0] * 50, []
    for _ in range(n[0]):  # E: a list changes length: 0 before the loop and 1 after one iteration
        for k in range(50):
            counts[at[0]] += k
        seen.append(counts[0])
    return seen


def list_grows_in_counted_loop(n: "i64[1]"):
    parts = []
    for i in range(n[0]):  # E: a list changes length: 0 before the loop and 1 after one iteration
        parts.append(i)
    return parts


def kind_changes_none_to_function(x: "f64[3]", n: "i64[1]"):
    best = None
    for i in range(n[0]):
        if best is None:  # E: best is None before the loop and
            best = lambda v: v
    return best


def kind_changes_number_to_list(n: "i64[1]"):
    value = 0
    for i in range(n[0]):
        value = [value]  # E: this value is int 0 before the loop and a list of 1 item after one iteration
    return value


def tuple_grows(n: "i64[1]"):
    value = ()
    for i in range(n[0]):
        value = value + (i,)  # E: this value changes length: 0 before the loop and 1 after one iteration
    return value


def text_grows(n: "i64[1]"):
    text = ""
    for i in range(n[0]):
        text = text + "."  # E: text changes in every iteration
    print(text)


def never_set(x: "f64[3]"):
    for i in range(0):
        y = x
    return y  # E: variable y is read before it is set
    #      ^


def set_later(x: "f64[3]"):
    y = z + x  # E: variable z is read before it is set
    z = x
    return y


def read_before_loop_sets(x: "f64[3]", n: "i64[1]"):
    for i in range(n[0]):
        total = total + x[i]  # E: variable total is read before it is set
    return total


def deleted(x: "f64[3]"):
    y = x + 1.0
    del y
    return y  # E: variable y is read before it is set


def branch_never_taken(x: "f64[3]", mode="slow"):
    if mode == "fast":
        y = x
    return y  # E: variable y is read before it is set


def infinite(x: "f64[3]"):
    while True:  # E: this loop never ends
        x = x + 1.0
    return x


def infinite_by_test(x: "f64[3]", go=True):
    while go:  # E: this loop never ends
        x = x + 1.0
    return x


def infinite_after_a_static_break(x: "f64[3]"):
    k = 0
    while k < 3:  # E: this loop never ends
        x = x + 1.0
    return x


def break_in_function_of_loop(x: "f64[3]"):
    for i in 3:  # E: TypeError: int 3 can't be iterated over
        x = x + i
    return x


def zero_step(x: "f64[3]"):
    for i in range(0, 3, 0):  # E: ValueError: range() arg 3 must not be zero
        x = x + i
    return x


def zip_strict(x: "f64[3]"):
    total = 0.0
    for a, b in zip([1, 2], [3], strict=True):  # E: ValueError: zip() argument 2 is shorter than argument 1
        total += a * b
    return x * total


def unpack_in_loop(x: "f64[3]"):
    total = 0.0
    for a, b in [(1, 2), (3, 4, 5)]:  # E: ValueError: too many values to unpack: 2 names, 3 values
        total += a * b
    return x * total


def next_of_nothing(x: "f64[3]"):
    return next(iter([])) + x  # E: StopIteration: next() of an empty iterable


def over_an_object(x: "f64[3]", f=np.sin):
    for v in f:  # E: TypeError: the function sin can't be iterated over
        x = x + v
    return x



def carried_dict_gains_keys(n: "i64[1]"):
    table = {}
    for i in range(n[0]):
        table["last"] = i
    return table["last"]


def dtype_grows_without_end(n: "i64[1]"):
    x = np.zeros(3, dtype=np.int8)
    for i in range(n[0]):
        x = [x]  # E: x is i8[3] before the loop and a list of 1 item after one iteration
    return x


def keys_in_another_order(s: "f64[]", n: "i64[1]"):
    d = {"w": s, "b": s}
    for i in range(n[0]):
        d = {"b": d["b"] * 2.0, "w": d["w"] + 1.0}  # E: the keys of d come in another order
    return d


def keys_in_another_order_on_a_path(s: "f64[]"):
    d = {"w": s, "b": s} if s > 0 else {"b": s, "w": s}
    return [2.0 * d[k] for k in d]  # E: the keys of this value come in another order


def any_of_an_iterator_made_before(b: "f64[2,2]"):
    rest = iter([1.0, 2.0, 3.0])
    found = any(e == b[0, 0] for row in [b, b] for e in rest)  # E: any stops at the first deciding item, and
    return found, list(rest)
