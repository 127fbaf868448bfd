-- When the player was found to have left the table's server; NULL: never.
ALTER TABLE seats ADD COLUMN gone INTEGER;
