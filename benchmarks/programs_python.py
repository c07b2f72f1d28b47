"""`programs` without any compiler."""
from .programs import cases

CASES = cases(lambda name, work: work.function)
