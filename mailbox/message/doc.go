// Package message parses and composes email messages.
//
// Promises of Parse:
//   - Parse succeeds on everything that a person could still read.
//   - Parse takes linear time in the size of its input.
//   - Parse describes in Message.Problems what is broken or missing. Message.Unread
//     reports that the author's own words may be missing; callers must then not rely
//     on the words that were read.
//   - Parse checks no signatures.
//
// Promises of Compose: equal input gives equal bytes. Compose refuses a value that could
// inject a header field.
//
// # Where things are
//
//   - Parse: parse, message. Header: header, params; addresses, ids, words, date,
//     threadindex. Parts: parts, splitter; transfer; charset, labels, utf7. Text: body,
//     alternatives; html, elements, hidden, colors; othertext. Attachments and signatures:
//     attachment, calendar, reaction, armour, smime, lift; tnef, tnefvalues.
//   - Compose: compose, composer; references, attached.
package message
