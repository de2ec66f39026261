package inspect

import (
	"context"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/declarations"
	"ppamaild/agent/letters"
	"ppamaild/mailbox/document"
	"ppamaild/mailbox/message"
	"ppamaild/mailbox/origin"
	"ppamaild/mailbox/reply"
	"ppamaild/quote"
	"ppamaild/reading"
)

// documents reads the PDF files and forwarded pages of a customer's mail, as the daemon does.
func (o Options) documents(
	m *message.Message, from origin.Origin, text reply.Reply, read reading.Reading,
) *Documents {
	if _, isStaff := o.staff().Find(from.From.Address); isStaff || from.Kind != origin.Person {
		return nil
	}
	mail := agent.Mail{
		ID: m.MessageID, Text: text.Text, FromName: from.From.Name, Date: m.Written(time.Time{}),
		Forwarded: text.Forwarded(),
	}
	words, found := letters.English(), Documents{Facts: []quote.Fact{}}
	for _, f := range document.Attached(context.Background(), m) {
		if f.Err == nil {
			page := agent.Document{Name: f.Name, Text: f.Text.Text}
			mail.Documents = append(mail.Documents, page)
		}
		if phrase := f.Phrase(); phrase != "" {
			found.Notes = append(found.Notes, words.Say(phrase, f.Name))
		}
	}
	facts, notes := declarations.Fill(declarations.Source{
		Mail: mail, Known: stated(read), Asked: isStated(read), Words: words,
	})
	found.Facts, found.Notes = append(found.Facts, facts...), append(found.Notes, notes...)
	if len(found.Facts)+len(found.Notes) == 0 {
		return nil
	}
	return &found
}

// stated is the case with the facts of a reading.
func stated(r reading.Reading) (c quote.Case) {
	_ = c.ApplyAll(r.Facts) // readAsk reports the invalid facts
	return c
}

// isStated returns a function that reports whether a mail states a value, or contradicts itself.
func isStated(r reading.Reading) func(path string) bool {
	return func(path string) bool {
		contradicts := func(c reading.Conflict) bool { return c.Path == path }
		return slices.ContainsFunc(r.Facts, quote.At(path)) ||
			slices.ContainsFunc(r.Conflicts, contradicts)
	}
}
