package review

import (
	"strings"
	"testing"

	"ppamaild/sandbox/mutation"
)

// oddDecisions has pieces that may look like decisions.
var oddDecisions = strings.Split("ACCEPT|accept.|ACCEPT\n|REJECT: |REJECT|EDIT: |EDIT:\nname: value\n|CANCEL: no|TAKE OVER|SEND: |HAND BACK|ORDER: a, b|SKIP: a|1. yes\n|2: |RELEASE 1, 2|JOIN Q-7F3K2M|"+
	"not |but |> |>|-- \n|Thanks,\n|\n|\n\n|wrote:\n|On Fri, 20 Nov 2026, Agency wrote:\n|Ref: Q-7F3K2M-4-|<s>|</s>|<div>|<blockquote>|</blockquote>|\u200b|\u0410CCEPT|\xff|=|Content-Type: text/html\n", "|")

// answers makes variants of replies by many mail programs.
func answers(t testing.TB) mutation.Maker {
	t.Helper()
	x, m := mutation.Text{Odd: oddDecisions}, reviewMail(t)
	for i, p := range programs {
		for _, own := range []string{"ACCEPT\n\nThanks,\nDana", "REJECT: no\n-- \nDana", "EDIT: year of the Civic: 2020", "1. yes\n2. no", "Can we wait?"} {
			x.Samples = append(x.Samples, p.reply(own, m, i%3).String())
		}
	}
	return x
}

func TestMutatedDecisions(t *testing.T) { mutation.Test(t, answers(t), 300, checkDecision) }

func FuzzMutatedDecisions(f *testing.F) { mutation.Fuzz(f, answers(f), checkDecision) }
