"""Sorts as kernels.

sorting       Program -> Program: which sorts become calls of kernels, and of which ranks are selected
sort_kernels  the kernels of sorts and selections
radix         radix sort of words in memory
"""
