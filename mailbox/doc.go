// Package mailbox talks to mail servers. It watches a folder over IMAP, searches
// folders, files copies in the Sent folder, and sends over SMTP.
//
// Promises of the Watcher:
//   - The Sink gets messages in UID order. The cursor moves past a message only in the
//     Sink's commit, so the Watcher fetches every message that the Sink did not commit.
//   - The Watcher ignores \Seen, sequence numbers and time windows. An expunge or a
//     long outage loses no message.
//   - After a bounded number of attempts the Watcher delivers an unreadable message as
//     partial, with a description of the problem. The messages after it still arrive.
//   - Every wait for a server ends with an answer, a timeout or the context.
//
// Promise of the Reader: it changes nothing on the server, not even flags.
//
// Promises of the Sender: its results are exact. Temporary and Permanent mean that the
// server did not accept the mail, nil means that the server did. Uncertain is only for
// a connection that broke in between. The server never delivers a truncated mail. The
// Sender sends a password or a mail only over the encryption that the account demands.
package mailbox
