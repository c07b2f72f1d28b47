"""Structure recovery, from Program to Program: structured exits, slices and idioms."""
