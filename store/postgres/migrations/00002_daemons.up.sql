-- The processes that have the store open to write. A process without a row can change nothing.
CREATE TABLE daemons (
	epoch bigint PRIMARY KEY,
	session text NOT NULL,              -- application_name of its connection that writes
	shares boolean NOT NULL,            -- other processes may have the store open as well
	beat bigint NOT NULL DEFAULT 0,     -- counts up while the process works
	commit_id bigint NOT NULL DEFAULT 0 -- counts the commits of the process
);

-- The work that the processes have taken. A name has one holder.
CREATE TABLE claims (
	name bytea PRIMARY KEY,
	epoch bigint NOT NULL REFERENCES daemons ON DELETE CASCADE
);
CREATE INDEX ON claims (epoch);

ALTER TABLE about DROP COLUMN commit_id;
