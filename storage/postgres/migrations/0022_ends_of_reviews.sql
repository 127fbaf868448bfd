-- When the post of a review was last sent without an answer from Discord; NULL: certainly no such post exists.
ALTER TABLE reviews ADD COLUMN tried BIGINT;

-- The end that the post has yet to show: 'finished', 'stopped' or 'failed'. Once it shows one of the others, the row goes.
ALTER TABLE reviews ADD COLUMN untold TEXT NOT NULL DEFAULT '';

UPDATE reviews SET tried = created WHERE done IS NULL AND message_id IS NULL;
