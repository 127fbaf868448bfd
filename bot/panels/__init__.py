"""The handlers of buttons in ephemeral panels and under public posts."""
