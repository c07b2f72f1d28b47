"""The functions of recto.lax other than control flow."""
