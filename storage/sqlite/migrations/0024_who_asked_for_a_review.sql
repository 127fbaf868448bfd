-- The player to name in the post with the finished review; NULL once it is posted.
ALTER TABLE reviews ADD COLUMN player INTEGER REFERENCES players (id);
