package postgres

import (
	"fmt"
	"slices"
	"strings"
)

// table describes a table. Its rows have a record in addition to these columns.
type table struct {
	name string
	keys []string // columns of the primary key
	more []string // other columns
}

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
	secrets  = &table{"secrets", []string{"name"}, nil}
	settings = &table{"settings", []string{"name"}, nil}
	cursors  = &table{"cursors", []string{"mailbox"}, nil}
	inbounds = &table{"inbound", []string{"id"},
		[]string{"mailbox", "uidvalidity", "uid", "status", "thread", "author", "erased"}}
	inboundRaw     = &table{"inbound_raw", []string{"mailbox", "uidvalidity", "uid", "chunk"}, nil}
	inboundPartial = &table{"inbound_partial", []string{"mailbox", "uidvalidity", "uid"}, nil}
	fingerprints   = &table{"fingerprints", []string{"sum"}, []string{"inbound"}}
	senders        = &table{"senders", []string{"address"}, nil}
	correspondents = &table{"correspondents", []string{"address"}, nil}
	holds          = &table{"holds", []string{"name"}, nil}
	runTimes       = &table{"run_times", []string{"agent"}, nil}
	messageIDs     = &table{"message_ids", []string{"id"}, []string{"thread"}}
	threads        = &table{"threads", []string{"id"},
		[]string{"version", "status", "updated", "ended", "task"}}
	threadAddresses = &table{"thread_addresses", []string{"address", "thread"}, nil}
	queues          = &table{"queue", []string{"thread", "seq"}, nil}
	journals        = &table{"journal", []string{"thread", "seq"}, nil}
	journalPayloads = &table{"journal_payloads", []string{"thread", "seq"}, nil}
	journalTails    = &table{"journal_tails", []string{"thread"}, []string{"seq", "hash"}}
	effects         = &table{"effects", []string{"key"}, []string{"thread", "status"}}
	mails           = &table{"mail", []string{"id"},
		[]string{"thread", "role", "status", "next_at"}}
	mailRaw = &table{"mail_raw", []string{"id"}, nil}
	reviews = &table{"reviews", []string{"thread", "number"}, []string{"open", "inbound"}}
	timers  = &table{"timers", []string{"thread", "name"}, []string{"due"}}

	fileBytes = &table{"files", []string{"key"}, nil}
)

// plain reports whether the records of a table stay plain: their parts reveal nothing.
func plain(name string) bool {
	switch name {
	case inboundPartial.name, fingerprints.name, threadAddresses.name, journalTails.name:
		return true
	}
	return false
}

// columns returns all columns except the record.
func (t *table) columns() []string { return slices.Concat(t.keys, t.more) }

func (t *table) index(column string) int { return slices.Index(t.columns(), column) }

func (t *table) selects() string {
	return "SELECT " + strings.Join(t.columns(), ", ") + ", record FROM " + t.name
}

func (t *table) insert() string {
	columns := append(t.columns(), "record")
	parameters := make([]string, len(columns))
	for i := range columns {
		parameters[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)",
		t.name, strings.Join(columns, ", "), strings.Join(parameters, ", "))
}

func (t *table) upsert() string {
	var changes []string
	for _, column := range append(slices.Clone(t.more), "record") {
		changes = append(changes, fmt.Sprintf("%s = excluded.%[1]s", column))
	}
	return fmt.Sprintf("%s ON CONFLICT (%s) DO UPDATE SET %s",
		t.insert(), strings.Join(t.keys, ", "), strings.Join(changes, ", "))
}

// remove deletes by the first n columns of the primary key.
func (t *table) remove(n int) string {
	return "DELETE FROM " + t.name + " WHERE " + equal(t.keys[:n])
}

// equal is the condition that columns have the values of the parameters $1, $2, ….
func equal(columns []string) string {
	conditions := make([]string, len(columns))
	for i, column := range columns {
		conditions[i] = fmt.Sprintf("%s = $%d", column, i+1)
	}
	return strings.Join(conditions, " AND ")
}
