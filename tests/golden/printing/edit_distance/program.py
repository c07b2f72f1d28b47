from recto.transform import primitives as prim


def edit_distance(a: "i64[8]", b: "i64[6]"):
    table = prim.broadcast(0, axes=(), shape=(9, 7))  # i64[9,7]
    put_slice_table = prim.put_slice(table, prim.const(range(0, 9), "i64[9]"), drop=(1,),
                                     limits=(9, 1), starts=(0, 0), strides=(1, 1))  # i64[9,7]
    put_slice = prim.put_slice(put_slice_table, prim.const(range(0, 7), "i64[7]"), drop=(0,),
                               limits=(1, 7), starts=(0, 0), strides=(1, 1))  # i64[9,7]

    def body(i: "i64[] weak", a: "i64[8]", b: "i64[6]", array: "i64[9,7]"):

        def body(j: "i64[] weak", i: "i64[] weak", a: "i64[8]", b: "i64[6]", array: "i64[9,7]"):
            sub_i = prim.sub(i, prim.const(1, "i64[] weak"))  # i64[] weak
            cast = prim.cast(sub_i, dtype=prim.i64)           # i64[]
            dynamic_slice_a = prim.dynamic_slice(a, cast, drop=(0,), sizes=(1,))  # i64[]
            sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak
            cast_1 = prim.cast(sub_j, dtype=prim.i64)         # i64[]
            dynamic_slice_b = prim.dynamic_slice(b, cast_1, drop=(0,), sizes=(1,))  # i64[]
            eq = prim.eq(dynamic_slice_a, dynamic_slice_b)    # bool[]

            def then(i: "i64[] weak", j: "i64[] weak", array: "i64[9,7]"):
                sub_i = prim.sub(i, prim.const(1, "i64[] weak"))  # i64[] weak
                sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak
                cast = prim.cast(sub_i, dtype=prim.i64)           # i64[]
                cast_1 = prim.cast(sub_j, dtype=prim.i64)         # i64[]
                dynamic_slice_array = prim.dynamic_slice(array, cast, cast_1, drop=(0, 1),
                                                         sizes=(1, 1))  # i64[]
                cast_i = prim.cast(i, dtype=prim.i64)             # i64[]
                cast_j = prim.cast(j, dtype=prim.i64)             # i64[]
                update_slice_array = prim.update_slice(array, dynamic_slice_array, cast_i, cast_j,
                                                       drop=(0, 1), sizes=(1, 1))  # i64[9,7]
                return update_slice_array

            def orelse(i: "i64[] weak", j: "i64[] weak", array: "i64[9,7]"):
                sub_i = prim.sub(i, prim.const(1, "i64[] weak"))  # i64[] weak
                sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak
                cast = prim.cast(sub_i, dtype=prim.i64)           # i64[]
                cast_1 = prim.cast(sub_j, dtype=prim.i64)         # i64[]
                dynamic_slice_array = prim.dynamic_slice(array, cast, cast_1, drop=(0, 1),
                                                         sizes=(1, 1))  # i64[]
                sub_i_1 = prim.sub(i, prim.const(1, "i64[] weak"))  # i64[] weak
                cast_2 = prim.cast(sub_i_1, dtype=prim.i64)       # i64[]
                cast_j = prim.cast(j, dtype=prim.i64)             # i64[]
                dynamic_slice_array_1 = prim.dynamic_slice(array, cast_2, cast_j, drop=(0, 1),
                                                           sizes=(1, 1))  # i64[]
                sub_j_1 = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak
                cast_i = prim.cast(i, dtype=prim.i64)             # i64[]
                cast_3 = prim.cast(sub_j_1, dtype=prim.i64)       # i64[]
                dynamic_slice_array_2 = prim.dynamic_slice(array, cast_i, cast_3, drop=(0, 1),
                                                           sizes=(1, 1))  # i64[]
                lt = prim.lt(dynamic_slice_array_1, dynamic_slice_array)  # bool[]
                select = prim.select(lt, dynamic_slice_array_1, dynamic_slice_array)  # i64[]
                lt_1 = prim.lt(dynamic_slice_array_2, select)     # bool[]
                select_1 = prim.select(lt_1, dynamic_slice_array_2, select)  # i64[]
                add = prim.add(1, select_1)                       # i64[]
                cast_i_1 = prim.cast(i, dtype=prim.i64)           # i64[]
                cast_j_1 = prim.cast(j, dtype=prim.i64)           # i64[]
                update_slice_array = prim.update_slice(array, add, cast_i_1, cast_j_1, drop=(0, 1),
                                                       sizes=(1, 1))  # i64[9,7]
                return update_slice_array

            (array_1,) = prim.cond(eq, i, j, array, branches=(then, orelse))  # i64[9,7]
            return array_1

        (array_1,) = prim.fori_loop(1, 7, i, a, b, array, body=body, invariant=3, step=1)  # i64[9,7]
        return array_1

    (array,) = prim.fori_loop(1, 9, a, b, put_slice, body=body, invariant=2, step=1)  # i64[9,7]
    slice_array = prim.slice_(array, drop=(0, 1), limits=(9, 7), starts=(8, 6), strides=(1, 1))  # i64[]
    return slice_array
