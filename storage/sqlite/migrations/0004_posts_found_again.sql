-- When a post of this announcement was last sent without Discord's answer; NULL: it is certain that none is there.
ALTER TABLE announcements ADD COLUMN tried INTEGER;

UPDATE announcements SET tried = created WHERE done_at IS NULL AND attempts > 0;

-- What stays of a message when its buttons go, as long as they are there; '': Discord must be asked.
ALTER TABLE posts ADD COLUMN body TEXT NOT NULL DEFAULT '';

CREATE INDEX live_posts ON posts (table_id) WHERE live = 1;
