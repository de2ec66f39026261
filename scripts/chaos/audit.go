package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/task"
	"ppamaild/report"
	"ppamaild/sandbox"
	"ppamaild/store"
)

// audit collects the evidence and judges the evidence.
func (s *campaign) audit(ctx context.Context) (findings, error) {
	e, err := s.evidence(ctx)
	if err != nil {
		return findings{}, fmt.Errorf("collecting the evidence: %w", err)
	}
	return e.judge(), nil
}

// judge looks for lost, doubled and wrong mails, decisions and calls.
func (e evidence) judge() findings {
	f := findings{rounds: e.rounds, decisions: len(e.decisions)}
	for _, k := range e.talks {
		e.judgeTalk(k, &f)
	}
	for _, d := range e.decisions {
		e.judgeDecision(d, &f)
	}
	for _, t := range e.threads {
		e.judgeThread(t, &f)
	}
	e.judgeRest(&f)
	e.judgeEffects(&f)
	for _, err := range e.troubles {
		f.wrong("%v", err)
	}
	return f
}

// judgeTalk checks that each mail of a customer, or with a task, is in exactly one thread once,
// and that the conversation ended.
func (e evidence) judgeTalk(k *talk, f *findings) {
	f.mails += len(k.wrote)
	var threads []thread
	for _, t := range e.threads {
		if k.isOf(t.Head) {
			threads = append(threads, t)
		}
	}
	f.once(len(threads), "thread of conversation %d (%s)", k.number, k.name)
	for _, id := range k.wrote {
		n := 0
		for _, t := range threads {
			for _, entry := range t.Entries {
				if entry.Ref == id && (entry.Kind == agent.KindMessage || entry.Kind == agent.KindTask) {
					n++
				}
			}
		}
		f.once(n, "mail %s of conversation %d (%s)", id, k.number, k.name)
	}
	if k.task {
		f.tasks++
		judgeTask(k, threads, f)
	} else {
		f.talks++
	}
	if k.unclosed {
		f.unclosed++
	}
	if !k.over {
		f.lose("the end of conversation %d (%s), %s", k.number, k.name, where(threads))
	}
}

// isOf reports whether a thread belongs to the conversation.
func (k *talk) isOf(h report.Head) bool {
	if k.task {
		return h.Subject == k.subject
	}
	return slices.Contains(h.Participants, k.address)
}

func where(threads []thread) string {
	var all []string
	for _, t := range threads {
		all = append(all, fmt.Sprintf("%s is %s", t.Head.Thread, t.Head.Status))
	}
	return strings.Join(all, ", ")
}

// judgeDecision checks that a reply by staff got one answer and decided at most one review.
func (e evidence) judgeDecision(d decision, f *findings) {
	f.mails++
	answers := 0
	for _, copies := range e.inboxes[d.by] {
		if m := copies[0]; m.answers == d.messageID && !strings.Contains(m.subject, "lease review") {
			answers++
		}
	}
	f.once(answers, "answer to the decision %s on %s of %s", d.messageID, d.review, d.by)
	var decided []string
	for _, t := range e.threads {
		for _, rv := range t.Reviews {
			if rv.DecidedIn == d.messageID {
				decided = append(decided, fmt.Sprintf("%s-%d", rv.Thread, rv.Number))
			}
		}
	}
	if len(decided) > 1 || len(decided) == 1 && decided[0] != d.review {
		f.wrong("the decision %s on %s counted for %q", d.messageID, d.review, decided)
	}
}

// judgeThread compares sent with approved mails, and the state with the journal.
func (e evidence) judgeThread(t thread, f *findings) {
	id := t.Head.Thread
	if t.unreplayed != nil {
		f.wrong("the journal of %s can't be replayed: %v", id, t.unreplayed)
	}
	for _, d := range t.differences {
		f.wrong("the journal of %s yields %s = %q, and the store has %q", id, d.Path, d.Before, d.After)
	}
	if t.Head.Broken != "" {
		f.wrong("the journal of %s is broken: %s", id, t.Head.Broken)
	}
	decided := 0
	for _, rv := range t.Reviews {
		e.judgeReview(t, rv, f)
		if rv.Status == store.ReviewDecided && rv.Kind == "step" {
			decided++
		}
	}
	journaled := 0
	for _, entry := range t.Entries {
		if event, err := agent.ReadEvent(entry.Kind, entry.Payload); err == nil && entry.Source == store.SourceHumanReview {
			if _, is := event.(agent.Decision); is {
				journaled++
			}
		}
	}
	if journaled != decided {
		f.wrong("%s has %d decided reviews, and %d decisions in its journal", id, decided, journaled)
	}
	for _, m := range t.Mails {
		e.judgeMail(m, f)
	}
}

// judgeReview checks that an approved mail was sent once, unchanged.
func (e evidence) judgeReview(t thread, rv report.Review, f *findings) {
	name := fmt.Sprintf("%s-%d (%s %s)", rv.Thread, rv.Number, rv.Kind, rv.Step)
	if rv.Kind == "mail" {
		f.uncertain++
	}
	if rv.Status == store.ReviewOpen {
		f.lose("a decision on %s", name)
	}
	asked := make(map[string]int)
	var sent []report.Mail
	for _, m := range t.Mails {
		switch {
		case m.Review != rv.Number:
		case m.Kind == store.MailReview:
			asked[m.To[0]]++
		case m.Kind == store.MailCustomer && m.Purpose == "":
			sent = append(sent, m)
		}
	}
	for _, to := range rv.Staff {
		f.once(asked[to]-reminders(t, rv), "question to %s about %s", to, name)
	}
	if rv.MIME == nil || rv.Status != store.ReviewDecided || rv.Verdict != string(agent.Accept) {
		return
	}
	f.once(len(sent), "mail in the outbox that %s approved", name)
	for _, m := range sent {
		if !bytes.Equal(m.Raw, rv.MIME) || m.Digest != rv.Digest || m.MessageID != rv.MessageID {
			f.wrong("the mail %s is not what %s approved", m.MessageID, name)
		}
	}
}

// reminders returns the number of reminders of a review.
func reminders(t thread, rv report.Review) (n int) {
	for _, entry := range t.Entries {
		if entry.Kind == "reminder" && entry.Ref == fmt.Sprint(rv.Number) {
			n++
		}
	}
	return n
}

// judgeMail checks that a mail of the outbox arrived unchanged, or never if withdrawn. A copy
// of each mail to a customer must be in Sent.
func (e evidence) judgeMail(m report.Mail, f *findings) {
	if m.Kind == store.MailCustomer {
		f.sent++
	}
	owner, _, tagged := strings.Cut(m.To[0], "+")
	if tagged {
		owner += "@" + sandbox.Domain(m.To[0])
	}
	arrived := e.inboxes[owner][m.MessageID]
	f.mails += len(arrived)
	name := fmt.Sprintf("mail %s of %s to %s: %q", m.MessageID, m.Thread, m.To[0], m.Subject)
	for _, r := range arrived {
		if r.end != m.RawDigest {
			f.wrong("what arrived is not the %s", name)
		}
	}
	switch {
	case m.Status == store.MailSent && m.Kind != store.MailCustomer:
		f.again += max(0, len(arrived)-1)
		f.once(min(len(arrived), 1), "%s", name)
	case m.Status == store.MailSent:
		f.once(len(arrived), "%s", name)
		f.once(e.copies[m.MessageID], "copy in Sent of the %s", name)
	case m.Status == store.MailWithdrawn && len(arrived) > 0:
		f.wrong("the %s arrived, and counts as withdrawn", name)
	case m.Status != store.MailWithdrawn:
		f.lose("the %s: it is %s", name, m.Status)
	}
}

// judgeRest looks for mails and messages outside of all conversations.
func (e evidence) judgeRest(f *findings) {
	known := make(map[string]bool)
	for _, t := range e.threads {
		for _, m := range t.Mails {
			known[m.MessageID] = true
		}
	}
	for owner, mails := range e.inboxes {
		for id := range mails {
			if sandbox.Domain(owner) == "customer.test" && !known[id] {
				f.wrong("%s got %s, which is in no thread's outbox", owner, id)
			}
		}
	}
	for _, in := range e.inbound {
		f.lose("the message %s in %s: it is %s, %s", in.MessageID, in.Mailbox, in.Status, in.Reason)
	}
	for _, id := range e.queued {
		f.lose("what waits in the queue of %s", id)
	}
}

// judgeEffects compares the effects ledger with the carrier's calls. Agents only read, so
// repeated work of agents does no harm.
func (e evidence) judgeEffects(f *findings) {
	ledger := make(map[string]bool)
	for _, effect := range e.effects {
		ledger[effect.Key] = true
		if effect.Status != store.EffectConfirmed {
			f.wrong("the effect %s is %s: %s", effect.Key, effect.Status, effect.Error)
		}
		if effect.Tool == task.ToolRunAgent {
			continue
		}
		f.calls++
		if len(e.calls[effect.Key]) == 0 {
			f.lose("the call %s: the carrier never got it", effect.Key)
		}
	}
	for key, statuses := range e.calls {
		base, _, _ := strings.Cut(key, "+") // a rebuilt session
		if !ledger[base] {
			f.wrong("the carrier got the call %s, which is not in the ledger", key)
		}
		if slices.Contains(statuses, http.StatusUnprocessableEntity) {
			f.wrong("the carrier refused the call %s: %v", key, statuses)
		}
	}
}
