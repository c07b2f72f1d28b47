"""`recto show --html`: a function beside what becomes of it, as a page with nothing to fetch."""
