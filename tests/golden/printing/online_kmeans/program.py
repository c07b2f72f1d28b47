from recto.transform import primitives as prim


def online_kmeans(points: "f64[9,2]", centres: "f64[2,2]"):
    wins = prim.broadcast(0, axes=(), shape=(2,))  # i64[2]

    def body(i: "i64[] weak", points: "f64[9,2]", array: "i64[2]", array_1: "f64[2,2]"):
        cast_i = prim.cast(i, dtype=prim.i64)                     # i64[]
        dynamic_slice_points = prim.dynamic_slice(points, cast_i, 0, drop=(0,), sizes=(1, 2))  # f64[2]
        broadcast = prim.broadcast(dynamic_slice_points, axes=(1,), shape=(2, 2))  # f64[2,2]
        sub_array = prim.sub(array_1, broadcast)                  # f64[2,2]
        abs_ = prim.abs(sub_array)                                # f64[2,2]
        reduce_sum = prim.reduce_sum(abs_, axes=(1,))             # f64[2]
        winner = prim.argmin(reduce_sum, axis=0)                  # i64[]
        lt_winner = prim.lt(winner, 0)                            # bool[]
        add_winner = prim.add(winner, 2)                          # i64[]
        select_winner = prim.select(lt_winner, add_winner, winner)  # i64[]
        dynamic_slice_array = prim.dynamic_slice(array, select_winner, drop=(0,), sizes=(1,))  # i64[]
        add = prim.add(dynamic_slice_array, 1)                    # i64[]
        lt_winner_1 = prim.lt(winner, 0)                          # bool[]
        add_winner_1 = prim.add(winner, 2)                        # i64[]
        select_winner_1 = prim.select(lt_winner_1, add_winner_1, winner)  # i64[]
        lt_winner_2 = prim.lt(winner, 0)                          # bool[]
        add_winner_2 = prim.add(winner, 2)                        # i64[]
        select_winner_2 = prim.select(lt_winner_2, add_winner_2, winner)  # i64[]
        ge = prim.ge(select_winner_2, 0)                          # bool[]
        le = prim.le(select_winner_2, 1)                          # bool[]
        and_ = prim.and_(ge, le)                                  # bool[]
        dynamic_slice_array_1 = prim.dynamic_slice(array, select_winner_1, drop=(0,), sizes=(1,))  # i64[]
        select = prim.select(and_, add, dynamic_slice_array_1)    # i64[]
        update_slice_array = prim.update_slice(array, select, select_winner_1, drop=(0,),
                                               sizes=(1,))        # i64[2]
        cast_i_1 = prim.cast(i, dtype=prim.i64)                   # i64[]
        dynamic_slice_points_1 = prim.dynamic_slice(points, cast_i_1, 0, drop=(0,), sizes=(1, 2))  # f64[2]
        lt_winner_3 = prim.lt(winner, 0)                          # bool[]
        add_winner_3 = prim.add(winner, 2)                        # i64[]
        select_winner_3 = prim.select(lt_winner_3, add_winner_3, winner)  # i64[]
        dynamic_slice_array_2 = prim.dynamic_slice(array_1, select_winner_3, 0, drop=(0,),
                                                   sizes=(1, 2))  # f64[2]
        sub = prim.sub(dynamic_slice_points_1, dynamic_slice_array_2)  # f64[2]
        lt_winner_4 = prim.lt(winner, 0)                          # bool[]
        add_winner_4 = prim.add(winner, 2)                        # i64[]
        select_winner_4 = prim.select(lt_winner_4, add_winner_4, winner)  # i64[]
        dynamic_slice = prim.dynamic_slice(update_slice_array, select_winner_4, drop=(0,),
                                           sizes=(1,))            # i64[]
        cast = prim.cast(dynamic_slice, dtype=prim.f64)           # f64[]
        broadcast_1 = prim.broadcast(cast, axes=(), shape=(2,))   # f64[2]
        div = prim.div(sub, broadcast_1)                          # f64[2]
        lt_winner_5 = prim.lt(winner, 0)                          # bool[]
        add_winner_5 = prim.add(winner, 2)                        # i64[]
        select_winner_5 = prim.select(lt_winner_5, add_winner_5, winner)  # i64[]
        dynamic_slice_array_3 = prim.dynamic_slice(array_1, select_winner_5, 0, drop=(0,),
                                                   sizes=(1, 2))  # f64[2]
        add_1 = prim.add(dynamic_slice_array_3, div)              # f64[2]
        lt_winner_6 = prim.lt(winner, 0)                          # bool[]
        add_winner_6 = prim.add(winner, 2)                        # i64[]
        select_winner_6 = prim.select(lt_winner_6, add_winner_6, winner)  # i64[]
        lt_winner_7 = prim.lt(winner, 0)                          # bool[]
        add_winner_7 = prim.add(winner, 2)                        # i64[]
        select_winner_7 = prim.select(lt_winner_7, add_winner_7, winner)  # i64[]
        ge_1 = prim.ge(select_winner_7, 0)                        # bool[]
        le_1 = prim.le(select_winner_7, 1)                        # bool[]
        and__1 = prim.and_(ge_1, le_1)                            # bool[]
        dynamic_slice_array_4 = prim.dynamic_slice(array_1, select_winner_6, 0, drop=(0,),
                                                   sizes=(1, 2))  # f64[2]
        broadcast_2 = prim.broadcast(and__1, axes=(), shape=(2,))  # bool[2]
        select_1 = prim.select(broadcast_2, add_1, dynamic_slice_array_4)  # f64[2]
        update_slice_array_1 = prim.update_slice(array_1, select_1, select_winner_6, 0, drop=(0,),
                                                 sizes=(1, 2))    # f64[2,2]
        return update_slice_array, update_slice_array_1

    array, array_1 = prim.fori_loop(0, 9, points, wins, centres, body=body, invariant=1, step=1)  # i64[2], f64[2,2]
    return array_1, array
