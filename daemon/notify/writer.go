package notify

import (
	"ppamaild/daemon/agency"
	"ppamaild/templates"
)

// Writer composes the mails of an agency from its templates.
type Writer struct {
	*agency.Agency
	Templates *templates.Set
}

// Say returns a phrase of the words for staff, with up to three arguments. A Writer without
// templates has the embedded phrases.
func (w *Writer) Say(name string, args ...string) string {
	if w.Templates == nil {
		return templates.Embedded("en").Say(name, args...)
	}
	return w.Templates.Phrases("en").Say(name, args...)
}

// effect returns a word that staff may answer with, and the phrase of its effect.
func (w *Writer) effect(word, phrase string, args ...string) templates.Word {
	return templates.Word{Word: word, Effect: w.Say(phrase, args...)}
}

// item returns an item with a phrase as its label.
func (w *Writer) item(label, value string) templates.Item {
	return templates.Item{Label: w.Say(label), Value: value}
}
