package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"ppamaild/sandbox"
)

var (
	reference = regexp.MustCompile(`(?m)^Ref: ([QT]-[0-9A-Z]{6}-\d+)-[a-z2-7]{26}\s*$`)
	inDoubt   = regexp.MustCompile(`Message-ID\s+(\S+@\S+)`)
)

// staffReads decides a review as the scenario says.
func (t *actors) staffReads(ctx context.Context, p *sandbox.Person, m sandbox.Received) {
	if !t.unread(p, m) {
		return
	}
	k, ref := t.talkOf(m.Subject+"\n"+m.Text), reference.FindStringSubmatch(m.Text)
	switch {
	case ref != nil && k != nil && strings.Contains(m.Subject, "Did this mail arrive"):
		t.decideUncertain(ctx, p, k, ref[1], m)
	case ref == nil || k == nil || !strings.Contains(m.Subject, "lease review"):
		t.noticed(k, m) // a notice
	default:
		if words := t.decides(k, p, ref[1], m.Subject); words != "" {
			t.reply(ctx, p, k, ref[1], m, words)
		}
	}
}

// noticed ends a task, or a conversation without a last mail to the customer. noticed also ends
// a silent conversation if the delivery of the questions was uncertain at the deadline. k is
// the conversation of the notice m.
func (t *actors) noticed(k *talk, m sandbox.Received) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k != nil && k.ends == aClose && strings.Contains(flat(m.Text), noClose) {
		k.over, k.unclosed = true, true
	}
	for _, d := range t.decisions {
		if d.messageID == m.InReplyTo && d.talk.ends == "" && strings.Contains(flat(m.Text), d.talk.told) {
			d.talk.over = true
		}
	}
}

// decides returns p's answer to a review. "" means no answer: a colleague decides, p has
// answered, or p waits for a reminder.
func (t *actors) decides(k *talk, p *sandbox.Person, review, subject string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, known := t.asked[review]
	if !known {
		r = &request{talk: k, words: k.words(subject), by: make(map[string]bool)}
		t.asked[review] = r
	}
	if r.by[p.Address] || p != t.decider(k) && !k.both || k.slow && !strings.Contains(subject, "Reminder") {
		return ""
	}
	r.by[p.Address] = true
	return r.words
}

// decider returns the staff member who decides alone, and who gives the task.
func (t *actors) decider(k *talk) *sandbox.Person { return t.staff[k.number%len(t.staff)] }

// words returns the answer to the next review with a title. The caller holds mu.
func (k *talk) words(subject string) string {
	for title, replies := range k.replies {
		if !strings.Contains(subject, title) {
			continue
		}
		n := k.reviews[title]
		k.reviews[title]++
		if n < len(replies) {
			return replies[n]
		}
	}
	return "ACCEPT"
}

func (t *actors) reply(ctx context.Context, p *sandbox.Person, k *talk, review string, m sandbox.Received, words string) {
	id := "re." + m.MessageID
	t.mu.Lock()
	t.decisions = append(t.decisions, decision{k, id, p.Address, review})
	t.mu.Unlock()
	t.later(ctx, "staff deciding", func() error {
		_, err := p.Reply(ctx, m, words, func(r *sandbox.Mail) { r.MessageID = id })
		return err
	})
}

// decideUncertain decides about a mail with uncertain delivery. Like staff after a phone call,
// decideUncertain knows whether the mail arrived.
func (t *actors) decideUncertain(ctx context.Context, p *sandbox.Person, k *talk, review string, m sandbox.Received) {
	named := inDoubt.FindStringSubmatch(m.Text)
	if p != t.decider(k) || named == nil {
		return
	}
	t.mu.Lock()
	t.asked[review] = &request{talk: k, by: map[string]bool{p.Address: true}} // reminders need no answer
	t.mu.Unlock()
	go func() {
		words := "RESEND"
		for end := time.Now().Add(t.doubt); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(time.Second) {
			t.mu.Lock()
			arrived := slices.Contains(k.got, named[1])
			t.mu.Unlock()
			if arrived {
				words = "LEAVE"
				break
			}
		}
		t.reply(ctx, p, k, review, m, words)
	}()
}
