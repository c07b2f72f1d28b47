"""A hunt for wrong answers: random programs, the laws they must keep, and the smallest program that breaks one.

    make hunt MINUTES=10
    python -m hunt --minutes 10 --seed 1 --laws interpreted,printed        (in tests/)

The generator runs what it writes: every expression is tried on sample arguments when it is added, so that programs
are meaningful, and each seed gives the same program on every machine.
"""
