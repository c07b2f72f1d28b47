"""Loops: kept as loops by a fixpoint over what they carry, or unrolled."""
