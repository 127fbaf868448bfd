-- When a board that somebody asked to see again was sent for a table, as long as it is not noted in posts. Of what is
-- announced the announcement itself knows it.
CREATE TABLE boards_asked_for (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    tried    INTEGER NOT NULL
) STRICT;
