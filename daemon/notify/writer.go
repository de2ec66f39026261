package notify

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"ppamaild/agent"
	"ppamaild/daemon/agency"
	"ppamaild/templates"
)

// Writer composes the mails of an agency from its templates.
type Writer struct {
	*agency.Agency
	Answers Answers // for staff who decide in the console
}

// effect returns a word that staff may answer with, and the phrase of its effect.
func (w *Writer) effect(word, phrase string, args ...string) templates.Word {
	return templates.Word{Word: word, Effect: w.Say(phrase, args...)}
}

// item returns an item with a phrase as its label.
func (w *Writer) item(label, value string) templates.Item {
	return templates.Item{Label: w.Say(label), Value: value}
}

// RefuseReferences fails where a draft to a customer holds a review reference, because its
// holder can decide. A forged reference does no harm.
func (w *Writer) RefuseReferences(draft agent.Draft) error {
	var staff []string
	for _, m := range w.Staff.Staff {
		staff = append(staff, m.Address)
	}
	for _, text := range []string{draft.Subject, draft.Text, draft.HTML} {
		for _, ref := range w.References.Find(text) {
			if _, ours := w.References.Verify(ref, staff); ours {
				name := fmt.Sprintf("%s-%d", ref.Thread, ref.Review)
				return Unclear(w.Say("notify.text_has_reference", name))
			}
		}
	}
	return nil
}

// Unclear is the reason why a decision cannot take effect as written.
type Unclear string

// Error implements error.
func (u Unclear) Error() string { return string(u) }

// Unclear returns the reason with the name of its phrase.
func (w *Writer) Unclear(name string, args ...string) error { return Unclear(w.Say(name, args...)) }

// Shown is the message of a customer as staff see it: the author's own text or the whole text,
// a mail passed on, the names of attachments, and notes.
func (w *Writer) Shown(m agent.Mail) string {
	text := cmp.Or(m.FullText, m.Text)
	if m.IsForward && m.FullText == "" {
		text += "\n\n[passed on below it:]\n\n" + m.Forwarded
	}
	text = w.Excerpt(text)
	if len(m.Attachments) > 0 {
		text += "\n"
	}
	for _, file := range m.Attachments {
		text += "\n[" + w.Say("notify.attached", file) + "]"
	}
	for _, note := range m.Notes {
		text += "\n[" + note + "]"
	}
	return text
}

// MaxShown bounds one text in a mail to staff, in bytes. Every reviewer gets the text twice,
// as text and as HTML, and servers refuse mails of many megabytes.
const MaxShown = 64 << 10

// Excerpt is a text as mails to staff repeat it. A long text is cut, with the size of
// the rest.
func (w *Writer) Excerpt(text string) string {
	if len(text) <= MaxShown {
		return text
	}
	part := strings.ToValidUTF8(text[:MaxShown], "")
	if end := strings.LastIndexAny(part, " \n"); end > MaxShown/2 { // no number is cut in two
		part = part[:end]
	}
	more := (len(text) - len(part) + 999) / 1000
	return part + "\n\n[" + w.Say("notify.cut", strconv.Itoa(more)) + "]"
}
