"""Loop nests of scalar operations as native functions, in the language of LLVM.

nests       Program -> Program: which loops become calls of kernels
cost        whether that pays
kernel      a kernel: the function of a nest, and the handler through which XLA calls it
regions     writing the calls, branches and loops of programs
arrays      elements of arrays in memory
order       in which order calls overwrite arrays, and which arrays a program overwrites
writer      writing instructions; what lowering rules of primitives emit through
scalars     the operations of StableHLO, for one number
"""
