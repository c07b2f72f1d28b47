from recto.transform import primitives as prim


def smooth_into(source: "f64[6]", target: "f64[6]"):
    slice_source = prim.slice_(source, drop=(0,), limits=(1,), starts=(0,), strides=(1,))  # f64[]  mutation.py:58
    slice_source_1 = prim.slice_(source, drop=(0,), limits=(6,), starts=(5,), strides=(1,))  # f64[]  mutation.py:58
    put_slice_target = prim.put_slice(target, slice_source, drop=(0,), limits=(1,), starts=(0,),
                                      strides=(1,))    # f64[6]  mutation.py:58
    put_slice_target_1 = prim.put_slice(put_slice_target, slice_source_1, drop=(0,), limits=(6,),
                                        starts=(5,), strides=(1,))  # f64[6]  mutation.py:58
    slice_source_2 = prim.slice_(source, drop=(), limits=(4,), starts=(0,), strides=(1,))  # f64[4]  mutation.py:59
    slice_source_3 = prim.slice_(source, drop=(), limits=(5,), starts=(1,), strides=(1,))  # f64[4]  mutation.py:59
    add = prim.add(slice_source_2, slice_source_3)     # f64[4]  mutation.py:59
    slice_source_4 = prim.slice_(source, drop=(), limits=(6,), starts=(2,), strides=(1,))  # f64[4]  mutation.py:59
    add_1 = prim.add(add, slice_source_4)              # f64[4]  mutation.py:59
    div = prim.div(add_1, prim.const(3.0, "f64[4]"))   # f64[4]  mutation.py:59
    put_slice_target_2 = prim.put_slice(put_slice_target_1, div, drop=(), limits=(5,), starts=(1,),
                                        strides=(1,))  # f64[6]  mutation.py:59
    return put_slice_target_2


def ping_pong(a: "f64[6]", b: "f64[6]", rounds: "i64[] weak"):

    def body(i: "i64[] weak", b: "f64[6]", a: "f64[6]"):
        (call_a,) = prim.call(a, b, program=smooth_into)         # f64[6]  mutation.py:64
        (call_a_1,) = prim.call(call_a, a, program=smooth_into)  # f64[6]  mutation.py:65
        return call_a, call_a_1

    b_1, a_1 = prim.fori_loop(0, rounds, b, a, body=body, invariant=0, step=1)  # f64[6], f64[6]  mutation.py:63
    return a_1, b_1
