"""Functions of members of a batch, or of blocks of a mesh, that communicate; where arrays lie."""
