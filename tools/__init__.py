"""Programs for whoever works on Miasma: they make files that are kept in the repository. Not installed."""
