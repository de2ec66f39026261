package play

import (
	"io"
	"testing"

	"ppamaild/sandbox"
)

// A problem is found in either part of a mail.
func TestConditions(t *testing.T) {
	review := sandbox.Received{
		Text: "The draft\n  | Hello Alice, it is $838.00.\n",
		HTML: "<html><head><title>x</title></head><body><p>The draft</p><p>Hello Alice, it<br> is <b>$838.00</b>.</p></body></html>",
	}
	for name, c := range map[string]struct {
		text, html string
		want       condition
		right      bool
	}{
		"the draft":                  {"Hello Alice, it\nis $838.00.", "<p>Hello Alice, it is <b>$838.00</b>.</p>", sameDraft(review), true},
		"another text":               {"Hello Alice, it\nis $83.00.", "<p>Hello Alice, it is <b>$838.00</b>.</p>", sameDraft(review), false},
		"other HTML":                 {"Hello Alice, it\nis $838.00.", "<p>Hello Alice, it is <b>$83.00</b>.</p>", sameDraft(review), false},
		"both say it":                {"Hello Alice", "<p>Hello <i>Alice</i></p>", has("Hello Alice"), true},
		"only the text says it":      {"Hello Alice", "<p>Hello</p>", has("Hello Alice"), false},
		"only the HTML leaks":        {"Hello", "<p>Hello Ref: Q-</p>", hasNot("Ref: Q-"), false},
		"parts that go together":     {"1. Hello\n\n*** Alice ***", "<ol><li>Hello<li>Alice</ol>", bothParts, false},
		"parts, well made":           {"1. Hello\n\n*** Alice ***", "<ol><li>Hello</li><li>Alice&#39;</li></ol>", bothParts, true},
		"HTML that lacks a word":     {"Hello Alice", "<p>Hello</p>", bothParts, false},
		"HTML that is not there":     {"Hello", "", bothParts, false},
		"HTML that is not closed":    {"Hello", "<div><p>Hello</div>", bothParts, false},
		"HTML that breaks off":       {"Hello", "<div>Hello <b", bothParts, false},
		"an element too few":         {"Hello", "<div><div>Hello</div>", bothParts, false},
		"a head is not what it says": {"Hello", "<head><title>Hello</title></head>", bothParts, false},
	} {
		if err := c.want(sandbox.Received{Text: c.text, HTML: c.html}); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An unexpected mail is a failure. After a kill, staff may get a mail twice.
func TestNothingElse(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	}()
	for to, wrong := range map[string]bool{Alice: true, Lee: true, Dana: false} {
		s := &scene{Stage: Stage{Host: host, Out: io.Discard}}
		for name, p := range map[string]**sandbox.Person{Alice: &s.alice, Lee: &s.lee, Dana: &s.dana} {
			if err := s.cast(t.Context(), name, name, p); err != nil {
				t.Fatal(err)
			}
		}
		id, err := s.lee.Send(t.Context(), sandbox.Mail{To: []string{to}, Subject: "Hello", Text: "Once more."})
		if err != nil {
			t.Fatal(err)
		}
		if to == Dana {
			s.repeatable = []string{id}
		}
		if err := s.nothingElse(t.Context()); (err != nil) != wrong {
			t.Errorf("a mail to %s: %v", to, err)
		}
	}
}
