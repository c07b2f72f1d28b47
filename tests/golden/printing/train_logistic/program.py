from recto.transform import primitives as prim


def train_logistic(x: "f64[8,2]", labels: "f64[8]", rate: "f64[] weak", epochs: "i64[] weak"):
    w = prim.broadcast(0.0, axes=(), shape=(2,))     # f64[2]
    cast_epochs = prim.cast(epochs, dtype=prim.i64)  # i64[]

    def body(i: "i64[] weak", x: "f64[8,2]", rate: "f64[] weak", labels: "f64[8]", array: "f64[2]",
             b: "f64[]"):
        dot_x = prim.dot(x, array, batch=((), ()), contract=((1,), (0,)))  # f64[8]
        broadcast_b = prim.broadcast(b, axes=(), shape=(8,))  # f64[8]
        add = prim.add(dot_x, broadcast_b)                    # f64[8]
        neg = prim.neg(add)                                   # f64[8]
        exp = prim.exp(neg)                                   # f64[8]
        add_1 = prim.add(prim.const(1.0, "f64[8]"), exp)      # f64[8]
        p = prim.div(prim.const(1.0, "f64[8]"), add_1)        # f64[8]
        transpose_x = prim.transpose(x, axes=(1, 0))          # f64[2,8]
        cast_rate = prim.cast(rate, dtype=prim.f64)           # f64[]
        broadcast = prim.broadcast(cast_rate, axes=(), shape=(2, 8))  # f64[2,8]
        mul = prim.mul(broadcast, transpose_x)                # f64[2,8]
        sub_p = prim.sub(p, labels)                           # f64[8]
        dot = prim.dot(mul, sub_p, batch=((), ()), contract=((1,), (0,)))  # f64[2]
        div = prim.div(dot, prim.const(8.0, "f64[2]"))        # f64[2]
        sub_array = prim.sub(array, div)                      # f64[2]
        sub_p_1 = prim.sub(p, labels)                         # f64[8]
        reduce_sum = prim.reduce_sum(sub_p_1, axes=(0,))      # f64[]
        div_1 = prim.div(reduce_sum, 8.0)                     # f64[]
        cast_rate_1 = prim.cast(rate, dtype=prim.f64)         # f64[]
        mul_1 = prim.mul(cast_rate_1, div_1)                  # f64[]
        b_1 = prim.sub(b, mul_1)                              # f64[]
        return sub_array, b_1

    array, b = prim.fori_loop(0, cast_epochs, x, rate, labels, w, 0.0, body=body, invariant=3,
                              step=1)                       # f64[2], f64[]
    dot_x = prim.dot(x, array, batch=((), ()), contract=((1,), (0,)))  # f64[8]
    broadcast_b = prim.broadcast(b, axes=(), shape=(8,))    # f64[8]
    add = prim.add(dot_x, broadcast_b)                      # f64[8]
    gt = prim.gt(add, prim.const(0.0, "f64[8]"))            # bool[8]
    gt_labels = prim.gt(labels, prim.const(0.5, "f64[8]"))  # bool[8]
    eq = prim.eq(gt, gt_labels)                             # bool[8]
    cast = prim.cast(eq, dtype=prim.f64)                    # f64[8]
    reduce_sum = prim.reduce_sum(cast, axes=(0,))           # f64[]
    correct = prim.div(reduce_sum, 8.0)                     # f64[]
    return array, b, correct
