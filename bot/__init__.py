"""The Discord front: the only room that knows Discord."""
