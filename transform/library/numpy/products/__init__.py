"""Products of arrays: contractions of two operands, matmul and dot, einsum, convolutions of vectors."""
