-- A challenge that is a turn: the moves of the computers before it, and the best turn known, as JSON. It is secret until
-- nobody can be playing any more. '': a solo game.
ALTER TABLE dailies ADD COLUMN turn TEXT NOT NULL DEFAULT '';

-- The moves of the turn that was played in an attempt, as JSON. Its points are unknown until it is judged.
ALTER TABLE daily_attempts ADD COLUMN moves TEXT NOT NULL DEFAULT '[]';
