"""The tapes of printed derivatives: lists of states and of values, and steps that both sweeps call."""
