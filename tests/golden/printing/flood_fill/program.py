from recto.transform import primitives as prim


def flood_fill(image: "i64[3,4]", i: "i64[] weak", j: "i64[] weak", colour: "i64[] weak"):
    cast_i = prim.cast(i, dtype=prim.i64)            # i64[]  life.py:106
    lt = prim.lt(cast_i, 0)                          # bool[]  life.py:106
    add = prim.add(cast_i, 3)                        # i64[]  life.py:106
    select = prim.select(lt, add, cast_i)            # i64[]  life.py:106
    cast_j = prim.cast(j, dtype=prim.i64)            # i64[]  life.py:106
    lt_1 = prim.lt(cast_j, 0)                        # bool[]  life.py:106
    add_1 = prim.add(cast_j, 4)                      # i64[]  life.py:106
    select_1 = prim.select(lt_1, add_1, cast_j)      # i64[]  life.py:106
    old = prim.dynamic_slice(image, select, select_1, drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:106
    cast_colour = prim.cast(colour, dtype=prim.i64)  # i64[]  life.py:107
    eq_old = prim.eq(old, cast_colour)               # bool[]  life.py:107

    def then(i: "i64[] weak", j: "i64[] weak", image: "i64[3,4]", old: "i64[]",
             colour: "i64[] weak"):
        broadcast = prim.broadcast(0, axes=(), shape=(49, 2))  # i64[49,2]  life.py:107
        cast_i = prim.cast(i, dtype=prim.i64)                  # i64[]  life.py:107
        cast_j = prim.cast(j, dtype=prim.i64)                  # i64[]  life.py:107
        return (prim.const(0, "i64[] weak"), broadcast, prim.const(False, "bool[] weak"),
                prim.const(0, "i64[] weak"), prim.const(False, "bool[] weak"),
                prim.const(0, "i64[] weak"), prim.const(False, "bool[] weak"), cast_i, cast_j,
                image)

    def orelse(i: "i64[] weak", j: "i64[] weak", image: "i64[3,4]", old: "i64[]",
               colour: "i64[] weak"):
        stack = prim.broadcast(0, axes=(), shape=(49, 2))  # i64[49,2]  life.py:109
        cast_i = prim.cast(i, dtype=prim.i64)              # i64[]  life.py:110
        cast_j = prim.cast(j, dtype=prim.i64)              # i64[]  life.py:110
        reshape = prim.reshape(cast_i, shape=(1,))         # i64[1]  life.py:110
        reshape_1 = prim.reshape(cast_j, shape=(1,))       # i64[1]  life.py:110
        concatenate = prim.concatenate(reshape, reshape_1, axis=0)  # i64[2]  life.py:110
        put_slice_stack = prim.put_slice(stack, concatenate, drop=(0,), limits=(1, 2),
                                         starts=(0, 0), strides=(1, 1))  # i64[49,2]  life.py:110
        cast_i_1 = prim.cast(i, dtype=prim.i64)            # i64[]  life.py:115
        cast_j_1 = prim.cast(j, dtype=prim.i64)            # i64[]  life.py:115

        def body(old: "i64[]", colour: "i64[] weak", left: "i64[]", top: "i64[] weak", i: "i64[]",
                 j: "i64[]", array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]"):
            top_1 = prim.sub(top, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:113
            cast_top = prim.cast(top_1, dtype=prim.i64)         # i64[]  life.py:114
            lt = prim.lt(cast_top, 0)                           # bool[]  life.py:114
            add = prim.add(cast_top, 49)                        # i64[]  life.py:114
            select = prim.select(lt, add, cast_top)             # i64[]  life.py:114
            i_1 = prim.dynamic_slice(array_1, select, 0, drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:114
            cast_top_1 = prim.cast(top_1, dtype=prim.i64)       # i64[]  life.py:114
            lt_1 = prim.lt(cast_top_1, 0)                       # bool[]  life.py:114
            add_1 = prim.add(cast_top_1, 49)                    # i64[]  life.py:114
            select_1 = prim.select(lt_1, add_1, cast_top_1)     # i64[]  life.py:114
            j_1 = prim.dynamic_slice(array_1, select_1, 1, drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:114
            lt_i = prim.lt(i_1, 0)                              # bool[]  life.py:115
            add_i = prim.add(i_1, 3)                            # i64[]  life.py:115
            select_i = prim.select(lt_i, add_i, i_1)            # i64[]  life.py:115
            lt_j = prim.lt(j_1, 0)                              # bool[]  life.py:115
            add_j = prim.add(j_1, 4)                            # i64[]  life.py:115
            select_j = prim.select(lt_j, add_j, j_1)            # i64[]  life.py:115
            dynamic_slice_array = prim.dynamic_slice(array, select_i, select_j, drop=(0, 1),
                                                     sizes=(1, 1))  # i64[]  life.py:115
            ne_old = prim.ne(dynamic_slice_array, old)          # bool[]  life.py:115

            def then(array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]",
                     top: "i64[] weak", i: "i64[]", j: "i64[]", colour: "i64[] weak", old: "i64[]"):
                return (prim.const(2, "i64[] weak"), array, filled,
                        prim.const(False, "bool[] weak"), prim.const(False, "bool[] weak"), 0,
                        prim.const(False, "bool[] weak"), 0, prim.const(False, "bool[] weak"),
                        array_1, top)

            def orelse(array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]",
                       top: "i64[] weak", i: "i64[]", j: "i64[]", colour: "i64[] weak",
                       old: "i64[]"):
                cast_colour = prim.cast(colour, dtype=prim.i64)  # i64[]  life.py:117
                lt_i = prim.lt(i, 0)                             # bool[]  life.py:117
                add_i = prim.add(i, 3)                           # i64[]  life.py:117
                select_i = prim.select(lt_i, add_i, i)           # i64[]  life.py:117
                lt_j = prim.lt(j, 0)                             # bool[]  life.py:117
                add_j = prim.add(j, 4)                           # i64[]  life.py:117
                select_j = prim.select(lt_j, add_j, j)           # i64[]  life.py:117
                lt_i_1 = prim.lt(i, 0)                           # bool[]  life.py:117
                add_i_1 = prim.add(i, 3)                         # i64[]  life.py:117
                select_i_1 = prim.select(lt_i_1, add_i_1, i)     # i64[]  life.py:117
                ge = prim.ge(select_i_1, 0)                      # bool[]  life.py:117
                le = prim.le(select_i_1, 2)                      # bool[]  life.py:117
                lt_j_1 = prim.lt(j, 0)                           # bool[]  life.py:117
                add_j_1 = prim.add(j, 4)                         # i64[]  life.py:117
                select_j_1 = prim.select(lt_j_1, add_j_1, j)     # i64[]  life.py:117
                ge_1 = prim.ge(select_j_1, 0)                    # bool[]  life.py:117
                le_1 = prim.le(select_j_1, 3)                    # bool[]  life.py:117
                and_ = prim.and_(ge, le)                         # bool[]  life.py:117
                and__1 = prim.and_(and_, ge_1)                   # bool[]  life.py:117
                and__2 = prim.and_(and__1, le_1)                 # bool[]  life.py:117
                dynamic_slice_array = prim.dynamic_slice(array, select_i, select_j, drop=(0, 1),
                                                         sizes=(1, 1))  # i64[]  life.py:117
                select = prim.select(and__2, cast_colour, dynamic_slice_array)  # i64[]  life.py:117
                update_slice_array = prim.update_slice(array, select, select_i, select_j,
                                                       drop=(0, 1), sizes=(1, 1))  # i64[3,4]  life.py:117
                filled_1 = prim.add(filled, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:118
                a = prim.add(i, 0)                               # i64[]  life.py:120
                b = prim.add(j, 1)                               # i64[]  life.py:120
                le_a = prim.le(0, a)                             # bool[]  life.py:121
                lt_a = prim.lt(a, 3)                             # bool[]  life.py:121
                and__3 = prim.and_(le_a, lt_a)                   # bool[]  life.py:121
                le_b = prim.le(0, b)                             # bool[]  life.py:121
                lt_b = prim.lt(b, 4)                             # bool[]  life.py:121
                and__4 = prim.and_(le_b, lt_b)                   # bool[]  life.py:121
                lt_a_1 = prim.lt(a, 0)                           # bool[]  life.py:121
                add_a = prim.add(a, 3)                           # i64[]  life.py:121
                select_a = prim.select(lt_a_1, add_a, a)         # i64[]  life.py:121
                lt_b_1 = prim.lt(b, 0)                           # bool[]  life.py:121
                add_b = prim.add(b, 4)                           # i64[]  life.py:121
                select_b = prim.select(lt_b_1, add_b, b)         # i64[]  life.py:121
                dynamic_slice = prim.dynamic_slice(update_slice_array, select_a, select_b,
                                                   drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:121
                eq_old = prim.eq(dynamic_slice, old)             # bool[]  life.py:121
                and__5 = prim.and_(and__4, eq_old)               # bool[]  life.py:121
                and__6 = prim.and_(and__3, and__5)               # bool[]  life.py:121

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]  life.py:122
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]  life.py:122
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]  life.py:122
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]  life.py:122
                    lt = prim.lt(cast_top, 0)                    # bool[]  life.py:122
                    add = prim.add(cast_top, 49)                 # i64[]  life.py:122
                    select = prim.select(lt, add, cast_top)      # i64[]  life.py:122
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]  life.py:122
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]  life.py:122
                    add_1 = prim.add(cast_top_1, 49)             # i64[]  life.py:122
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]  life.py:122
                    ge = prim.ge(select_1, 0)                    # bool[]  life.py:122
                    le = prim.le(select_1, 48)                   # bool[]  life.py:122
                    and_ = prim.and_(ge, le)                     # bool[]  life.py:122
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]  life.py:122
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]  life.py:122
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]  life.py:122
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]  life.py:122
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:123
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_2, top_1 = prim.cond(and__6, top, a, b, array_1, branches=(then, orelse))  # i64[49,2], i64[] weak  life.py:121
                a_1 = prim.add(i, 1)                            # i64[]  life.py:120
                b_1 = prim.add(j, 0)                            # i64[]  life.py:120
                le_a_1 = prim.le(0, a_1)                        # bool[]  life.py:121
                lt_a_2 = prim.lt(a_1, 3)                        # bool[]  life.py:121
                and__7 = prim.and_(le_a_1, lt_a_2)              # bool[]  life.py:121
                le_b_1 = prim.le(0, b_1)                        # bool[]  life.py:121
                lt_b_2 = prim.lt(b_1, 4)                        # bool[]  life.py:121
                and__8 = prim.and_(le_b_1, lt_b_2)              # bool[]  life.py:121
                lt_a_3 = prim.lt(a_1, 0)                        # bool[]  life.py:121
                add_a_1 = prim.add(a_1, 3)                      # i64[]  life.py:121
                select_a_1 = prim.select(lt_a_3, add_a_1, a_1)  # i64[]  life.py:121
                lt_b_3 = prim.lt(b_1, 0)                        # bool[]  life.py:121
                add_b_1 = prim.add(b_1, 4)                      # i64[]  life.py:121
                select_b_1 = prim.select(lt_b_3, add_b_1, b_1)  # i64[]  life.py:121
                dynamic_slice_1 = prim.dynamic_slice(update_slice_array, select_a_1, select_b_1,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:121
                eq_old_1 = prim.eq(dynamic_slice_1, old)        # bool[]  life.py:121
                and__9 = prim.and_(and__8, eq_old_1)            # bool[]  life.py:121
                and__10 = prim.and_(and__7, and__9)             # bool[]  life.py:121

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]  life.py:122
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]  life.py:122
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]  life.py:122
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]  life.py:122
                    lt = prim.lt(cast_top, 0)                    # bool[]  life.py:122
                    add = prim.add(cast_top, 49)                 # i64[]  life.py:122
                    select = prim.select(lt, add, cast_top)      # i64[]  life.py:122
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]  life.py:122
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]  life.py:122
                    add_1 = prim.add(cast_top_1, 49)             # i64[]  life.py:122
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]  life.py:122
                    ge = prim.ge(select_1, 0)                    # bool[]  life.py:122
                    le = prim.le(select_1, 48)                   # bool[]  life.py:122
                    and_ = prim.and_(ge, le)                     # bool[]  life.py:122
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]  life.py:122
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]  life.py:122
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]  life.py:122
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]  life.py:122
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:123
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_3, top_2 = prim.cond(and__10, top_1, a_1, b_1, array_2,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak  life.py:121
                a_2 = prim.add(i, 0)                            # i64[]  life.py:120
                b_2 = prim.add(j, -1)                           # i64[]  life.py:120
                le_a_2 = prim.le(0, a_2)                        # bool[]  life.py:121
                lt_a_4 = prim.lt(a_2, 3)                        # bool[]  life.py:121
                and__11 = prim.and_(le_a_2, lt_a_4)             # bool[]  life.py:121
                le_b_2 = prim.le(0, b_2)                        # bool[]  life.py:121
                lt_b_4 = prim.lt(b_2, 4)                        # bool[]  life.py:121
                and__12 = prim.and_(le_b_2, lt_b_4)             # bool[]  life.py:121
                lt_a_5 = prim.lt(a_2, 0)                        # bool[]  life.py:121
                add_a_2 = prim.add(a_2, 3)                      # i64[]  life.py:121
                select_a_2 = prim.select(lt_a_5, add_a_2, a_2)  # i64[]  life.py:121
                lt_b_5 = prim.lt(b_2, 0)                        # bool[]  life.py:121
                add_b_2 = prim.add(b_2, 4)                      # i64[]  life.py:121
                select_b_2 = prim.select(lt_b_5, add_b_2, b_2)  # i64[]  life.py:121
                dynamic_slice_2 = prim.dynamic_slice(update_slice_array, select_a_2, select_b_2,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:121
                eq_old_2 = prim.eq(dynamic_slice_2, old)        # bool[]  life.py:121
                and__13 = prim.and_(and__12, eq_old_2)          # bool[]  life.py:121
                and__14 = prim.and_(and__11, and__13)           # bool[]  life.py:121

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]  life.py:122
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]  life.py:122
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]  life.py:122
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]  life.py:122
                    lt = prim.lt(cast_top, 0)                    # bool[]  life.py:122
                    add = prim.add(cast_top, 49)                 # i64[]  life.py:122
                    select = prim.select(lt, add, cast_top)      # i64[]  life.py:122
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]  life.py:122
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]  life.py:122
                    add_1 = prim.add(cast_top_1, 49)             # i64[]  life.py:122
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]  life.py:122
                    ge = prim.ge(select_1, 0)                    # bool[]  life.py:122
                    le = prim.le(select_1, 48)                   # bool[]  life.py:122
                    and_ = prim.and_(ge, le)                     # bool[]  life.py:122
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]  life.py:122
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]  life.py:122
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]  life.py:122
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]  life.py:122
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:123
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_4, top_3 = prim.cond(and__14, top_2, a_2, b_2, array_3,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak  life.py:121
                a_3 = prim.add(i, -1)                           # i64[]  life.py:120
                b_3 = prim.add(j, 0)                            # i64[]  life.py:120
                le_a_3 = prim.le(0, a_3)                        # bool[]  life.py:121
                lt_a_6 = prim.lt(a_3, 3)                        # bool[]  life.py:121
                and__15 = prim.and_(le_a_3, lt_a_6)             # bool[]  life.py:121
                le_b_3 = prim.le(0, b_3)                        # bool[]  life.py:121
                lt_b_6 = prim.lt(b_3, 4)                        # bool[]  life.py:121
                and__16 = prim.and_(le_b_3, lt_b_6)             # bool[]  life.py:121
                lt_a_7 = prim.lt(a_3, 0)                        # bool[]  life.py:121
                add_a_3 = prim.add(a_3, 3)                      # i64[]  life.py:121
                select_a_3 = prim.select(lt_a_7, add_a_3, a_3)  # i64[]  life.py:121
                lt_b_7 = prim.lt(b_3, 0)                        # bool[]  life.py:121
                add_b_3 = prim.add(b_3, 4)                      # i64[]  life.py:121
                select_b_3 = prim.select(lt_b_7, add_b_3, b_3)  # i64[]  life.py:121
                dynamic_slice_3 = prim.dynamic_slice(update_slice_array, select_a_3, select_b_3,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]  life.py:121
                eq_old_3 = prim.eq(dynamic_slice_3, old)        # bool[]  life.py:121
                and__17 = prim.and_(and__16, eq_old_3)          # bool[]  life.py:121
                and__18 = prim.and_(and__15, and__17)           # bool[]  life.py:121

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]  life.py:122
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]  life.py:122
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]  life.py:122
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]  life.py:122
                    lt = prim.lt(cast_top, 0)                    # bool[]  life.py:122
                    add = prim.add(cast_top, 49)                 # i64[]  life.py:122
                    select = prim.select(lt, add, cast_top)      # i64[]  life.py:122
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]  life.py:122
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]  life.py:122
                    add_1 = prim.add(cast_top_1, 49)             # i64[]  life.py:122
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]  life.py:122
                    ge = prim.ge(select_1, 0)                    # bool[]  life.py:122
                    le = prim.le(select_1, 48)                   # bool[]  life.py:122
                    and_ = prim.and_(ge, le)                     # bool[]  life.py:122
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]  life.py:122
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]  life.py:122
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]  life.py:122
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]  life.py:122
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak  life.py:123
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_5, top_4 = prim.cond(and__18, top_3, a_3, b_3, array_4,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak  life.py:121
                return (prim.const(0, "i64[] weak"), update_slice_array, filled_1,
                        prim.const(True, "bool[] weak"), prim.const(True, "bool[] weak"), a_3,
                        prim.const(True, "bool[] weak"), b_3, prim.const(True, "bool[] weak"),
                        array_5, top_4)

            left_1, array_2, filled_1, di_is_set, dj_is_set, a, a_is_set, b, b_is_set, array_3, top_2 = prim.cond(ne_old, array, filled, array_1, top_1, i_1, j_1, colour, old, branches=(then, orelse))  # i64[] weak, i64[3,4], i64[] weak, bool[] weak, bool[] weak, i64[], bool[] weak, i64[], bool[] weak, i64[49,2], i64[] weak  life.py:115
            eq_left = prim.eq(left_1, prim.const(2, "i64[] weak"))  # bool[] weak  life.py:115
            select_left = prim.select(eq_left, 0, left_1)  # i64[]  life.py:115
            return select_left, top_2, i_1, j_1, array_2, filled_1, array_3

        def test(old: "i64[]", colour: "i64[] weak", left: "i64[]", top: "i64[] weak", i: "i64[]",
                 j: "i64[]", array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]"):
            ne_top = prim.ne(top, prim.const(0, "i64[] weak"))  # bool[] weak  life.py:112
            eq_left = prim.eq(left, 0)                          # bool[]  life.py:115
            cast = prim.cast(ne_top, dtype=prim.bool)           # bool[]  life.py:115
            and_ = prim.and_(eq_left, cast)                     # bool[]  life.py:115
            return and_

        left, top, i_1, j_1, array, filled, array_1 = prim.while_loop(old, colour, 0,
                                                                      prim.const(1, "i64[] weak"),
                                                                      cast_i_1, cast_j_1, image,
                                                                      prim.const(0, "i64[] weak"),
                                                                      put_slice_stack, body=body,
                                                                      invariant=2, test=test)  # i64[], i64[] weak, i64[], i64[], i64[3,4], i64[] weak, i64[49,2]  life.py:115
        return (filled, array_1, prim.const(True, "bool[] weak"), top,
                prim.const(True, "bool[] weak"), filled, prim.const(True, "bool[] weak"), i_1, j_1,
                array)

    result, stack, stack_is_set, top, top_is_set, filled, filled_is_set, i_1, j_1, array = prim.cond(eq_old, i, j, image, old, colour, branches=(then, orelse))  # i64[] weak, i64[49,2], bool[] weak, i64[] weak, bool[] weak, i64[] weak, bool[] weak, i64[], i64[], i64[3,4]  life.py:107
    return result, array
