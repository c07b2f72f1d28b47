"""Two names for the same memory."""
import numpy as np


def row_view(a):
    row = a[1]
    row[:] = 7
    row[0] += 1
    return a, row.sum()


def slice_of_slice(a):
    inner = a[1:-1]
    core = inner[1:-1]
    core *= 10
    inner[0] = -1
    return a


def transposed_write(a):
    t = a.T
    t[0] = np.arange(a.shape[0])
    t[:, 1] -= 5
    return a


def diagonal_by_stride(a, value):
    flat = a.reshape(-1)
    flat[:: a.shape[1] + 1] = value
    return a


def reversed_view(x):
    back = x[::-1]
    back[0] = 100
    back[1:3] += x[0]
    return x


def even_and_odd(x):
    """Two views that interleave; a lifting step and its result."""
    even, odd = x[0::2], x[1::2]
    odd -= even
    even += odd / 2
    return x


def overlapping_shift(x):
    """NumPy copies where source and destination overlap."""
    x[1:] = x[:-1]
    x[:-2] += x[2:]
    return x


def rebinding(a):
    """a = a + 1 makes a new array; b += 1 does not."""
    b = a
    a = a + 1
    b += 10
    a += 100
    return a, b


def alias_sees_write(x):
    y = x
    x[0] = 5
    y[1] = 6
    z = x.copy()
    x[2] = 7
    return x, y, z


def swap_rows(a, i, j):
    held = a[i].copy()
    a[i] = a[j]
    a[j] = held
    return a


def swap_rows_wrongly(a):
    """Without the copy both rows end the same: that is what NumPy does."""
    held = a[0]
    a[0] = a[1]
    a[1] = held
    return a


def normalise_rows(a):
    """The loop variable is a view."""
    for row in a:
        row /= np.sqrt(row @ row)
    return a


def cumulative_rows(a):
    for i in range(1, a.shape[0]):
        row, above = a[i], a[i - 1]
        row += above
    return a


def quadrants(a):
    h, w = a.shape[0] // 2, a.shape[1] // 2
    top, bottom = a[:h], a[h:]
    upper_left, lower_right = top[:, :w], bottom[:, w:]
    upper_left[:] = 1
    lower_right[...] = upper_left + 1
    bottom[:, :w] += top[:, w:]
    return a


def view_kept_in_list(a):
    columns = [a[:, j] for j in range(a.shape[1])]
    for j, column in enumerate(columns):
        column += j
    columns[0][:] = columns[-1]
    return a, columns[0]


def read_before_and_after(x):
    window = x[2:5]
    before = window.sum()
    x *= 2
    after = window.sum()
    return before, after


def view_through_helper(a):
    def middle(b):
        return b[1:-1, 1:-1]

    middle(a)[...] = 0
    inside = middle(a)
    inside += 3
    return a


def ravel_write(a):
    flat = a.ravel()
    flat[0] = 9
    flat[-1] = a[0, 0]
    return a


def contiguous_copy(a):
    """A transposed array is copied, one that is contiguous is not."""
    b = np.ascontiguousarray(a.T)
    b[0] = 7
    c = np.ascontiguousarray(a)
    c[-1] = 8
    return a, b


def conditional_view_write(x, low):
    """Which half is written depends on data; the view is made in the branch."""
    half = x.size // 2
    if low > 0:
        part = x[:half]
        part += low
    else:
        part = x[half:]
        part -= low
    return x


def moving_view(x, steps):
    """A window whose start moves with the loop, written through."""
    for i in range(steps):
        window = x[i : i + 3]
        window[1] = window.mean()
    return x


def same_array_twice(a, b):
    """Arguments may be one array; this only reads."""
    return np.sum(a * b) + np.max(a - b)


def broadcast_row_into(a):
    """Assignment reads its right side before it writes."""
    a[:] = a[0]
    a[:, 0] = a[:, -1] * 2
    return a


def converted_to_itself(a, dtype):
    """astype and np.array give the array itself where they need not copy, if they are told so."""
    b = a.astype(dtype, copy=False)
    b[0] = 9
    c = np.array(a, copy=None)
    c[1] = 8
    d = np.array(a)
    d[2] = 7
    return a, b, c, d


def broadcast_to_itself(a, other):
    b, c = np.broadcast_arrays(a, other)
    a[0] = 50
    other[0] = 60
    return a, b, c


def reshaped_views(m):
    """reshape shares memory where the strides allow it, and copies elsewhere."""
    r = m.T.reshape(-1)
    r[0] = -1
    s = m[:, :1].reshape(-1)
    s[0] = -2
    t = m.reshape(-1)[::2].reshape(-1, 1)
    t[1] = -3
    u = m.T.reshape(m.shape[1], 1, m.shape[0])
    u[-1] = -4
    v = m.ravel(order="F")
    v[0] = -5
    w = m[:, ::2].reshape(-1)
    w[0] = -6
    return m, r, s, t, u, v, w


def rows_chosen(x):
    a = x[[1, 0]]
    a.reshape(-1)[0] = 0.0
    return a


def one_column_chosen(x):
    a, b = x[:, [1]], x[:1, [1, 0]]
    a.reshape(-1)[0] = 0.0
    b.reshape(-1)[0] = 1.0
    return a, b


def apart_with_a_slice_between(x):
    a = x[0, :, [1, 0]]
    a.reshape(-1)[0] = 0.0
    return a


def columns_chosen_and_flattened(x):
    a = x[:, [1, 0]].reshape(-1)
    a[0] = 5.0
    b = x[:, [1, 0]].copy()
    b.reshape(-1)[1] = 6.0
    return a, b


# A real or imaginary part lies between the other parts: its ravel is a copy, its transpose is a view.

def parts_raveled(z):
    real, imag = z.real.ravel(), z.imag.ravel()
    real[0], imag[1] = 5.0, 7.0
    return real, imag, z


def parts_reshaped(z):
    column, turned = z.real.reshape(-1, 1), z.imag.T.reshape(-1)
    column[0], turned[1] = 5.0, 7.0
    return column, turned, z


def examples():
    rng = np.random.default_rng(14)

    def grid(rows, columns):
        return rng.integers(-5, 6, (rows, columns)).astype(np.float64)

    for f in (rows_chosen, one_column_chosen, apart_with_a_slice_between, columns_chosen_and_flattened):
        yield f, (np.arange(24.0).reshape(2, 3, 4),)
    yield row_view, (grid(3, 4),)
    yield row_view, (np.arange(4).reshape(2, 2),)
    yield slice_of_slice, (np.arange(8.0),)
    yield slice_of_slice, (grid(5, 2),)
    yield transposed_write, (grid(2, 3),)
    yield transposed_write, (np.ones((3, 2), np.float32),)
    yield diagonal_by_stride, (grid(3, 3), 8.0)
    yield diagonal_by_stride, (np.zeros((2, 4), np.int64), 3)
    yield reversed_view, (np.arange(6.0),)
    yield reversed_view, (np.arange(3),)
    yield even_and_odd, (rng.normal(size=8),)
    yield even_and_odd, (np.array([1.0, 5.0], np.float32),)
    yield overlapping_shift, (np.arange(6.0),)
    yield overlapping_shift, (np.arange(3),)
    yield rebinding, (np.zeros(3),)
    yield rebinding, (np.arange(2),)
    yield alias_sees_write, (np.zeros(3),)
    yield alias_sees_write, (np.zeros((4, 2)),)
    yield swap_rows, (grid(4, 2), 0, 3)
    yield swap_rows, (grid(4, 2), 1, -1)
    yield swap_rows_wrongly, (grid(2, 3),)
    yield swap_rows_wrongly, (np.arange(3),)
    yield normalise_rows, (grid(3, 3) + 7,)
    yield normalise_rows, (np.array([[3.0, 4.0]], np.float32),)
    yield cumulative_rows, (grid(4, 3),)
    yield cumulative_rows, (grid(1, 2),)
    yield quadrants, (grid(4, 6),)
    yield quadrants, (np.zeros((2, 2), np.int32),)
    yield view_kept_in_list, (grid(3, 3),)
    yield view_kept_in_list, (grid(2, 1),)
    yield read_before_and_after, (np.arange(6.0),)
    yield read_before_and_after, (np.arange(5),)
    yield view_through_helper, (grid(4, 4),)
    yield view_through_helper, (grid(2, 3),)
    yield ravel_write, (grid(2, 2),)
    yield ravel_write, (np.zeros((1, 1)),)
    yield contiguous_copy, (grid(3, 2),)
    yield contiguous_copy, (np.zeros((4, 3), np.int32),)
    yield conditional_view_write, (np.arange(5.0), 2.0)
    yield conditional_view_write, (np.arange(4.0), -1.0)
    yield moving_view, (rng.normal(size=8), 5)
    yield moving_view, (rng.normal(size=4), 0)
    x = rng.normal(size=4)
    yield same_array_twice, (x, x)
    yield same_array_twice, (x, -x)
    yield broadcast_row_into, (grid(3, 2),)
    yield broadcast_row_into, (np.arange(6).reshape(2, 3),)
    for dtype in (np.float64, np.float32):
        yield converted_to_itself, (np.arange(4.0), dtype)
    yield broadcast_to_itself, (np.arange(3.0), np.ones(3))
    yield broadcast_to_itself, (np.arange(3.0), np.ones((2, 3)))
    yield reshaped_views, (grid(3, 4),)
    yield reshaped_views, (np.arange(4).reshape(4, 1),)
    for z in (np.arange(4.0) + 1j, np.array([[1 + 2j, 3j], [2.0, -1j]])):
        yield parts_raveled, (z,)
        yield parts_reshaped, (z,)
