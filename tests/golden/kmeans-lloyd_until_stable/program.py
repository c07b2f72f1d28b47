from recto.transform import primitives as prim


def assign(points: "f64[9,2]", centres: "f64[2,2]"):
    broadcast = prim.broadcast(points, axes=(0, 2), shape=(9, 2, 2))  # f64[9,2,2]  kmeans.py:6
    broadcast_1 = prim.broadcast(centres, axes=(1, 2), shape=(9, 2, 2))  # f64[9,2,2]  kmeans.py:6
    sub = prim.sub(broadcast, broadcast_1)             # f64[9,2,2]  kmeans.py:6
    integer_pow = prim.integer_pow(sub, exponent=2)    # f64[9,2,2]  kmeans.py:6
    squares = prim.reduce_sum(integer_pow, axes=(2,))  # f64[9,2]  kmeans.py:6
    argmin_squares = prim.argmin(squares, axis=1)      # i64[9]  kmeans.py:7
    return argmin_squares


def lloyd_until_stable(points: "f64[9,2]", centres: "f64[2,2]", limit: "i64[] weak"):
    (labels,) = prim.call(points, centres, program=assign)  # i64[9]  kmeans.py:34

    def body(limit: "i64[] weak", points: "f64[9,2]", iteration: "i64[] weak", left: "i64[] weak",
             centres: "f64[2,2]", labels: "i64[9]", result_0: "f64[2,2]", result_1: "i64[9]",
             result_2: "i64[] weak"):
        broadcast = prim.broadcast(labels, axes=(0,), shape=(9, 2))  # i64[9,2]  kmeans.py:36
        broadcast_1 = prim.broadcast(prim.const([0, 1], "i64[2]"), axes=(1,), shape=(9, 2))  # i64[9,2]  kmeans.py:36
        member = prim.eq(broadcast, broadcast_1)                # bool[9,2]  kmeans.py:36
        cast_member = prim.cast(member, dtype=prim.i64)         # i64[9,2]  kmeans.py:37
        sizes = prim.reduce_sum(cast_member, axes=(0,))         # i64[2]  kmeans.py:37
        transpose_member = prim.transpose(member, axes=(1, 0))  # bool[2,9]  kmeans.py:38
        cast = prim.cast(transpose_member, dtype=prim.f64)      # f64[2,9]  kmeans.py:38
        dot_points = prim.dot(cast, points, batch=((), ()), contract=((1,), (0,)))  # f64[2,2]  kmeans.py:38
        maximum_sizes = prim.maximum(sizes, prim.const(1, "i64[2]"))  # i64[2]  kmeans.py:38
        reshape_1 = prim.reshape(maximum_sizes, shape=(2, 1))   # i64[2,1]  kmeans.py:38
        cast_1 = prim.cast(reshape_1, dtype=prim.f64)           # f64[2,1]  kmeans.py:38
        reshape_2 = prim.reshape(cast_1, shape=(2,))            # f64[2]  kmeans.py:38
        broadcast_2 = prim.broadcast(reshape_2, axes=(0,), shape=(2, 2))  # f64[2,2]  kmeans.py:38
        means = prim.div(dot_points, broadcast_2)               # f64[2,2]  kmeans.py:38
        reshape_sizes = prim.reshape(sizes, shape=(2, 1))       # i64[2,1]  kmeans.py:39
        gt = prim.gt(reshape_sizes, prim.const(0, "i64[2,1]"))  # bool[2,1]  kmeans.py:39
        reshape_3 = prim.reshape(gt, shape=(2,))                # bool[2]  kmeans.py:39
        broadcast_3 = prim.broadcast(reshape_3, axes=(0,), shape=(2, 2))  # bool[2,2]  kmeans.py:39
        centres_1 = prim.select(broadcast_3, means, centres)    # f64[2,2]  kmeans.py:39
        (new,) = prim.call(points, centres_1, program=assign)   # i64[9]  kmeans.py:40
        eq_new = prim.eq(new, labels)                           # bool[9]  kmeans.py:41
        reduce_all = prim.reduce_all(eq_new, axes=(0,))         # bool[]  kmeans.py:41
        left_1 = prim.select(reduce_all, prim.const(3, "i64[] weak"), prim.const(0, "i64[] weak"))  # i64[] weak  kmeans.py:41

        def then(labels: "i64[9]", new: "i64[9]"):
            return labels

        def orelse(labels: "i64[9]", new: "i64[9]"):
            return new

        (labels_1,) = prim.cond(reduce_all, labels, new, branches=(then, orelse))  # i64[9]  kmeans.py:41
        add = prim.add(iteration, 1)  # i64[]  kmeans.py:35
        return add, left_1, centres_1, labels_1, centres_1, labels, iteration

    def test(limit: "i64[] weak", points: "f64[9,2]", iteration: "i64[] weak", left: "i64[] weak",
             centres: "f64[2,2]", labels: "i64[9]", result_0: "f64[2,2]", result_1: "i64[9]",
             result_2: "i64[] weak"):
        lt_iteration = prim.lt(iteration, limit)              # bool[] weak  kmeans.py:35
        eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak  kmeans.py:35
        and_ = prim.and_(eq_left, lt_iteration)               # bool[] weak  kmeans.py:35
        return and_

    (while_loop_limit, left, centres_1, labels_1, result_0, result_1,
     result_2) = prim.while_loop(limit, points, 0, prim.const(0, "i64[] weak"), centres, labels,
                                 prim.const(0.0, "f64[2,2]"), prim.const(0, "i64[9]"),
                                 prim.const(0, "i64[] weak"), body=body, invariant=2, test=test)  # i64[], i64[] weak, f64[2,2], i64[9], f64[2,2], i64[9], i64[] weak  kmeans.py:35
    eq_left = prim.eq(left, prim.const(0, "i64[] weak"))  # bool[] weak

    def then(centres: "f64[2,2]", labels: "i64[9]", limit: "i64[] weak", result_0: "f64[2,2]",
             result_1: "i64[9]", result_2: "i64[] weak"):
        return centres, labels, limit

    def orelse(centres: "f64[2,2]", labels: "i64[9]", limit: "i64[] weak", result_0: "f64[2,2]",
               result_1: "i64[9]", result_2: "i64[] weak"):
        return result_0, result_1, result_2

    result_0_1, result_1_1, result_2_1 = prim.cond(eq_left, centres_1, labels_1, limit, result_0,
                                                   result_1, result_2, branches=(then, orelse))  # f64[2,2], i64[9], i64[] weak
    return result_0_1, result_1_1, result_2_1
