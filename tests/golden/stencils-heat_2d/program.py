from recto.transform import primitives as prim


def heat_2d(u: "f64[6,5]", c: "f64[] weak", steps: "i64[] weak"):

    def body(i: "i64[] weak", c: "f64[] weak", u: "f64[6,5]"):
        slice_u = prim.slice_(u, drop=(), limits=(6, 4), starts=(2, 1), strides=(1, 1))  # f64[4,3]  stencils.py:16
        slice_u_1 = prim.slice_(u, drop=(), limits=(4, 4), starts=(0, 1), strides=(1, 1))  # f64[4,3]  stencils.py:16
        add = prim.add(slice_u, slice_u_1)                      # f64[4,3]  stencils.py:16
        slice_u_2 = prim.slice_(u, drop=(), limits=(5, 5), starts=(1, 2), strides=(1, 1))  # f64[4,3]  stencils.py:16
        add_1 = prim.add(add, slice_u_2)                        # f64[4,3]  stencils.py:16
        slice_u_3 = prim.slice_(u, drop=(), limits=(5, 3), starts=(1, 0), strides=(1, 1))  # f64[4,3]  stencils.py:16
        add_2 = prim.add(add_1, slice_u_3)                      # f64[4,3]  stencils.py:16
        slice_u_4 = prim.slice_(u, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[4,3]  stencils.py:16
        mul = prim.mul(prim.const(4.0, "f64[4,3]"), slice_u_4)  # f64[4,3]  stencils.py:16
        sub = prim.sub(add_2, mul)                              # f64[4,3]  stencils.py:16
        broadcast = prim.broadcast(c, axes=(), shape=(4, 3))    # f64[4,3]  stencils.py:15
        mul_1 = prim.mul(broadcast, sub)                        # f64[4,3]  stencils.py:15
        add_3 = prim.add(slice_u_4, mul_1)                      # f64[4,3]  stencils.py:15
        u_1 = prim.put_slice(u, add_3, drop=(), limits=(5, 4), starts=(1, 1), strides=(1, 1))  # f64[6,5]  stencils.py:15
        return u_1

    (u_1,) = prim.fori_loop(0, steps, c, u, body=body, invariant=1, step=1)  # f64[6,5]  stencils.py:13
    return u_1
