"""The posts in a table's channel, and their delivery."""
