"""PostgreSQL: games that outlive the host's disk and can be shared by several processes."""
