// Package reading reads what a customer wrote: what the mail is about, the
// facts of an application that it states, and why a person should take it.
//
// It promises four things. It is a pure function of its input: no clock, no
// network, no randomness. It never guesses: a value that is not stated, or
// stated twice and differently, is not a fact. Every fact carries the words it
// rests on, verbatim. And it costs time linear in the length of the mail,
// whatever the mail holds.
//
// # How a mail is read
//
// Its text is cut into tokens, lines and sentences, in which phrases of known
// meaning (cues, in data/) are found: a document. A reader goes over it many
// times, in the order of reader.run: who and what the mail speaks of is met
// first, and who or what each sentence is about is followed; then each kind of
// value is looked for by a reader of its own, which claims it of whoever its
// sentence is about. What was understood is taken, so that nothing else reads it.
// In the end the claims are resolved: what contradicts itself is no fact.
package reading
