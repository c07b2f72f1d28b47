from recto.transform import primitives as prim


def insertion_sort(x: "i64[8]"):

    def body(i: "i64[] weak", x: "i64[8]"):
        key = prim.dynamic_slice(x, i, drop=(0,), sizes=(1,))  # i64[]  sorting.py:8

        def body(key: "i64[]", x: "i64[8]", j: "i64[] weak"):
            j_1 = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak  sorting.py:11
            dynamic_slice_x = prim.dynamic_slice(x, j_1, drop=(0,), sizes=(1,))  # i64[]  sorting.py:11
            update_slice_x = prim.update_slice(x, dynamic_slice_x, j, drop=(0,), sizes=(1,))  # i64[8]  sorting.py:11
            return update_slice_x, j_1

        def test(key: "i64[]", x: "i64[8]", j: "i64[] weak"):
            gt_j = prim.gt(j, prim.const(0, "i64[] weak"))    # bool[] weak  sorting.py:10
            sub_j = prim.sub(j, prim.const(1, "i64[] weak"))  # i64[] weak  sorting.py:10
            lt = prim.lt(sub_j, 0)                            # bool[]  sorting.py:10
            add: "i64[]"
            add = prim.add(j, prim.const(7, "i64[] weak"))    # i64[]  sorting.py:10
            select = prim.select(lt, add, sub_j)              # i64[]  sorting.py:10
            dynamic_slice_x = prim.dynamic_slice(x, select, drop=(0,), sizes=(1,))  # i64[]  sorting.py:10
            gt_key = prim.gt(dynamic_slice_x, key)            # bool[]  sorting.py:10
            and_ = prim.and_(gt_j, gt_key)                    # bool[]  sorting.py:10
            return and_

        x_1, j = prim.while_loop(key, x, i, body=body, invariant=1, test=test)  # i64[8], i64[] weak  sorting.py:10
        update_slice_x = prim.update_slice(x_1, key, j, drop=(0,), sizes=(1,))  # i64[8]  sorting.py:13
        return update_slice_x

    (x_1,) = prim.fori_loop(1, 8, x, body=body, invariant=0, step=1)  # i64[8]  sorting.py:7
    return x_1
