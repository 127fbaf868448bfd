-- People looking for players on a server: the game, the numbers of players ("2 3 4"), the pace, and until when.
CREATE TABLE looking (
    guild_id BIGINT NOT NULL,
    player   BIGINT NOT NULL REFERENCES players (id),
    game     TEXT NOT NULL,
    counts   TEXT NOT NULL,
    pace     TEXT NOT NULL,
    until    BIGINT NOT NULL,
    PRIMARY KEY (guild_id, player, game)
);

CREATE INDEX looking_of_a_player ON looking (player);

-- A server's post that lists its open tables and the people looking for players. `shown` is a digest of its content.
-- The post is checked next at `next_at`, or after a change if that is NULL.
CREATE TABLE lists (
    guild_id   BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    language   TEXT NOT NULL,
    nonce      TEXT NOT NULL,
    shown      TEXT NOT NULL DEFAULT '',
    next_at    BIGINT
);

CREATE INDEX lists_to_be_shown ON lists (next_at) WHERE next_at IS NOT NULL;
