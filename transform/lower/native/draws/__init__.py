"""Random numbers in kernels.

drawing     the instructions for a draw, or the call of the host where that has to draw
items       shuffles, and choices of items
agreement   do recipes draw what the installed NumPy and Python draw?
recipes     by which function each method of a generator draws, from which parameters
spare       the spare numbers of random.Random.gauss
twister     functions of random states in the language of LLVM
"""
