"""The text: operations, regions, functions, several devices."""
