-- An inactive table may go to sleep: since when it has, when the time until then was last restarted, and when its
-- players were last warned.
ALTER TABLE tables ADD COLUMN asleep INTEGER;
ALTER TABLE tables ADD COLUMN kept INTEGER;
ALTER TABLE tables ADD COLUMN drowsy INTEGER;

DROP INDEX one_open_table_in_a_channel;
CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel_id)
    WHERE status IN ('lobby', 'running') AND asleep IS NULL;

-- A wait: since when the player has been late, when they were notified of a vote to go on without them, and how often
-- they said "I'm here".
ALTER TABLE seats ADD COLUMN late INTEGER;
ALTER TABLE seats ADD COLUMN final INTEGER;
ALTER TABLE seats ADD COLUMN heres INTEGER NOT NULL DEFAULT 0;

-- Votes are rows of their own now.
UPDATE seats SET vote = '' WHERE vote = 'end' OR vote LIKE 'free %';

-- Check every running table once, which computes its due times.
UPDATE tables SET next_at = coalesce(started, opened) WHERE status = 'running' AND next_at IS NULL;

-- Absences that people have entered.
CREATE TABLE aways (
    id     INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    begins INTEGER NOT NULL,
    ends   INTEGER NOT NULL
) STRICT;

CREATE INDEX aways_of_a_player ON aways (player, ends);
