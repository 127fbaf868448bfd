-- Who wants nothing to do with whom; only the first of them knows.
CREATE TABLE blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Who has asked to be forgotten, and when it is done.
CREATE TABLE forgetting (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    due    INTEGER NOT NULL
) STRICT;

-- Which seats of a running game somebody has held who is forgotten: only they themselves can be compared with it. It
-- goes when the table ends.
CREATE TABLE forgotten_seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    key      BLOB NOT NULL,
    digest   BLOB NOT NULL,
    PRIMARY KEY (table_id, seat, key)
) STRICT, WITHOUT ROWID;

-- What came of a game that was played to its end, worked out once from its log: by seat the points and the place, and
-- how many seconds each answer took.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    answers  TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_that_are_over ON tables (id) WHERE status = 'over';
