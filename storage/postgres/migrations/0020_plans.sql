-- A player's secret plan for their next turn at a table. The plan is deleted when that turn is over.
CREATE TABLE plans (
    player   BIGINT NOT NULL REFERENCES players (id),
    table_id BIGINT NOT NULL REFERENCES tables (id),
    moves    TEXT NOT NULL,     -- JSON: a list of moves in notation
    number   BIGINT NOT NULL,  -- the log line at which it was last changed
    revision BIGINT NOT NULL,  -- how often it was changed
    wait     BIGINT,           -- how long after the turn's beginning it is played by itself; NULL: it is not
    PRIMARY KEY (player, table_id)
);

CREATE INDEX plans_of_a_table ON plans (table_id);

CREATE INDEX plans_to_play ON plans (player, table_id) WHERE wait IS NOT NULL;
