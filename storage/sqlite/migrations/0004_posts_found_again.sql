-- When a post of this announcement was last sent without an answer from Discord; NULL: certainly no post exists.
ALTER TABLE announcements ADD COLUMN tried INTEGER;

UPDATE announcements SET tried = created WHERE done_at IS NULL AND attempts > 0;

-- A message's content without buttons, kept while it has buttons; '': it must be fetched from Discord.
ALTER TABLE posts ADD COLUMN body TEXT NOT NULL DEFAULT '';

CREATE INDEX live_posts ON posts (table_id) WHERE live = 1;
