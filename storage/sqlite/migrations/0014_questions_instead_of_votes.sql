-- The vote on moving a table to another server is a row like the others now, so no old votes remain.
ALTER TABLE seats DROP COLUMN vote;
