"""`python -m recto` runs the command line. Python puts the working directory first on its path; here it comes
last, so that no file in it (random.py) shadows a module of the standard library.
"""

import os
import sys

if sys.path[:1] in ([""], [os.getcwd()]):
    sys.path.append(sys.path.pop(0))

from .cli import main

main()
