// Package extract reads what a customer wrote: what the mail is about, the
// facts of an application that it states, and why a person should take it.
//
// It promises four things. It is a pure function of its input: no clock, no
// network, no randomness. It never guesses: a value that is not stated, or
// stated twice and differently, is not a fact. Every fact carries the words it
// rests on, verbatim. And it costs time linear in the length of the mail,
// whatever the mail holds.
package extract
