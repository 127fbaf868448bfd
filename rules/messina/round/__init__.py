"""From one round to the next: production and quarantine at the end of a round, the preparation of the next (7)."""
