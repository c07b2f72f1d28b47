import numpy as np
import recto


@recto.jit
def f(x, y):
    return np.sum(np.sin(x) * y + 1.0)


print(float(f(np.arange(8.0), np.ones(8))), flush=True)
