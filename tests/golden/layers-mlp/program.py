from recto.transform import primitives as prim


def mlp(parameters_0_0: "f64[3,4]", parameters_0_1: "f64[4]", parameters_1_0: "f64[4,5]",
        parameters_1_1: "f64[5]", parameters_2_0: "f64[5,2]", parameters_2_1: "f64[2]",
        x: "f64[6,3]"):
    dot_x = prim.dot(x, parameters_0_0, batch=((), ()), contract=((1,), (0,)))  # f64[6,4]  layers.py:8
    broadcast_parameters_0_1 = prim.broadcast(parameters_0_1, axes=(1,), shape=(6, 4))  # f64[6,4]  layers.py:8
    add = prim.add(dot_x, broadcast_parameters_0_1)      # f64[6,4]  layers.py:8
    x_1 = prim.tanh(add)                                 # f64[6,4]  layers.py:8
    dot_x_1 = prim.dot(x_1, parameters_1_0, batch=((), ()), contract=((1,), (0,)))  # f64[6,5]  layers.py:8
    broadcast_parameters_1_1 = prim.broadcast(parameters_1_1, axes=(1,), shape=(6, 5))  # f64[6,5]  layers.py:8
    add_1 = prim.add(dot_x_1, broadcast_parameters_1_1)  # f64[6,5]  layers.py:8
    x_2 = prim.tanh(add_1)                               # f64[6,5]  layers.py:8
    dot_x_2 = prim.dot(x_2, parameters_2_0, batch=((), ()), contract=((1,), (0,)))  # f64[6,2]  layers.py:10
    broadcast_parameters_2_1 = prim.broadcast(parameters_2_1, axes=(1,), shape=(6, 2))  # f64[6,2]  layers.py:10
    add_2 = prim.add(dot_x_2, broadcast_parameters_2_1)  # f64[6,2]  layers.py:10
    return add_2
