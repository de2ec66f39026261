-- A file in records of several tables is stored once.
CREATE TABLE files (key bytea PRIMARY KEY, record bytea NOT NULL); -- keyed digest of the file

-- The records with a file. The last record deletes the file.
CREATE TABLE file_refs (
	owner text NOT NULL, -- digest of the record's place
	file text NOT NULL,  -- key of the file, in hexadecimal
	PRIMARY KEY (owner, file)
);
CREATE INDEX ON file_refs (file);
