"""Contractions, Fourier transforms, and factorisations of matrices."""
