from recto.transform import primitives as prim


def cubic(x: "f64[] weak"):
    integer_pow_x = prim.integer_pow(x, exponent=3)       # f64[] weak  rootfinding.py:8
    mul_x = prim.mul(prim.const(2.0, "f64[] weak"), x)    # f64[] weak  rootfinding.py:8
    sub = prim.sub(integer_pow_x, mul_x)                  # f64[] weak  rootfinding.py:8
    sub_1 = prim.sub(sub, prim.const(5.0, "f64[] weak"))  # f64[] weak  rootfinding.py:8
    return sub_1


def cubic_slope(x: "f64[] weak"):
    integer_pow_x = prim.integer_pow(x, exponent=2)               # f64[] weak  rootfinding.py:12
    mul = prim.mul(prim.const(3.0, "f64[] weak"), integer_pow_x)  # f64[] weak  rootfinding.py:12
    sub = prim.sub(mul, prim.const(2.0, "f64[] weak"))            # f64[] weak  rootfinding.py:12
    return sub


def newton(x: "f64[] weak", limit: "i64[] weak"):

    def body(limit: "i64[] weak", i: "i64[] weak", left: "i64[] weak", x: "f64[] weak",
             result_0: "f64[] weak", result_1: "i64[] weak"):
        (call_x,) = prim.call(x, program=cubic)                  # f64[] weak  rootfinding.py:33
        (call_x_1,) = prim.call(x, program=cubic_slope)          # f64[] weak  rootfinding.py:33
        step = prim.div(call_x, call_x_1)                        # f64[] weak  rootfinding.py:33
        x_1 = prim.sub(x, step)                                  # f64[] weak  rootfinding.py:34
        abs_step = prim.abs(step)                                # f64[] weak  rootfinding.py:35
        lt = prim.lt(abs_step, prim.const(1e-09, "f64[] weak"))  # bool[] weak  rootfinding.py:35
        left_1 = prim.select(lt, prim.const(3, "i64[] weak"), prim.const(0, "i64[] weak"))  # i64[] weak  rootfinding.py:35
        add = prim.add(i, 1)                                     # i64[]  rootfinding.py:32
        return add, left_1, x_1, x_1, i

    def test(limit: "i64[] weak", i: "i64[] weak", left: "i64[] weak", x: "f64[] weak",
             result_0: "f64[] weak", result_1: "i64[] weak"):
        lt_i = prim.lt(i, limit)                              # bool[] weak  rootfinding.py:32
        eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak  rootfinding.py:32
        and_ = prim.and_(eq_left, lt_i)                       # bool[] weak  rootfinding.py:32
        return and_

    while_loop_limit, left, x_1, result_0, result_1 = prim.while_loop(limit, 0,
                                                                      prim.const(0, "i64[] weak"),
                                                                      x,
                                                                      prim.const(0.0, "f64[] weak"),
                                                                      prim.const(0, "i64[] weak"),
                                                                      body=body, invariant=1,
                                                                      test=test)  # i64[], i64[] weak, f64[] weak, f64[] weak, i64[] weak  rootfinding.py:32
    eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak

    def then(x: "f64[] weak", limit: "i64[] weak", result_0: "f64[] weak", result_1: "i64[] weak"):
        return x, limit

    def orelse(x: "f64[] weak", limit: "i64[] weak", result_0: "f64[] weak",
               result_1: "i64[] weak"):
        return result_0, result_1

    result_0_1, result_1_1 = prim.cond(eq_left, x_1, limit, result_0, result_1,
                                       branches=(then, orelse))  # f64[] weak, i64[] weak
    return result_0_1, result_1_1
