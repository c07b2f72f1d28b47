from recto.transform import primitives as prim


def softmax(x: "f64[3,5]"):
    reduce_max_x = prim.reduce_max(x, axes=(1,))          # f64[3]
    reshape = prim.reshape(reduce_max_x, shape=(3, 1))    # f64[3,1]
    reshape_1 = prim.reshape(reshape, shape=(3,))         # f64[3]
    broadcast = prim.broadcast(reshape_1, axes=(0,), shape=(3, 5))  # f64[3,5]
    sub_x = prim.sub(x, broadcast)                        # f64[3,5]
    e = prim.exp(sub_x)                                   # f64[3,5]
    reduce_sum_e = prim.reduce_sum(e, axes=(1,))          # f64[3]
    reshape_2 = prim.reshape(reduce_sum_e, shape=(3, 1))  # f64[3,1]
    reshape_3 = prim.reshape(reshape_2, shape=(3,))       # f64[3]
    broadcast_1 = prim.broadcast(reshape_3, axes=(0,), shape=(3, 5))  # f64[3,5]
    div_e = prim.div(e, broadcast_1)                      # f64[3,5]
    return div_e


def attention(q: "f64[3,4]", k: "f64[5,4]", v: "f64[5,2]"):
    transpose_k = prim.transpose(k, axes=(1, 0))           # f64[4,5]
    dot_q = prim.dot(q, transpose_k, batch=((), ()), contract=((1,), (0,)))  # f64[3,5]
    scores = prim.div(dot_q, prim.const(2.0, "f64[3,5]"))  # f64[3,5]
    (call_scores,) = prim.call(scores, program=softmax)    # f64[3,5]
    dot_v = prim.dot(call_scores, v, batch=((), ()), contract=((1,), (0,)))  # f64[3,2]
    return dot_v
