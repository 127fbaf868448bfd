-- The subject of a vote. The last action of a seat's player, and whether the others have freed the seat.
CREATE TABLE seats_with_votes (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    vacant    INTEGER NOT NULL,
    freed     INTEGER NOT NULL DEFAULT 0,
    vote      TEXT NOT NULL DEFAULT '',
    due_since INTEGER,
    acted     INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO seats_with_votes (table_id, seat, player, vacant, vote, due_since, acted)
SELECT s.table_id, s.seat, s.player, s.vacant, CASE s.vote WHEN 0 THEN '' ELSE 'end' END, s.due_since, (
    SELECT max(m.at) FROM moves m
    WHERE m.table_id = s.table_id AND m.player = s.player AND m.kind IN ('open', 'join', 'option', 'move', 'undo'))
FROM seats s;

DROP TABLE seats;
ALTER TABLE seats_with_votes RENAME TO seats;
CREATE INDEX seats_of_a_player ON seats (player);

ALTER TABLE tables ADD COLUMN closer INTEGER REFERENCES players (id); -- the person without a seat who ended it
