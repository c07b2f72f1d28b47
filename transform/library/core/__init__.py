"""What the tables of library functions are made of: array-likes, indices, loops, the table itself."""
