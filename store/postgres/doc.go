// Package postgres keeps a store.Store in a schema of a PostgreSQL database, by means of pgconn,
// the lower half of pgx.
//
// # Promises
//
// Those of package store, and:
//   - A change is on the server's disk once Update returned nil. Open refuses a server that does
//     not sync, and the writer overrides synchronous_commit = off.
//   - Each process writes on one connection, and the transactions of all processes take turns. Each
//     transaction checks that its process is a member (table daemons). So a process that another
//     has expelled cannot write. Unless both share the store, a second process gets
//     store.ErrLocked.
//   - A process that hangs within a transaction holds up the others for 5 seconds.
//   - Concurrent calls of Update share a transaction and its sync, as in package bolt.
//   - Each transaction counts up the commit id of its process. If the connection breaks during
//     COMMIT, Update connects again, which waits for the end of the old transaction, and compares
//     the commit id. So Update never guesses, and runs its function again only if nothing changed.
//   - Update and View wait for a database that restarts, up to Options.Patience.
//   - Open refuses a schema with the tables of another program, and a schema of a newer program.
//   - Erased rows stay in free pages until VACUUM FULL, in the write-ahead log until the server
//     recycles its segments, and in backups.
//
// # Layout
//
// migrations has the tables. A table has the columns that queries need, and the column record
// with the rest. Records are those of package codec: with a checksum, compressed, and encrypted if
// there are keys. The checksum covers all columns of a row, so a read notices a changed column.
// Columns are never encrypted. An address is its HMAC-SHA256 under the secret "addresses".
//
// A file in a record is in the table files, so the store keeps each file once. Package filerefs
// counts the records of a file, and package store/files has the rules.
//
// The row of the table about has the last ids. Ids have no gaps and follow the order of the
// commits, which a sequence of PostgreSQL does not promise.
//
// Writes of a transaction wait, and travel with its next read or its commit in one round trip.
package postgres
