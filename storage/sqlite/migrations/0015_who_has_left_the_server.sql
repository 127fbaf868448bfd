-- When it was seen that who is awaited has left the table's server; NULL: it was not.
ALTER TABLE seats ADD COLUMN gone INTEGER;
