from recto.transform import primitives as prim


def sigmoid(x: "f64[5]"):
    div_x = prim.div(x, prim.const(2.0, "f64[5]"))   # f64[5]
    tanh = prim.tanh(div_x)                          # f64[5]
    add = prim.add(tanh, prim.const(1.0, "f64[5]"))  # f64[5]
    mul = prim.mul(prim.const(0.5, "f64[5]"), add)   # f64[5]
    return mul


def loss(weights: "f64[3]", inputs: "f64[5,3]", targets: "f64[5]"):
    dot_inputs = prim.dot(inputs, weights, batch=((), ()), contract=((1,), (0,)))  # f64[5]
    (preds,) = prim.call(dot_inputs, program=sigmoid)           # f64[5]
    mul_preds = prim.mul(preds, targets)                        # f64[5]
    sub_preds = prim.sub(prim.const(1.0, "f64[5]"), preds)      # f64[5]
    sub_targets = prim.sub(prim.const(1.0, "f64[5]"), targets)  # f64[5]
    mul = prim.mul(sub_preds, sub_targets)                      # f64[5]
    label_probs = prim.add(mul_preds, mul)                      # f64[5]
    log_label_probs = prim.log(label_probs)                     # f64[5]
    reduce_sum = prim.reduce_sum(log_label_probs, axes=(0,))    # f64[]
    neg = prim.neg(reduce_sum)                                  # f64[]
    return neg
