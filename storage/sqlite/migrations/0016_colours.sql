-- Which colour who sits there has chosen before the game; NULL: none.
ALTER TABLE seats ADD COLUMN colour INTEGER;
