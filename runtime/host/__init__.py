"""What compiled programs ask of the process that runs them: callbacks into Python, interrupts, time limits."""
