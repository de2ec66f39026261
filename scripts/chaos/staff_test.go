package main

import (
	"testing"

	"ppamaild/sandbox"
)

// Whoever is silent gets no close where their questions may not have left, and staff are
// told; any other notice ends nothing.
func TestASilentConversationMayEndWithoutAClose(t *testing.T) {
	for text, want := range map[string]bool{
		"bob+45@customer.test did not answer in time, so this thread is closed. No close\nwas sent: the mail that it follows is uncertain, so the customer has nothing to\nanswer.": true,
		"bob+45@customer.test did not answer in time, so this thread is closed. They get\nthe close that was approved with the questions.":                                          false,
	} {
		for _, p := range plots() {
			k := &talk{plot: p}
			new(town).told(k, sandbox.Received{Text: text})
			if k.over != (want && p.name == "silent") || k.unclosed != k.over {
				t.Errorf("%s: over %t, unclosed %t after\n%s", p.name, k.over, k.unclosed, text)
			}
		}
	}
}
