"""The slash commands, in one module per topic. All but `answering` and `building` are discord.py extensions."""

EXTENSIONS = (
    "bot.cogs.tables",
    "bot.cogs.play",
    "bot.cogs.learn",
    "bot.cogs.personal",
    "bot.cogs.moderation",
    "bot.cogs.owner",
    "bot.cogs.games",
)
