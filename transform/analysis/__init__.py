"""What is known of programs: read by passes, lowering and printing, which rewrite them. Nothing here makes a call."""
