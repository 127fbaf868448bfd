-- The review of a finished game, without personal data.
CREATE TABLE reviews (
    table_id   INTEGER PRIMARY KEY REFERENCES tables (id),
    created    INTEGER NOT NULL,
    done       INTEGER,             -- NULL: in progress
    nonce      TEXT NOT NULL,       -- the nonce of its post
    message_id INTEGER,
    judged     TEXT NOT NULL        -- the judgements of the game's stretches so far, as JSON
) STRICT;

CREATE INDEX reviews_in_progress ON reviews (created) WHERE done IS NULL;

-- What the decisions of a seat have cost it in a reviewed game: shares of the win or, alone, points.
CREATE TABLE losses (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL,
    turns    INTEGER NOT NULL,
    loss     REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
