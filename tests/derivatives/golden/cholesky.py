# gradient of log_det_cholesky (golden_programs.py:139) with respect to A
#   A: float64[5, 5]
import numpy as np


def grad_log_det_cholesky(A):
    L = A.copy()
    for k in range(5):                        # golden_programs.py:142
        L[k, k] = np.sqrt(L[k, k])            # golden_programs.py:143
        for i in range(k + 1, 5):             # golden_programs.py:144
            L[i, k] /= L[k, k]                # golden_programs.py:145
        for j in range(k + 1, 5):             # golden_programs.py:146
            for i in range(j, 5):             # golden_programs.py:147
                L[i, j] -= L[i, k] * L[j, k]  # golden_programs.py:148

    # return np.sum(np.log(np.diag(L)))  golden_programs.py:149
    L_bar = np.diag(1 / np.diag(L))
    for k in reversed(range(5)):              # golden_programs.py:142
        sqrt = L[k, k]                        # golden_programs.py:143
        for j in reversed(range(k + 1, 5)):   # golden_programs.py:146
            for i in reversed(range(j, 5)):   # golden_programs.py:147
                # L[i, j] -= L[i, k] * L[j, k]  golden_programs.py:148
                t_bar = L_bar[i, j] * L[j, k]
                L_bar[j, k] -= L_bar[i, j] * L[i, k]
                L_bar[i, k] -= t_bar
        for i in reversed(range(k + 1, 5)):   # golden_programs.py:144
            # L[i, k] /= L[k, k]  golden_programs.py:145
            L_part_bar = L_bar[i, k] / sqrt
            L_bar[i, k] = L_part_bar
            L_bar[k, k] -= L_part_bar * L[i, k]
        # L[k, k] = np.sqrt(L[k, k])  golden_programs.py:143
        L_bar[k, k] /= 2 * sqrt
    return L_bar
