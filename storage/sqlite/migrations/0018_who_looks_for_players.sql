-- Who looks for players on a server, for which game: with how many ("2 3 4") and at which pace, until when.
CREATE TABLE looking (
    guild_id INTEGER NOT NULL,
    player   INTEGER NOT NULL REFERENCES players (id),
    game     TEXT NOT NULL,
    counts   TEXT NOT NULL,
    pace     TEXT NOT NULL,
    until    INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX looking_of_a_player ON looking (player);

-- A server's post that lists its open tables and who looks for players. What it shows is told by a digest; it is looked
-- at again at `next_at`, NULL: when something has changed.
CREATE TABLE lists (
    guild_id   INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    language   TEXT NOT NULL,
    nonce      TEXT NOT NULL,
    shown      TEXT NOT NULL DEFAULT '',
    next_at    INTEGER
) STRICT;

CREATE INDEX lists_to_be_shown ON lists (next_at) WHERE next_at IS NOT NULL;
