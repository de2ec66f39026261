package main

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"ppamaild/report"
	"ppamaild/store"
)

// tamperWithEvidence creates each kind of mistake in the evidence and checks that the audit
// finds it.
func tamperWithEvidence(t *testing.T, e evidence) {
	t.Helper()
	const lost, doubled, wrong = "lost", "doubled", "wrong"
	before := e.judge()
	for _, c := range []struct {
		what, found string
		put         func(e *evidence)
	}{
		{"a mail without its copy in Sent", lost, func(e *evidence) { delete(e.copies, e.sent()) }},
		{"a second copy in Sent", doubled, func(e *evidence) { e.copies[e.sent()]++ }},
		{"a decision that got no answer", lost, func(e *evidence) {
			e.decisions = append(e.decisions, decision{by: e.decisions[0].by, messageID: "nobody@agency.test"})
		}},
		{"a decision that counted twice", wrong, func(e *evidence) {
			t := e.edited(func(t thread) bool { return slices.ContainsFunc(t.Reviews, isDecision(e.decisions)) })
			again := t.Reviews[slices.IndexFunc(t.Reviews, isDecision(e.decisions))]
			again.Number, again.Kind = 1000, "another"
			t.Reviews = append(slices.Clone(t.Reviews), again)
		}},
		{"a decision that is in no journal", wrong, func(e *evidence) {
			t := e.edited(func(t thread) bool { return slices.ContainsFunc(t.Entries, isHuman) })
			t.Entries = slices.DeleteFunc(slices.Clone(t.Entries), isHuman)
		}},
		{"a state that the journal does not yield", wrong, func(e *evidence) { e.edited(anyThread).differences = []report.Change{{Path: "status"}} }},
		{"a journal that can't be replayed", wrong, func(e *evidence) { e.edited(anyThread).unreplayed = errors.New("no such event") }},
		{"a journal whose chain is broken", wrong, func(e *evidence) { e.edited(anyThread).Head.Broken = "entry 3" }},
		{"a message that nobody dealt with", lost, func(e *evidence) { e.inbound = append(e.inbound, store.Inbound{Status: store.InboundPending}) }},
		{"an event that nobody dealt with", lost, func(e *evidence) { e.queued = append(e.queued, "Q-7F3K2M") }},
		{"an effect of unknown outcome", wrong, func(e *evidence) { e.effects[0].Status = store.EffectUnknown }},
		{"an effect that never was", lost, func(e *evidence) {
			e.effects = append(e.effects, store.Effect{Key: "none", Status: store.EffectConfirmed})
		}},
		{"a call of the carrier that is in no ledger", wrong, func(e *evidence) { e.calls["another"] = []int{200} }},
	} {
		tampered := e
		tampered.copies, tampered.calls = maps.Clone(e.copies), maps.Clone(e.calls)
		tampered.threads, tampered.effects = slices.Clone(e.threads), slices.Clone(e.effects)
		c.put(&tampered)
		f := tampered.judge()
		more := map[string]int{lost: f.lost - before.lost, doubled: f.doubled - before.doubled, wrong: f.wrongs - before.wrongs}
		if more[c.found] == 0 {
			t.Errorf("%s: not found to be %s: %v", c.what, c.found, more)
		}
	}
}

// sent returns the Message-ID of a mail to a customer.
func (e *evidence) sent() string {
	for _, t := range e.threads {
		for _, m := range t.Mails {
			if m.Kind == store.MailCustomer && m.Status == store.MailSent && e.copies[m.MessageID] == 1 {
				return m.MessageID
			}
		}
	}
	return ""
}

// edited returns the first thread with the property, for tampering.
func (e *evidence) edited(of func(thread) bool) *thread {
	return &e.threads[slices.IndexFunc(e.threads, of)]
}

func anyThread(thread) bool { return true }

func isHuman(e report.Entry) bool { return e.Source == store.SourceHumanReview }

// isDecision returns a test for reviews that one of the decisions decided.
func isDecision(all []decision) func(report.Review) bool {
	return func(rv report.Review) bool {
		return slices.ContainsFunc(all, func(d decision) bool { return d.messageID == rv.DecidedIn })
	}
}
