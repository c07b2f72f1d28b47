"""Control flow: statements, branches and loops, and the join of values where paths meet."""
