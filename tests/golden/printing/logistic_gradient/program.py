from recto.transform import primitives as prim


def sigmoid(x: "f64[5]"):
    div_x = prim.div(x, prim.const(2.0, "f64[5]"))   # f64[5]
    tanh = prim.tanh(div_x)                          # f64[5]
    add = prim.add(tanh, prim.const(1.0, "f64[5]"))  # f64[5]
    mul = prim.mul(prim.const(0.5, "f64[5]"), add)   # f64[5]
    return mul


def sigmoid_vjp(x: "f64[5]", out_bar: "f64[5]"):
    div_x = prim.div(x, prim.const(2.0, "f64[5]"))               # f64[5]
    tanh_x = prim.tanh(div_x)                                    # f64[5]
    mul_out_bar = prim.mul(prim.const(0.25, "f64[5]"), out_bar)  # f64[5]
    integer_pow_tanh_x = prim.integer_pow(tanh_x, exponent=2)    # f64[5]
    sub = prim.sub(prim.const(1.0, "f64[5]"), integer_pow_tanh_x)  # f64[5]
    mul = prim.mul(mul_out_bar, sub)                             # f64[5]
    return mul


def grad_loss(weights: "f64[3]", inputs: "f64[5,3]", targets: "f64[5]"):
    z = prim.dot(inputs, weights, batch=((), ()), contract=((1,), (0,)))  # f64[5]
    (preds,) = prim.call(z, program=sigmoid)                      # f64[5]
    mul_preds = prim.mul(preds, targets)                          # f64[5]
    sub_preds = prim.sub(prim.const(1.0, "f64[5]"), preds)        # f64[5]
    sub_targets = prim.sub(prim.const(1.0, "f64[5]"), targets)    # f64[5]
    mul = prim.mul(sub_preds, sub_targets)                        # f64[5]
    label_probs = prim.add(mul_preds, mul)                        # f64[5]
    label_probs_bar = prim.div(prim.const(-1.0, "f64[5]"), label_probs)  # f64[5]
    sub_targets_1 = prim.sub(prim.const(1.0, "f64[5]"), targets)  # f64[5]
    sub_targets_2 = prim.sub(targets, sub_targets_1)              # f64[5]
    preds_bar = prim.mul(label_probs_bar, sub_targets_2)          # f64[5]
    (z_bar,) = prim.call(z, preds_bar, program=sigmoid_vjp)       # f64[5]
    transpose_inputs = prim.transpose(inputs, axes=(1, 0))        # f64[3,5]
    dot_z_bar = prim.dot(transpose_inputs, z_bar, batch=((), ()), contract=((1,), (0,)))  # f64[3]
    return dot_z_bar
