"""Classes of Python's library as the front end reads them: written in Python, and read like a user's classes."""
