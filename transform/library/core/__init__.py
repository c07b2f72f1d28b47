"""The base of the library: array-likes, index expressions, loops, and the tables of implementations."""
