-- When the bot was last seen alive, and the times for which waits stand still: all of them, those of a table, those
-- for a person.
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

-- Live posts whose words or buttons are to be as things stand now, and from when.
CREATE TABLE redraws (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    at       INTEGER NOT NULL
) STRICT;

CREATE INDEX redraws_to_do ON redraws (at);

-- When something is next to be done about a table itself; of its seats each has a moment of its own.
ALTER TABLE tables ADD COLUMN next_at INTEGER;

CREATE INDEX tables_to_see_to ON tables (next_at) WHERE next_at IS NOT NULL;

-- Whether nothing is left of a seat's turn but to end it.
ALTER TABLE seats ADD COLUMN ending INTEGER NOT NULL DEFAULT 0;

-- The pace of the present wait, where it is another one than the table has now; '': the table's.
ALTER TABLE seats ADD COLUMN pace TEXT NOT NULL DEFAULT '';

-- What somebody asks the others at a table, and what they say to it.
CREATE TABLE asks (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,         -- of the line with which it was asked
    kind     TEXT NOT NULL,
    what     TEXT NOT NULL,            -- is asked, in the caller's own words
    seat     INTEGER,                  -- whom it is about
    player   INTEGER NOT NULL REFERENCES players (id), -- who asks
    opened   INTEGER NOT NULL,
    closes   INTEGER,                  -- when it is decided at the latest; NULL: that is not known yet
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

-- Notices may be about all tables of a person, come several times in a wait, and are asked for by somebody.
CREATE TABLE notices_to_people (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    player     INTEGER NOT NULL REFERENCES players (id),
    kind       TEXT NOT NULL,
    table_id   INTEGER REFERENCES tables (id), -- NULL: it is about all of theirs
    seat       INTEGER,
    number     INTEGER NOT NULL,          -- of the line with which the wait began; else what the kind counts by
    count      INTEGER NOT NULL DEFAULT 0,-- the how manieth of its kind in this wait
    by         INTEGER REFERENCES players (id), -- whoever wanted it to be sent
    not_before INTEGER NOT NULL,
    nonce      TEXT NOT NULL,
    begun      INTEGER,                   -- when it was first sent
    done       INTEGER,                   -- when it was there, or need not be any more
    outcome    TEXT NOT NULL DEFAULT '',  -- sent, merged (into another), refused, moot
    channel_id INTEGER,                   -- of its message, as long as that is there
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
