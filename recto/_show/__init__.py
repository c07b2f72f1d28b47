"""Views of a compiled function for people: source, files, pages, explanations."""
