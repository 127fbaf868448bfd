-- Alternative plans for the same turn, each used when a move of the previous ones is no longer legal: a JSON list of lists.
ALTER TABLE plans ADD COLUMN fallbacks TEXT NOT NULL DEFAULT '[]';
