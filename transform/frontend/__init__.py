"""The front end: an abstract interpreter that reads a Python function, for given argument types, into a
Program."""
