-- Whether a move was made together with the move of the line before, so that both are undone together.
ALTER TABLE moves ADD COLUMN joined BIGINT NOT NULL DEFAULT 0;
