from recto.transform import primitives as prim


def escape_count(c: "c128[] weak", limit: "i64[] weak"):

    def body(limit: "i64[] weak", c: "c128[] weak", n: "i64[] weak", z: "c128[] weak",
             left: "i64[] weak", result: "i64[] weak"):
        abs_z = prim.abs(z)                                 # f64[] weak  mandelbrot.py:8
        gt = prim.gt(abs_z, prim.const(2.0, "f64[] weak"))  # bool[] weak  mandelbrot.py:8
        left_1 = prim.select(gt, prim.const(3, "i64[] weak"), prim.const(0, "i64[] weak"))  # i64[] weak  mandelbrot.py:8

        def then(z: "c128[] weak", c: "c128[] weak"):
            return z

        def orelse(z: "c128[] weak", c: "c128[] weak"):
            mul_z = prim.mul(z, z)    # c128[] weak  mandelbrot.py:10
            z_1 = prim.add(mul_z, c)  # c128[] weak  mandelbrot.py:10
            return z_1

        (z_1,) = prim.cond(gt, z, c, branches=(then, orelse))  # c128[] weak  mandelbrot.py:8
        add = prim.add(n, 1)                                   # i64[]  mandelbrot.py:7
        return add, z_1, left_1, n

    def test(limit: "i64[] weak", c: "c128[] weak", n: "i64[] weak", z: "c128[] weak",
             left: "i64[] weak", result: "i64[] weak"):
        lt_n = prim.lt(n, limit)                              # bool[] weak  mandelbrot.py:7
        eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak  mandelbrot.py:7
        and_ = prim.and_(eq_left, lt_n)                       # bool[] weak  mandelbrot.py:7
        return and_

    while_loop_limit, z, left, result = prim.while_loop(limit, c, 0, prim.const(0j, "c128[] weak"),
                                                        prim.const(0, "i64[] weak"),
                                                        prim.const(0, "i64[] weak"), body=body,
                                                        invariant=2, test=test)  # i64[], c128[] weak, i64[] weak, i64[] weak  mandelbrot.py:7
    eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak

    def then(limit: "i64[] weak", result: "i64[] weak"):
        return limit

    def orelse(limit: "i64[] weak", result: "i64[] weak"):
        return result

    (result_1,) = prim.cond(eq_left, limit, result, branches=(then, orelse))  # i64[] weak
    return result_1
