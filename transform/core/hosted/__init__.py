"""Objects of the host that compiled code knows by numbers, and where their states lie."""
