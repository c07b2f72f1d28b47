"""recto.lax beyond control flow."""
