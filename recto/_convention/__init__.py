"""The calling convention between facade and compiler: arguments as typed leaves in containers, transformations as
objects that the front end calls, and the way from an executable's results back to the caller's containers.
"""
