-- The log line with which a wait began, its next check, and its last reminder.
ALTER TABLE seats ADD COLUMN due_number INTEGER;
ALTER TABLE seats ADD COLUMN next_at INTEGER;
ALTER TABLE seats ADD COLUMN warned INTEGER;

-- Whether the player has asked for more time in this wait.
ALTER TABLE seats ADD COLUMN more INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET next_at = due_since, due_number = (
    SELECT max(m.number) FROM moves m WHERE m.table_id = seats.table_id AND m.at <= seats.due_since)
WHERE due_since IS NOT NULL AND NOT vacant;

CREATE INDEX waits_to_see_to ON seats (next_at) WHERE next_at IS NOT NULL;

-- Notifications about a wait, except for the ping with which it began; one for each kind.
CREATE TABLE notices (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    seat       INTEGER NOT NULL,
    number     INTEGER NOT NULL,          -- the log line with which the wait began
    kind       TEXT NOT NULL,
    player     INTEGER NOT NULL REFERENCES players (id),
    not_before INTEGER NOT NULL,
    nonce      TEXT NOT NULL,
    begun      INTEGER,                   -- when it was first sent
    done       INTEGER,                   -- when it was sent, or became unnecessary
    channel_id INTEGER,                   -- of its message, while that exists
    message_id INTEGER,
    UNIQUE (table_id, seat, number, kind)
) STRICT;

CREATE INDEX notices_to_send ON notices (not_before) WHERE done IS NULL;
CREATE INDEX notices_in_channels ON notices (table_id, seat) WHERE message_id IS NOT NULL;
CREATE INDEX notices_of_a_player ON notices (player, done);

-- A player's newest moves show when they were last active.
DROP INDEX moves_of_a_player;
CREATE INDEX moves_of_a_player ON moves (player, at);
