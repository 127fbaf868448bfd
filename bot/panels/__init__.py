"""What people press: the private panel of a turn, and the buttons under public posts."""
