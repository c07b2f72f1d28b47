"""Corners of the language where compilers go silently wrong: aliases, late binding, copies that look like views."""
import numpy as np


def view_loop(x):
    rows = []
    for i in range(len(x)):
        rows.append(x[i])
    rows[1][0] = 5.0
    return rows[1], x


def swap_rows(x, i, j):
    x[[i, j]] = x[[j, i]]
    return x


def late(x):
    fs = []
    for k in range(3):
        fs.append(lambda y: y * k)
    return [f(x) for f in fs]


def default_late(x):
    fs = [lambda y, k=k: y * k for k in range(3)]
    return [f(x) for f in fs]


def chained(x):
    a = b = x.copy()
    a[0] = 3.0
    return b


def aug_alias(x):
    y = x
    y += 1
    return x


def aug_scalar_alias(x):
    s = x[0]
    s += 1
    return x[0], s


def list_in_loop(x, n):
    acc = [0.0, 0.0]
    for i in range(n):
        acc[0] += x[i]
        acc[1] = max(acc[1], x[i])
    return acc


def dict_state(x, n):
    st = {"a": 0.0, "n": 0}
    for i in range(n):
        if x[i] > 0:
            st["a"] += x[i]
            st["n"] += 1
    return st


def while_view(x):
    i = 0
    while i < len(x) - 1:
        w = x[i:i+2]
        w += 1
        i += 1
    return x


def overlap(x):
    x[1:] = x[:-1]
    return x


def overlap2(x):
    x[1:] += x[:-1]
    return x


def transpose_write(a):
    t = a.T
    t[0, 1] = 7.0
    t += 1
    return a


def reshape_write(a):
    f = a.reshape(-1)
    f[::2] = 0
    return a


def ravel_noncontig(a):
    f = a.T.ravel()
    f[0] = 100.0
    return a


def nested_fn_mut(x):
    def put(i, v):
        x[i] = v
    for i in range(3):
        put(i, i * 2.0)
    return x


def nonlocal_counter(x):
    n = 0
    def tick():
        nonlocal n
        n += 1
        return n
    for v in x:
        if v > 0:
            tick()
    return n


def early_in_nested(a, t):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            if a[i, j] > t:
                a[i, j] = -1
                return i, j
    return -1, -1


def loop_else_ret(x):
    for i in range(len(x)):
        if x[i] == 0:
            break
    else:
        return -1
    return i


def mut_default(x, acc=[]):
    return len(acc) + x


def int_div(a, b):
    return a // b, a % b, -a // b, -a % b, divmod(a, b)


def pow_neg(a, n):
    r = 1.0
    if n < 0:
        a = 1 / a
        n = -n
    while n:
        if n & 1: r *= a
        a *= a
        n >>= 1
    return r


def copy_semantics(x):
    y = x[:]
    y[0] = 1.0
    z = np.array(x)
    z[1] = 2.0
    w = np.asarray(x)
    w[2] = 3.0
    return x, z


def where_views(x):
    y = np.where(x > 0, x, 0)
    y[0] = 50.0
    return x, y


def cond_mutate_arg(x, y):
    z = x if x[0] > 0 else y
    return z.sum() + x.sum()


def swap_arrays(a, b, n):
    for _ in range(n):
        a, b = b, a + b
    return a, b


def tup_swap(x):
    x[0], x[1], x[2] = x[2], x[0], x[1]
    return x


def neg_index_loop(x):
    s = 0.0
    for i in range(-1, -len(x) - 1, -1):
        s = s * 2 + x[i]
    return s


def dyn_neg(x, i):
    x[i] = 10.0
    return x[i - 1]


def bool_mask(x):
    m = x > 0
    x[m] *= 2
    x[~m] = -1
    return x, m.sum()


def isum(n):
    s = 0
    for i in range(n):
        s += i * i
    return s


def complex_iter(z, n):
    k = 0
    c = z
    while abs(z) < 2 and k < n:
        z = z * z + c
        k += 1
    return k, z


def string_fmt(x, name="q"):
    d = {f"{name}_{i}": x[i] for i in range(2)}
    return d


def star(*args, **kw):
    a, *rest = args
    return a + sum(rest) + kw.get("z", 0)


def max_track(x):
    best = None
    for i in range(len(x)):
        if best is None or x[i] > best:
            best = x[i]
    return best


def reshape_strided(a):
    b = a[:, :2].reshape(-1)
    return b.sum() + a.sum()


def ravel_rows(a):
    f = a[1:].ravel()
    f[0] = 100.0
    g = a[:, 1:].ravel()
    g[0] = 50.0
    return a


def reshape_of_reshape(a):
    b = a.reshape(9)[None, :].reshape(3, 3)[1]
    b[0] = -4.0
    return a


def split_whole_and_ravel(a):
    whole = np.split(a, 1)[0]
    flat = whole.ravel()
    flat[...] += 8.0
    return a * 1, whole * 1


def flipped_and_ravelled(a):
    flipped = np.flip(a)
    flat = np.ravel(flipped, order="F")
    flipped[...] += 4.0
    return flipped * 1, flat * 1


def column_of_a_row(a):
    column = a.T
    flat = column.ravel()
    column[...] *= 3.0
    return flat * 1


def a_condition_is_known_on_its_path_alone(x, a):
    seen = x
    for v in (2.5, 0.25, 1):
        match int(np.trunc(a)):
            case first if first > 1:
                left = 0
                while True:
                    left += 1
                    if left > 3:
                        break

                    def inner(p, t):
                        if left:
                            return 0
                    inner(t=v, p=seen)
            case n if n:
                for _ in range(1):
                    x[n] = 0
    return x * 1


def examples():
    r = np.arange(6.0)
    m = np.arange(9.0).reshape(3, 3)
    for f in (
        view_loop,
        transpose_write,
        reshape_write,
        ravel_noncontig,
        reshape_strided,
        ravel_rows,
        reshape_of_reshape,
    ):
        yield f, (m.copy(),)
    for shape in ((1, 4), (4, 1), (1, 1)):
        yield ravel_noncontig, (np.arange(1.0, np.prod(shape) + 1).reshape(shape),)
    for shape in ((3, 1), (1, 3), (2, 1, 3), (1, 1), (2, 2), (1, 2, 1)):
        for f in (split_whole_and_ravel, flipped_and_ravelled, column_of_a_row):
            yield f, (np.arange(1.0, np.prod(shape) + 1).reshape(shape),)
    for a in (-1.3465, 1.2, 2.5):
        yield a_condition_is_known_on_its_path_alone, (np.ones(3), a)
    yield swap_rows, (m.copy(), 0, 2)
    for f in (late, default_late):
        yield f, (2.0,)
    for f in (
        chained,
        aug_alias,
        aug_scalar_alias,
        while_view,
        overlap,
        overlap2,
        nested_fn_mut,
        nonlocal_counter,
        loop_else_ret,
        copy_semantics,
        where_views,
        tup_swap,
        neg_index_loop,
        max_track,
    ):
        yield f, (r.copy() - 2,)
    for f in (list_in_loop, dict_state):
        yield f, (r.copy() - 3, 6)
    yield early_in_nested, (m.copy(), 4.0)
    yield early_in_nested, (m.copy(), 40.0)
    yield mut_default, (1.0,)
    for a, b in ((7, 2), (-7, 2), (7, -2), (-7.5, 2.0)):
        yield int_div, (a, b)
    yield pow_neg, (2.0, 5)
    yield pow_neg, (2.0, -3)
    yield cond_mutate_arg, (r.copy(), r.copy() + 1)
    yield swap_arrays, (r.copy(), r + 1, 5)
    yield dyn_neg, (r.copy(), -2)
    yield dyn_neg, (r.copy(), 0)
    yield bool_mask, (r - 3,)
    yield isum, (10,)
    yield isum, (0,)
    yield complex_iter, (0.3 + 0.5j, 50)
    yield complex_iter, (1 + 1j, 50)
    yield string_fmt, (r.copy(),)
    yield star, (1.0, 2.0, 3.0), {"z": 4.0}
