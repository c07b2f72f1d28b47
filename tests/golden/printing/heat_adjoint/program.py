from recto.transform import primitives as prim


def grad_mismatch(u: "f64[6,5]", target: "f64[6,5]", c: "f64[]", steps: "i64[]"):

    def body(i: "i64[]", c: "f64[]", u: "f64[6,5]"):
        s = prim.slice_(u, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[4,3]
        s1 = prim.slice_(u, drop=(), limits=(6, 4), starts=(2, 1), strides=(1, 1))  # f64[4,3]
        s2 = prim.slice_(u, drop=(), limits=(4, 4), starts=(0, 1), strides=(1, 1))  # f64[4,3]
        s3 = prim.slice_(u, drop=(), limits=(5, 5), starts=(1, 2), strides=(1, 1))  # f64[4,3]
        s4 = prim.slice_(u, drop=(), limits=(5, 3), starts=(1, 0), strides=(1, 1))  # f64[4,3]
        add = prim.add(s1, s2)                                  # f64[4,3]
        add_1 = prim.add(add, s3)                               # f64[4,3]
        add_2 = prim.add(add_1, s4)                             # f64[4,3]
        broadcast = prim.broadcast(4.0, axes=(), shape=(4, 3))  # f64[4,3]
        mul = prim.mul(broadcast, s)                            # f64[4,3]
        sub = prim.sub(add_2, mul)                              # f64[4,3]
        broadcast_c = prim.broadcast(c, axes=(), shape=(4, 3))  # f64[4,3]
        mul_c = prim.mul(broadcast_c, sub)                      # f64[4,3]
        add_3 = prim.add(s, mul_c)                              # f64[4,3]
        u_1 = prim.put_slice(u, add_3, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[6,5]
        return u_1

    (u_1,) = prim.fori_loop(0, steps, c, u, body=body, invariant=1, step=1)  # f64[6,5]
    sub = prim.sub(u_1, target)                             # f64[6,5]
    broadcast = prim.broadcast(2.0, axes=(), shape=(6, 5))  # f64[6,5]
    u_bar = prim.mul(broadcast, sub)                        # f64[6,5]

    def body(i: "i64[]", c: "f64[]", u_bar: "f64[6,5]"):
        slice_u_bar = prim.slice_(u_bar, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[4,3]
        broadcast_c = prim.broadcast(c, axes=(), shape=(4, 3))  # f64[4,3]
        lap_bar = prim.mul(broadcast_c, slice_u_bar)            # f64[4,3]
        broadcast = prim.broadcast(4.0, axes=(), shape=(4, 3))  # f64[4,3]
        mul = prim.mul(broadcast, lap_bar)                      # f64[4,3]
        sub = prim.sub(slice_u_bar, mul)                        # f64[4,3]
        u_bar_1 = prim.put_slice(u_bar, sub, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[6,5]
        a = prim.slice_(u_bar_1, drop=(), limits=(6, 4), starts=(2, 1), strides=(1, 1))  # f64[4,3]
        add = prim.add(a, lap_bar)                              # f64[4,3]
        u_bar_2 = prim.put_slice(u_bar_1, add, drop=(), limits=(6, 4), starts=(2, 1),
                                 strides=(1, 1))                # f64[6,5]
        slice_u_bar_1 = prim.slice_(u_bar_2, drop=(), limits=(4, 4), starts=(0, 1), strides=(1, 1))  # f64[4,3]
        add_1 = prim.add(slice_u_bar_1, lap_bar)                # f64[4,3]
        u_bar_3 = prim.put_slice(u_bar_2, add_1, drop=(), limits=(4, 4), starts=(0, 1),
                                 strides=(1, 1))                # f64[6,5]
        slice_u_bar_2 = prim.slice_(u_bar_3, drop=(), limits=(5, 5), starts=(1, 2), strides=(1, 1))  # f64[4,3]
        add_2 = prim.add(slice_u_bar_2, lap_bar)                # f64[4,3]
        u_bar_4 = prim.put_slice(u_bar_3, add_2, drop=(), limits=(5, 5), starts=(1, 2),
                                 strides=(1, 1))                # f64[6,5]
        slice_u_bar_3 = prim.slice_(u_bar_4, drop=(), limits=(5, 3), starts=(1, 0), strides=(1, 1))  # f64[4,3]
        add_3 = prim.add(slice_u_bar_3, lap_bar)                # f64[4,3]
        u_bar_5 = prim.put_slice(u_bar_4, add_3, drop=(), limits=(5, 3), starts=(1, 0),
                                 strides=(1, 1))                # f64[6,5]
        return u_bar_5

    (u_bar_1,) = prim.fori_loop(0, steps, c, u_bar, body=body, invariant=1, step=1)  # f64[6,5]
    return u_bar_1
