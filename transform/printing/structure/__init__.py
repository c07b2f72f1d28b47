"""Program to Program: exits, slices and idioms as a person writes them."""
