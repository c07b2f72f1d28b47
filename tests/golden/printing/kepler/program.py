from recto.transform import primitives as prim


def kepler(mean_anomaly: "f64[5]", eccentricity: "f64[] weak"):
    out = prim.broadcast(0.0, axes=(), shape=(5,))  # f64[5]

    def body(i: "i64[] weak", mean_anomaly: "f64[5]", eccentricity: "f64[] weak", array: "f64[5]"):
        cast_i = prim.cast(i, dtype=prim.i64)  # i64[]
        m = prim.dynamic_slice(mean_anomaly, cast_i, drop=(0,), sizes=(1,))  # f64[]

        def body(eccentricity: "f64[] weak", m: "f64[]", delta: "f64[]", e: "f64[]"):
            sin_e = prim.sin(e)                           # f64[]
            cast_eccentricity = prim.cast(eccentricity, dtype=prim.f64)  # f64[]
            mul = prim.mul(cast_eccentricity, sin_e)      # f64[]
            sub_e = prim.sub(e, mul)                      # f64[]
            sub_m = prim.sub(sub_e, m)                    # f64[]
            cos_e = prim.cos(e)                           # f64[]
            cast_eccentricity_1 = prim.cast(eccentricity, dtype=prim.f64)  # f64[]
            mul_1 = prim.mul(cast_eccentricity_1, cos_e)  # f64[]
            sub = prim.sub(1.0, mul_1)                    # f64[]
            delta_1 = prim.div(sub_m, sub)                # f64[]
            e_1 = prim.sub(e, delta_1)                    # f64[]
            return delta_1, e_1

        def test(eccentricity: "f64[] weak", m: "f64[]", delta: "f64[]", e: "f64[]"):
            abs_delta = prim.abs(delta)     # f64[]
            gt = prim.gt(abs_delta, 1e-08)  # bool[]
            return gt

        delta, e = prim.while_loop(eccentricity, m, 1.0, m, body=body, invariant=2, test=test)  # f64[], f64[]
        cast_i_1 = prim.cast(i, dtype=prim.i64)  # i64[]
        update_slice_array = prim.update_slice(array, e, cast_i_1, drop=(0,), sizes=(1,))  # f64[5]
        return update_slice_array

    (array,) = prim.fori_loop(0, 5, mean_anomaly, eccentricity, out, body=body, invariant=2, step=1)  # f64[5]
    return array
