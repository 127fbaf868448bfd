-- A process that posts for a table has an exclusive claim until this time, because two processes would post twice.
CREATE TABLE claims (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    until    INTEGER NOT NULL
) STRICT;
