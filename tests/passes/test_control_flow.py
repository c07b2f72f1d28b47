"""What becomes of branches, loops and calls: programs before and after, and the same results."""
import textwrap

import numpy as np
import pytest

from lowering.construct import F64, I64, array, cond, fori, program, read, while_
from recto.transform import primitives as prim
from recto.transform.ir.builder import Builder
from recto.transform.core.errors import Span
from recto.transform.frontend.state.texts import Message
from recto.transform.passes import dead_code, optimise, simplify
from recto.transform.passes.simplify.speculation import lazily_evaluated
from recto.transform.ir.program import Type, check, walk
from recto.transform.reader import read as read_source

from .equal import assert_equal, outcome

SCALAR, INTEGER, FLAG = Type(F64), Type(I64), Type(np.dtype(bool))
VECTOR = array(5)


def names_of(p):
    return [call.primitive.name for call in p.body]


def check_becomes(before, after, *arguments):
    p, wanted = (check(read_source(textwrap.dedent(text))) for text in (before, after))
    given = optimise(p)
    assert str(given) == str(wanted)
    assert_equal(p, given, *arguments)


# -- branches ----------------------------------------------------------------------------------------------------------

def test_known_branch_stands_in_its_place_under_the_names_of_the_user():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(x: "f64[]"):
            sin_x = prim.sin(x)
            def then(x: "f64[]"):
                sin_x = prim.sin(x)
                sin_sin_x = prim.sin(sin_x)
                exp_x = prim.exp(sin_sin_x)
                return exp_x
            def orelse(x: "f64[]"):
                return x
            (y,) = prim.cond(True, sin_x, branches=(then, orelse))
            return y
        """, """
        from recto.transform import primitives as prim
        def f(x: "f64[]"):
            sin_x = prim.sin(x)
            sin_x_1 = prim.sin(sin_x)
            sin_sin_x = prim.sin(sin_x_1)
            y = prim.exp(sin_sin_x)
            return y
        """, 0.5)


def test_branch_knows_its_condition():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(p: "bool[]", q: "bool[]", x: "f64[]"):
            both = prim.and_(p, q)
            def then(q: "bool[]", x: "f64[]"):
                y = prim.select(q, x, 1.0)
                z = prim.exp(y)
                return z
            def orelse(q: "bool[]", x: "f64[]"):
                y = prim.select(q, x, 1.0)
                return y
            (y,) = prim.cond(both, q, x, branches=(then, orelse))
            return y
        """, """
        from recto.transform import primitives as prim
        def f(p: "bool[]", q: "bool[]", x: "f64[]"):
            both = prim.and_(p, q)
            def then(q: "bool[]", x: "f64[]"):
                z = prim.exp(x)
                return z
            def orelse(q: "bool[]", x: "f64[]"):
                y = prim.select(q, x, 1.0)
                return y
            (y,) = prim.cond(both, q, x, branches=(then, orelse))
            return y
        """, False, True, 3.0)


BRANCHES = """
    from recto.transform import primitives as prim
    def f(p: "bool[]", q: "bool[]", x: "f64[5]", h: "f64[5]"):
        def then(x: "f64[5]"):
            y = prim.sin(x)
            z = prim.exp(y)
            return y, z
        def orelse(x: "f64[5]"):
            z = prim.neg(x)
            return x, z
        y, z = prim.cond(p, x, branches=(then, orelse))
        def then(y: "f64[5]", z: "f64[5]", h: "f64[5]"):
            a = prim.mul(y, z)
            w = prim.mul(a, h)
            return w
        def orelse(y: "f64[5]", z: "f64[5]", h: "f64[5]"):
            w = prim.sub(h, y)
            return w
        (w,) = prim.cond({asked}, y, z, h, branches=(then, orelse))
        return w{also}
"""


@pytest.mark.parametrize("asked, also, branches", [("p", "", 1), ("q", "", 2), ("p", ", y", 2)])
def test_a_branch_that_only_another_one_asks_for_is_its_beginning(asked, also, branches):
    p = check(read_source(textwrap.dedent(BRANCHES.format(asked=asked, also=also))))
    found = optimise(p)
    assert names_of(found).count("cond") == branches
    for flags in [(True, True), (True, False), (False, True), (False, False)]:
        assert_equal(p, found, *map(np.bool_, flags), np.linspace(-1, 2, 5), np.arange(5.0))


def test_results_that_are_the_same_or_two_numbers_need_no_branch():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(p: "bool[]", x: "f64[]"):
            def then(x: "f64[]"):
                return x, 1, True, 3.0
            def orelse(x: "f64[]"):
                return x, 2, False, 3.0
            a, b, c, d = prim.cond(p, x, branches=(then, orelse))
            return a, b, c, d
        """, """
        from recto.transform import primitives as prim
        def f(p: "bool[]", x: "f64[]"):
            b = prim.select(p, 1, 2)
            return x, b, p, 3.0
        """, True, 2.0)


def test_branch_uses_what_is_known_outside_and_moves_nothing_out():
    branch = lambda q, x: cond(q, [x], lambda x: [prim.sin(x) * prim.exp(x)], lambda x: [x])
    p = program(lambda q, x: (prim.sin(x), *branch(q, x)), FLAG, SCALAR)
    short = optimise(p)
    assert names_of(short) == ["sin", "cond"]
    assert names_of(short.body[1].param("branches")[0]) == ["exp", "mul"]
    assert_equal(p, short, True, 0.3)


@pytest.mark.parametrize("made, then, orelse", [
    ("prim.and_(p, q)", None, False),
    ("prim.or_(q, p)", True, None),
    ("prim.not_(e)", None, False),
    ("prim.select(p, q, False)", None, False),
    ("prim.and_(n, q)", False, None)])
def test_a_branch_knows_what_follows_from_its_predicate(made, then, orelse):
    """A truth value that the predicate decides is a constant in the branch."""
    p = check(read_source(textwrap.dedent(f"""
        from recto.transform import primitives as prim
        def f(x: "f64[]", p: "bool[]", q: "bool[]"):
            n = prim.not_(p)
            e = prim.or_(q, n)
            y = {made}
            def then(x: "f64[]", y: "bool[]"):
                sin_x = prim.sin(x)
                return sin_x, y
            def orelse(x: "f64[]", y: "bool[]"):
                return x, y
            (z, flag) = prim.cond(p, x, y, branches=(then, orelse))
            return z, flag
        """)))
    short = simplify(p)
    (choice,) = [call for call in short.body if call.primitive.name == "cond"]
    for branch, known in zip(choice.param("branches"), (then, orelse)):
        assert known is None or branch.results[1].value == known
    for a, b in [(True, True), (True, False), (False, True), (False, False)]:
        assert_equal(p, short, 0.5, a, b)


def test_a_branch_knows_what_its_predicate_has_chosen_before():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(x: "f64[]", p: "bool[]"):
            y = prim.select(p, 1.0, x)
            def then(x: "f64[]", y: "f64[]"):
                z = prim.mul(x, y)
                return z
            def orelse(x: "f64[]", y: "f64[]"):
                z = prim.sin(y)
                return z
            (z,) = prim.cond(p, x, y, branches=(then, orelse))
            return z
        """, """
        from recto.transform import primitives as prim
        def f(x: "f64[]", p: "bool[]"):
            y = prim.select(p, 1.0, x)
            def then(x: "f64[]", y: "f64[]"):
                return x
            def orelse(x: "f64[]", y: "f64[]"):
                z = prim.sin(y)
                return z
            (z,) = prim.cond(p, x, y, branches=(then, orelse))
            return z
        """, 0.5, True)


LEFT = """
    from recto.transform import primitives as prim
    def f(x: "f64[]", k: "f64[]"):
        def body(left: "i64[]", x: "f64[]"):
            x_1 = prim.mul(x, x)
            large = prim.gt(x_1, 10.0)
            left_1 = prim.select(large, 3, 0)
            return left_1, x_1
        def test(left: "i64[]", x: "f64[]"):
            small = prim.lt(x, 100.0)
            zero = prim.eq(left, 0)
            stays = prim.and_(zero, small)
            return stays
        left, y = prim.while_loop(0, x, body=body, test=test, invariant=0)
        {}
        return z
    """


@pytest.mark.parametrize("asked", [
    "q = prim.eq(left, 1)\n        z = prim.select(q, k, y)",
    "p = prim.eq(left, 0)\n        q = prim.eq(left, 3)\n        a = prim.select(p, k, y)\n"
    "        z = prim.select(q, k, a)"])
@pytest.mark.parametrize("x", [2.0, 20.0, 200.0])
def test_the_codes_with_which_a_loop_ends_are_known(asked, x):
    p = check(read_source(textwrap.dedent(LEFT.format(asked))))
    given = optimise(p)
    assert "select" not in names_of(given)
    assert_equal(p, given, x, 7.0)


# -- loops -------------------------------------------------------------------------------------------------------------

def turns(n, function, *types):
    """A loop of n turns, or of as many as the last argument says, with function(x, k) in it, the same in each turn."""
    inside = lambda y, *xs: function(*(y.builder.lift(x) for x in xs))
    return program(lambda *xs: fori(0, n or xs[-1], [xs[0]], lambda i, y: [y + inside(y, *xs)]), *types, INTEGER)


def test_what_a_loop_does_not_change_is_computed_before_it():
    p = turns(None, lambda x, n: prim.sin(x) * prim.exp(prim.sin(x)), SCALAR)
    short = optimise(p)
    assert names_of(short) == ["sin", "exp", "fori_loop"]
    assert names_of(short.body[2].param("body")) == ["mul", "add"]
    for n in (0, 3):
        assert_equal(p, short, 0.3, n)


def test_free_arrays_stay_in_the_loop():
    p = program(lambda x, n: fori(0, n, [x], lambda i, y: [y * np.broadcast_to(2.0, 5)]), VECTOR, INTEGER)
    short = optimise(p)
    assert names_of(short) == ["fori_loop"] and names_of(short.body[0].param("body")) == ["broadcast", "mul"]


def test_a_read_that_may_be_out_of_range_moves_only_out_of_loops_that_run():
    loop = lambda n: turns(n, read, VECTOR)
    assert "dynamic_slice" in names_of(optimise(loop(4))) and "dynamic_slice" not in names_of(optimise(loop(None)))


def test_a_factorisation_moves_only_out_of_loops_that_run():
    loop = lambda n: turns(n, lambda x, k: prim.cholesky(x), array(2, 2))
    assert "cholesky" in names_of(optimise(loop(4))) and "cholesky" not in names_of(optimise(loop(None)))


def test_an_endless_loop_is_not_moved():
    endless = lambda x, k: while_([x], lambda y: y < 1.0, lambda y: [y * 2.0])[0]
    assert names_of(optimise(turns(4, endless, SCALAR))) == ["fori_loop"]


@pytest.mark.parametrize("count, left", [(0, []), (1, ["mul"]), (2, ["fori_loop"])])
def test_a_loop_of_no_turns_or_one_is_none(count, left):
    p = program(lambda x: fori(0, count, [x], lambda i, y: [y * x]), SCALAR)
    assert names_of(optimise(p)) == left
    assert_equal(p, optimise(p), 3.0)


def test_carries_that_stay_or_are_not_read_are_none():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(x: "f64[]", n: "i64[]"):
            def body(i: "i64[]", x: "f64[]", one: "f64[]", same: "f64[]", unread: "f64[]", feeds: "f64[]", y: "f64[]"):
                y_1 = prim.mul(y, same)
                z = prim.mul(y_1, one)
                lost = prim.add(unread, feeds)
                feeds_1 = prim.sin(feeds)
                return 1.0, same, lost, feeds_1, z
            one, same, unread, feeds, y = prim.fori_loop(0, n, x, 1.0, x, x, x, x, body=body, invariant=1, step=1)
            return y, one
        """, """
        from recto.transform import primitives as prim
        def f(x: "f64[]", n: "i64[]"):
            def body(i: "i64[]", x: "f64[]", y: "f64[]"):
                y_1 = prim.mul(y, x)
                return y_1
            (y,) = prim.fori_loop(0, n, x, x, body=body, invariant=1, step=1)
            return y, 1.0
        """, 2.0, 4)


def test_carries_that_are_equal_in_every_turn_are_one():
    check_becomes("""
        from recto.transform import primitives as prim
        def f(x: "f64[]", n: "i64[]"):
            def body(i: "i64[]", y: "f64[]", z: "f64[]", apart: "f64[]"):
                t = prim.mul(y, z)
                sin_t = prim.sin(t)
                return sin_t, sin_t, sin_t
            y, z, apart = prim.fori_loop(0, n, x, x, 1.0, body=body, invariant=0, step=1)
            return y, z, apart
        """, """
        from recto.transform import primitives as prim
        def f(x: "f64[]", n: "i64[]"):
            def body(i: "i64[]", y: "f64[]", apart: "f64[]"):
                t = prim.mul(y, y)
                sin_t = prim.sin(t)
                return sin_t, sin_t
            y, apart = prim.fori_loop(0, n, x, 1.0, body=body, invariant=0, step=1)
            return y, y, apart
        """, 2.0, 4)


# -- counted loops -----------------------------------------------------------------------------------------------------

COUNTS = [("lt", 0, 7, 1, "i8", True), ("lt", 0, 7, 3, "i8", True), ("le", 0, 6, 2, "i8", True),
          ("gt", 5, 0, -1, "i8", True), ("ge", 5, 0, -2, "i8", True), ("lt", 9, 3, 1, "i8", True),
          ("lt", 0, 127, 1, "i1", False), ("lt", 0, 100, 1, "i1", True), ("le", 0, 6, 1, "u1", True),
          ("gt", 6, 0, -1, "u1", False), ("ne", 0, 6, 2, "i8", False), ("lt", 0, 5, -1, "i1", False)]


def counting(name, lo, hi, step, dtype, flipped, by=None):
    """x is doubled until the count ends; gives x and the count."""
    kind = np.dtype(dtype)
    number = lambda v: np.asarray(v, kind)
    other = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "ne": "ne"}[name]

    def f(x, *end):
        bound = lambda n: end[0] if end else n.builder.lift(number(hi))
        compare = getattr(prim, other if flipped else name)
        test = lambda n, y: compare(bound(n), n) if flipped else compare(n, bound(n))
        move = lambda n: n + number(step) if step > 0 or kind.kind == "i" and flipped else n - number(-step)
        return while_([x.builder.lift(number(lo)), x], test, lambda n, y: [move(n), y * 2.0])
    return program(f, SCALAR, *([Type(kind)] if by else []))


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("name, lo, hi, step, dtype, counts", COUNTS)
def test_while_loops_that_count_are_counted(name, lo, hi, step, dtype, counts, flipped):
    p = counting(name, lo, hi, step, dtype, flipped)
    short = optimise(p)
    assert ("while_loop" in names_of(short)) != counts
    if counts or name == "ne":
        assert_equal(p, short, 1.5)


@pytest.mark.parametrize("name, step, dtype, counts", [
    ("lt", 1, "i1", True), ("gt", -1, "i1", True), ("le", 1, "i1", False), ("lt", 2, "i1", False),
    ("le", 2, "i8", True), ("ge", -3, "i8", True), ("lt", 4, "i8", True)])
def test_a_count_to_an_unknown_end_must_not_wrap_around(name, step, dtype, counts):
    p = counting(name, 3, None, step, dtype, False, by="argument")
    short = optimise(p)
    assert ("while_loop" in names_of(short)) != counts
    for end in (-9, 2, 3, 4, 5, 11):
        assert_equal(p, short, 1.5, end)


# -- calls, effects, names ---------------------------------------------------------------------------------------------

def test_a_function_of_one_call_is_put_in_its_place_and_others_are_shared():
    inner = program(lambda x: prim.sin(x), SCALAR, name="small")
    larger = program(lambda x: prim.sin(prim.exp(x) * x), SCALAR, name="larger")
    twice = lambda x, g: prim.call(prim.call(x, program=g)[0], program=g)[0]
    p = program(lambda x: twice(twice(x, inner), larger), SCALAR)
    short = optimise(p)
    assert names_of(short) == ["sin", "sin", "call", "call"]
    assert short.body[2].param("program") is short.body[3].param("program")
    assert_equal(p, short, 0.3)


def test_equal_calls_of_a_function_are_one():
    larger = program(lambda x: prim.sin(prim.exp(x) * x), SCALAR, name="larger")
    p = program(lambda x: prim.call(x, program=larger)[0] * prim.call(x, program=larger)[0], SCALAR)
    assert names_of(optimise(p)) == ["call", "mul"]


def test_effects_stay_and_stay_in_order():
    shout = lambda world, text: prim.host_call(world, callee=Message((text,)))[0]
    def f(world, p):
        world = shout(world, "first")
        (world,) = cond(p, [world], lambda w: [shout(w, "then")], lambda w: [w])
        (world,) = fori(0, 2, [world], lambda i, w: [shout(shout(w, "turn"), "turn")])
        return shout(world, "last")
    p = program(f, INTEGER, FLAG)
    short = optimise(p)
    assert outcome(short, (0, True))[1] == outcome(p, (0, True))[1] == "first\nthen\nturn\nturn\nturn\nturn\nlast\n"


def test_names_of_the_user_win():
    b = Builder()
    x = b.parameter(SCALAR, "x")
    nameless = prim.sin(x)
    y = prim.sin(x)
    b.name(y, "y")
    p = b.finish([nameless * y], "f")
    assert [v.name for call in optimise(p).body for v in call.outputs] == ["y", "mul_y"]


def test_places_in_the_source_are_kept():
    b = Builder()
    x = b.parameter(SCALAR, "x")
    b.site.span = first = Span("/home/u/model.py", 3, 0, 3, 5, "f")
    y = prim.sin(x) * prim.sin(x)
    b.site.span = second = Span("/home/u/model.py", 4, 0, 4, 5, "f")
    p = b.finish([-(-(y + -x))], "f")         # noqa: B002 (negated twice)
    assert [call.span for call in walk(optimise(p))] == [first, first, second]


def test_a_number_of_python_stays_one_in_the_results():
    b = Builder()
    n = b.parameter(Type(I64, weak=True), "n")
    strong = prim.cast(n, dtype=I64)
    p = b.finish([strong, n, strong + 1, strong], "f")
    assert [t.weak for t in optimise(p).result_types] == [False, True, False, False]
    assert str(optimise(optimise(p))) == str(optimise(p))


def test_reads_that_python_may_not_come_to_are_not_shared():
    inside = lambda x, i: (i < 5) & (read(x, i) > 0.0)
    p = program(lambda x, i: (inside(x, i), (i < 5) & (read(x, i) < 9.0)), VECTOR, INTEGER)
    assert names_of(optimise(p)).count("dynamic_slice") == 2
    p = program(lambda x, i: (inside(x, i), read(x, i)), VECTOR, INTEGER)
    assert names_of(optimise(p)).count("dynamic_slice") == 1
    lazy = any(name.startswith("dynamic_slice") for name in lazily_evaluated(p))
    assert not lazy or names_of(p).count("dynamic_slice") == 2


def test_dead_code_leaves_a_program_without_any_as_it_is():
    p = optimise(program(lambda x, n: fori(0, n, [x], lambda i, y: [y * prim.sin(y)]), SCALAR, INTEGER))
    assert dead_code(p) is p
    assert simplify(p) == p


MOVES_OUT_TWICE = """
from recto.transform import primitives as prim
def f(WEIGHTS: "f64[1]", y: "i64[] weak"):
    def body(left: "i64[]", left_1: "f64[] weak", error: "i32[]"):
        left_2 = prim.div(left_1, prim.const(2.0, "f64[] weak"))
        def body(i: "i64[] weak", left: "i64[]", error: "i32[]"):
            def body(step: "i64[] weak", left: "i64[]", error: "i32[]"):
                step_1 = prim.add(step, prim.const(1, "i64[] weak"))
                and_ = prim.and_(prim.const(False, "bool[] weak"), True)
                select = prim.select(and_, prim.const(1, "i32[]"), error)
                ne = prim.or_(and_, False)
                select_1 = prim.select(ne, 3, 0)
                return step_1, select_1, select
            def test(step: "i64[] weak", left: "i64[]", error: "i32[]"):
                lt_step = prim.lt(step, prim.const(3, "i64[] weak"))
                eq_left = prim.eq(left, 0)
                and_ = prim.and_(eq_left, lt_step)
                eq_error = prim.eq(error, prim.const(0, "i32[]"))
                and__1 = prim.and_(eq_error, and_)
                return and__1
            step, left_1, error_1 = prim.while_loop(prim.const(0, "i64[] weak"), 0, error,
                    body=body, invariant=0, test=test)
            ne_error = prim.ne(error_1, prim.const(0, "i32[]"))
            select = prim.select(ne_error, 3, 0)
            eq = prim.eq(error_1, prim.const(0, "i32[]"))
            def then(x: "i64[]"):
                return 0
            def orelse(x: "i64[]"):
                return x
            (left_2,) = prim.cond(eq, select, branches=(then, orelse))
            eq_left = prim.eq(left_2, 0)
            def then(left: "i64[]"):
                return 0
            def orelse(left: "i64[]"):
                return left
            (left_3,) = prim.cond(eq_left, left_2, branches=(then, orelse))
            add = prim.add(i, 1)
            return add, left_3, error_1
        def test(i: "i64[] weak", left: "i64[]", error: "i32[]"):
            lt_i = prim.lt(i, prim.const(1, "i64[] weak"))
            eq_left = prim.eq(left, 0)
            and_ = prim.and_(eq_left, lt_i)
            eq_error = prim.eq(error, prim.const(0, "i32[]"))
            and__1 = prim.and_(eq_error, and_)
            return and__1
        while_loop_WEIGHTS, left_3, error_1 = prim.while_loop(0, 0, error, body=body, invariant=0, test=test)
        return left_3, left_2, error_1
    def test(left: "i64[]", left_1: "f64[] weak", error: "i32[]"):
        gt_left = prim.gt(left_1, prim.const(0.5, "f64[] weak"))
        eq_left = prim.eq(left, 0)
        and_ = prim.and_(eq_left, gt_left)
        eq_error = prim.eq(error, prim.const(0, "i32[]"))
        and__1 = prim.and_(eq_error, and_)
        return and__1
    left, left_1, error = prim.while_loop(0, prim.const(4.0, "f64[] weak"), prim.const(0, "i32[]"),
            body=body, invariant=0, test=test)
    result_is_set = prim.eq(left, 0)
    def then(y: "i64[] weak"):
        return y
    def orelse(y: "i64[] weak"):
        return prim.const(0, "i64[] weak")
    (result,) = prim.cond(result_is_set, y, branches=(then, orelse))
    return result, error
"""


def test_a_branch_that_moves_out_is_what_it_is_there():
    """The last cond of the loop in a loop is known in front of both: an exit code that is the same in all rounds."""
    program = check(read_source(MOVES_OUT_TWICE))
    assert_equal(program, check(simplify(program)), np.array([2.0]), np.asarray(1))
