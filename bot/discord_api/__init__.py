"""The limits of Discord’s API: connections, rate limits and permissions."""
