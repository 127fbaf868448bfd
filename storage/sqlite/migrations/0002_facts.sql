-- What Discord was found to do, so that the bot takes the ways that work; true for one version of bot and library.
CREATE TABLE facts (
    name    TEXT PRIMARY KEY,
    holds   INTEGER NOT NULL,
    version TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
