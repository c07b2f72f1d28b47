from recto.transform import primitives as prim


def exponential_average(x: "f64[10]", alpha: "f64[] weak"):
    out = prim.broadcast(0.0, axes=(), shape=(10,))  # f64[10]  recurrences.py:65
    level = prim.slice_(x, drop=(0,), limits=(1,), starts=(0,), strides=(1,))  # f64[]  recurrences.py:66

    def body(i: "i64[] weak", x: "f64[10]", alpha: "f64[] weak", level: "f64[]", out: "f64[10]"):
        dynamic_slice_x = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # f64[]  recurrences.py:68
        mul = prim.mul(alpha, dynamic_slice_x)  # f64[]  recurrences.py:68
        sub_alpha = prim.sub(prim.const(1.0, "f64[] weak"), alpha)  # f64[] weak  recurrences.py:68
        mul_level = prim.mul(sub_alpha, level)  # f64[]  recurrences.py:68
        level_1 = prim.add(mul, mul_level)      # f64[]  recurrences.py:68
        update_slice_out = prim.update_slice(out, level_1, i, drop=(0,), sizes=(1,))  # f64[10]  recurrences.py:69
        return level_1, update_slice_out

    level_1, out_1 = prim.fori_loop(0, 10, x, alpha, level, out, body=body, invariant=2, step=1)  # f64[], f64[10]  recurrences.py:67
    return out_1
