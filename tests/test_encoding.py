"""What the disk cache writes reads back as the same value; what has no form is not written."""
import collections
import enum
import json
import types

import ml_dtypes
import numpy as np
import pytest

from recto import transform
from recto._cache.encoding import FORMS, MAKERS, ROOTS, STEPS, Unwritable, decode_value, encode_value, nothing
from recto.runtime import Aval
from recto.transform import Argument, Cut, Out, Path, Payload, Span, Type
from recto.transform.frontend.outside import paths
from recto.transform.frontend.state.texts import Hole, Message, Text

Point = collections.namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = 1


def program():
    def f(x, n):
        total = 0.0
        for i in range(3):
            total = total + np.sin(x[i]) * n if x[i] > 0 else total
        return total
    given = [Argument(Type(np.dtype(float), (3,)), True, "x"),
             Argument(Type(np.dtype(np.int64), (), True), False, "n")]
    return transform.optimise(transform.read(f, given, {}).program)


VALUES = [
    None, True, False, 0, -1, 2**100, "", "text", "\ud800 \0 ü 🙂", 0.0, -0.0, 1e300, float("nan"), float("inf"),
    5e-324, 1j, complex(float("nan"), -0.0), b"", b"\0\xff", ..., NotImplemented,
    (), (1,), [1, [2.0, "x"]], {"a": 1, 2: {}, (1, "k"): [None]}, {1, 2}, frozenset(["a", "b"]),

    slice(1, None, -1), range(3, 9, 2), collections.OrderedDict([("b", 1), ("a", 2)]),
    collections.defaultdict(None, {"a": 1}), Point(1, 2.0),
    np.dtype("f4"), np.dtype(">i8"), np.dtype("M8[ns]"), np.dtype("U7"), np.dtype(ml_dtypes.bfloat16),
    np.dtype([("a", "f4", (2,)), ("b", [("c", ">i2")])]), np.dtype((np.record, [("a", "f4")])),
    np.dtype({"names": ["b"], "formats": ["i4"], "offsets": [4], "itemsize": 12}), np.dtype("i1,f8", align=True),
    np.dtype(ml_dtypes.float8_e4m3fn), np.float32(0.1), np.int8(-3), np.bool_(True), np.complex64(1j),
    np.datetime64("2020-01-01"), ml_dtypes.bfloat16(1.5), np.float64("nan"), np.str_("ab"),
    np.arange(6.0).reshape(2, 3), np.asfortranarray(np.arange(6).reshape(2, 3)), np.zeros((0, 3)), np.array(1, ">i2"),
    np.array(["a", "bc"]), np.ones(3, ml_dtypes.bfloat16), type(None), type(...), types.FunctionType,
    Type(np.dtype("f4"), (2, 3), True), Aval((2,), np.dtype("i4"), True), Out(3), Span("a.py", 1, 2, 3, 4, "f"),
    Cut(Out(0), ((0, Out(1)), (1, 5)), True, (tuple,), "number"), Text(("a", Hole(1, ".2f", "r", True))),
    Payload((Text(("x",)), ("a", 1)), (("payload", "a.py:1", 0),)), Message(("a", Hole(0)), "-", "\n"),
    Path(("import", "numpy"), (("attribute", "sin"), ("item", ("a", 1)), ("length", None), ("has", "x"))),
    Path(("argument", 3), (("keys", None), ("own", "x"))), program(),
]


@pytest.mark.parametrize("value", VALUES, ids=[f"{k} {type(v).__name__}" for k, v in enumerate(VALUES)])
def test_what_is_written_reads_back(value):
    references = {"kept": lambda k: kept[k]}
    kept = []

    def refer(v):
        if v not in (Point, tuple) if isinstance(v, type) else True:
            return None
        kept.append(v)
        return ["kept", len(kept) - 1]
    again = decode_value(json.loads(json.dumps(encode_value(value, refer))), references)
    assert alike(again, value)


def alike(a, b):
    """Are they equal, and of the same types throughout? (nan is nan, 0.0 is not -0.0.)"""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes() and a.flags.writeable and \
            a.flags.f_contiguous == b.flags.f_contiguous
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(map(alike, a.values(), b.values()))
    return repr(a) == repr(b) if isinstance(a, (float, complex, np.generic)) else a == b


@pytest.mark.parametrize("value", [
    object(), lambda x: x, test_what_is_written_reads_back, np.sin, print, Colour.RED, Colour, iter([]),

    types.SimpleNamespace(), np.array([object()]), np.dtype("O"), np.dtype([(("title", "a"), "f4")]),
    np.ma.array([1.0]), memoryview(b"x"), [lambda: 0],
    type("Text", (str,), {})("x"), type("Number", (int,), {})(1), type("List", (list,), {})()])
def test_what_has_no_form_is_not_written(value):
    with pytest.raises(Unwritable):
        encode_value(value, nothing)


@pytest.mark.parametrize("data", [
    {}, {"a": 1}, [], [[]], ["no such form"], ["float", "x"], ["float", 1], ["bytes", "*"], ["dtype", "os"],
    ["dtype", "finfo"], ["dtype", 1], ["array", ["dtype", "|O"], ["tuple", 1], "C", ["bytes", "AAAAAAAAAAA="]],
    ["dict", ["tuple", 1], ["tuple"]], ["C type", "int"], ["primitive", "system"], ["Linear"], ["Interpreter"],
    ["path", ["tuple", "global", {}, "x"], ["tuple"]], ["path", ["tuple", "import"], ["tuple"]],
    ["path", ["tuple", "import", "a", "b"], ["tuple"]],
    ["path", ["tuple", "argument", 1], ["tuple", ["tuple", "call", 1]]],
    *(["path", ["tuple", "argument", 1], ["tuple", ["tuple", "attribute", name]]]
      for name in ("a.b", "a()", "if", "", 1))])
def test_what_was_not_written_is_not_read(data):
    with pytest.raises(Exception):      # noqa: B017 (any will do)
        decode_value(data, {"kept": None})


def test_every_root_and_step_of_a_path_has_a_form():
    converting = {"array", "handle", "pattern"}     # another library's code is run, or it is of this process: not kept
    changing = {"partition", "space", "defined", "cell object"}         # of calls that change what is outside: not kept
    changing |= {"rows", "class of rows", "form of rows", "column", "apart"}        # of lists of objects: change, too
    changing |= {"table", "fits", "item count"}       # of dicts and sets that may change
    changing |= {"date", "said"}        # of today: another one tomorrow; of this call
    assert {*ROOTS, *changing} == paths.ROOTS.keys() and {*STEPS, *converting} == paths.STEPS.keys()


def test_forms_have_names_of_their_own():
    assert len(MAKERS) == len({form.name for form in FORMS.values()}) + 5
