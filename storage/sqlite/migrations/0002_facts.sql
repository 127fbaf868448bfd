-- What the bot has found out about Discord, so that it uses only what works. A fact is valid for one version of the bot
-- and of discord.py.
CREATE TABLE facts (
    name    TEXT PRIMARY KEY,
    holds   INTEGER NOT NULL,
    version TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
