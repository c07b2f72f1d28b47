"""Analyses of programs, which passes, lowering and printing query. No analysis changes a program."""
