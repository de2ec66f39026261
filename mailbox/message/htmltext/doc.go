// Package htmltext returns the text that a person reads in an HTML mail: lines, lists,
// tables and quotes. It leaves out hidden text, because a sender can hide words that the
// reader of the mail never sees.
package htmltext
