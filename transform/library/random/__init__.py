"""The functions of recto.random: random bits, and distributions."""
