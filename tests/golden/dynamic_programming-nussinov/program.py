from recto.transform import primitives as prim


def nussinov(sequence: "i64[10]", gap: "i64[] weak"):
    pairs = prim.broadcast(0, axes=(), shape=(10, 10))    # i64[10,10]  dynamic_programming.py:98
    add_gap = prim.add(gap, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:99

    def body(span: "i64[] weak", sequence: "i64[10]", pairs: "i64[10,10]"):
        sub_span = prim.sub(prim.const(10, "i64[] weak"), span)  # i64[] weak  dynamic_programming.py:100

        def body(i: "i64[] weak", span: "i64[] weak", sequence: "i64[10]", pairs: "i64[10,10]"):
            j = prim.add(i, span)                             # i64[] weak  dynamic_programming.py:101
            add_i = prim.add(i, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:102
            lt = prim.lt(j, 0)                                # bool[]  dynamic_programming.py:102
            add = prim.add(j, 10)                             # i64[]  dynamic_programming.py:102
            select = prim.select(lt, add, j)                  # i64[]  dynamic_programming.py:102
            dynamic_slice_pairs = prim.dynamic_slice(pairs, add_i, select, drop=(0, 1),
                                                     sizes=(1, 1))  # i64[]  dynamic_programming.py:102
            sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:102
            lt_1 = prim.lt(sub_j, 0)                          # bool[]  dynamic_programming.py:102
            add_1: "i64[]"
            add_1 = prim.add(j, prim.const(9, "i64[] weak"))  # i64[]  dynamic_programming.py:102
            select_1 = prim.select(lt_1, add_1, sub_j)        # i64[]  dynamic_programming.py:102
            dynamic_slice_pairs_1 = prim.dynamic_slice(pairs, i, select_1, drop=(0, 1),
                                                       sizes=(1, 1))  # i64[]  dynamic_programming.py:102
            gt = prim.gt(dynamic_slice_pairs_1, dynamic_slice_pairs)  # bool[]  dynamic_programming.py:102
            best = prim.select(gt, dynamic_slice_pairs_1, dynamic_slice_pairs)  # i64[]  dynamic_programming.py:102
            dynamic_slice_sequence = prim.dynamic_slice(sequence, i, drop=(0,), sizes=(1,))  # i64[]  dynamic_programming.py:103
            dynamic_slice_sequence_1 = prim.dynamic_slice(sequence, select, drop=(0,), sizes=(1,))  # i64[]  dynamic_programming.py:103
            add_3 = prim.add(dynamic_slice_sequence, dynamic_slice_sequence_1)  # i64[]  dynamic_programming.py:103
            eq = prim.eq(add_3, 3)                            # bool[]  dynamic_programming.py:103

            def then(i: "i64[] weak", j: "i64[] weak", pairs: "i64[10,10]", best: "i64[]"):
                add_i = prim.add(i, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:104
                sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:104
                lt = prim.lt(sub_j, 0)                            # bool[]  dynamic_programming.py:104
                add: "i64[]"
                add = prim.add(j, prim.const(9, "i64[] weak"))    # i64[]  dynamic_programming.py:104
                select = prim.select(lt, add, sub_j)              # i64[]  dynamic_programming.py:104
                dynamic_slice_pairs = prim.dynamic_slice(pairs, add_i, select, drop=(0, 1),
                                                         sizes=(1, 1))  # i64[]  dynamic_programming.py:104
                add_1 = prim.add(dynamic_slice_pairs, 1)          # i64[]  dynamic_programming.py:104
                gt_best = prim.gt(add_1, best)                    # bool[]  dynamic_programming.py:104
                best_1 = prim.select(gt_best, add_1, best)        # i64[]  dynamic_programming.py:104
                return best_1

            def orelse(i: "i64[] weak", j: "i64[] weak", pairs: "i64[10,10]", best: "i64[]"):
                return best

            (best_1,) = prim.cond(eq, i, j, pairs, best, branches=(then, orelse))  # i64[]  dynamic_programming.py:103

            def body(k: "i64[] weak", i: "i64[] weak", pairs: "i64[10,10]", j: "i64[] weak",
                     best: "i64[]"):
                dynamic_slice_pairs = prim.dynamic_slice(pairs, i, k, drop=(0, 1), sizes=(1, 1))  # i64[]  dynamic_programming.py:106
                add_k = prim.add(k, prim.const(1, "i64[] weak"))  # i64[] weak  dynamic_programming.py:106
                lt = prim.lt(j, 0)                                # bool[]  dynamic_programming.py:106
                add = prim.add(j, 10)                             # i64[]  dynamic_programming.py:106
                select = prim.select(lt, add, j)                  # i64[]  dynamic_programming.py:106
                dynamic_slice_pairs_1 = prim.dynamic_slice(pairs, add_k, select, drop=(0, 1),
                                                           sizes=(1, 1))  # i64[]  dynamic_programming.py:106
                add_1 = prim.add(dynamic_slice_pairs, dynamic_slice_pairs_1)  # i64[]  dynamic_programming.py:106
                gt_best = prim.gt(add_1, best)                    # bool[]  dynamic_programming.py:106
                best_1 = prim.select(gt_best, add_1, best)        # i64[]  dynamic_programming.py:106
                return best_1

            (best_2,) = prim.fori_loop(add_i, j, i, pairs, j, best_1, body=body, invariant=3,
                                       step=1)                    # i64[]  dynamic_programming.py:105
            le = prim.le(i, 9)                                    # bool[]  dynamic_programming.py:107
            ge = prim.ge(select, 0)                               # bool[]  dynamic_programming.py:107
            le_1 = prim.le(select, 9)                             # bool[]  dynamic_programming.py:107
            and_ = prim.and_(le, ge)                              # bool[]  dynamic_programming.py:107
            and__1 = prim.and_(and_, le_1)                        # bool[]  dynamic_programming.py:107
            dynamic_slice_pairs_2 = prim.dynamic_slice(pairs, i, select, drop=(0, 1), sizes=(1, 1))  # i64[]  dynamic_programming.py:107
            select_best = prim.select(and__1, best_2, dynamic_slice_pairs_2)  # i64[]  dynamic_programming.py:107
            update_slice_pairs = prim.update_slice(pairs, select_best, i, select, drop=(0, 1),
                                                   sizes=(1, 1))  # i64[10,10]  dynamic_programming.py:107
            return update_slice_pairs

        (pairs_1,) = prim.fori_loop(0, sub_span, span, sequence, pairs, body=body, invariant=2,
                                    step=1)  # i64[10,10]  dynamic_programming.py:100
        return pairs_1

    (pairs_1,) = prim.fori_loop(add_gap, 10, sequence, pairs, body=body, invariant=1, step=1)  # i64[10,10]  dynamic_programming.py:99
    slice_pairs = prim.slice_(pairs_1, drop=(0, 1), limits=(1, 10), starts=(0, 9), strides=(1, 1))  # i64[]  dynamic_programming.py:108
    return slice_pairs
