from recto.transform import primitives as prim


def flood_fill(image: "i64[3,4]", i: "i64[] weak", j: "i64[] weak", colour: "i64[] weak"):
    cast_i = prim.cast(i, dtype=prim.i64)            # i64[]
    lt = prim.lt(cast_i, 0)                          # bool[]
    add = prim.add(cast_i, 3)                        # i64[]
    select = prim.select(lt, add, cast_i)            # i64[]
    cast_j = prim.cast(j, dtype=prim.i64)            # i64[]
    lt_1 = prim.lt(cast_j, 0)                        # bool[]
    add_1 = prim.add(cast_j, 4)                      # i64[]
    select_1 = prim.select(lt_1, add_1, cast_j)      # i64[]
    old = prim.dynamic_slice(image, select, select_1, drop=(0, 1), sizes=(1, 1))  # i64[]
    cast_colour = prim.cast(colour, dtype=prim.i64)  # i64[]
    eq_old = prim.eq(old, cast_colour)               # bool[]

    def then(i: "i64[] weak", j: "i64[] weak", image: "i64[3,4]", old: "i64[]",
             colour: "i64[] weak"):
        broadcast = prim.broadcast(0, axes=(), shape=(49, 2))  # i64[49,2]
        cast_i = prim.cast(i, dtype=prim.i64)                  # i64[]
        cast_j = prim.cast(j, dtype=prim.i64)                  # i64[]
        return (prim.const(0, "i64[] weak"), broadcast, prim.const(False, "bool[] weak"),
                prim.const(0, "i64[] weak"), prim.const(False, "bool[] weak"),
                prim.const(0, "i64[] weak"), prim.const(False, "bool[] weak"), cast_i, cast_j,
                image)

    def orelse(i: "i64[] weak", j: "i64[] weak", image: "i64[3,4]", old: "i64[]",
               colour: "i64[] weak"):
        stack = prim.broadcast(0, axes=(), shape=(49, 2))  # i64[49,2]
        cast_i = prim.cast(i, dtype=prim.i64)              # i64[]
        cast_j = prim.cast(j, dtype=prim.i64)              # i64[]
        reshape = prim.reshape(cast_i, shape=(1,))         # i64[1]
        reshape_1 = prim.reshape(cast_j, shape=(1,))       # i64[1]
        concatenate = prim.concatenate(reshape, reshape_1, axis=0)  # i64[2]
        put_slice_stack = prim.put_slice(stack, concatenate, drop=(0,), limits=(1, 2),
                                         starts=(0, 0), strides=(1, 1))  # i64[49,2]
        cast_i_1 = prim.cast(i, dtype=prim.i64)            # i64[]
        cast_j_1 = prim.cast(j, dtype=prim.i64)            # i64[]

        def body(old: "i64[]", colour: "i64[] weak", left: "i64[]", top: "i64[] weak", i: "i64[]",
                 j: "i64[]", array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]"):
            top_1 = prim.sub(top, prim.const(1, "i64[] weak"))  # i64[] weak
            cast_top = prim.cast(top_1, dtype=prim.i64)         # i64[]
            lt = prim.lt(cast_top, 0)                           # bool[]
            add = prim.add(cast_top, 49)                        # i64[]
            select = prim.select(lt, add, cast_top)             # i64[]
            i_1 = prim.dynamic_slice(array_1, select, 0, drop=(0, 1), sizes=(1, 1))  # i64[]
            cast_top_1 = prim.cast(top_1, dtype=prim.i64)       # i64[]
            lt_1 = prim.lt(cast_top_1, 0)                       # bool[]
            add_1 = prim.add(cast_top_1, 49)                    # i64[]
            select_1 = prim.select(lt_1, add_1, cast_top_1)     # i64[]
            j_1 = prim.dynamic_slice(array_1, select_1, 1, drop=(0, 1), sizes=(1, 1))  # i64[]
            lt_i = prim.lt(i_1, 0)                              # bool[]
            add_i = prim.add(i_1, 3)                            # i64[]
            select_i = prim.select(lt_i, add_i, i_1)            # i64[]
            lt_j = prim.lt(j_1, 0)                              # bool[]
            add_j = prim.add(j_1, 4)                            # i64[]
            select_j = prim.select(lt_j, add_j, j_1)            # i64[]
            dynamic_slice_array = prim.dynamic_slice(array, select_i, select_j, drop=(0, 1),
                                                     sizes=(1, 1))  # i64[]
            ne_old = prim.ne(dynamic_slice_array, old)          # bool[]

            def then(array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]",
                     top: "i64[] weak", i: "i64[]", j: "i64[]", colour: "i64[] weak", old: "i64[]"):
                return (prim.const(2, "i64[] weak"), array, filled,
                        prim.const(False, "bool[] weak"), prim.const(False, "bool[] weak"), 0,
                        prim.const(False, "bool[] weak"), 0, prim.const(False, "bool[] weak"),
                        array_1, top)

            def orelse(array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]",
                       top: "i64[] weak", i: "i64[]", j: "i64[]", colour: "i64[] weak",
                       old: "i64[]"):
                cast_colour = prim.cast(colour, dtype=prim.i64)  # i64[]
                lt_i = prim.lt(i, 0)                             # bool[]
                add_i = prim.add(i, 3)                           # i64[]
                select_i = prim.select(lt_i, add_i, i)           # i64[]
                lt_j = prim.lt(j, 0)                             # bool[]
                add_j = prim.add(j, 4)                           # i64[]
                select_j = prim.select(lt_j, add_j, j)           # i64[]
                lt_i_1 = prim.lt(i, 0)                           # bool[]
                add_i_1 = prim.add(i, 3)                         # i64[]
                select_i_1 = prim.select(lt_i_1, add_i_1, i)     # i64[]
                ge = prim.ge(select_i_1, 0)                      # bool[]
                le = prim.le(select_i_1, 2)                      # bool[]
                lt_j_1 = prim.lt(j, 0)                           # bool[]
                add_j_1 = prim.add(j, 4)                         # i64[]
                select_j_1 = prim.select(lt_j_1, add_j_1, j)     # i64[]
                ge_1 = prim.ge(select_j_1, 0)                    # bool[]
                le_1 = prim.le(select_j_1, 3)                    # bool[]
                and_ = prim.and_(ge, le)                         # bool[]
                and__1 = prim.and_(and_, ge_1)                   # bool[]
                and__2 = prim.and_(and__1, le_1)                 # bool[]
                dynamic_slice_array = prim.dynamic_slice(array, select_i, select_j, drop=(0, 1),
                                                         sizes=(1, 1))  # i64[]
                select = prim.select(and__2, cast_colour, dynamic_slice_array)  # i64[]
                update_slice_array = prim.update_slice(array, select, select_i, select_j,
                                                       drop=(0, 1), sizes=(1, 1))  # i64[3,4]
                filled_1 = prim.add(filled, prim.const(1, "i64[] weak"))  # i64[] weak
                a = prim.add(i, 0)                               # i64[]
                b = prim.add(j, 1)                               # i64[]
                le_a = prim.le(0, a)                             # bool[]
                lt_a = prim.lt(a, 3)                             # bool[]
                and__3 = prim.and_(le_a, lt_a)                   # bool[]
                le_b = prim.le(0, b)                             # bool[]
                lt_b = prim.lt(b, 4)                             # bool[]
                and__4 = prim.and_(le_b, lt_b)                   # bool[]
                lt_a_1 = prim.lt(a, 0)                           # bool[]
                add_a = prim.add(a, 3)                           # i64[]
                select_a = prim.select(lt_a_1, add_a, a)         # i64[]
                lt_b_1 = prim.lt(b, 0)                           # bool[]
                add_b = prim.add(b, 4)                           # i64[]
                select_b = prim.select(lt_b_1, add_b, b)         # i64[]
                dynamic_slice = prim.dynamic_slice(update_slice_array, select_a, select_b,
                                                   drop=(0, 1), sizes=(1, 1))  # i64[]
                eq_old = prim.eq(dynamic_slice, old)             # bool[]
                and__5 = prim.and_(and__4, eq_old)               # bool[]
                and__6 = prim.and_(and__3, and__5)               # bool[]

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]
                    lt = prim.lt(cast_top, 0)                    # bool[]
                    add = prim.add(cast_top, 49)                 # i64[]
                    select = prim.select(lt, add, cast_top)      # i64[]
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]
                    add_1 = prim.add(cast_top_1, 49)             # i64[]
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]
                    ge = prim.ge(select_1, 0)                    # bool[]
                    le = prim.le(select_1, 48)                   # bool[]
                    and_ = prim.and_(ge, le)                     # bool[]
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_2, top_1 = prim.cond(and__6, top, a, b, array_1, branches=(then, orelse))  # i64[49,2], i64[] weak
                a_1 = prim.add(i, 1)                            # i64[]
                b_1 = prim.add(j, 0)                            # i64[]
                le_a_1 = prim.le(0, a_1)                        # bool[]
                lt_a_2 = prim.lt(a_1, 3)                        # bool[]
                and__7 = prim.and_(le_a_1, lt_a_2)              # bool[]
                le_b_1 = prim.le(0, b_1)                        # bool[]
                lt_b_2 = prim.lt(b_1, 4)                        # bool[]
                and__8 = prim.and_(le_b_1, lt_b_2)              # bool[]
                lt_a_3 = prim.lt(a_1, 0)                        # bool[]
                add_a_1 = prim.add(a_1, 3)                      # i64[]
                select_a_1 = prim.select(lt_a_3, add_a_1, a_1)  # i64[]
                lt_b_3 = prim.lt(b_1, 0)                        # bool[]
                add_b_1 = prim.add(b_1, 4)                      # i64[]
                select_b_1 = prim.select(lt_b_3, add_b_1, b_1)  # i64[]
                dynamic_slice_1 = prim.dynamic_slice(update_slice_array, select_a_1, select_b_1,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]
                eq_old_1 = prim.eq(dynamic_slice_1, old)        # bool[]
                and__9 = prim.and_(and__8, eq_old_1)            # bool[]
                and__10 = prim.and_(and__7, and__9)             # bool[]

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]
                    lt = prim.lt(cast_top, 0)                    # bool[]
                    add = prim.add(cast_top, 49)                 # i64[]
                    select = prim.select(lt, add, cast_top)      # i64[]
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]
                    add_1 = prim.add(cast_top_1, 49)             # i64[]
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]
                    ge = prim.ge(select_1, 0)                    # bool[]
                    le = prim.le(select_1, 48)                   # bool[]
                    and_ = prim.and_(ge, le)                     # bool[]
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_3, top_2 = prim.cond(and__10, top_1, a_1, b_1, array_2,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak
                a_2 = prim.add(i, 0)                            # i64[]
                b_2 = prim.add(j, -1)                           # i64[]
                le_a_2 = prim.le(0, a_2)                        # bool[]
                lt_a_4 = prim.lt(a_2, 3)                        # bool[]
                and__11 = prim.and_(le_a_2, lt_a_4)             # bool[]
                le_b_2 = prim.le(0, b_2)                        # bool[]
                lt_b_4 = prim.lt(b_2, 4)                        # bool[]
                and__12 = prim.and_(le_b_2, lt_b_4)             # bool[]
                lt_a_5 = prim.lt(a_2, 0)                        # bool[]
                add_a_2 = prim.add(a_2, 3)                      # i64[]
                select_a_2 = prim.select(lt_a_5, add_a_2, a_2)  # i64[]
                lt_b_5 = prim.lt(b_2, 0)                        # bool[]
                add_b_2 = prim.add(b_2, 4)                      # i64[]
                select_b_2 = prim.select(lt_b_5, add_b_2, b_2)  # i64[]
                dynamic_slice_2 = prim.dynamic_slice(update_slice_array, select_a_2, select_b_2,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]
                eq_old_2 = prim.eq(dynamic_slice_2, old)        # bool[]
                and__13 = prim.and_(and__12, eq_old_2)          # bool[]
                and__14 = prim.and_(and__11, and__13)           # bool[]

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]
                    lt = prim.lt(cast_top, 0)                    # bool[]
                    add = prim.add(cast_top, 49)                 # i64[]
                    select = prim.select(lt, add, cast_top)      # i64[]
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]
                    add_1 = prim.add(cast_top_1, 49)             # i64[]
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]
                    ge = prim.ge(select_1, 0)                    # bool[]
                    le = prim.le(select_1, 48)                   # bool[]
                    and_ = prim.and_(ge, le)                     # bool[]
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_4, top_3 = prim.cond(and__14, top_2, a_2, b_2, array_3,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak
                a_3 = prim.add(i, -1)                           # i64[]
                b_3 = prim.add(j, 0)                            # i64[]
                le_a_3 = prim.le(0, a_3)                        # bool[]
                lt_a_6 = prim.lt(a_3, 3)                        # bool[]
                and__15 = prim.and_(le_a_3, lt_a_6)             # bool[]
                le_b_3 = prim.le(0, b_3)                        # bool[]
                lt_b_6 = prim.lt(b_3, 4)                        # bool[]
                and__16 = prim.and_(le_b_3, lt_b_6)             # bool[]
                lt_a_7 = prim.lt(a_3, 0)                        # bool[]
                add_a_3 = prim.add(a_3, 3)                      # i64[]
                select_a_3 = prim.select(lt_a_7, add_a_3, a_3)  # i64[]
                lt_b_7 = prim.lt(b_3, 0)                        # bool[]
                add_b_3 = prim.add(b_3, 4)                      # i64[]
                select_b_3 = prim.select(lt_b_7, add_b_3, b_3)  # i64[]
                dynamic_slice_3 = prim.dynamic_slice(update_slice_array, select_a_3, select_b_3,
                                                     drop=(0, 1), sizes=(1, 1))  # i64[]
                eq_old_3 = prim.eq(dynamic_slice_3, old)        # bool[]
                and__17 = prim.and_(and__16, eq_old_3)          # bool[]
                and__18 = prim.and_(and__15, and__17)           # bool[]

                def then(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    reshape_a = prim.reshape(a, shape=(1,))      # i64[1]
                    reshape_b = prim.reshape(b, shape=(1,))      # i64[1]
                    concatenate = prim.concatenate(reshape_a, reshape_b, axis=0)  # i64[2]
                    cast_top = prim.cast(top, dtype=prim.i64)    # i64[]
                    lt = prim.lt(cast_top, 0)                    # bool[]
                    add = prim.add(cast_top, 49)                 # i64[]
                    select = prim.select(lt, add, cast_top)      # i64[]
                    cast_top_1 = prim.cast(top, dtype=prim.i64)  # i64[]
                    lt_1 = prim.lt(cast_top_1, 0)                # bool[]
                    add_1 = prim.add(cast_top_1, 49)             # i64[]
                    select_1 = prim.select(lt_1, add_1, cast_top_1)  # i64[]
                    ge = prim.ge(select_1, 0)                    # bool[]
                    le = prim.le(select_1, 48)                   # bool[]
                    and_ = prim.and_(ge, le)                     # bool[]
                    dynamic_slice_array = prim.dynamic_slice(array, select, 0, drop=(0,),
                                                             sizes=(1, 2))  # i64[2]
                    broadcast = prim.broadcast(and_, axes=(), shape=(2,))  # bool[2]
                    select_2 = prim.select(broadcast, concatenate, dynamic_slice_array)  # i64[2]
                    update_slice_array = prim.update_slice(array, select_2, select, 0, drop=(0,),
                                                           sizes=(1, 2))  # i64[49,2]
                    top_1 = prim.add(top, prim.const(1, "i64[] weak"))  # i64[] weak
                    return update_slice_array, top_1

                def orelse(top: "i64[] weak", a: "i64[]", b: "i64[]", array: "i64[49,2]"):
                    return array, top

                array_5, top_4 = prim.cond(and__18, top_3, a_3, b_3, array_4,
                                           branches=(then, orelse))  # i64[49,2], i64[] weak
                return (prim.const(0, "i64[] weak"), update_slice_array, filled_1,
                        prim.const(True, "bool[] weak"), prim.const(True, "bool[] weak"), a_3,
                        prim.const(True, "bool[] weak"), b_3, prim.const(True, "bool[] weak"),
                        array_5, top_4)

            left_1, array_2, filled_1, di_is_set, dj_is_set, a, a_is_set, b, b_is_set, array_3, top_2 = prim.cond(ne_old, array, filled, array_1, top_1, i_1, j_1, colour, old, branches=(then, orelse))  # i64[] weak, i64[3,4], i64[] weak, bool[] weak, bool[] weak, i64[], bool[] weak, i64[], bool[] weak, i64[49,2], i64[] weak
            eq_left = prim.eq(left_1, prim.const(2, "i64[] weak"))  # bool[] weak
            select_left = prim.select(eq_left, 0, left_1)  # i64[]
            return select_left, top_2, i_1, j_1, array_2, filled_1, array_3

        def test(old: "i64[]", colour: "i64[] weak", left: "i64[]", top: "i64[] weak", i: "i64[]",
                 j: "i64[]", array: "i64[3,4]", filled: "i64[] weak", array_1: "i64[49,2]"):
            ne_top = prim.ne(top, prim.const(0, "i64[] weak"))  # bool[] weak
            eq_left = prim.eq(left, 0)                          # bool[]
            cast = prim.cast(ne_top, dtype=prim.bool)           # bool[]
            and_ = prim.and_(eq_left, cast)                     # bool[]
            return and_

        left, top, i_1, j_1, array, filled, array_1 = prim.while_loop(old, colour, 0,
                                                                      prim.const(1, "i64[] weak"),
                                                                      cast_i_1, cast_j_1, image,
                                                                      prim.const(0, "i64[] weak"),
                                                                      put_slice_stack, body=body,
                                                                      invariant=2, test=test)  # i64[], i64[] weak, i64[], i64[], i64[3,4], i64[] weak, i64[49,2]
        return (filled, array_1, prim.const(True, "bool[] weak"), top,
                prim.const(True, "bool[] weak"), filled, prim.const(True, "bool[] weak"), i_1, j_1,
                array)

    result, stack, stack_is_set, top, top_is_set, filled, filled_is_set, i_1, j_1, array = prim.cond(eq_old, i, j, image, old, colour, branches=(then, orelse))  # i64[] weak, i64[49,2], bool[] weak, i64[] weak, bool[] weak, i64[] weak, bool[] weak, i64[], i64[], i64[3,4]
    return result, array
