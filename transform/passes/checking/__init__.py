"""recto.debug.checks(): what goes wrong first, and where."""
