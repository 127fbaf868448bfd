"""Programs for developers of Miasma, which make files kept in the repository. They are not installed."""
