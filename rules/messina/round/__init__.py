"""Between the rounds: production and quarantine at the end of a round, the preparation of the next (7)."""
