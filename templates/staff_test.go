package templates

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestReferenceIsLast(t *testing.T) {
	tags := regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`)
	eachSample(t, func(t *testing.T, k kind, m Mail) {
		if !k.staff() || !strings.Contains(m.Text, sampleRef) {
			return
		}
		want := "Ref: " + sampleRef
		if !strings.HasSuffix(m.Text, "\n"+want+"\n") {
			t.Errorf("the last line of the text is not the reference:\n%s", m.Text)
		}
		visible := strings.TrimSpace(html.UnescapeString(tags.ReplaceAllString(m.HTML, "")))
		if !strings.HasSuffix(visible, "\n"+want) {
			t.Errorf("the last line of the HTML is not the reference: …%s", visible[max(0, len(visible)-120):])
		}
	})
}

// A copy of our mail, quoted without marks, must not decide.
func TestCase17NoLineIsADecisionWord(t *testing.T) {
	s := mustNew(t)
	words := []string{"ACCEPT", "Approved!", "REJECT", "cancel:", "TAKE OVER", "hand back", "RESEND", "Leave", "NEW", "ignore.", "EXPORT"}
	for _, word := range words {
		n := sampleNotice(func(n *Notice) {
			n.Reason, n.What, n.Understood, n.NotDone, n.Who = word, word, word, word, word
			n.Body = word + "\n  " + word + "\n\n" + word
			n.Facts = []Item{{word, word}, {"", word}, {"Said", strings.Repeat("word ", 13) + word}}
			n.Candidates, n.Conversation = n.Facts, []Turn{{word, "", word}}
			n.Sections = []Section{{Title: word, Items: n.Facts, Text: word}}
			n.Words, n.Ref = []Word{{word, ""}}, sampleRef
			n.Draft = &DraftView{To: word, Subject: word, Text: word}
		})
		r := sampleReview()
		r.StepTitle, r.What, r.Warnings = word, word, []string{word}
		r.Changes, r.Conversation, r.Words = Diff("", word), n.Conversation, n.Words
		r.Questions, r.Translation = []Question{{word, word, word}}, word
		for _, m := range []Mail{mustRender(t, s, "review", r), mustRender(t, s, "unclear", n), mustRender(t, s, "handed_over", n)} {
			for line := range strings.Lines(m.Text) {
				if strings.EqualFold(strings.Trim(line, " \t\n.:!\"“”"), strings.Trim(word, ".:!")) {
					t.Errorf("a line is only %q:\n%s", line, m.Text)
				}
			}
		}
	}
}

func TestReviewShowsWhereAnswersGo(t *testing.T) {
	s := mustNew(t)
	for _, c := range []struct {
		to   string
		loud bool
	}{
		{"", false},
		{"MARIA@lopez.test", false},
		{"Maria <maria@lopez.test>", false},
		{"thief@elsewhere.test", true},
		{"maria@lopez.test <thief@elsewhere.test>", true},
	} {
		r := sampleReview()
		r.RepliesTo = c.to
		m := mustRender(t, s, "review", r)
		if got := strings.Contains(m.Text, "*** Answers go to "); got != c.loud {
			t.Errorf("answers to %q: shown loudly: %v, want %v", c.to, got, c.loud)
		}
	}
}

func TestDraftIsShownAsTheCustomerGetsIt(t *testing.T) {
	s := mustNew(t)
	quote := mustRender(t, s, "quote", sampleQuote("en"))
	r := Review{Draft: quote.Draft("maria@lopez.test"), Ref: sampleRef}
	m := mustRender(t, s, "review", r)
	if !strings.Contains(m.HTML, string(r.Draft.HTML)) || !strings.Contains(string(r.Draft.HTML), "$1,356.00") {
		t.Error("the HTML of the draft is not shown as it is")
	}
	if !strings.Contains(m.Text, fence(quote.Text)) {
		t.Errorf("the text of the draft is not shown in full:\n%s", m.Text)
	}
}
