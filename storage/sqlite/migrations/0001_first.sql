-- Times are whole milliseconds since 1970 in UTC. Channels, guilds, users and messages are Discord ids.

-- Each person has an id of our own, so that logs, which never change, do not contain their identity on Discord.
CREATE TABLE players (
    id      INTEGER PRIMARY KEY,
    user_id INTEGER UNIQUE,            -- NULL: asked to be forgotten
    name    TEXT NOT NULL
) STRICT;

CREATE TABLE preferences (
    player INTEGER NOT NULL REFERENCES players (id),
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        TEXT NOT NULL,
    status      TEXT NOT NULL DEFAULT 'lobby' CHECK (status IN ('lobby', 'running', 'over', 'cancelled')),
    channel_id  INTEGER NOT NULL,
    guild_id    INTEGER,
    parent_id   INTEGER,
    host        INTEGER NOT NULL REFERENCES players (id),
    seed        TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    options     TEXT NOT NULL,
    language    TEXT NOT NULL,
    number      INTEGER NOT NULL,      -- of the last log line
    played      INTEGER NOT NULL DEFAULT 0,
    told        INTEGER NOT NULL DEFAULT 0,
    opened      INTEGER NOT NULL,
    started     INTEGER,
    ended       INTEGER
) STRICT;

CREATE UNIQUE INDEX one_open_table_in_a_channel ON tables (channel_id) WHERE status IN ('lobby', 'running');
CREATE INDEX tables_of_a_channel ON tables (channel_id);

CREATE TABLE seats (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    vacant    INTEGER NOT NULL,
    vote      INTEGER NOT NULL,
    due_since INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_a_player ON seats (player);

-- The log of every table. Each change of a game is a line here, and lines never change.
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    seat     INTEGER,
    player   INTEGER REFERENCES players (id),
    at       INTEGER NOT NULL,
    text     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX moves_of_a_player ON moves (player);

CREATE TRIGGER moves_are_not_changed BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE (ABORT, 'a line of a log never changes');
END;

CREATE TRIGGER moves_are_not_deleted BEFORE DELETE ON moves
BEGIN
    SELECT RAISE (ABORT, 'a line of a log is never deleted');
END;

-- The outbox of announcements, each written in the transaction of its log lines.
CREATE TABLE announcements (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    nonce    TEXT NOT NULL,
    created  INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at  INTEGER NOT NULL,
    done_at  INTEGER,
    UNIQUE (table_id, number)
) STRICT;

CREATE INDEX announcements_to_do ON announcements (table_id, number) WHERE done_at IS NULL;

CREATE TABLE posts (
    message_id INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    channel_id INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    live       INTEGER NOT NULL,
    since      INTEGER NOT NULL
) STRICT;

CREATE INDEX posts_of_a_table ON posts (table_id, live);

CREATE TABLE pings (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    number   INTEGER NOT NULL,         -- the log line with which the turn began
    seat     INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, number, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX interactions_by_age ON interactions (at);
