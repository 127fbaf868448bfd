"""The slash commands, a topic each: every module but `answering` and `building` is an extension of discord.py."""

EXTENSIONS = (
    "bot.cogs.tables",
    "bot.cogs.play",
    "bot.cogs.learn",
    "bot.cogs.personal",
    "bot.cogs.moderation",
    "bot.cogs.owner",
    "bot.cogs.games",
)
