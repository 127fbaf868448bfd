-- The day of the challenge whose attempt this table is, counted from 1970 in UTC; NULL: an ordinary table. It has no channel.
ALTER TABLE tables ADD COLUMN daily BIGINT;

CREATE INDEX tables_of_days ON tables (daily) WHERE daily IS NOT NULL;

DROP INDEX one_open_table_in_a_channel;
CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel_id)
    WHERE status IN ('lobby', 'running') AND asleep IS NULL AND daily IS NULL;

-- The tables of a challenge are deleted after a month. All other logs are kept.
CREATE OR REPLACE FUNCTION keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        RAISE EXCEPTION 'a line of a log never changes' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id AND daily IS NOT NULL) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'a line of a log is never deleted' USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Chains of seeds: each link is the hash of the next day's. The root, the link of the last day, is secret.
CREATE TABLE daily_chains (
    first  BIGINT PRIMARY KEY,         -- its first and last day
    last   BIGINT NOT NULL,
    root   TEXT NOT NULL,
    anchor TEXT NOT NULL                -- the hash of the first link, public from the beginning
);

-- The challenges, without personal data.
CREATE TABLE dailies (
    day         BIGINT PRIMARY KEY,
    kind        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,          -- SHA-256 of the game's seed, public from the beginning
    opening     TEXT NOT NULL,          -- the digest of the position in which everybody starts
    par         BIGINT,                -- points of the strong computer; NULL: not computed
    rounds      TEXT NOT NULL DEFAULT '[]'  -- its points after each round, as JSON
);

-- The single attempt of a player on a day.
CREATE TABLE daily_attempts (
    day      BIGINT NOT NULL,
    player   BIGINT NOT NULL REFERENCES players (id),
    table_id BIGINT REFERENCES tables (id), -- NULL: deleted
    started  BIGINT NOT NULL,
    ended    BIGINT,
    points   BIGINT,                   -- NULL: not finished
    rounds   TEXT NOT NULL DEFAULT '[]', -- points after each round, as JSON
    PRIMARY KEY (day, player)
);

CREATE INDEX daily_attempts_of_a_player ON daily_attempts (player, day);
CREATE UNIQUE INDEX daily_attempt_of_a_table ON daily_attempts (table_id) WHERE table_id IS NOT NULL;

-- The servers on which a player shows the result of a day.
CREATE TABLE daily_shares (
    day      BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    player   BIGINT NOT NULL REFERENCES players (id),
    PRIMARY KEY (day, guild_id, player)
);

CREATE INDEX daily_shares_of_a_player ON daily_shares (player);
