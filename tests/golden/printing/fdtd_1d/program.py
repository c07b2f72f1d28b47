from recto.transform import primitives as prim


def fdtd_1d(electric: "f64[14]", magnetic: "f64[13]", steps: "i64[] weak"):
    cast_steps = prim.cast(steps, dtype=prim.i64)  # i64[]

    def body(n: "i64[] weak", array: "f64[13]", array_1: "f64[14]"):
        slice_array = prim.slice_(array_1, drop=(), limits=(14,), starts=(1,), strides=(1,))  # f64[13]
        slice_array_1 = prim.slice_(array_1, drop=(), limits=(13,), starts=(0,), strides=(1,))  # f64[13]
        sub = prim.sub(slice_array, slice_array_1)               # f64[13]
        mul = prim.mul(prim.const(0.5, "f64[13]"), sub)          # f64[13]
        add_array = prim.add(array, mul)                         # f64[13]
        slice_ = prim.slice_(add_array, drop=(), limits=(13,), starts=(1,), strides=(1,))  # f64[12]
        slice__1 = prim.slice_(add_array, drop=(), limits=(12,), starts=(0,), strides=(1,))  # f64[12]
        sub_1 = prim.sub(slice_, slice__1)                       # f64[12]
        mul_1 = prim.mul(prim.const(0.5, "f64[12]"), sub_1)      # f64[12]
        slice_array_2 = prim.slice_(array_1, drop=(), limits=(13,), starts=(1,), strides=(1,))  # f64[12]
        add = prim.add(slice_array_2, mul_1)                     # f64[12]
        put_slice_array = prim.put_slice(array_1, add, drop=(), limits=(13,), starts=(1,),
                                         strides=(1,))           # f64[14]
        cast_n = prim.cast(n, dtype=prim.f64, weak=True)         # f64[] weak
        sub_2 = prim.sub(cast_n, prim.const(4.0, "f64[] weak"))  # f64[] weak
        integer_pow = prim.integer_pow(sub_2, exponent=2)        # f64[] weak
        neg = prim.neg(integer_pow)                              # f64[] weak
        div = prim.div(neg, prim.const(8.0, "f64[] weak"))       # f64[] weak
        cast = prim.cast(div, dtype=prim.f64)                    # f64[]
        exp = prim.exp(cast)                                     # f64[]
        slice__2 = prim.slice_(put_slice_array, drop=(0,), limits=(3,), starts=(2,), strides=(1,))  # f64[]
        add_1 = prim.add(slice__2, exp)                          # f64[]
        put_slice = prim.put_slice(put_slice_array, add_1, drop=(0,), limits=(3,), starts=(2,),
                                   strides=(1,))                 # f64[14]
        return add_array, put_slice

    array, array_1 = prim.fori_loop(0, cast_steps, magnetic, electric, body=body, invariant=0,
                                    step=1)  # f64[13], f64[14]
    return array_1, array
