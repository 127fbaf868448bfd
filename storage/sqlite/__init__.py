"""SQLite: one file, one process, nothing to set up."""
