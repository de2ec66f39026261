package notify

import (
	"slices"
	"strings"

	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// maxButtons bounds the buttons of a mail to the width of a phone.
const maxButtons = 4

// buttonWords has the words with a button, the most important first, with the label and the text of
// the prefilled answer. No text means the word with its example.
var buttonWords = [...]struct{ word, label, text string }{
	{"SIGNATURE", "notify.button.signature", "SIGNATURE"},
	{"ACCEPT", "notify.button.accept", "ACCEPT"},
	{"ANSWER", "notify.button.answer", "ANSWER: "},
	{"SEND", "notify.button.send", "SEND:\n"},
	{"RETRY", "notify.button.retry", ""},
	{"CONTINUE", "notify.button.continue", "CONTINUE"},
	{"REJECT", "notify.button.reject", "REJECT: "},
	{"EDIT", "notify.button.edit", "EDIT: "},
	{"TAKE OVER", "notify.button.take_over", "TAKE OVER"},
	{"HAND BACK", "notify.button.hand_back", ""},
	{"CLAIM", "notify.button.claim", "CLAIM"},
}

// buttons are the links with the most important answers to a review. A draft with failed facts
// has none to accept.
func (v card) buttons(words []templates.Word, ref string, rv store.Review) (all templates.Buttons) {
	failed, sends := v.failedDraft(rv)
	for _, b := range buttonWords {
		i := slices.IndexFunc(words, func(w templates.Word) bool {
			return strings.HasPrefix(w.Word, b.word)
		})
		if i < 0 || b.word == "ACCEPT" && failed || len(all) == maxButtons {
			continue
		}
		if b.text == "" {
			b.text = words[i].Word
		}
		if b.word == "ACCEPT" && sends {
			b.label = "notify.button.accept_and_send"
		}
		all = append(all, templates.Button{
			Word: b.word, Label: v.Say(b.label), URL: v.mailto(b.text, ref),
		})
	}
	return all
}

// failedDraft reports whether a review has a draft to a customer, and whether the facts check
// of the draft failed.
func (v card) failedDraft(rv store.Review) (failed, sends bool) {
	if rv.Kind != review.KindStep && rv.Kind != review.KindWritten {
		return false, false
	}
	p, err := v.Proposal(rv)
	if err != nil {
		return false, false
	}
	return len(v.State.FailedFacts(p, v.StaffWords())) > 0, p.Draft != nil
}
