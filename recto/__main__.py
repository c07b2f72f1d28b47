"""`python -m recto` is the command line. Python looks for modules in the working directory first: here last, so that no
file in it (random.py) is taken for a module of Python's."""
import os
import sys

if sys.path[:1] in ([""], [os.getcwd()]):
    sys.path.append(sys.path.pop(0))

from .cli import main

main()
