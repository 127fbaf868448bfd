-- The review of a finished game, without personal data.
CREATE TABLE reviews (
    table_id   BIGINT PRIMARY KEY REFERENCES tables (id),
    created    BIGINT NOT NULL,
    done       BIGINT,             -- NULL: in progress
    nonce      TEXT NOT NULL,       -- the nonce of its post
    message_id BIGINT,
    judged     TEXT NOT NULL        -- the judgements of the game's stretches so far, as JSON
);

CREATE INDEX reviews_in_progress ON reviews (created) WHERE done IS NULL;

-- What the decisions of a seat have cost it in a reviewed game: shares of the win or, alone, points.
CREATE TABLE losses (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    seat     BIGINT NOT NULL,
    turns    BIGINT NOT NULL,
    loss     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, seat)
);
