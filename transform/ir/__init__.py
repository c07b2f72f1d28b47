"""The Program: its types, how it is built, checked, printed exactly and run, and the stages that rewrite it."""
