"""recto.random: bits, and distributions made of them."""
