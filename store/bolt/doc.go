// Package bolt keeps a store.Store in one file, by means of bbolt.
//
// # Promises
//
// Those of package store, and: what Update has returned nil for is on disk
// (bbolt syncs the data, then the page that points to it). Calls of Update that
// meet share these two syncs; one that comes alone waits for nobody. A second
// process that opens the file gets store.ErrLocked. A file that was cut short is
// refused with store.ErrCorrupt, where bbolt would be killed by SIGBUS. Only the
// owner can read the file. Erased data stays in its free pages until Compact, which
// replaces the file with a copy that has none. The file shrinks then, and only then.
//
// # Layout
//
// Numbers in keys are big-endian, so keys sort by them. A name within a longer
// key comes after its length (a uvarint), so no name is the beginning of another.
// A time in a key is its seconds since 1970 with the sign bit flipped, and its
// nanoseconds: 12 octets. uid stands for mailbox, UIDVALIDITY and UID. An address is
// an HMAC-SHA256 of it, by the secret "addresses", as keys are never encrypted.
//
//	bucket            key                value
//	about             "format"           what made the file, and the version of this layout
//	about             "restoration"      Restoration, where it was put back from a backup
//	secrets           name               the secret
//	cursors           mailbox            Cursor
//	inbound           id                 Inbound, and how many chunks and octets are stored of it
//	inbound_raw       uid, chunk from 0  bytes of the message
//	inbound_partial   uid                a message of which only chunks are there as yet
//	fingerprints      SHA-256            id of the inbound message
//	senders           address            when it was first proven
//	message_ids       SHA-256 of the id  MessageRef, the id
//	heads             thread             Head, State, Version once more
//	queue             thread, seq        Event, Data
//	journal           thread, seq        Entry
//	journal_payloads  thread, seq        salt, payload, salt of Names; empty once erased
//	journal_tails     thread             number and hash of the last entry
//	effects           key                Effect, Result
//	mail              id                 Mail
//	mail_raw          id                 bytes of the mail
//	correspondents    address            Correspondent
//	reviews           thread, number     Review, Data, MIME
//	holds             name               Hold
//	paces             agent              RunTime
//	timers            thread, name       Timer, Data
//
// and the indexes, which change in the transaction that changes the record:
//
//	inbound_uid       uid                id
//	inbound_status    status, id
//	effect_status     status, key
//	mail_status       status, id
//	mail_due          role, NextAt, id   of mails queued or retrying
//	mail_thread       thread, id
//	mail_waiting      thread, id         of mails queued or retrying
//	review_open       thread, number     of reviews that are open
//	timer_due         Due, thread, name
//
// Every value, that of an index too, is a record: a version octet, a CRC-32C
// (Castagnoli, big-endian) over the bucket's name, the key and what follows, and
// then parts, each after its length (a uvarint): a struct as JSON, if there is
// one, then bytes and numbers just as they are. Where there are keys, the parts are
// encrypted as package crypt does it, bound to bucket and key, in all buckets but about
// and those of numbers only. The checksum is verified on each read; where it
// does not match, the error is store.ErrCorrupt and names bucket and key. A record
// whose key was damaged is not found by it any more; Check finds it.
package bolt
