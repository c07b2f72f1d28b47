import jax
import numpy as np
from jax.lax import fori_loop, while_loop


@jax.jit
def sorted_by_insertion(a):
    def swap(state):
        j, a = state
        low, high = a[j], a[j - 1]
        return j - 1, a.at[j - 1].set(low).at[j].set(high)

    def out_of_order(state):
        j, a = state
        return (j > 0) & (a[j - 1] > a[j])

    return fori_loop(1, a.shape[0], lambda i, a: while_loop(out_of_order, swap, (i, a))[1], a)


print(float(sorted_by_insertion(np.cos(np.arange(100.0)))[0]), flush=True)
