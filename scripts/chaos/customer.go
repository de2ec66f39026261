package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// begin sends a customer's first mail.
func (t *actors) begin(ctx context.Context, p scenario) {
	t.mu.Lock()
	k := &talk{scenario: p, number: len(t.talks), reviews: make(map[string]int)}
	t.cast(k)
	t.talks = append(t.talks, k)
	t.mu.Unlock()

	first := sandbox.Mail{To: []string{k.to}, Subject: k.subject, Text: p.first}
	if p.copied {
		first.Cc = []string{play.Reviews}
	}
	id := t.customerWrites(ctx, k, first, p.twice)
	if p.adds != "" {
		t.customerWrites(ctx, k, sandbox.Mail{To: first.To, Subject: "Re: " + first.Subject, Text: p.adds, InReplyTo: id, References: []string{id}}, false)
	}
}

// cast selects the author and the recipient.
func (t *actors) cast(k *talk) {
	if k.task {
		k.who = t.decider(k)
		k.address, k.to, k.subject = k.who.Address, play.Reviews, fmt.Sprintf("Task %d", k.number)
		return
	}
	k.who = t.customers[k.number%len(t.customers)]
	local, domain, _ := strings.Cut(k.who.Address, "@")
	k.address = fmt.Sprintf("%s+%d@%s", local, k.number, domain)
	k.to, k.subject = play.Quotes, fmt.Sprintf("Quote request %d", k.number)
}

// customerWrites sends a mail and returns the Message-ID.
func (t *actors) customerWrites(ctx context.Context, k *talk, m sandbox.Mail, twice bool) string {
	t.mu.Lock()
	m.From = fmt.Sprintf("%s <%s>", k.who.Name, k.address)
	m.MessageID = fmt.Sprintf("%d.%d@%s", k.number, len(k.wrote), sandbox.Domain(k.address))
	k.wrote = append(k.wrote, m.MessageID)
	t.mu.Unlock()
	if k.large && m.InReplyTo == "" {
		m = withAttachment(m)
	}
	if m.Header == nil {
		m.Header = make(map[string]string)
	}
	m.Header["Date"] = time.Now().Format(time.RFC1123Z) // the second copy is the same mail
	send := func() error { _, err := k.who.Send(ctx, m); return err }
	t.later(ctx, "a customer writing", send)
	if twice {
		t.later(ctx, "a customer writing again", send)
	}
	return m.MessageID
}

// withAttachment returns a mail so large that the daemon fetches it in pieces.
func withAttachment(m sandbox.Mail) sandbox.Mail {
	photo := base64.StdEncoding.EncodeToString(make([]byte, 900<<10))
	var lines strings.Builder
	for line := range slices.Chunk([]byte(photo), 76) {
		lines.Write(line)
		lines.WriteByte('\n')
	}
	m.Text = "--sep\nContent-Type: text/plain; charset=utf-8\n\n" + m.Text +
		"\n--sep\nContent-Type: image/jpeg\nContent-Disposition: attachment; filename=car.jpg\nContent-Transfer-Encoding: base64\n\n" + lines.String() + "\n--sep--\n"
	m.Header = map[string]string{"Content-Type": `multipart/mixed; boundary="sep"`, "Content-Transfer-Encoding": "7bit"}
	return m
}

var tagged = regexp.MustCompile(`(?:Task |(?:alice|bob)\+)(\d+)\b`)

// talkOf returns the conversation of a mail, by the first task or address in the text.
func (t *actors) talkOf(text string) *talk {
	found := tagged.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	n, err := strconv.Atoi(found[1])
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil || n >= len(t.talks) {
		return nil
	}
	return t.talks[n]
}

// customerReads answers the agency's questions.
func (t *actors) customerReads(ctx context.Context, p *sandbox.Person, m sandbox.Received) {
	k := t.talkOf(m.Header.Get("To"))
	if k == nil || !t.unread(p, m) {
		return
	}
	t.mu.Lock()
	k.got = append(k.got, m.MessageID)
	ends := k.ends != "" && strings.Contains(flat(m.Text), k.ends)
	k.over = k.over || ends
	asks := !ends && k.answer != "" && len(k.wrote) == 1
	t.mu.Unlock()
	if asks {
		t.customerWrites(ctx, k, sandbox.Mail{
			To: []string{k.to}, Subject: m.Subject, Text: k.answer + "\n" + m.Quote(),
			InReplyTo: m.MessageID, References: append(m.References, m.MessageID),
		}, false)
	}
}

// flat returns a text without line breaks.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }
