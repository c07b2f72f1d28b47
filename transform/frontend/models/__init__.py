"""Models of standard-library classes: written in Python, and read like a user's classes."""
