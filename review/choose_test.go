package review

import (
	"reflect"
	"testing"

	"ppamaild/templates"
)

// The text of a form is the whole text: nothing is a signature or a second word.
func TestChoose(t *testing.T) {
	const signed = "Ask for the VIN.\n\nThanks,\nLee"
	for _, c := range []struct {
		word, text string
		want       Decision
	}{
		{"ACCEPT", "", Decision{Verdict: VerdictAccept}},
		{"REJECT", signed, Decision{Verdict: VerdictReject, Reason: signed}},
		{"EDIT", "Hello\r\nACCEPT\r\n", Decision{Verdict: VerdictEdit, EditText: "Hello\nACCEPT"}},
		{"CANCEL", "", Decision{Verdict: VerdictCancel}},
		{"ANSWER", "1. yes\n2. no", Decision{
			Verdict: VerdictAnswer, Answers: map[int]string{1: "yes", 2: "no"},
		}},
		{"SEND", signed, commandOf("SEND", signed)},
		{"HAND BACK", "", commandOf("HAND BACK", "")},
		{"HAND BACK", "ask for the VIN", commandOf("HAND BACK", "ask for the VIN")},
		{"TAKE OVER", "", commandOf("TAKE OVER", "")},
		{"CLAIM", "", commandOf("CLAIM", "")},
		{"ORDER", "crm, mailbox", commandOf("ORDER", "crm, mailbox")},
		{"JOIN", "Q-7F3K2M", commandOf("JOIN", "Q-7F3K2M")},
		{"NEW", "ana@lopez.test", commandOf("NEW", "ana@lopez.test")},
	} {
		got, ok := Choose(c.word, c.text, templates.Embedded("en"))
		if !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s %q: %+v, %t", c.word, c.text, got, ok)
		}
	}
	for _, c := range [][2]string{
		{"REJECT", " \n"}, {"EDIT", ""}, {"SEND", ""}, {"ANSWER", ""}, {"DANCE", "x"}, {"", ""},
		{"SIGNATURE", ""}, {"ORDER", ""}, {"RELEASE", "many"}, {"ACCEPT", "but make it $500"},
	} {
		if got, ok := Choose(c[0], c[1], templates.Embedded("en")); ok {
			t.Errorf("%s %q: %+v", c[0], c[1], got)
		}
	}
}
