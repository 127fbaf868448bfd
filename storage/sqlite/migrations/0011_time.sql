-- The heartbeat of the bot, and the times in which timers stop: all of them, those of a table, or those of a player.
CREATE TABLE heartbeat (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

CREATE TABLE stops (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER REFERENCES tables (id),
    player   INTEGER REFERENCES players (id),
    begins   INTEGER NOT NULL,
    ends     INTEGER NOT NULL,
    why      TEXT NOT NULL             -- outage, rest, away
) STRICT;

CREATE INDEX stops_of_all ON stops (ends) WHERE table_id IS NULL AND player IS NULL;
CREATE INDEX stops_of_a_table ON stops (table_id, ends) WHERE table_id IS NOT NULL;
CREATE INDEX stops_of_a_player ON stops (player, ends) WHERE player IS NOT NULL;

-- Live posts to be updated, and from when.
CREATE TABLE redraws (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX redraws_to_do ON redraws (at);

-- The next check of the table itself; each of its seats has one of its own.
ALTER TABLE tables ADD COLUMN next_at INTEGER;

CREATE INDEX tables_to_see_to ON tables (next_at) WHERE next_at IS NOT NULL;

-- Whether only ending the turn is left to the seat.
ALTER TABLE seats ADD COLUMN ending INTEGER NOT NULL DEFAULT 0;

-- The pace of the present wait, if it differs from the table's; '': the table's.
ALTER TABLE seats ADD COLUMN pace TEXT NOT NULL DEFAULT '';

-- Votes at a table, and the answers.
CREATE TABLE asks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,         -- the log line with which it was opened
    kind     TEXT NOT NULL,
    what     TEXT NOT NULL,            -- the content, in the caller's own format
    seat     INTEGER,                  -- the seat it is about
    player   INTEGER NOT NULL REFERENCES players (id), -- the player who asks
    opened   INTEGER NOT NULL,
    closes   INTEGER,                  -- the deadline; NULL: not known yet
    ended    INTEGER,
    outcome  TEXT NOT NULL DEFAULT '', -- passed, failed, void
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX asks_to_close ON asks (closes) WHERE ended IS NULL AND closes IS NOT NULL;

CREATE TABLE answers (
    table_id INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    player   INTEGER NOT NULL REFERENCES players (id),
    yes      INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, player),
    FOREIGN KEY (table_id, number) REFERENCES asks (table_id, number)
) STRICT, WITHOUT ROWID;

-- A notification can be about all of a player's tables, be repeated in a wait, and be caused by another player.
CREATE TABLE notices_to_people (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player     INTEGER NOT NULL REFERENCES players (id),
    kind       TEXT NOT NULL,
    table_id   INTEGER REFERENCES tables (id), -- NULL: it is about all their tables
    seat       INTEGER,
    number     INTEGER NOT NULL,          -- the log line with which the wait began, or what the kind counts by
    count      INTEGER NOT NULL DEFAULT 0,-- running number of its kind in this wait
    by         INTEGER REFERENCES players (id), -- the player who caused it
    not_before INTEGER NOT NULL,
    nonce      TEXT NOT NULL,
    begun      INTEGER,                   -- when it was first sent
    done       INTEGER,                   -- when it was sent, or became unnecessary
    outcome    TEXT NOT NULL DEFAULT '',  -- sent, merged (into another), refused, moot
    channel_id INTEGER,                   -- of its message, while that exists
    message_id INTEGER
) STRICT;

INSERT INTO notices_to_people
    (id, player, kind, table_id, seat, number, not_before, nonce, begun, done, outcome, channel_id, message_id)
SELECT id, player, kind, table_id, seat, number, not_before, nonce, begun, done,
    CASE WHEN done IS NULL THEN '' WHEN begun IS NULL THEN 'moot' ELSE 'sent' END, channel_id, message_id
FROM notices;

DROP TABLE notices;
ALTER TABLE notices_to_people RENAME TO notices;

CREATE UNIQUE INDEX one_notice_of_a_kind ON notices
    (player, kind, coalesce(table_id, 0), coalesce(seat, -1), number, count);
CREATE INDEX notices_to_send ON notices (not_before) WHERE done IS NULL;
CREATE INDEX notices_in_channels ON notices (table_id, seat) WHERE message_id IS NOT NULL;
CREATE INDEX notices_of_a_player ON notices (player, done);
CREATE INDEX notices_of_a_table ON notices (table_id, number, seat);
