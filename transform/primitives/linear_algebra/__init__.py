"""Products summed over axes, Fourier transforms, factorisations of matrices."""
