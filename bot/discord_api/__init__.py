"""Discord’s API and its limits: connections, rate limits, permissions and refusals."""
