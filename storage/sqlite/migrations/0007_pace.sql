-- Whether the player has ever moved at this table. Waits for a new player are half as long.
ALTER TABLE seats ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET moved = EXISTS (
    SELECT 1 FROM moves m WHERE m.table_id = seats.table_id AND m.player = seats.player AND m.kind = 'move');
