"""What stands in the channel of a table, and how it comes there."""
