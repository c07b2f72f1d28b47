"""Loop nests of numbers as native functions, in the language of LLVM.

nests       Program -> Program: which loops and sorts become calls of kernels
cost        whether that pays
guards      writes that may be out of range, as branches
kernel      a kernel: the function of a nest, and the handler through which XLA calls it
host_calls  calls of Python functions
draws/      random numbers, from the states of the caller's generators
sorts/      sorts
compaction  Program -> Program: the places that masks choose
regions     writing the calls, branches and loops of programs
order       in which order calls overwrite arrays, and which arrays a program overwrites
views       arrays whose elements are computed where they are asked for
arrays      arrays in memory: windows, reading and writing them
loops       loops of instructions
writer      writing instructions; what lowering rules of primitives emit through
scalars     the operations of StableHLO, for one number
"""
