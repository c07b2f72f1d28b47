"""Statements, branches and loops, and the values that paths leave."""
