"""Recursion elimination: a data-dependent recursion becomes a loop with explicit stacks.

    def fib(n):                          def fib(n):
        if n < 2:                            pc, calls, n_stack, a_stack = 0, [], [], []
            return n                         while True:
        return fib(n - 1) + fib(n - 2)           if pc == 0:
                                                     if n < 2:
                                           ⇒             value, pc = n, -1
                                                     else:
                                                         n_stack.append(n)
                                                         calls.append(1)
                                                         n = n - 1
                                                 elif pc == 1:
                                                     n, a = n_stack.pop(), value
                                                     …

A data-dependent recursive call can't be inlined. The function is rewritten on its syntax tree, in three
steps: recursive calls become separate statements, in evaluation order (`normal_form`); the body becomes basic
blocks that end with such a call (`blocks`); the blocks become the branches of one loop, with a stack for each
variable that is read after a call, and one for return addresses (`loop_form`). (Steele, *Rabbit*, 1978;
Strong, "Translating recursion equations into flow charts", 1971.) The result is read like the user's code.
"""

from .loop_form import loop_form
from .reading import as_read, ask_for_loop_form, check_own_calls, too_deep

__all__ = ["as_read", "ask_for_loop_form", "check_own_calls", "loop_form", "too_deep"]
