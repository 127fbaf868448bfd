"""The Discord front end: the only package that knows Discord."""
