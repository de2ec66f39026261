// Package message parses and composes email messages.
//
// Promises of Parse:
//   - Parse succeeds on everything that a person could still read.
//   - Parse takes linear time in the size of its input.
//   - Parse describes broken and missing parts in Message.Problems. Message.Unread
//     reports that the author's own words may be missing; callers must then not rely
//     on the words that were read.
//   - Parse checks no signatures.
//
// Promises of Compose: equal input gives equal bytes. Compose refuses a value that could inject
// a header field.
package message
