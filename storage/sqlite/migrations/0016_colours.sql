-- The colour that the player chose before the game; NULL: none.
ALTER TABLE seats ADD COLUMN colour INTEGER;
