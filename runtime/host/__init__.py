"""Services of the process for compiled programs: callbacks into Python, interrupts, time limits."""
