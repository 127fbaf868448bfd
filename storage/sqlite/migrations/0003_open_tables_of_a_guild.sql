-- `/table list` reads the open tables of one server, lobbies first, and only the rows that it shows.
CREATE INDEX open_tables_of_a_guild ON tables (guild_id, status) WHERE status IN ('lobby', 'running');
