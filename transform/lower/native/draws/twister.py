"""Functions of random states in the language of LLVM, which no library exports.

recto_twister_word          Mersenne twister (Matsumoto & Nishimura, ACM TOMACS 8, 1998): the next word of 32 bits of a
                            state that is the number of the next word and 624 words
recto_twister_double        53 bits of two words, as a float64 in [0, 1)
recto_twister_below         an integer below a limit: as many bits as that has, until they are less
recto_python_normal         a normal number, by the ratio of uniforms (Kinderman & Monahan, ACM TOMS 3, 1977)
recto_python_gauss          a normal number in polar coordinates (Box & Muller, Ann. Math. Stat. 29, 1958); at the
                            second address is the spare one, or NaN
recto_python_exponential    -log(1 - u)
recto_legacy_normal         a normal number of an aug_bitgen_t, by the polar method (Marsaglia & Bray, 1964): it makes
                            two, and the spare one comes next
recto_legacy_exponential    -log(1 - u), of an aug_bitgen_t
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..writer import number_text

LOG = "declare double @log(double)"
SQRT = "declare double @llvm.sqrt.f64(double)"
RATIO = number_text(np.float64(4 * math.exp(-0.5) / math.sqrt(2.0)))
TURN = number_text(np.float64(2 * math.pi))
COS, SIN = "declare double @cos(double)", "declare double @sin(double)"


class Function(NamedTuple):
    """The text of a function, the others that it calls, and what it declares."""

    text: str
    needs: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()


WORD = """define internal i32 @recto_twister_word(ptr %state) {
entry:
  %words = getelementptr i8, ptr %state, i64 4
  %index = load i32, ptr %state
  %empty = icmp sge i32 %index, 624
  br i1 %empty, label %turn, label %take
turn:
  %k = phi i64 [ 0, %entry ], [ %k.next, %turn ]
  %k.next = add i64 %k, 1
  %after = urem i64 %k.next, 624
  %k.far = add i64 %k, 397
  %far = urem i64 %k.far, 624
  %here.at = getelementptr i32, ptr %words, i64 %k
  %after.at = getelementptr i32, ptr %words, i64 %after
  %far.at = getelementptr i32, ptr %words, i64 %far
  %here.word = load i32, ptr %here.at
  %after.word = load i32, ptr %after.at
  %far.word = load i32, ptr %far.at
  %upper = and i32 %here.word, -2147483648
  %lower = and i32 %after.word, 2147483647
  %mixed = or i32 %upper, %lower
  %half = lshr i32 %mixed, 1
  %odd = and i32 %mixed, 1
  %odd.mask = sub i32 0, %odd
  %matrix = and i32 %odd.mask, -1727483681
  %one = xor i32 %far.word, %half
  %new = xor i32 %one, %matrix
  store i32 %new, ptr %here.at
  %more = icmp ult i64 %k.next, 624
  br i1 %more, label %turn, label %take
take:
  %place = phi i32 [ %index, %entry ], [ 0, %turn ]
  %place.next = add i32 %place, 1
  store i32 %place.next, ptr %state
  %place.wide = sext i32 %place to i64
  %word.at = getelementptr i32, ptr %words, i64 %place.wide
  %y0 = load i32, ptr %word.at
  %s1 = lshr i32 %y0, 11
  %y1 = xor i32 %y0, %s1
  %s2 = shl i32 %y1, 7
  %m2 = and i32 %s2, -1658038656
  %y2 = xor i32 %y1, %m2
  %s3 = shl i32 %y2, 15
  %m3 = and i32 %s3, -272236544
  %y3 = xor i32 %y2, %m3
  %s4 = lshr i32 %y3, 18
  %y4 = xor i32 %y3, %s4
  ret i32 %y4
}"""
DOUBLE = """define internal double @recto_twister_double(ptr %state) {
  %first = call i32 @recto_twister_word(ptr %state)
  %second = call i32 @recto_twister_word(ptr %state)
  %high = lshr i32 %first, 5
  %low = lshr i32 %second, 6
  %high.float = uitofp i32 %high to double
  %low.float = uitofp i32 %low to double
  %shifted = fmul double %high.float, 67108864.0
  %whole = fadd double %shifted, %low.float
  %u = fmul double %whole, 0x3CA0000000000000
  ret double %u
}"""
BELOW = """define internal i64 @recto_twister_below(ptr %state, i64 %limit) {
entry:
  %zeros = call i64 @llvm.ctlz.i64(i64 %limit, i1 false)
  %bits = sub i64 64, %zeros
  %is.long = icmp ugt i64 %bits, 32
  br label %draw
draw:
  %first = call i32 @recto_twister_word(ptr %state)
  %first.wide = zext i32 %first to i64
  br i1 %is.long, label %two, label %one
one:
  %unused = sub i64 32, %bits
  %short = lshr i64 %first.wide, %unused
  br label %test
two:
  %second = call i32 @recto_twister_word(ptr %state)
  %second.wide = zext i32 %second to i64
  %unused.second = sub i64 64, %bits
  %top = lshr i64 %second.wide, %unused.second
  %moved = shl i64 %top, 32
  %long = or i64 %moved, %first.wide
  br label %test
test:
  %found = phi i64 [ %short, %one ], [ %long, %two ]
  %fits = icmp ult i64 %found, %limit
  br i1 %fits, label %done, label %draw
done:
  ret i64 %found
}"""
PYTHON_NORMAL = f"""define internal double @recto_python_normal(ptr %state) {{
entry:
  br label %draw
draw:
  %u1 = call double @recto_twister_double(ptr %state)
  %u = call double @recto_twister_double(ptr %state)
  %u2 = fsub double 1.0, %u
  %centred = fsub double %u1, 0.5
  %product = fmul double {RATIO}, %centred
  %z = fdiv double %product, %u2
  %square = fmul double %z, %z
  %zz = fdiv double %square, 4.0
  %log = call double @log(double %u2)
  %limit = fneg double %log
  %fits = fcmp ole double %zz, %limit
  br i1 %fits, label %done, label %draw
done:
  ret double %z
}}"""
PYTHON_EXPONENTIAL = """define internal double @recto_python_exponential(ptr %state) {
  %u = call double @recto_twister_double(ptr %state)
  %rest = fsub double 1.0, %u
  %log = call double @log(double %rest)
  %z = fneg double %log
  ret double %z
}"""
PYTHON_GAUSS = f"""define internal double @recto_python_gauss(ptr %state, ptr %spare.at) {{
  %kept = load double, ptr %spare.at
  %none = fcmp uno double %kept, %kept
  br i1 %none, label %draw, label %spare
spare:
  store double 0x7FF8000000000000, ptr %spare.at
  ret double %kept
draw:
  %u1 = call double @recto_twister_double(ptr %state)
  %angle = fmul double %u1, {TURN}
  %u2 = call double @recto_twister_double(ptr %state)
  %rest = fsub double 1.0, %u2
  %log = call double @log(double %rest)
  %square = fmul double -2.0, %log
  %radius = call double @llvm.sqrt.f64(double %square)
  %cos = call double @cos(double %angle)
  %sin = call double @sin(double %angle)
  %z = fmul double %cos, %radius
  %other = fmul double %sin, %radius
  store double %other, ptr %spare.at
  ret double %z
}}"""
# of an aug_bitgen_t: the address of a bitgen_t, a flag, the spare number; of a bitgen_t: its state, at 24 the function
# for the next float64
NEXT = """define internal double @recto_legacy_double(ptr %stream) {
  %bitgen = load ptr, ptr %stream
  %inner = load ptr, ptr %bitgen
  %next.at = getelementptr i8, ptr %bitgen, i64 24
  %next = load ptr, ptr %next.at
  %u = call double %next(ptr %inner)
  ret double %u
}"""
LEGACY_NORMAL = """define internal double @recto_legacy_normal(ptr %stream) {
entry:
  %has.at = getelementptr i8, ptr %stream, i64 8
  %spare.at = getelementptr i8, ptr %stream, i64 16
  %has = load i32, ptr %has.at
  %is.spare = icmp ne i32 %has, 0
  br i1 %is.spare, label %spare, label %draw
spare:
  %kept = load double, ptr %spare.at
  store i32 0, ptr %has.at
  store double 0.0, ptr %spare.at
  ret double %kept
draw:
  %u1 = call double @recto_legacy_double(ptr %stream)
  %u1.twice = fmul double 2.0, %u1
  %x1 = fsub double %u1.twice, 1.0
  %u2 = call double @recto_legacy_double(ptr %stream)
  %u2.twice = fmul double 2.0, %u2
  %x2 = fsub double %u2.twice, 1.0
  %x1.square = fmul double %x1, %x1
  %x2.square = fmul double %x2, %x2
  %r2 = fadd double %x1.square, %x2.square
  %outside = fcmp oge double %r2, 1.0
  %at.zero = fcmp oeq double %r2, 0.0
  %again = or i1 %outside, %at.zero
  br i1 %again, label %draw, label %done
done:
  %log = call double @log(double %r2)
  %log.twice = fmul double -2.0, %log
  %ratio = fdiv double %log.twice, %r2
  %f = call double @llvm.sqrt.f64(double %ratio)
  %new = fmul double %f, %x1
  store double %new, ptr %spare.at
  store i32 1, ptr %has.at
  %z = fmul double %f, %x2
  ret double %z
}"""
LEGACY_EXPONENTIAL = """define internal double @recto_legacy_exponential(ptr %stream) {
  %u = call double @recto_legacy_double(ptr %stream)
  %rest = fsub double 1.0, %u
  %log = call double @log(double %rest)
  %z = fneg double %log
  ret double %z
}"""
FUNCTIONS = {
    "recto_twister_word": Function(WORD),
    "recto_twister_double": Function(DOUBLE, ("recto_twister_word",)),
    "recto_twister_below": Function(
        BELOW, ("recto_twister_word",), ("declare i64 @llvm.ctlz.i64(i64, i1 immarg)",)
    ),
    "recto_python_normal": Function(PYTHON_NORMAL, ("recto_twister_double",), (LOG,)),
    "recto_python_gauss": Function(PYTHON_GAUSS, ("recto_twister_double",), (LOG, SQRT, COS, SIN)),
    "recto_python_exponential": Function(PYTHON_EXPONENTIAL, ("recto_twister_double",), (LOG,)),
    "recto_legacy_double": Function(NEXT),
    "recto_legacy_normal": Function(LEGACY_NORMAL, ("recto_legacy_double",), (LOG, SQRT)),
    "recto_legacy_exponential": Function(LEGACY_EXPONENTIAL, ("recto_legacy_double",), (LOG,)),
}
