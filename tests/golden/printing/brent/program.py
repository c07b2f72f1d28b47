from recto.transform import primitives as prim


def cubic(x: "f64[] weak"):
    integer_pow_x = prim.integer_pow(x, exponent=3)       # f64[] weak
    mul_x = prim.mul(prim.const(2.0, "f64[] weak"), x)    # f64[] weak
    sub = prim.sub(integer_pow_x, mul_x)                  # f64[] weak
    sub_1 = prim.sub(sub, prim.const(5.0, "f64[] weak"))  # f64[] weak
    return sub_1


def brent(a: "f64[] weak", b: "f64[] weak", tolerance: "f64[] weak"):
    (fa,) = prim.call(a, program=cubic)  # f64[] weak
    (fb,) = prim.call(b, program=cubic)  # f64[] weak
    abs_fa = prim.abs(fa)                # f64[] weak
    abs_fb = prim.abs(fb)                # f64[] weak
    lt = prim.lt(abs_fa, abs_fb)         # bool[] weak

    def then(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
        return b, a, fb, fa

    def orelse(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
        return a, b, fa, fb

    a_1, b_1, fa_1, fb_1 = prim.cond(lt, b, a, fb, fa, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak

    def body(tolerance: "f64[] weak", bisected: "bool[] weak", d: "f64[] weak", c: "f64[] weak",
             fc: "f64[] weak", b: "f64[] weak", fb: "f64[] weak", a: "f64[] weak",
             fa: "f64[] weak"):
        ne_fa = prim.ne(fa, fc)         # bool[] weak
        ne_fb = prim.ne(fb, fc)         # bool[] weak
        and_ = prim.and_(ne_fa, ne_fb)  # bool[] weak

        def then(a: "f64[] weak", fb: "f64[] weak", fc: "f64[] weak", fa: "f64[] weak",
                 b: "f64[] weak", c: "f64[] weak"):
            mul_a = prim.mul(a, fb)             # f64[] weak
            mul_fc = prim.mul(mul_a, fc)        # f64[] weak
            sub_fa = prim.sub(fa, fb)           # f64[] weak
            sub_fa_1 = prim.sub(fa, fc)         # f64[] weak
            mul = prim.mul(sub_fa, sub_fa_1)    # f64[] weak
            div = prim.div(mul_fc, mul)         # f64[] weak
            mul_b = prim.mul(b, fa)             # f64[] weak
            mul_fc_1 = prim.mul(mul_b, fc)      # f64[] weak
            sub_fb = prim.sub(fb, fa)           # f64[] weak
            sub_fb_1 = prim.sub(fb, fc)         # f64[] weak
            mul_1 = prim.mul(sub_fb, sub_fb_1)  # f64[] weak
            div_1 = prim.div(mul_fc_1, mul_1)   # f64[] weak
            add = prim.add(div, div_1)          # f64[] weak
            mul_c = prim.mul(c, fa)             # f64[] weak
            mul_fb = prim.mul(mul_c, fb)        # f64[] weak
            sub_fc = prim.sub(fc, fa)           # f64[] weak
            sub_fc_1 = prim.sub(fc, fb)         # f64[] weak
            mul_2 = prim.mul(sub_fc, sub_fc_1)  # f64[] weak
            div_2 = prim.div(mul_fb, mul_2)     # f64[] weak
            s = prim.add(add, div_2)            # f64[] weak
            return s

        def orelse(a: "f64[] weak", fb: "f64[] weak", fc: "f64[] weak", fa: "f64[] weak",
                   b: "f64[] weak", c: "f64[] weak"):
            sub_b = prim.sub(b, a)          # f64[] weak
            mul_fb = prim.mul(fb, sub_b)    # f64[] weak
            sub_fb = prim.sub(fb, fa)       # f64[] weak
            div = prim.div(mul_fb, sub_fb)  # f64[] weak
            s = prim.sub(b, div)            # f64[] weak
            return s

        (s,) = prim.cond(and_, a, fb, fc, fa, b, c, branches=(then, orelse))  # f64[] weak
        mul_a = prim.mul(prim.const(3.0, "f64[] weak"), a)        # f64[] weak
        add_b = prim.add(mul_a, b)                                # f64[] weak
        div = prim.div(add_b, prim.const(4.0, "f64[] weak"))      # f64[] weak
        lt_b = prim.lt(b, div)                                    # bool[] weak
        low = prim.select(lt_b, b, div)                           # f64[] weak
        mul_a_1 = prim.mul(prim.const(3.0, "f64[] weak"), a)      # f64[] weak
        add_b_1 = prim.add(mul_a_1, b)                            # f64[] weak
        div_1 = prim.div(add_b_1, prim.const(4.0, "f64[] weak"))  # f64[] weak
        gt_b = prim.gt(b, div_1)                                  # bool[] weak
        high = prim.select(gt_b, b, div_1)                        # f64[] weak

        def then(b: "f64[] weak", c: "f64[] weak", d: "f64[] weak"):
            sub_b = prim.sub(b, c)  # f64[] weak
            abs_ = prim.abs(sub_b)  # f64[] weak
            return abs_

        def orelse(b: "f64[] weak", c: "f64[] weak", d: "f64[] weak"):
            sub_c = prim.sub(c, d)  # f64[] weak
            abs_ = prim.abs(sub_c)  # f64[] weak
            return abs_

        (value,) = prim.cond(bisected, b, c, d, branches=(then, orelse))  # f64[] weak
        lt_low = prim.lt(low, s)              # bool[] weak
        lt_s = prim.lt(s, high)               # bool[] weak
        and__1 = prim.and_(lt_low, lt_s)      # bool[] weak
        not_ = prim.not_(and__1)              # bool[] weak
        sub_s = prim.sub(s, b)                # f64[] weak
        abs_ = prim.abs(sub_s)                # f64[] weak
        div_value = prim.div(value, prim.const(2.0, "f64[] weak"))  # f64[] weak
        ge = prim.ge(abs_, div_value)         # bool[] weak
        lt_value = prim.lt(value, tolerance)  # bool[] weak
        or_ = prim.or_(ge, lt_value)          # bool[] weak
        bisected_1 = prim.or_(not_, or_)      # bool[] weak

        def then(a: "f64[] weak", b: "f64[] weak", s: "f64[] weak"):
            add_a = prim.add(a, b)                                # f64[] weak
            s_1 = prim.div(add_a, prim.const(2.0, "f64[] weak"))  # f64[] weak
            return s_1

        def orelse(a: "f64[] weak", b: "f64[] weak", s: "f64[] weak"):
            return s

        (s_1,) = prim.cond(bisected_1, a, b, s, branches=(then, orelse))  # f64[] weak
        (fs,) = prim.call(s_1, program=cubic)                # f64[] weak
        mul_fa = prim.mul(fa, fs)                            # f64[] weak
        lt = prim.lt(mul_fa, prim.const(0.0, "f64[] weak"))  # bool[] weak

        def then(s: "f64[] weak", fs: "f64[] weak", a: "f64[] weak", fa: "f64[] weak",
                 b: "f64[] weak", fb: "f64[] weak"):
            return s, fs, a, fa

        def orelse(s: "f64[] weak", fs: "f64[] weak", a: "f64[] weak", fa: "f64[] weak",
                   b: "f64[] weak", fb: "f64[] weak"):
            return b, fb, s, fs

        b_1, fb_1, a_1, fa_1 = prim.cond(lt, s_1, fs, a, fa, b, fb, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak
        abs_fa = prim.abs(fa_1)         # f64[] weak
        abs_fb = prim.abs(fb_1)         # f64[] weak
        lt_1 = prim.lt(abs_fa, abs_fb)  # bool[] weak

        def then(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
            return b, a, fb, fa

        def orelse(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
            return a, b, fa, fb

        a_2, b_2, fa_2, fb_2 = prim.cond(lt_1, b_1, a_1, fb_1, fa_1, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak
        return bisected_1, c, b, fb, b_2, fb_2, a_2, fa_2

    def test(tolerance: "f64[] weak", bisected: "bool[] weak", d: "f64[] weak", c: "f64[] weak",
             fc: "f64[] weak", b: "f64[] weak", fb: "f64[] weak", a: "f64[] weak",
             fa: "f64[] weak"):
        sub_b = prim.sub(b, a)                              # f64[] weak
        abs_ = prim.abs(sub_b)                              # f64[] weak
        gt_tolerance = prim.gt(abs_, tolerance)             # bool[] weak
        ne_fb = prim.ne(fb, prim.const(0.0, "f64[] weak"))  # bool[] weak
        and_ = prim.and_(gt_tolerance, ne_fb)               # bool[] weak
        return and_

    bisected, d, c, fc, b_2, fb_2, a_2, fa_2 = prim.while_loop(tolerance,
                                                               prim.const(True, "bool[] weak"), a_1,
                                                               a_1, fa_1, b_1, fb_1, a_1, fa_1,
                                                               body=body, invariant=1, test=test)  # bool[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak
    return b_2
