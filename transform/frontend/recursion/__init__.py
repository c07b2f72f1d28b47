"""Recursion that data end, as a loop.

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

A call that data end can't be read into itself. The function is rewritten on its syntax tree, in three steps: recursive
calls become statements of their own, in the order in which they are evaluated (`normal_form`); the body becomes basic
blocks that end with such a call (`blocks`); the blocks become the branches of one loop, with a stack for what is read
behind a call, and one for where to go on (`loop_form`). (Steele, *Rabbit*, 1978; Strong, "Translating recursion
equations into flow charts", 1971.) The result is read like what the user has written.
"""

from .loop_form import loop_form
from .reading import as_read, ask_for_loop_form, check_own_calls, too_deep

__all__ = ["as_read", "ask_for_loop_form", "check_own_calls", "loop_form", "too_deep"]
