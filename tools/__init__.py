"""Programs for developers of Miasma: they make files that are kept in the repository. Not installed."""
