// Package mailbox speaks to mail servers and reads and writes messages: it
// watches a folder (IMAP), sends (SMTP), parses and composes.
//
// Promises of the Watcher:
//   - a message is handed to the Sink in order of UID, and the cursor passes it
//     only together with it: what was not accepted is fetched again;
//   - \Seen, sequence numbers and time windows play no part, so neither an
//     expunge nor an outage of any length loses a message;
//   - a message that cannot be read is accepted as partial after bounded
//     attempts, with what is wrong in words, and never stops the rest;
//   - every wait for a server ends, be it by an answer, a time-out or the context.
//
// Promises of the Reader: whatever it looks at stays as it was, flags and all.
//
// Promises of the Sender: what it reports is exact. Temporary and Permanent mean
// that the server has not taken the mail, nil that it has; where that cannot be
// told, and only there, the error is Uncertain. A mail that was cut short is
// never delivered, and no password or mail travels without the encryption that
// was configured.
//
// Promises of Parse: it does not fail on what a person could still read, never
// takes time beyond what is linear in its input, and says in words what was
// broken or left out; where that may be words of the author, Message.Unread says
// so, and nothing may rest on the rest. No signature is checked.
//
// Promises of Compose: the same input gives the same bytes, and a value that could
// smuggle in a header field is refused.
//
// # Where things are
//
//   - Connections: account, dial, bearer; imap, farewell, kept; smtp, pool.
//   - Watch: watch, idle; cursor; scan, batch, fetch. What gives trouble: trouble, strays, doubt.
//   - Look: reader, list; sent.
//   - Send: send; senderror, serverid.
//   - Parse: parse, message. Its header: header, params; addresses, ids, words, date,
//     threadindex. Its parts: parts, splitter; transfer; charset, labels, utf7. Its text: body,
//     alternatives; html, elements, hidden, colors; othertext. What else comes: attachment,
//     calendar, reaction, armour, smime, lift; tnef, tnefvalues.
//   - Compose: compose, composer; references, attached.
package mailbox
