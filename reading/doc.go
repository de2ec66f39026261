// Package reading reads a customer's mail: its intent, the facts of an application that it
// states, and why a person should take it.
//
// Package reading promises four things. Read is a pure function of its input: no clock, no
// network, no randomness. Read never guesses: a value that the mail does not state, or states
// twice and differently, is not a fact. Every fact carries its words, verbatim. The cost is
// linear in the length of the mail, and a budget of steps bounds the cost of every reading.
//
// # How a mail is read
//
// newReader cuts the text into tokens, lines and sentences, and finds phrases of known meaning
// (cues, in data/) in them. reader.run then calls one reader for each kind of value. The first
// readers find people and cars and follow who each sentence is about. The later readers claim
// values of the people and cars in focus. A reader takes the tokens that it understands, so
// that no other reader claims them too. resolve turns claims into facts; claims that contradict
// each other become a conflict, and doubt.go puts bounded amounts in doubt.
// testdata/sentences, testdata/unseen and testdata/heldback measure accuracy.
package reading
