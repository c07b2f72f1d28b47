import numpy as np
import recto


@recto.jit
def sorted_by_insertion(a):
    for i in range(1, a.shape[0]):
        j = i
        while j > 0 and a[j - 1] > a[j]:
            a[j - 1], a[j] = a[j], a[j - 1]
            j -= 1
    return a


print(float(sorted_by_insertion(np.cos(np.arange(100.0)))[0]), flush=True)
