"""The calling convention between the facade and the compiler: arguments as typed leaves in containers, functions that
the front end calls by a rule, and the way from an executable's results to the result of a call."""
