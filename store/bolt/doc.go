// Package bolt keeps a store.Store in one file, by means of bbolt.
//
// # Promises
//
// Those of package store, and:
//   - A change is on disk once Update returned nil. bbolt syncs the data, then the page that
//     points to the data. Concurrent calls of Update share these two syncs, and a single
//     call waits for no other.
//   - A second process that opens the file gets store.ErrLocked.
//   - Open refuses a truncated file with store.ErrCorrupt; in bbolt it would cause SIGBUS.
//   - Only the owner can read the file.
//   - A commit does not store a long list of free pages. Close stores the list. After a crash
//     without the list, Open reads all pages to find the free ones.
//   - Erased data stays in free pages until Compact, which replaces the file with a copy
//     that has no free pages. A crash may leave the copy behind, as
//     PATH.compact.NUMBER.part. The next Open or Compact removes the copy.
//
// # Layout
//
// Numbers in keys are big-endian, so they sort. The length of a name (a uvarint) precedes
// the name in a longer key, so no name is the prefix of another. A time in a key has 12
// bytes: seconds since 1970 with the sign bit flipped, then nanoseconds. uid is mailbox,
// UIDVALIDITY and UID. An address is its HMAC-SHA256 under the secret "addresses", because
// keys are never encrypted.
//
//	bucket            key                value
//	about             "format"           the program and the version of the layout
//	about             "restoration"      Restoration, after a restore from a backup
//	about             "timer_offset"     duration by which all timers are due later
//	secrets           name               the secret
//	cursors           mailbox            Cursor
//	inbound           id                 Inbound, number of chunks and octets
//	inbound_raw       uid, chunk from 0  bytes of the message
//	inbound_partial   uid                a message with chunks and no record yet
//	fingerprints      SHA-256            id of the inbound message
//	senders           address            time of the first proof
//	message_ids       SHA-256 of the id  MessageRef, the id
//	heads             thread             Head, State, Version again
//	queue             thread, seq        Event, Data
//	journal           thread, seq        Entry; salt, payload, salt of Names: empty once erased
//	journal           thread, 2^64-1     number and hash of the last entry
//	effects           key                Effect, Result
//	mail              id                 Mail
//	mail_raw          id                 bytes of the mail; or differences, id of a mail
//	correspondents    address            Correspondent
//	reviews           thread, number     Review, Data, MIME
//	holds             name               Hold
//	paces             agent              RunTime
//	timers            thread, name       Timer, Data
//
// A file in a record of the buckets inbound_raw, heads, queue, journal, effects, mail_raw and
// reviews is in another bucket, so the store keeps each file once. Package files has the rules.
//
//	files             HMAC-SHA256 under the secret "addresses"   the file
//
// Indexes, which change in the transaction of their record:
//
//	inbound_uid       uid                id
//	inbound_status    status, id
//	effect_status     status, key
//	mail_status       status, id
//	mail_due          role, NextAt, id   queued and retrying mails
//	mail_thread       thread, id         the thread "" for mails without a thread
//	mail_waiting      thread, id         queued and retrying mails
//	review_open       thread, number     open reviews
//	review_inbound    Inbound, thread, number   reviews about a message
//	head_status       status, UpdatedAt, thread   status + " erased" once the data was erased
//	head_address      address, thread    participants
//	head_task         thread             threads of other workflows than quote
//	thread_refs       thread, kind, key  "e" effects, "i" inbound messages, "m" Message-IDs
//	inbound_from      From, id           messages whose data was not erased
//	file_refs         key of a file, bucket, key   records with the file; the last deletes it
//	timer_due         Due, thread, name
//
// Every value, also in an index, is a record: a version byte, a CRC-32C (Castagnoli, big-endian)
// and parts. The CRC covers the bucket's name, the key and the rest of the record. The length of
// a part (a uvarint) precedes the part. The first part is a struct as JSON, if there is one; the
// others are bytes and numbers.
//
// The version of a record without its files is higher by 4. The store compresses long parts as a
// frame of zstd, with a dictionary. With keys, the store then encrypts the parts or the frame as
// package crypt does, bound to bucket and key. The bucket about and the buckets that hold only
// numbers stay plain.
//
// Each read verifies the checksum. store.ErrCorrupt names bucket and key. A lookup cannot find a
// record with a damaged key; Check finds it.
package bolt
