"""What people press: the ephemeral panel of a turn, and the buttons under public posts."""
