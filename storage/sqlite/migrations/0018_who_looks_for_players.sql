-- People looking for players on a server: the game, the numbers of players ("2 3 4"), the pace, and until when.
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

-- A server's post that lists its open tables and the people looking for players. `shown` is a digest of its content.
-- The post is checked next at `next_at`, or after a change if that is NULL.
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
