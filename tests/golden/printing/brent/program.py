from recto.transform import primitives as prim


def cubic(x: "f64[] weak"):
    integer_pow_x = prim.integer_pow(x, exponent=3)       # f64[] weak  rootfinding.py:8
    mul_x = prim.mul(prim.const(2.0, "f64[] weak"), x)    # f64[] weak  rootfinding.py:8
    sub = prim.sub(integer_pow_x, mul_x)                  # f64[] weak  rootfinding.py:8
    sub_1 = prim.sub(sub, prim.const(5.0, "f64[] weak"))  # f64[] weak  rootfinding.py:8
    return sub_1


def brent(a: "f64[] weak", b: "f64[] weak", tolerance: "f64[] weak"):
    (fa,) = prim.call(a, program=cubic)  # f64[] weak  rootfinding.py:151
    (fb,) = prim.call(b, program=cubic)  # f64[] weak  rootfinding.py:151
    abs_fa = prim.abs(fa)                # f64[] weak  rootfinding.py:152
    abs_fb = prim.abs(fb)                # f64[] weak  rootfinding.py:152
    lt = prim.lt(abs_fa, abs_fb)         # bool[] weak  rootfinding.py:152

    def then(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
        return b, a, fb, fa

    def orelse(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
        return a, b, fa, fb

    a_1, b_1, fa_1, fb_1 = prim.cond(lt, b, a, fb, fa, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak  rootfinding.py:152

    def body(tolerance: "f64[] weak", bisected: "bool[] weak", d: "f64[] weak", c: "f64[] weak",
             fc: "f64[] weak", b: "f64[] weak", fb: "f64[] weak", a: "f64[] weak",
             fa: "f64[] weak"):
        ne_fa = prim.ne(fa, fc)         # bool[] weak  rootfinding.py:157
        ne_fb = prim.ne(fb, fc)         # bool[] weak  rootfinding.py:157
        and_ = prim.and_(ne_fa, ne_fb)  # bool[] weak  rootfinding.py:157

        def then(a: "f64[] weak", fb: "f64[] weak", fc: "f64[] weak", fa: "f64[] weak",
                 b: "f64[] weak", c: "f64[] weak"):
            mul_a = prim.mul(a, fb)             # f64[] weak  rootfinding.py:159
            mul_fc = prim.mul(mul_a, fc)        # f64[] weak  rootfinding.py:159
            sub_fa = prim.sub(fa, fb)           # f64[] weak  rootfinding.py:159
            sub_fa_1 = prim.sub(fa, fc)         # f64[] weak  rootfinding.py:159
            mul = prim.mul(sub_fa, sub_fa_1)    # f64[] weak  rootfinding.py:159
            div = prim.div(mul_fc, mul)         # f64[] weak  rootfinding.py:159
            mul_b = prim.mul(b, fa)             # f64[] weak  rootfinding.py:160
            mul_fc_1 = prim.mul(mul_b, fc)      # f64[] weak  rootfinding.py:160
            sub_fb = prim.sub(fb, fa)           # f64[] weak  rootfinding.py:160
            sub_fb_1 = prim.sub(fb, fc)         # f64[] weak  rootfinding.py:160
            mul_1 = prim.mul(sub_fb, sub_fb_1)  # f64[] weak  rootfinding.py:160
            div_1 = prim.div(mul_fc_1, mul_1)   # f64[] weak  rootfinding.py:160
            add = prim.add(div, div_1)          # f64[] weak  rootfinding.py:159
            mul_c = prim.mul(c, fa)             # f64[] weak  rootfinding.py:161
            mul_fb = prim.mul(mul_c, fb)        # f64[] weak  rootfinding.py:161
            sub_fc = prim.sub(fc, fa)           # f64[] weak  rootfinding.py:161
            sub_fc_1 = prim.sub(fc, fb)         # f64[] weak  rootfinding.py:161
            mul_2 = prim.mul(sub_fc, sub_fc_1)  # f64[] weak  rootfinding.py:161
            div_2 = prim.div(mul_fb, mul_2)     # f64[] weak  rootfinding.py:161
            s = prim.add(add, div_2)            # f64[] weak  rootfinding.py:159
            return s

        def orelse(a: "f64[] weak", fb: "f64[] weak", fc: "f64[] weak", fa: "f64[] weak",
                   b: "f64[] weak", c: "f64[] weak"):
            sub_b = prim.sub(b, a)          # f64[] weak  rootfinding.py:164
            mul_fb = prim.mul(fb, sub_b)    # f64[] weak  rootfinding.py:164
            sub_fb = prim.sub(fb, fa)       # f64[] weak  rootfinding.py:164
            div = prim.div(mul_fb, sub_fb)  # f64[] weak  rootfinding.py:164
            s = prim.sub(b, div)            # f64[] weak  rootfinding.py:164
            return s

        (s,) = prim.cond(and_, a, fb, fc, fa, b, c, branches=(then, orelse))  # f64[] weak  rootfinding.py:157
        mul_a = prim.mul(prim.const(3.0, "f64[] weak"), a)        # f64[] weak  rootfinding.py:165
        add_b = prim.add(mul_a, b)                                # f64[] weak  rootfinding.py:165
        div = prim.div(add_b, prim.const(4.0, "f64[] weak"))      # f64[] weak  rootfinding.py:165
        lt_b = prim.lt(b, div)                                    # bool[] weak  rootfinding.py:165
        low = prim.select(lt_b, b, div)                           # f64[] weak  rootfinding.py:165
        mul_a_1 = prim.mul(prim.const(3.0, "f64[] weak"), a)      # f64[] weak  rootfinding.py:165
        add_b_1 = prim.add(mul_a_1, b)                            # f64[] weak  rootfinding.py:165
        div_1 = prim.div(add_b_1, prim.const(4.0, "f64[] weak"))  # f64[] weak  rootfinding.py:165
        gt_b = prim.gt(b, div_1)                                  # bool[] weak  rootfinding.py:165
        high = prim.select(gt_b, b, div_1)                        # f64[] weak  rootfinding.py:165

        def then(b: "f64[] weak", c: "f64[] weak", d: "f64[] weak"):
            sub_b = prim.sub(b, c)  # f64[] weak  rootfinding.py:166
            abs_ = prim.abs(sub_b)  # f64[] weak  rootfinding.py:166
            return abs_

        def orelse(b: "f64[] weak", c: "f64[] weak", d: "f64[] weak"):
            sub_c = prim.sub(c, d)  # f64[] weak  rootfinding.py:166
            abs_ = prim.abs(sub_c)  # f64[] weak  rootfinding.py:166
            return abs_

        (value,) = prim.cond(bisected, b, c, d, branches=(then, orelse))  # f64[] weak  rootfinding.py:166
        lt_low = prim.lt(low, s)              # bool[] weak  rootfinding.py:167
        lt_s = prim.lt(s, high)               # bool[] weak  rootfinding.py:167
        and__1 = prim.and_(lt_low, lt_s)      # bool[] weak  rootfinding.py:167
        not_ = prim.not_(and__1)              # bool[] weak  rootfinding.py:167
        sub_s = prim.sub(s, b)                # f64[] weak  rootfinding.py:167
        abs_ = prim.abs(sub_s)                # f64[] weak  rootfinding.py:167
        div_value = prim.div(value, prim.const(2.0, "f64[] weak"))  # f64[] weak  rootfinding.py:167
        ge = prim.ge(abs_, div_value)         # bool[] weak  rootfinding.py:167
        lt_value = prim.lt(value, tolerance)  # bool[] weak  rootfinding.py:167
        or_ = prim.or_(ge, lt_value)          # bool[] weak  rootfinding.py:167
        bisected_1 = prim.or_(not_, or_)      # bool[] weak  rootfinding.py:167

        def then(a: "f64[] weak", b: "f64[] weak", s: "f64[] weak"):
            add_a = prim.add(a, b)                                # f64[] weak  rootfinding.py:169
            s_1 = prim.div(add_a, prim.const(2.0, "f64[] weak"))  # f64[] weak  rootfinding.py:169
            return s_1

        def orelse(a: "f64[] weak", b: "f64[] weak", s: "f64[] weak"):
            return s

        (s_1,) = prim.cond(bisected_1, a, b, s, branches=(then, orelse))  # f64[] weak  rootfinding.py:168
        (fs,) = prim.call(s_1, program=cubic)                # f64[] weak  rootfinding.py:170
        mul_fa = prim.mul(fa, fs)                            # f64[] weak  rootfinding.py:172
        lt = prim.lt(mul_fa, prim.const(0.0, "f64[] weak"))  # bool[] weak  rootfinding.py:172

        def then(s: "f64[] weak", fs: "f64[] weak", a: "f64[] weak", fa: "f64[] weak",
                 b: "f64[] weak", fb: "f64[] weak"):
            return s, fs, a, fa

        def orelse(s: "f64[] weak", fs: "f64[] weak", a: "f64[] weak", fa: "f64[] weak",
                   b: "f64[] weak", fb: "f64[] weak"):
            return b, fb, s, fs

        b_1, fb_1, a_1, fa_1 = prim.cond(lt, s_1, fs, a, fa, b, fb, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak  rootfinding.py:172
        abs_fa = prim.abs(fa_1)         # f64[] weak  rootfinding.py:176
        abs_fb = prim.abs(fb_1)         # f64[] weak  rootfinding.py:176
        lt_1 = prim.lt(abs_fa, abs_fb)  # bool[] weak  rootfinding.py:176

        def then(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
            return b, a, fb, fa

        def orelse(b: "f64[] weak", a: "f64[] weak", fb: "f64[] weak", fa: "f64[] weak"):
            return a, b, fa, fb

        a_2, b_2, fa_2, fb_2 = prim.cond(lt_1, b_1, a_1, fb_1, fa_1, branches=(then, orelse))  # f64[] weak, f64[] weak, f64[] weak, f64[] weak  rootfinding.py:176
        return bisected_1, c, b, fb, b_2, fb_2, a_2, fa_2

    def test(tolerance: "f64[] weak", bisected: "bool[] weak", d: "f64[] weak", c: "f64[] weak",
             fc: "f64[] weak", b: "f64[] weak", fb: "f64[] weak", a: "f64[] weak",
             fa: "f64[] weak"):
        sub_b = prim.sub(b, a)                              # f64[] weak  rootfinding.py:156
        abs_ = prim.abs(sub_b)                              # f64[] weak  rootfinding.py:156
        gt_tolerance = prim.gt(abs_, tolerance)             # bool[] weak  rootfinding.py:156
        ne_fb = prim.ne(fb, prim.const(0.0, "f64[] weak"))  # bool[] weak  rootfinding.py:156
        and_ = prim.and_(gt_tolerance, ne_fb)               # bool[] weak  rootfinding.py:156
        return and_

    bisected, d, c, fc, b_2, fb_2, a_2, fa_2 = prim.while_loop(tolerance,
                                                               prim.const(True, "bool[] weak"), a_1,
                                                               a_1, fa_1, b_1, fb_1, a_1, fa_1,
                                                               body=body, invariant=1, test=test)  # bool[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak, f64[] weak  rootfinding.py:156
    return b_2
