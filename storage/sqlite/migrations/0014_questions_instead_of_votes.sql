-- Whether a table moves to another server is a question like others now: nobody votes any more.
ALTER TABLE seats DROP COLUMN vote;
