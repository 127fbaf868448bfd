-- Who tells the channel of a table has it to itself until then: two processes would tell it twice.
CREATE TABLE claims (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    until    INTEGER NOT NULL
) STRICT;
