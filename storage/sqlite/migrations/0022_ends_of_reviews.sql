-- When the post of a review was last sent without an answer from Discord; NULL: certainly no such post exists.
ALTER TABLE reviews ADD COLUMN tried INTEGER;

-- The outcome that the post doesn't show yet: 'finished', 'stopped' or 'failed'. The row of a stopped or failed review is
-- deleted once its post shows it.
ALTER TABLE reviews ADD COLUMN untold TEXT NOT NULL DEFAULT '';

UPDATE reviews SET tried = created WHERE done IS NULL AND message_id IS NULL;
