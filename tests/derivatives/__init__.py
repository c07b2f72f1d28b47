"""Derivatives are right: laws on primitives and programs, other tools' bugs, conventions at kinks."""
