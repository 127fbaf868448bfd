"""The handlers of buttons: in the ephemeral panels, and under public posts."""
