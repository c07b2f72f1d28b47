from recto.transform import primitives as prim


def binary_search(ordered: "i64[5]", wanted: "i64[] weak"):

    def body(ordered: "i64[5]", wanted: "i64[] weak", left: "i64[] weak", low: "i64[] weak",
             high: "i64[] weak", result: "i64[] weak"):
        add_low = prim.add(low, high)                # i64[] weak  early_return.py:46
        middle = prim.floor_divide(add_low, prim.const(2, "i64[] weak"))  # i64[] weak  early_return.py:46
        dynamic_slice_ordered = prim.dynamic_slice(ordered, middle, drop=(0,), sizes=(1,))  # i64[]  early_return.py:47
        eq = prim.eq(dynamic_slice_ordered, wanted)  # bool[]  early_return.py:47
        left_1 = prim.select(eq, prim.const(3, "i64[] weak"), prim.const(0, "i64[] weak"))  # i64[] weak  early_return.py:47

        def then(middle: "i64[] weak", low: "i64[] weak", high: "i64[] weak", wanted: "i64[] weak",
                 dynamic_slice_ordered: "i64[]"):
            return low, high

        def orelse(middle: "i64[] weak", low: "i64[] weak", high: "i64[] weak",
                   wanted: "i64[] weak", dynamic_slice_ordered: "i64[]"):
            lt_1 = prim.lt(dynamic_slice_ordered, wanted)  # bool[]  early_return.py:49

            def then(middle: "i64[] weak", high: "i64[] weak", low: "i64[] weak"):
                low_1 = prim.add(middle, prim.const(1, "i64[] weak"))  # i64[] weak  early_return.py:50
                return low_1, high

            def orelse(middle: "i64[] weak", high: "i64[] weak", low: "i64[] weak"):
                high_1 = prim.sub(middle, prim.const(1, "i64[] weak"))  # i64[] weak  early_return.py:52
                return low, high_1

            low_1, high_1 = prim.cond(lt_1, middle, high, low, branches=(then, orelse))  # i64[] weak, i64[] weak  early_return.py:49
            return low_1, high_1

        low_1, high_1 = prim.cond(eq, middle, low, high, wanted, dynamic_slice_ordered,
                                  branches=(then, orelse))  # i64[] weak, i64[] weak  early_return.py:47
        return left_1, low_1, high_1, middle

    def test(ordered: "i64[5]", wanted: "i64[] weak", left: "i64[] weak", low: "i64[] weak",
             high: "i64[] weak", result: "i64[] weak"):
        le_low = prim.le(low, high)                           # bool[] weak  early_return.py:45
        eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak  early_return.py:45
        and_ = prim.and_(eq_left, le_low)                     # bool[] weak  early_return.py:45
        return and_

    left, low, high, result = prim.while_loop(ordered, wanted, prim.const(0, "i64[] weak"),
                                              prim.const(0, "i64[] weak"),
                                              prim.const(4, "i64[] weak"),
                                              prim.const(0, "i64[] weak"), body=body, invariant=2,
                                              test=test)  # i64[] weak, i64[] weak, i64[] weak, i64[] weak  early_return.py:45
    eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak

    def then(low: "i64[] weak", result: "i64[] weak"):
        neg_low = prim.neg(low)                               # i64[] weak  early_return.py:53
        sub = prim.sub(neg_low, prim.const(1, "i64[] weak"))  # i64[] weak  early_return.py:53
        return sub

    def orelse(low: "i64[] weak", result: "i64[] weak"):
        return result

    (result_1,) = prim.cond(eq_left, low, result, branches=(then, orelse))  # i64[] weak
    return result_1
