-- Facts found out about Discord, so that the bot does what works; valid for one version of bot and library.
CREATE TABLE facts (
    name    TEXT PRIMARY KEY,
    holds   INTEGER NOT NULL,
    version TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
