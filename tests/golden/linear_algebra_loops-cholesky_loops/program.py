from recto.transform import primitives as prim


def cholesky_loops(a: "f64[4,4]"):
    factor = prim.broadcast(0.0, axes=(), shape=(4, 4))  # f64[4,4]  linear_algebra_loops.py:20

    def body(i: "i64[] weak", a: "f64[4,4]", factor: "f64[4,4]"):
        add_i = prim.add(i, prim.const(1, "i64[] weak"))  # i64[] weak  linear_algebra_loops.py:22

        def body(j: "i64[] weak", i: "i64[] weak", a: "f64[4,4]", factor: "f64[4,4]"):
            total = prim.dynamic_slice(a, i, j, drop=(0, 1), sizes=(1, 1))  # f64[]  linear_algebra_loops.py:23

            def body(k: "i64[] weak", i: "i64[] weak", factor: "f64[4,4]", j: "i64[] weak",
                     total: "f64[]"):
                dynamic_slice_factor = prim.dynamic_slice(factor, i, k, drop=(0, 1), sizes=(1, 1))  # f64[]  linear_algebra_loops.py:25
                dynamic_slice_factor_1 = prim.dynamic_slice(factor, j, k, drop=(0, 1), sizes=(1, 1))  # f64[]  linear_algebra_loops.py:25
                mul = prim.mul(dynamic_slice_factor, dynamic_slice_factor_1)  # f64[]  linear_algebra_loops.py:25
                total_1 = prim.sub(total, mul)  # f64[]  linear_algebra_loops.py:25
                return total_1

            (total_1,) = prim.fori_loop(0, j, i, factor, j, total, body=body, invariant=3, step=1)  # f64[]  linear_algebra_loops.py:24
            eq_i = prim.eq(i, j)  # bool[] weak  linear_algebra_loops.py:26

            def then(total: "f64[]", i: "i64[] weak", factor: "f64[4,4]", j: "i64[] weak"):
                sqrt_total = prim.sqrt(total)  # f64[]  linear_algebra_loops.py:27
                update_slice_factor = prim.update_slice(factor, sqrt_total, i, i, drop=(0, 1),
                                                        sizes=(1, 1))  # f64[4,4]  linear_algebra_loops.py:27
                return update_slice_factor

            def orelse(total: "f64[]", i: "i64[] weak", factor: "f64[4,4]", j: "i64[] weak"):
                dynamic_slice_factor = prim.dynamic_slice(factor, j, j, drop=(0, 1), sizes=(1, 1))  # f64[]  linear_algebra_loops.py:29
                div_total = prim.div(total, dynamic_slice_factor)  # f64[]  linear_algebra_loops.py:29
                update_slice_factor = prim.update_slice(factor, div_total, i, j, drop=(0, 1),
                                                        sizes=(1, 1))  # f64[4,4]  linear_algebra_loops.py:29
                return update_slice_factor

            (factor_1,) = prim.cond(eq_i, total_1, i, factor, j, branches=(then, orelse))  # f64[4,4]  linear_algebra_loops.py:26
            return factor_1

        (factor_1,) = prim.fori_loop(0, add_i, i, a, factor, body=body, invariant=2, step=1)  # f64[4,4]  linear_algebra_loops.py:22
        return factor_1

    (factor_1,) = prim.fori_loop(0, 4, a, factor, body=body, invariant=1, step=1)  # f64[4,4]  linear_algebra_loops.py:21
    return factor_1
