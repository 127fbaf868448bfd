"""The texts that the self-test reports for each check."""

from typing import NamedTuple


class CheckTexts(NamedTuple):
    """The texts for a check that passes and for one that fails, with the bot's fallback."""

    passed: str
    failed: str


CHECK_TEXTS = {
    "permissions": CheckTexts(
        "I have every permission I need.",
        "I am missing permissions here: {why}. A moderator can grant them.",
    ),
    "answer": CheckTexts(
        "The first response to a command can contain a picture.",
        "The first response to a command can't contain a picture ({why}). I send the picture in a second message.",
    ),
    "again": CheckTexts(
        "A response can be edited to show another picture.",
        "A response can't be edited to show another picture ({why}). I send the picture in a second message.",
    ),
    "follow": CheckTexts(
        "A follow-up message can contain a picture.",
        "A follow-up message can't contain a picture ({why}). I describe in words what the first message can't show.",
    ),
    "largest": CheckTexts(
        "A message can be as large as my largest panels.",
        "A message can't be as large as my largest panels ({why}). I leave parts out, in the end all but the text.",
    ),
    "post": CheckTexts(
        "I can post pictures with buttons.",
        "I can't post pictures ({why}). I describe boards in words.",
    ),
    "read": CheckTexts(
        "I can read my own posts and their buttons.",
        "I can't read my own posts ({why}). A post may appear twice after a connection error.",
    ),
    "edit": CheckTexts(
        "A post can be edited to show another picture.",
        "A post can't be edited to show another picture ({why}). I send a new post and delete the old one.",
    ),
    "retire": CheckTexts(
        "A post keeps its picture when I remove its buttons.",
        "A post loses its picture when I remove its buttons ({why}). I fetch each post first and resend its picture.",
    ),
    "nonce": CheckTexts(
        "A post sent twice at the same time (same nonce) appears once.",
        "A post sent twice at the same time (same nonce) appears twice ({why}). I look for it before I retry.",
    ),
    "minute": CheckTexts(
        "A post sent again after a minute (same nonce) appears once.",
        "A post sent again after a minute (same nonce) appears twice ({why}). I look for it before I retry.",
    ),
    "emoji": CheckTexts(
        "My own emoji appear in texts and on buttons.",
        "My own emoji don't appear ({why}). Run `miasma sync` and restart me. Until then I use standard signs.",
    ),
    "thread": CheckTexts(
        "I can create a thread, post in it and archive it.",
        "I can't create a thread, post in it and archive it ({why}). Use channels or your own threads for tables.",
    ),
    "archived": CheckTexts(
        "I can edit my posts in an archived thread.",
        "I can't edit my posts in an archived thread ({why}). I post anew there, which reopens the thread.",
    ),
    "direct": CheckTexts(
        "I can send you a DM with a picture, and change it.",
        "I can't send you a DM ({why}). I mention you in the channel instead.",
    ),
    "commands": CheckTexts(
        "All my commands are registered.",
        "Some of my commands are not registered ({why}). Run `miasma sync`.",
    ),
    "accounts": CheckTexts(
        "People can add me to their account, and play against the computer without a server.",
        "People can't add me to their account ({why}). Enable it in the developer portal, on the Installation page, "
        "and run `miasma sync`.",
    ),
    "panel": CheckTexts(
        "A button press can update the picture of its panel.",
        "A button press can't update the picture of its panel ({why}). I send the picture in a second message.",
    ),
    "promised": CheckTexts(
        "A deferred response can contain a picture.",
        "A deferred response can't contain a picture ({why}). I send the picture in a second message.",
    ),
    "speed": CheckTexts(
        "Discord answers requests quickly: {why} (median).",
        "Discord answers requests slowly: {why} (median). I must respond within 3 seconds: check the network.",
    ),
    "gateway": CheckTexts(
        "Discord’s gateway answers quickly: {why}.",
        "Discord’s gateway answers slowly: {why}. Presses reach me late: check the network and the load.",
    ),
    "clean": CheckTexts(
        "I deleted everything I posted for this test.",
        "I couldn't delete everything ({why}). Please delete the posts marked “Self-test”.",
    ),
}
