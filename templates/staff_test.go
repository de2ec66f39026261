package templates

import (
	"html"
	"regexp"
	"slices"
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
		if got := strings.Contains(m.Text, "\n- Answers go to "); got != c.loud {
			t.Errorf("answers to %q: shown loudly: %v, want %v", c.to, got, c.loud)
		}
	}
}

// A card without checks has no box, and a draft with failed facts offers nothing to accept.
func TestFinding20CardShowsOnlyWhatCounts(t *testing.T) {
	s := mustNew(t)
	r := samplePrice()
	r.RepliesTo, r.Warnings = "", nil
	if m := mustRender(t, s, "review", r); strings.Contains(m.HTML+m.Text, "Please check") {
		t.Error("there is a box with nothing to check")
	}
	r.Warnings = []string{`the amount "$700" is in neither the application nor the quote`}
	r.Failed, r.Buttons = true, r.Buttons[1:]
	m := mustRender(t, s, "review", r)
	for _, text := range []string{m.HTML, m.Text} {
		if !strings.Contains(text, "Please check") || !strings.Contains(text, "The facts check failed") {
			t.Errorf("the failed facts are not shown:\n%s", text)
		}
	}
	if strings.Contains(m.HTML, "onaccept") || !strings.Contains(m.HTML, "onreject") {
		t.Error("the buttons are not those of a failed draft")
	}
}

// Screen readers tell the draft from the review by the levels of the headings.
func TestHeadingsOfADraftAreBelowTheReview(t *testing.T) {
	s := mustNew(t)
	r := samplePrice()
	r.Draft = mustRender(t, s, "quote", sampleQuote("en")).Draft("maria@lopez.test")
	page := mustRender(t, s, "review", r).HTML
	_, draft, _ := strings.Cut(page, `class="letter"`)
	draft, _, _ = strings.Cut(draft, "</table>\n\n<h2")
	levels := regexp.MustCompile(`<h[1-6]`).FindAllString(draft, -1)
	if !slices.Contains(levels, "<h4") || slices.Contains(levels[:2], "<h2") {
		t.Errorf("%q", levels)
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
