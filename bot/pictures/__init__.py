"""Pictures: drawn in a render worker or in threads, and cached for a while."""
