package postgres

import "ppamaild/store/postgres/sqltable"

// table describes a table with records.
type table = sqltable.Table

// tables returns every table with records.
func tables() []*table {
	return []*table{
		secrets, settings, cursors, inbounds, inboundRaw, inboundPartial, fingerprints,
		senders, correspondents, holds, runTimes, messageIDs, threads, threadAddresses,
		queues, journals, journalPayloads, journalTails, effects, mails, mailRaw,
		reviews, timers, fileBytes,
	}
}

var (
	secrets  = &table{Name: "secrets", Keys: []string{"name"}}
	settings = &table{Name: "settings", Keys: []string{"name"}}
	cursors  = &table{Name: "cursors", Keys: []string{"mailbox"}}
	inbounds = &table{Name: "inbound", Keys: []string{"id"},
		More: []string{"mailbox", "uidvalidity", "uid", "status", "thread", "author", "erased"}}
	inboundRaw     = &table{Name: "inbound_raw", Keys: []string{"mailbox", "uidvalidity", "uid", "chunk"}}
	inboundPartial = &table{Name: "inbound_partial", Keys: []string{"mailbox", "uidvalidity", "uid"}}
	fingerprints   = &table{Name: "fingerprints", Keys: []string{"sum"}, More: []string{"inbound"}}
	senders        = &table{Name: "senders", Keys: []string{"address"}}
	correspondents = &table{Name: "correspondents", Keys: []string{"address"}}
	holds          = &table{Name: "holds", Keys: []string{"name"}}
	runTimes       = &table{Name: "run_times", Keys: []string{"agent"}}
	messageIDs     = &table{Name: "message_ids", Keys: []string{"id"}, More: []string{"thread"}}
	threads        = &table{Name: "threads", Keys: []string{"id"},
		More: []string{"version", "status", "updated", "ended", "task"}}
	threadAddresses = &table{Name: "thread_addresses", Keys: []string{"address", "thread"}}
	queues          = &table{Name: "queue", Keys: []string{"thread", "seq"}}
	journals        = &table{Name: "journal", Keys: []string{"thread", "seq"}}
	journalPayloads = &table{Name: "journal_payloads", Keys: []string{"thread", "seq"}}
	journalTails    = &table{Name: "journal_tails", Keys: []string{"thread"}, More: []string{"seq", "hash"}}
	effects         = &table{Name: "effects", Keys: []string{"key"}, More: []string{"thread", "status"}}
	mails           = &table{Name: "mail", Keys: []string{"id"},
		More: []string{"thread", "role", "status", "next_at"}}
	mailRaw = &table{Name: "mail_raw", Keys: []string{"id"}}
	reviews = &table{Name: "reviews", Keys: []string{"thread", "number"}, More: []string{"open", "inbound"}}
	timers  = &table{Name: "timers", Keys: []string{"thread", "name"}, More: []string{"due"}}

	fileBytes = &table{Name: "files", Keys: []string{"key"}}
)

// plain reports whether the records of a table stay plain: their parts reveal nothing.
func plain(name string) bool {
	switch name {
	case inboundPartial.Name, fingerprints.Name, threadAddresses.Name, journalTails.Name:
		return true
	}
	return false
}
