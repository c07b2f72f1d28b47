"""Programs of textbooks in plain NumPy, each with its adjoint as a person writes it, and a comparison with Recto's."""
