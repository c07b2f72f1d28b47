"""recto.debug.checks(): instrument programs with checks that find the first fault and its place."""
