import sys; sys.path.insert(0,'/work/main/tests')
from random_programs import laws
import numpy as np
src=open(sys.argv[1]).read()
