from recto.transform import primitives as prim


def checked_histogram(x: "f64[3]", edges: "f64[3]"):

    def body(edges: "f64[3]", i: "i64[] weak", left: "i64[] weak", error: "i64[] weak"):
        sub_i = prim.sub(i, prim.const(1, "i64[] weak"))          # i64[] weak  errors_at_runtime.py:66
        dynamic_slice_edges = prim.dynamic_slice(edges, sub_i, drop=(0,), sizes=(1,))  # f64[]  errors_at_runtime.py:66
        dynamic_slice_edges_1 = prim.dynamic_slice(edges, i, drop=(0,), sizes=(1,))  # f64[]  errors_at_runtime.py:66
        le = prim.le(dynamic_slice_edges, dynamic_slice_edges_1)  # bool[]  errors_at_runtime.py:66
        not_: "bool[] weak"
        not_ = prim.not_(le)                                      # bool[] weak  errors_at_runtime.py:66
        left_1 = prim.select(le, prim.const(0, "i64[] weak"), prim.const(3, "i64[] weak"))  # i64[] weak  errors_at_runtime.py:66

        def then(error: "i64[] weak"):
            return prim.const(1, "i64[] weak")

        def orelse(error: "i64[] weak"):
            return error

        (error_1,) = prim.cond(not_, error, branches=(then, orelse))  # i64[] weak  errors_at_runtime.py:66
        add = prim.add(i, 1)  # i64[]  errors_at_runtime.py:65
        return add, left_1, error_1

    def test(edges: "f64[3]", i: "i64[] weak", left: "i64[] weak", error: "i64[] weak"):
        lt_i = prim.lt(i, prim.const(3, "i64[] weak"))          # bool[] weak  errors_at_runtime.py:65
        eq_left = prim.eq(left, prim.const(0, "i64[] weak"))    # bool[] weak  errors_at_runtime.py:65
        and_ = prim.and_(eq_left, lt_i)                         # bool[] weak  errors_at_runtime.py:65
        eq_error = prim.eq(error, prim.const(0, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:65
        and__1 = prim.and_(eq_error, and_)                      # bool[] weak  errors_at_runtime.py:65
        return and__1

    while_loop_edges, left, error = prim.while_loop(edges, 1, prim.const(0, "i64[] weak"),
                                                    prim.const(0, "i64[] weak"), body=body,
                                                    invariant=1, test=test)  # i64[], i64[] weak, i64[] weak  errors_at_runtime.py:65
    eq: "bool[]"
    eq = prim.eq(error, prim.const(0, "i64[] weak"))  # bool[]

    def then(x: "f64[3]", edges: "f64[3]", error: "i64[] weak"):
        counts = prim.broadcast(0, axes=(), shape=(2,))  # i64[2]  errors_at_runtime.py:73

        def body(x: "f64[3]", edges: "f64[3]", i: "i64[] weak", left: "i64[]", counts: "i64[2]",
                 error: "i64[] weak"):
            value = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # f64[]  errors_at_runtime.py:74

            def body(edges: "f64[3]", value: "f64[]", b: "i64[] weak", left: "i64[] weak",
                     counts: "i64[2]"):
                dynamic_slice_edges = prim.dynamic_slice(edges, b, drop=(0,), sizes=(1,))  # f64[]  errors_at_runtime.py:76
                le_value = prim.le(dynamic_slice_edges, value)    # bool[]  errors_at_runtime.py:76
                add_b = prim.add(b, prim.const(1, "i64[] weak"))  # i64[] weak  errors_at_runtime.py:76
                dynamic_slice_edges_1 = prim.dynamic_slice(edges, add_b, drop=(0,), sizes=(1,))  # f64[]  errors_at_runtime.py:76
                lt_value = prim.lt(value, dynamic_slice_edges_1)  # bool[]  errors_at_runtime.py:76
                and_ = prim.and_(le_value, lt_value)              # bool[]  errors_at_runtime.py:76
                left_1 = prim.select(and_, prim.const(1, "i64[] weak"), prim.const(0, "i64[] weak"))  # i64[] weak  errors_at_runtime.py:76

                def then(b: "i64[] weak", counts: "i64[2]"):
                    dynamic_slice_counts = prim.dynamic_slice(counts, b, drop=(0,), sizes=(1,))  # i64[]  errors_at_runtime.py:77
                    add = prim.add(dynamic_slice_counts, 1)  # i64[]  errors_at_runtime.py:77
                    update_slice_counts = prim.update_slice(counts, add, b, drop=(0,), sizes=(1,))  # i64[2]  errors_at_runtime.py:77
                    return update_slice_counts

                def orelse(b: "i64[] weak", counts: "i64[2]"):
                    return counts

                (counts_1,) = prim.cond(and_, b, counts, branches=(then, orelse))  # i64[2]  errors_at_runtime.py:76
                return add_b, left_1, counts_1

            def test(edges: "f64[3]", value: "f64[]", b: "i64[] weak", left: "i64[] weak",
                     counts: "i64[2]"):
                lt_b = prim.lt(b, prim.const(2, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:75
                eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:75
                and_ = prim.and_(eq_left, lt_b)                 # bool[] weak  errors_at_runtime.py:75
                return and_

            while_loop_error: "i64[]"
            while_loop_error, left_1, counts_1 = prim.while_loop(edges, value, 0,
                                                                 prim.const(0, "i64[] weak"),
                                                                 counts, body=body, invariant=2,
                                                                 test=test)  # i64[], i64[] weak, i64[2]  errors_at_runtime.py:75
            eq_left = prim.eq(left_1, prim.const(1, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:75
            left_2 = prim.select(eq_left, 0, 3)  # i64[]  errors_at_runtime.py:75

            def then(error: "i64[] weak"):
                return error

            def orelse(error: "i64[] weak"):
                return prim.const(2, "i64[] weak")

            (error_1,) = prim.cond(eq_left, error, branches=(then, orelse))  # i64[] weak  errors_at_runtime.py:75
            add = prim.add(i, 1)  # i64[]  errors_at_runtime.py:74
            return add, left_2, counts_1, error_1

        def test(x: "f64[3]", edges: "f64[3]", i: "i64[] weak", left: "i64[]", counts: "i64[2]",
                 error: "i64[] weak"):
            lt_i = prim.lt(i, prim.const(3, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:74
            eq_left = prim.eq(left, 0)                      # bool[]  errors_at_runtime.py:74
            and_ = prim.and_(eq_left, lt_i)                 # bool[]  errors_at_runtime.py:74
            eq_error = prim.eq(error, prim.const(0, "i64[] weak"))  # bool[] weak  errors_at_runtime.py:74
            and__1 = prim.and_(eq_error, and_)              # bool[]  errors_at_runtime.py:74
            return and__1

        while_loop_x, left, counts_1, error_1 = prim.while_loop(x, edges, 0, 0, counts, error,
                                                                body=body, invariant=2, test=test)  # i64[], i64[], i64[2], i64[] weak  errors_at_runtime.py:74
        eq_left = prim.eq(left, 0)  # bool[]

        def then(counts: "i64[2]", error: "i64[] weak"):
            eq_counts = prim.eq(counts, prim.const(0, "i64[2]"))  # bool[2]  errors_at_runtime.py:81
            reduce_any = prim.reduce_any(eq_counts, axes=(0,))    # bool[]  errors_at_runtime.py:81

            def then(error: "i64[] weak"):
                return prim.const(3, "i64[] weak")

            def orelse(error: "i64[] weak"):
                return error

            (error_1,) = prim.cond(reduce_any, error, branches=(then, orelse))  # i64[] weak  errors_at_runtime.py:81
            return error_1

        def orelse(counts: "i64[2]", error: "i64[] weak"):
            return error

        (error_2,) = prim.cond(eq_left, counts_1, error_1, branches=(then, orelse))  # i64[] weak
        return counts_1, error_2

    def orelse(x: "f64[3]", edges: "f64[3]", error: "i64[] weak"):
        return prim.const(0, "i64[2]"), error

    counts, error_1 = prim.cond(eq, x, edges, error, branches=(then, orelse))  # i64[2], i64[] weak
    cast_error = prim.cast(error_1, dtype=prim.i32)  # i32[]
    return counts, cast_error
