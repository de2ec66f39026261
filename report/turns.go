package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/store"
	"ppamaild/templates"
)

// builder builds the conversation of a page, entry by entry.
type builder struct {
	t       Thread
	o       Options
	masker  masker
	reviews map[int]Review
	drafted map[string]bool // texts of drafts shown so far
}

func newBuilder(t Thread, o Options) *builder {
	tl := &builder{t: t, o: o, masker: newMasker(), reviews: make(map[int]Review), drafted: make(map[string]bool)}
	for _, rv := range t.Reviews {
		tl.reviews[rv.Number] = rv
	}
	return tl
}

// say returns a phrase of the page.
func (tl *builder) say(phrase string, args ...string) string {
	return tl.o.Words.Say(phrase, args...)
}

// subject returns the masked subject of a mail.
func (tl *builder) subject(s string) string {
	return cmp.Or(tl.masker.text(s), tl.say("report.no_subject"))
}

func (tl *builder) item(label, value string) templates.Item {
	return templates.Item{Label: tl.say(label), Value: value}
}

// turns returns the conversation in the order of the journal.
func (tl *builder) turns() (list []templates.ReportTurn, err error) {
	for _, e := range tl.t.Entries {
		turn, shown, err := tl.turn(e)
		if err != nil {
			return list, fmt.Errorf("entry %d of %s: %w", e.Seq, e.Thread, err)
		}
		if !shown {
			continue
		}
		turn.Entry, turn.When = e.Seq, tl.o.when(e.At)
		if e.Erased {
			turn.Text = "[erased]"
		}
		list = append(list, turn)
	}
	return list, nil
}

// turn builds the turn of one entry. shown is false if the entry does not interest readers.
func (tl *builder) turn(e Entry) (turn templates.ReportTurn, shown bool, err error) {
	if e.Erased {
		return templates.ReportTurn{Style: style(e.Source), Title: words(e.Kind), Who: e.Actor}, e.Source != store.SourceTool, nil
	}
	switch {
	case e.Source == store.SourceCustomer:
		turn, err = tl.message(e)
	case e.Source == store.SourceAIDraft:
		turn, err = tl.review(e)
	case e.Kind == "reply":
		return turn, false, nil // the entry of the resulting decision follows
	case e.Source == store.SourceHumanReview:
		turn, err = tl.decision(e)
	case e.Kind == "outbox":
		turn, err = tl.sent(e)
	case e.Kind == agent.KindTask:
		turn, err = tl.task(e)
	case e.Source == store.SourceTool && e.Kind != agent.KindPlannerFailed, e.Source == store.SourceHumanMessage,
		e.Kind == agent.KindBegun, e.Kind == agent.KindPolicy, strings.HasPrefix(e.Kind, "review_"):
		return turn, false, nil // shown by another entry or by the checkpoints
	default:
		turn = tl.note(e)
	}
	return turn, err == nil, err
}

// style returns the default style for a source.
func style(s store.Source) string {
	switch s {
	case store.SourceCustomer:
		return templates.TurnCustomer
	case store.SourceAIDraft:
		return templates.TurnDraft
	case store.SourceHumanReview:
		return templates.TurnReview
	case store.SourceHumanMessage:
		return templates.TurnFinal
	}
	return templates.TurnNote
}

func (tl *builder) message(e Entry) (templates.ReportTurn, error) {
	var m agent.CustomerMessage
	err := json.Unmarshal(e.Payload, &m)
	turn := templates.ReportTurn{
		Style: templates.TurnCustomer, Title: tl.subject(m.Mail.Subject), Who: Sender(m.Mail.FromName, e.Actor),
		Text: tl.masker.text(cmp.Or(m.Mail.FullText, m.Mail.Text)), Warnings: tl.masker.all(m.Mail.Notes),
	}
	turn.Facts = tl.attachments(m.Mail.Attachments)
	return turn, err
}

// attachments lists the attachments of a message.
func (tl *builder) attachments(attached []string) (facts []templates.Item) {
	for _, name := range attached {
		facts = append(facts, tl.item("report.attached", tl.masker.text(name)))
	}
	return facts
}

// task builds the turn of a staff task.
func (tl *builder) task(e Entry) (templates.ReportTurn, error) {
	var given agent.TaskGiven
	err := json.Unmarshal(e.Payload, &given)
	return templates.ReportTurn{
		Style: templates.TurnCustomer, Title: tl.say("report.task", tl.subject(given.Task.Subject)), Who: e.Actor,
		Text: tl.masker.text(given.Task.Text), Facts: tl.attachments(given.Task.Attached),
	}, err
}

// head returns recipients and subject of a draft.
func (tl *builder) head(d agent.Draft) []templates.Item {
	return []templates.Item{
		tl.item("report.to", strings.Join(d.To, ", ")),
		tl.item("report.subject", tl.masker.text(d.Subject)),
	}
}

// sent builds the turn of a mail that was committed for the customer, with its delivery status.
func (tl *builder) sent(e Entry) (templates.ReportTurn, error) {
	var d agent.Draft
	if err := json.Unmarshal(e.Payload, &d); err != nil {
		return templates.ReportTurn{}, err
	}
	turn := templates.ReportTurn{
		Style: templates.TurnDraft, Who: tl.o.Agency, Title: tl.say("report.unreviewed"),
		Text: tl.masker.draft(d.Text), Folded: tl.drafted[d.Text],
		Facts: tl.head(d),
	}
	for _, m := range tl.t.Mails {
		if m.MessageID != e.Ref {
			continue
		}
		turn.Facts = append(turn.Facts, tl.item("report.mail", tl.mailStatus(m)))
		if m.Review > 0 {
			turn.Style, turn.Title = templates.TurnFinal, tl.say("report.sent", strconv.Itoa(m.Review))
		}
	}
	return turn, nil
}

func (tl *builder) mailStatus(m Mail) string {
	switch {
	case m.Status == store.MailSent:
		return tl.say("report.sent_at", tl.o.when(m.SentAt))
	case m.LastError != "":
		return words(string(m.Status)) + ": " + tl.masker.text(m.LastError)
	}
	return words(string(m.Status))
}

// note builds the turn of an event without an author.
func (tl *builder) note(e Entry) templates.ReportTurn {
	return templates.ReportTurn{Style: templates.TurnNote, Title: words(e.Kind), Who: e.Actor,
		Text: tl.masker.text(plain(e.Payload))}
}

// plain returns the text of a payload: a string, the joined strings of a list, or a reason.
func plain(payload json.RawMessage) string {
	var s string
	if err := json.Unmarshal(payload, &s); err == nil {
		return s
	}
	var list []string
	if err := json.Unmarshal(payload, &list); err == nil {
		return strings.Join(list, ", ")
	}
	var object struct {
		Why    string `json:"why"`
		Reason string `json:"reason"`
	}
	_ = json.Unmarshal(payload, &object) // other payloads have no text
	return cmp.Or(object.Why, object.Reason)
}

// Sender is a name with its address.
func Sender(name, address string) string {
	if name == "" {
		return address
	}
	return name + " <" + address + ">"
}

// capital capitalizes the first letter.
func capital(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }

// words replaces underscores in a contract name with spaces.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }
