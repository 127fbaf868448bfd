-- Blocked people. Only the player who has blocked them knows.
CREATE TABLE blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- People who have asked to be forgotten, and when their data will be deleted.
CREATE TABLE forgetting (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    due    INTEGER NOT NULL
) STRICT;

-- Seats of a running game that a forgotten player has held, with a keyed hash that matches only that player. Deleted
-- when the table ends.
CREATE TABLE forgotten_seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    key      BLOB NOT NULL,
    digest   BLOB NOT NULL,
    PRIMARY KEY (table_id, seat, key)
) STRICT, WITHOUT ROWID;

-- Results of finished games, computed once from their logs: by seat the points, the place, and the seconds that each
-- answer took.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    answers  TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_that_are_over ON tables (id) WHERE status = 'over';
