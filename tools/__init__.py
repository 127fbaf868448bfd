"""Programs for developers, which make files of the repository, test Miasma and release it. They are not installed."""
