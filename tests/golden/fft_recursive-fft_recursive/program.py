from recto.transform import primitives as prim


def fft_recursive(x: "f64[2]"):
    slice_x = prim.slice_(x, drop=(), limits=(1,), starts=(0,), strides=(1,))  # f64[1]  fft_recursive.py:15
    even = prim.cast(slice_x, dtype=prim.c128)                  # c128[1]  fft_recursive.py:14
    slice_x_1 = prim.slice_(x, drop=(), limits=(2,), starts=(1,), strides=(1,))  # f64[1]  fft_recursive.py:15
    odd = prim.cast(slice_x_1, dtype=prim.c128)                 # c128[1]  fft_recursive.py:14
    turned = prim.mul(prim.const(complex(1.0, 0.0), "c128[1]"), odd)  # c128[1]  fft_recursive.py:16
    add_even = prim.add(even, turned)                           # c128[1]  fft_recursive.py:17
    sub_even = prim.sub(even, turned)                           # c128[1]  fft_recursive.py:17
    concatenate = prim.concatenate(add_even, sub_even, axis=0)  # c128[2]  fft_recursive.py:17
    return concatenate


@prim.named("fft_recursive")
def fft_recursive_1(x: "f64[4]"):
    slice_x = prim.slice_(x, drop=(), limits=(3,), starts=(0,), strides=(2,))  # f64[2]  fft_recursive.py:15
    (even,) = prim.call(slice_x, program=fft_recursive)         # c128[2]  fft_recursive.py:15
    slice_x_1 = prim.slice_(x, drop=(), limits=(4,), starts=(1,), strides=(2,))  # f64[2]  fft_recursive.py:15
    (odd,) = prim.call(slice_x_1, program=fft_recursive)        # c128[2]  fft_recursive.py:15
    turned = prim.mul(prim.const([complex(1.0, 0.0), complex(6.123233995736766e-17, -1.0)],
                                 "c128[2]"), odd)               # c128[2]  fft_recursive.py:16
    add_even = prim.add(even, turned)                           # c128[2]  fft_recursive.py:17
    sub_even = prim.sub(even, turned)                           # c128[2]  fft_recursive.py:17
    concatenate = prim.concatenate(add_even, sub_even, axis=0)  # c128[4]  fft_recursive.py:17
    return concatenate


@prim.named("fft_recursive")
def fft_recursive_2(x: "f64[8]"):
    slice_x = prim.slice_(x, drop=(), limits=(7,), starts=(0,), strides=(2,))  # f64[4]  fft_recursive.py:15
    (even,) = prim.call(slice_x, program=fft_recursive_1)       # c128[4]  fft_recursive.py:15
    slice_x_1 = prim.slice_(x, drop=(), limits=(8,), starts=(1,), strides=(2,))  # f64[4]  fft_recursive.py:15
    (odd,) = prim.call(slice_x_1, program=fft_recursive_1)      # c128[4]  fft_recursive.py:15
    turned = prim.mul(prim.const([complex(1.0, 0.0),
                                  complex(0.7071067811865476, -0.7071067811865475),
                                  complex(6.123233995736766e-17, -1.0),
                                  complex(-0.7071067811865475, -0.7071067811865476)], "c128[4]"),
                      odd)                                      # c128[4]  fft_recursive.py:16
    add_even = prim.add(even, turned)                           # c128[4]  fft_recursive.py:17
    sub_even = prim.sub(even, turned)                           # c128[4]  fft_recursive.py:17
    concatenate = prim.concatenate(add_even, sub_even, axis=0)  # c128[8]  fft_recursive.py:17
    return concatenate
