"""PostgreSQL: the games outlive the host's disk, and several processes may share them."""
