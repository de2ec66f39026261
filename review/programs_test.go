package review

import (
	"maps"
	"strings"
	"testing"
)

// squeezed removes blank lines, which HTML does not keep.
func squeezed(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' }), "\n")
}

// TestDecisionsThroughMailPrograms sends each kind of decision from each program.
func TestDecisionsThroughMailPrograms(t *testing.T) {
	m := reviewMail(t)
	for own, want := range map[string]Decision{
		"REJECT: she has two cars": {Verdict: VerdictReject, Reason: "she has two cars"},
		"Rejected.\n\nThe car is a 2019.\nAsk for the mileage:\n- of the Civic\n- of the truck\n\nThanks,\nDana": {Verdict: VerdictReject, Reason: "The car is a 2019.\nAsk for the mileage:\n- of the Civic\n- of the truck"},
		"CANCEL: bought elsewhere\n\nDana": {Verdict: VerdictCancel, Reason: "bought elsewhere"},
		"EDIT:\nHello Ann,\n\nwe need two things:\n\n* your “date of birth”\n* how far you drive\n\n1) in miles\n\nYours,\nDana Reyes": {Verdict: VerdictEdit, EditText: "Hello Ann,\nwe need two things:\n* your “date of birth”\n* how far you drive\n1) in miles\nYours,\nDana Reyes"},
		"*EDIT:* garaging_address.zip: 97214\ndrivers[0].years_licensed: 22":                                                           {Verdict: VerdictEdit, EditText: "garaging_address.zip: 97214\ndrivers[0].years_licensed: 22"},
		"TAKE OVER":                                 {Verdict: VerdictCommand, Commands: []Command{{Word: "TAKE OVER"}}},
		"hand back\n\nThanks, Dana":                 {Verdict: VerdictCommand, Commands: []Command{{Word: "HAND BACK"}}},
		"SEND: Hello Ann,\n\nplease call me.":       {Verdict: VerdictCommand, Commands: []Command{{Word: "SEND", Argument: "Hello Ann,\nplease call me."}}},
		"ORDER: mailbox, crm\nSKIP: analysis":       {Verdict: VerdictCommand, Commands: []Command{{Word: "ORDER", Argument: "mailbox, crm"}, {Word: "SKIP", Argument: "analysis"}}},
		"REVISE crm: last year\nREVISE mailbox: 12": {Verdict: VerdictCommand, Commands: []Command{{"REVISE", "crm", "last year"}, {"REVISE", "mailbox", "12"}}},
		"RELEASE 3, 5":                              {Verdict: VerdictCommand, Commands: []Command{{Word: "RELEASE", Argument: "3"}, {Word: "RELEASE", Argument: "5"}}},
		"JOIN Q-7F3K2M":                             {Verdict: VerdictCommand, Commands: []Command{{Word: "JOIN", Argument: "Q-7F3K2M"}}},
		"1. yes\n2. a 2019 Civic":                   {Verdict: VerdictAnswer, Answers: map[int]string{1: "yes", 2: "a 2019 Civic"}},
		"1) yes 2) no":                              {Verdict: VerdictAnswer, Answers: map[int]string{1: "yes", 2: "no"}},
		"ANSWER: she said Friday":                   {Verdict: VerdictAnswer, Answers: map[int]string{0: "she said Friday"}},
	} {
		for _, p := range programs {
			for form := range 3 {
				if p.lost {
					continue
				}
				raw := p.reply(own, m, form).String()
				got := decides(t, raw)
				same := got.Verdict == want.Verdict && squeezed(got.Reason) == want.Reason && squeezed(got.EditText) == want.EditText && maps.Equal(got.Answers, want.Answers) && len(got.Commands) == len(want.Commands)
				for i := range min(len(got.Commands), len(want.Commands)) {
					c := got.Commands[i]
					c.Argument = squeezed(c.Argument)
					same = same && (c == want.Commands[i] || c.Word == "RETRY")
				}
				if !same {
					t.Errorf("%s, form %d: %q is\n%+v, want\n%+v", p.name, form, own, got, want)
				}
			}
		}
	}
}

func TestAnswersBetweenQuotedQuestions(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[int]string
	}{
		"below each question":    {"> 1. Does Ana live there?\n\nyes\n\n> 2. Since when?\n\nsince 2019\n\n> Ref: x\n", map[int]string{1: "yes", 2: "since 2019"}},
		"with the reason quoted": {wroteLine + "> 1. Does Ana live there?\n>    Every driver has to be listed.\n\nyes, with\nher son\n\n>> 2. Since when?\nMay\n", map[int]string{1: "yes, with\nher son", 2: "May"}},
		"with numbers":           {"> 1. Does Ana live there?\n1. yes\n> 2. Since when?\n2. May\n", map[int]string{1: "yes", 2: "May"}},
		"some with numbers":      {"> 1. Does Ana live there?\n1. yes\n> 2. Since when?\nMay\n", map[int]string{1: "yes", 2: "May"}},
		"one skipped":            {"> 1. A?\n\nyes\n\n> 2. B?\n> 3. C?\n\nMay\n", map[int]string{1: "yes", 3: "May"}},
		"ANSWER on top":          {"ANSWER:\n\n> 1. A?\nyes\n> 2. B?\nno\n\nThanks,\nDana\n", map[int]string{1: "yes", 2: "no"}},
		"signed below":           {"> 1. A?\nyes\n> 2. B?\nno\n> Ref: x\n\nDana Reyes\nSunrise Insurance Agency\n", map[int]string{1: "yes", 2: "no"}},
		"all below":              {"> 1. A?\n> 2. B?\n\n1. yes\n2. no\n", map[int]string{1: "yes", 2: "no"}},
		"nested in the reply":    {"> > 1. A?\nyes\n> > 2. B?\nno\n", map[int]string{1: "yes", 2: "no"}},
	} {
		if d := readText(c.text); d.Verdict != VerdictAnswer || !maps.Equal(d.Answers, c.want) {
			t.Errorf("%s: %+v, want %v", name, d, c.want)
		}
	}
	for name, text := range map[string]string{
		"which question?":      "> 1. A?\n> 2. B?\n\nyes\n",
		"an answer too many":   "> 1. A?\nyes\n> How to answer\nno\n",
		"two of one number":    "> 1. A?\nyes\n> 1. A?\nno\n",
		"no questions":         "> How are you?\nfine\n> See you.\nyes\n",
		"a word among them":    "> 1. A?\nyes\n> 2. B?\nREJECT\n",
		"an accept among them": "> 1. A?\nyes\n> 2. B?\nACCEPT\n",
		"of the draft":         "> | 1. How far?\n\n12 miles\n",
	} {
		if d := readText(text); d.Verdict != VerdictUnclear || d.Why == "" {
			t.Errorf("%s: %+v, want unclear", name, d)
		}
	}
}
