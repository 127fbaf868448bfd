-- People invited to a table, and until when a seat is held for them. Later they may still join if a seat is free.
CREATE TABLE invitations (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    player   INTEGER NOT NULL REFERENCES players (id),
    until    INTEGER NOT NULL,
    PRIMARY KEY (table_id, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_of_a_player ON invitations (player);

-- A lobby has its own checks, too: its host is asked whether to keep it, long before it closes.
UPDATE tables SET next_at = opened WHERE status = 'lobby';
