"""What must hold for every such program: Recto does what Python does."""
from __future__ import annotations

import re
import warnings

import numpy as np

import corpus
from random_programs.laws import load
from recto.transform import CompileError

ONE = re.compile(r"lengths (1 and \d+|\d+ and 1)$")       # NumPy repeats what happens to have length 1: not here


class Broken(AssertionError):
    pass


def obeys(source: str, arguments: tuple, run=corpus.run_interpreted) -> str:
    """What became of a program: "same", "raised" on both sides, "refused", "one" (a length of 1 is not repeated)."""
    case = corpus.Case(load(source)["f"], arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        want = corpus.observe(case, corpus.run_python)
        try:
            got = corpus.observe(case, run)
        except CompileError as error:
            return f"refused {error.message}"
    if got.exception is not None and ONE.search(str(got.exception)):
        return "one"
    if want.exception is not None or got.exception is not None:
        if type(got.exception) is not type(want.exception):
            raise Broken(f"raised {got.exception!r}, in Python {want.exception!r}")
        return "raised"
    if not finite(want):
        return "not finite"
    try:
        corpus.same(got.value, want.value, "result")
        corpus.same(got.args, want.args, "arguments")
    except AssertionError as error:
        raise Broken(str(error)) from None
    return "same"


def finite(outcome) -> bool:
    """Numbers that have grown beyond all bounds say little."""
    return all(np.all(np.abs(np.nan_to_num(np.asarray(v, float), posinf=1e20)) < 1e9)
               for v in (*outcome.value, *outcome.args[:3]))
