-- Computer players are rows of players: one for each name.
ALTER TABLE players ADD COLUMN computer BIGINT NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX one_computer_player_of_a_name ON players (name) WHERE computer = 1;

-- The level of the computer player that plays a seat; '': its holder plays.
ALTER TABLE seats ADD COLUMN computer TEXT NOT NULL DEFAULT '';

CREATE INDEX seats_of_computers ON seats (due_since) WHERE computer <> '';

-- Whether a computer player may play during the absence.
ALTER TABLE aways ADD COLUMN computer BIGINT NOT NULL DEFAULT 0;

CREATE INDEX aways_with_computers ON aways (ends) WHERE computer = 1;
