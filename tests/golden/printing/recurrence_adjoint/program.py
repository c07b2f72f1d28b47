from recto.transform import primitives as prim


def f_vjp(x: "f64[9]", out_bar: "f64[]"):
    s_saved = prim.broadcast(0.0, axes=(), shape=(9,))  # f64[9]

    def body(i: "i64[]", x: "f64[9]", s: "f64[]", s_saved: "f64[9]"):
        s_saved_1 = prim.update_slice(s_saved, s, i, drop=(0,), sizes=(1,))  # f64[9]
        dynamic_slice_x = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # f64[]
        mul = prim.mul(s, dynamic_slice_x)  # f64[]
        sin = prim.sin(mul)                 # f64[]
        s_1 = prim.add(s, sin)              # f64[]
        return s_1, s_saved_1

    out, s_saved_1 = prim.fori_loop(0, 9, x, 0.0, s_saved, body=body, invariant=1, step=1)  # f64[], f64[9]
    x_bar = prim.broadcast(0.0, axes=(), shape=(9,))  # f64[9]

    def body(i: "i64[]", x: "f64[9]", s_saved: "f64[9]", s_bar: "f64[]", x_bar: "f64[9]"):
        s = prim.dynamic_slice(s_saved, i, drop=(0,), sizes=(1,))  # f64[]
        dynamic_slice_x = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # f64[]
        mul = prim.mul(s, dynamic_slice_x)          # f64[]
        cos = prim.cos(mul)                         # f64[]
        mul_bar = prim.mul(s_bar, cos)              # f64[]
        mul_2 = prim.mul(mul_bar, dynamic_slice_x)  # f64[]
        s_bar_1 = prim.add(s_bar, mul_2)            # f64[]
        mul_1 = prim.mul(mul_bar, s)                # f64[]
        dynamic_slice_x_bar = prim.dynamic_slice(x_bar, i, drop=(0,), sizes=(1,))  # f64[]
        add = prim.add(dynamic_slice_x_bar, mul_1)  # f64[]
        x_bar_1 = prim.update_slice(x_bar, add, i, drop=(0,), sizes=(1,))  # f64[9]
        return s_bar_1, x_bar_1

    s_bar, x_bar_1 = prim.fori_loop(8, -1, x, s_saved_1, out_bar, x_bar, body=body, invariant=2,
                                    step=-1)  # f64[], f64[9]
    return out, x_bar_1
