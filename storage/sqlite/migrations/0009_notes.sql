-- A player's private note at a table, deleted when the table ends.
CREATE TABLE notes (
    player   INTEGER NOT NULL REFERENCES players (id),
    table_id INTEGER NOT NULL REFERENCES tables (id),
    text     TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_of_a_table ON notes (table_id);
