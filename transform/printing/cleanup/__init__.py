"""Clean-up of printed functions: classical optimisations, on their statements."""
