-- Names are bytea: they sort by bytes, and they may contain any character. Times are
-- nanoseconds since 1970. Each record has a checksum over all columns of its row.

CREATE TABLE about (
	one boolean PRIMARY KEY DEFAULT true CHECK (one),
	epoch bigint NOT NULL DEFAULT 0,        -- counts the processes that opened the store to write
	commit_id bigint NOT NULL DEFAULT 0,    -- counts the commits
	inbound_id bigint NOT NULL DEFAULT 0,   -- the last id of each kind
	mail_id bigint NOT NULL DEFAULT 0,
	event_seq bigint NOT NULL DEFAULT 0,
	timer_offset bigint NOT NULL DEFAULT 0, -- by which all timers are due later
	keys text[] NOT NULL DEFAULT '{}'       -- ids of the keys that records may be encrypted with
);
INSERT INTO about DEFAULT VALUES;

CREATE TABLE secrets (name bytea PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE settings (name bytea PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE cursors (mailbox bytea PRIMARY KEY, record bytea NOT NULL);

CREATE TABLE inbound (
	id bigint PRIMARY KEY,
	mailbox bytea NOT NULL,
	uidvalidity bigint NOT NULL,
	uid bigint NOT NULL,
	status text NOT NULL,
	thread bytea NOT NULL,
	author bytea NOT NULL, -- keyed digest of the address
	erased boolean NOT NULL,
	record bytea NOT NULL,
	UNIQUE (mailbox, uidvalidity, uid)
);
CREATE INDEX ON inbound (status, id);
CREATE INDEX ON inbound (thread, id) WHERE NOT erased;
CREATE INDEX ON inbound (author, id) WHERE NOT erased;

CREATE TABLE inbound_raw (
	mailbox bytea NOT NULL,
	uidvalidity bigint NOT NULL,
	uid bigint NOT NULL,
	chunk bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (mailbox, uidvalidity, uid, chunk)
);
CREATE TABLE inbound_partial ( -- messages with chunks and no row in inbound yet
	mailbox bytea NOT NULL,
	uidvalidity bigint NOT NULL,
	uid bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (mailbox, uidvalidity, uid)
);
CREATE TABLE fingerprints (sum bytea PRIMARY KEY, inbound bigint NOT NULL, record bytea NOT NULL);

CREATE TABLE senders (address bytea PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE correspondents (address bytea PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE holds (name bytea PRIMARY KEY, record bytea NOT NULL);
CREATE TABLE run_times (agent bytea PRIMARY KEY, record bytea NOT NULL);

CREATE TABLE message_ids (
	id bytea PRIMARY KEY, -- SHA-256
	thread bytea NOT NULL,
	record bytea NOT NULL
);
CREATE INDEX ON message_ids (thread, id);

CREATE TABLE threads (
	id bytea PRIMARY KEY,
	version bigint NOT NULL,
	status text NOT NULL,
	updated bigint NOT NULL,
	ended boolean NOT NULL, -- and has data of customers
	task boolean NOT NULL,
	record bytea NOT NULL
);
CREATE INDEX ON threads (status, updated, id);
CREATE INDEX ON threads (updated, id);
CREATE INDEX threads_ended ON threads (updated, id) WHERE ended;
CREATE INDEX ON threads (id) WHERE task;

CREATE TABLE thread_addresses (
	address bytea NOT NULL, -- keyed digest
	thread bytea NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (address, thread)
);
CREATE INDEX ON thread_addresses (thread);

CREATE TABLE queue (
	thread bytea NOT NULL,
	seq bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (thread, seq)
);

CREATE TABLE journal (
	thread bytea NOT NULL,
	seq bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (thread, seq)
);
CREATE TABLE journal_payloads (
	thread bytea NOT NULL,
	seq bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (thread, seq)
);
CREATE TABLE journal_tails (
	thread bytea PRIMARY KEY,
	seq bigint NOT NULL,
	hash bytea NOT NULL,
	record bytea NOT NULL
);

CREATE TABLE effects (
	key bytea PRIMARY KEY,
	thread bytea NOT NULL,
	status text NOT NULL,
	record bytea NOT NULL
);
CREATE INDEX ON effects (status, key);
CREATE INDEX ON effects (thread, key);

CREATE TABLE mail (
	id bigint PRIMARY KEY,
	thread bytea NOT NULL,
	role bytea NOT NULL,
	status text NOT NULL,
	next_at bigint NOT NULL,
	record bytea NOT NULL
);
CREATE INDEX ON mail (status, id);
CREATE INDEX ON mail (thread, id);
CREATE INDEX mail_due ON mail (role, next_at, id) WHERE status IN ('queued', 'retrying');
CREATE INDEX mail_waiting ON mail (thread, id) WHERE status IN ('queued', 'retrying');
CREATE TABLE mail_raw (id bigint PRIMARY KEY, record bytea NOT NULL);

CREATE TABLE reviews (
	thread bytea NOT NULL,
	number bigint NOT NULL,
	open boolean NOT NULL,
	inbound bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (thread, number)
);
CREATE INDEX reviews_open ON reviews (thread, number) WHERE open;
CREATE INDEX reviews_about ON reviews (inbound, thread, number) WHERE inbound > 0;

CREATE TABLE timers (
	thread bytea NOT NULL,
	name bytea NOT NULL,
	due bigint NOT NULL,
	record bytea NOT NULL,
	PRIMARY KEY (thread, name)
);
CREATE INDEX ON timers (due, thread, name);
