from recto.transform import primitives as prim


def heat_2d(u: "f64[6,5]", c: "f64[] weak", steps: "i64[] weak"):
    cast_steps = prim.cast(steps, dtype=prim.i64)  # i64[]

    def body(i: "i64[] weak", c: "f64[] weak", u: "f64[6,5]"):
        slice_u = prim.slice_(u, drop=(), limits=(6, 4), starts=(2, 1), strides=(1, 1))  # f64[4,3]
        slice_u_1 = prim.slice_(u, drop=(), limits=(4, 4), starts=(0, 1), strides=(1, 1))  # f64[4,3]
        add = prim.add(slice_u, slice_u_1)                      # f64[4,3]
        slice_u_2 = prim.slice_(u, drop=(), limits=(5, 5), starts=(1, 2), strides=(1, 1))  # f64[4,3]
        add_1 = prim.add(add, slice_u_2)                        # f64[4,3]
        slice_u_3 = prim.slice_(u, drop=(), limits=(5, 3), starts=(1, 0), strides=(1, 1))  # f64[4,3]
        add_2 = prim.add(add_1, slice_u_3)                      # f64[4,3]
        slice_u_4 = prim.slice_(u, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[4,3]
        mul = prim.mul(prim.const(4.0, "f64[4,3]"), slice_u_4)  # f64[4,3]
        sub = prim.sub(add_2, mul)                              # f64[4,3]
        cast_c = prim.cast(c, dtype=prim.f64)                   # f64[]
        broadcast = prim.broadcast(cast_c, axes=(), shape=(4, 3))  # f64[4,3]
        mul_1 = prim.mul(broadcast, sub)                        # f64[4,3]
        slice_u_5 = prim.slice_(u, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[4,3]
        add_3 = prim.add(slice_u_5, mul_1)                      # f64[4,3]
        u_1 = prim.put_slice(u, add_3, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[6,5]
        return u_1

    (u_1,) = prim.fori_loop(0, cast_steps, c, u, body=body, invariant=1, step=1)  # f64[6,5]
    return u_1
