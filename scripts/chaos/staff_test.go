package main

import (
	"testing"

	"ppamaild/sandbox"
)

// A silent customer gets no closing mail if the delivery of the questions is uncertain; staff
// get a notice. Other notices end nothing.
func TestASilentConversationMayEndWithoutAClose(t *testing.T) {
	for text, want := range map[string]bool{
		"bob+45@customer.test did not answer in time, so this thread is closed. No close\nwas sent: the mail that it follows is uncertain, so the customer has nothing to\nanswer.": true,
		"bob+45@customer.test did not answer in time, so this thread is closed. They get\nthe close that was approved with the questions.":                                          false,
	} {
		for _, p := range scenarios() {
			k := &talk{scenario: p}
			new(actors).noticed(k, sandbox.Received{Text: text})
			if k.over != (want && p.name == "silent") || k.unclosed != k.over {
				t.Errorf("%s: over %t, unclosed %t after\n%s", p.name, k.over, k.unclosed, text)
			}
		}
	}
}
