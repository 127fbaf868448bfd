"""Which of several ways Discord takes, where its documentation leaves it open: everything works until it fails."""

from dataclasses import dataclass


@dataclass
class Ways:
    """What the bot has found Discord to do. A way that is refused is not tried again in this process."""

    pictures_in_edits: bool = True  # a message or answer that is there may be edited to show new pictures
    pictures_stay: bool = True  # an edit that names the pictures of a message keeps them
