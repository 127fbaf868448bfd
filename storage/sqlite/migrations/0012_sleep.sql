-- A table at which nobody does anything may sleep: since when; from when on the time until then counts anew; when its
-- people were last told that it will.
ALTER TABLE tables ADD COLUMN asleep INTEGER;
ALTER TABLE tables ADD COLUMN kept INTEGER;
ALTER TABLE tables ADD COLUMN drowsy INTEGER;

DROP INDEX one_open_table_in_a_channel;
CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel_id)
    WHERE status IN ('lobby', 'running') AND asleep IS NULL;

-- Of a wait: since when who is awaited is late, when they were told that the others ask to do without them, and how
-- often they have said that they are there.
ALTER TABLE seats ADD COLUMN late INTEGER;
ALTER TABLE seats ADD COLUMN final INTEGER;
ALTER TABLE seats ADD COLUMN heres INTEGER NOT NULL DEFAULT 0;

-- What the others are asked is a question of its own now.
UPDATE seats SET vote = '' WHERE vote = 'end' OR vote LIKE 'free %';

-- Every running table is looked at once, so that its moments are known.
UPDATE tables SET next_at = coalesce(started, opened) WHERE status = 'running' AND next_at IS NULL;

-- When people are away, as they have said.
CREATE TABLE aways (
    id     INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    begins INTEGER NOT NULL,
    ends   INTEGER NOT NULL
) STRICT;

CREATE INDEX aways_of_a_player ON aways (player, ends);
