package review

import (
	"reflect"
	"testing"

	"ppamaild/templates"
)

// The text of a form is the whole text: nothing is a signature or a second word.
func TestChoose(t *testing.T) {
	command := func(word, argument string) Decision {
		return Decision{Verdict: VerdictCommand, Commands: []Command{{Word: word, Argument: argument}}}
	}
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
		{"SEND", signed, command("SEND", signed)},
		{"HAND BACK", "", command("HAND BACK", "")},
		{"HAND BACK", "ask for the VIN", command("HAND BACK", "ask for the VIN")},
		{"TAKE OVER", "", command("TAKE OVER", "")},
		{"CLAIM", "", command("CLAIM", "")},
		{"ORDER", "crm, mailbox", command("ORDER", "crm, mailbox")},
		{"JOIN", "Q-7F3K2M", command("JOIN", "Q-7F3K2M")},
		{"NEW", "ana@lopez.test", command("NEW", "ana@lopez.test")},
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
