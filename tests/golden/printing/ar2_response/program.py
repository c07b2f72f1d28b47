from recto.transform import primitives as prim


def ar2_response(x: "f64[10]", a1: "f64[] weak", a2: "f64[] weak"):
    y = prim.broadcast(0.0, axes=(), shape=(10,))  # f64[10]

    def body(t: "i64[] weak", x: "f64[10]", a1: "f64[] weak", a2: "f64[] weak", array: "f64[10]"):
        cast_t = prim.cast(t, dtype=prim.i64)               # i64[]
        dynamic_slice_x = prim.dynamic_slice(x, cast_t, drop=(0,), sizes=(1,))  # f64[]
        cast_t_1 = prim.cast(t, dtype=prim.i64)             # i64[]
        update_slice_array = prim.update_slice(array, dynamic_slice_x, cast_t_1, drop=(0,),
                                               sizes=(1,))  # f64[10]
        ge_t = prim.ge(t, prim.const(1, "i64[] weak"))      # bool[] weak

        def then(t: "i64[] weak", x: "f64[10]", a1: "f64[] weak"):
            sub_t = prim.sub(t, prim.const(1, "i64[] weak"))  # i64[] weak
            cast = prim.cast(sub_t, dtype=prim.i64)           # i64[]
            lt = prim.lt(cast, 0)                             # bool[]
            add = prim.add(cast, 10)                          # i64[]
            select = prim.select(lt, add, cast)               # i64[]
            dynamic_slice = prim.dynamic_slice(x, select, drop=(0,), sizes=(1,))  # f64[]
            cast_a1 = prim.cast(a1, dtype=prim.f64)           # f64[]
            mul = prim.mul(cast_a1, dynamic_slice)            # f64[]
            cast_t = prim.cast(t, dtype=prim.i64)             # i64[]
            dynamic_slice_1 = prim.dynamic_slice(x, cast_t, drop=(0,), sizes=(1,))  # f64[]
            add_1 = prim.add(dynamic_slice_1, mul)            # f64[]
            cast_t_1 = prim.cast(t, dtype=prim.i64)           # i64[]
            update_slice = prim.update_slice(x, add_1, cast_t_1, drop=(0,), sizes=(1,))  # f64[10]
            return update_slice

        def orelse(t: "i64[] weak", x: "f64[10]", a1: "f64[] weak"):
            return x

        (array_1,) = prim.cond(ge_t, t, update_slice_array, a1, branches=(then, orelse))  # f64[10]
        ge_t_1 = prim.ge(t, prim.const(2, "i64[] weak"))  # bool[] weak

        def then(t: "i64[] weak", array: "f64[10]", a2: "f64[] weak"):
            sub_t = prim.sub(t, prim.const(2, "i64[] weak"))  # i64[] weak
            cast = prim.cast(sub_t, dtype=prim.i64)           # i64[]
            lt = prim.lt(cast, 0)                             # bool[]
            add = prim.add(cast, 10)                          # i64[]
            select = prim.select(lt, add, cast)               # i64[]
            dynamic_slice_array = prim.dynamic_slice(array, select, drop=(0,), sizes=(1,))  # f64[]
            cast_a2 = prim.cast(a2, dtype=prim.f64)           # f64[]
            mul = prim.mul(cast_a2, dynamic_slice_array)      # f64[]
            cast_t = prim.cast(t, dtype=prim.i64)             # i64[]
            dynamic_slice_array_1 = prim.dynamic_slice(array, cast_t, drop=(0,), sizes=(1,))  # f64[]
            add_1 = prim.add(dynamic_slice_array_1, mul)      # f64[]
            cast_t_1 = prim.cast(t, dtype=prim.i64)           # i64[]
            update_slice_array = prim.update_slice(array, add_1, cast_t_1, drop=(0,), sizes=(1,))  # f64[10]
            return update_slice_array

        def orelse(t: "i64[] weak", array: "f64[10]", a2: "f64[] weak"):
            return array

        (array_2,) = prim.cond(ge_t_1, t, array_1, a2, branches=(then, orelse))  # f64[10]
        return array_2

    (array,) = prim.fori_loop(0, 10, x, a1, a2, y, body=body, invariant=3, step=1)  # f64[10]
    return array
