-- Other plans of the same turn, in order, for when a move of those before is no longer legal: a JSON list of lists.
ALTER TABLE plans ADD COLUMN fallbacks TEXT NOT NULL DEFAULT '[]';
