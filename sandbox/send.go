package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Send sends m by submission and returns its Message-ID without angle brackets. If the server
// refuses, the error unwraps to *smtp.SMTPError.
func (p *Person) Send(ctx context.Context, m Mail) (messageID string, err error) {
	if m.From == "" {
		m.From = p.sender()
	}
	if m.MessageID == "" {
		m.MessageID = p.newMessageID()
	}
	to, err := m.recipients()
	if err != nil {
		return "", fmt.Errorf("composing a mail of %s: %w", p.Address, err)
	}
	raw, err := m.bytes(p.Now())
	if err != nil {
		return "", fmt.Errorf("composing a mail of %s: %w", p.Address, err)
	}
	return m.MessageID, p.SendRaw(ctx, p.Address, to, raw)
}

func (p *Person) sender() string {
	return (&mail.Address{Name: p.Name, Address: p.Address}).String()
}

func (p *Person) newMessageID() string {
	p.outbox.Lock()
	defer p.outbox.Unlock()
	p.sent++
	local, domain, _ := strings.Cut(p.Address, "@")
	return fmt.Sprintf("%s.%d.%d@%s", local, p.Now().UnixNano(), p.sent, domain)
}

// SendRaw submits raw unchanged with the given envelope.
func (p *Person) SendRaw(ctx context.Context, from string, to []string, raw []byte) error {
	conn, stop, err := dial(ctx, p.host.Submission())
	if err != nil {
		return fmt.Errorf("%s sending: %w", p.Address, err)
	}
	defer stop()
	client, err := smtp.NewClientStartTLS(conn, p.tls)
	if err != nil {
		return fmt.Errorf("%s sending: %w", p.Address, errors.Join(ctx.Err(), err))
	}
	defer client.Close()
	user, password := p.host.Account(p.Address)
	if err := client.Auth(sasl.NewPlainClient("", user, password)); err != nil {
		return fmt.Errorf("%s authenticating: %w", p.Address, errors.Join(ctx.Err(), err))
	}
	if err := client.SendMail(from, to, bytes.NewReader(raw)); err != nil {
		return fmt.Errorf("%s sending: %w", p.Address, errors.Join(ctx.Err(), err))
	}
	_ = client.Quit() // the message is accepted, so the error does not matter
	return nil
}

// Reply answers a message like a common mail program: to its Reply-To, with the text above an
// attribution line and the quoted original. edits may change the mail before sending, to
// simulate unusual programs.
func (p *Person) Reply(ctx context.Context, to Received, text string, edits ...func(*Mail)) (messageID string, err error) {
	m := Mail{
		To:      []string{to.ReplyTo.String()},
		Subject: SubjectOfReply(to.Subject),
		Text:    text + "\n\n" + to.Quote(),
	}
	if to.MessageID != "" { // RFC 5322 §3.6.4
		m.InReplyTo = to.MessageID
		m.References = append(slices.Clone(to.References), to.MessageID)
	}
	for _, edit := range edits {
		edit(&m)
	}
	return p.Send(ctx, m)
}

// Quote returns the attribution line and the text with "> " before each line.
func (r Received) Quote() string {
	var b strings.Builder
	fmt.Fprintf(&b, "On %s %s <%s> wrote:\n", r.Date.Format("Mon, Jan 2, 2006 at 3:04 PM"), r.From.Name, r.From.Address)
	for line := range strings.Lines(r.Text) {
		b.WriteString(strings.TrimRight("> "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	return b.String()
}
