-- When a board was sent on a player's request, until it is stored in posts. Announcements have a column of their own
-- for this.
CREATE TABLE boards_asked_for (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    tried    INTEGER NOT NULL
) STRICT;
