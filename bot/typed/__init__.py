"""What people type in commands: moves, options, tables and seats, found among what is possible and offered."""
