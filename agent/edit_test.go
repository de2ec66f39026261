package agent

import (
	"slices"
	"strings"
	"testing"

	"ppamaild/templates"
)

func TestCleanEditGoesOut(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	th.do(th.decision(Edit, "Hello Maria,\n\nwhich car is it?")).mustStand("awaiting_customer SendMail AwaitCustomer")
	m := intentOf[SendMail](th)
	if m.Approved || m.Draft.Text != "Hello Maria,\n\nwhich car is it?" || !strings.Contains(m.Draft.HTML, "<p>which car is it?</p>") || m.Draft.Subject != "Re: car" {
		t.Errorf("sent %+v", m)
	}
	e := th.editedNote()
	if e.OldText != "Hello, one" || e.Draft == nil || e.Draft.Text != "Hello Maria,\n\nwhich car is it?" || e.OldData != nil || e.Data != nil {
		t.Errorf("the journal has %+v", e)
	}
	if want := []templates.DiffLine{{Op: "-", Text: "Hello, one"}, {Op: "+", Text: "Hello Maria,"}, {Op: "+"}, {Op: "+", Text: "which car is it?"}}; !slices.Equal(e.Changes, want) {
		t.Errorf("the journal has the changes %q, want %q", e.Changes, want)
	}
}

// editedNote returns the journal's record of the last EDIT.
func (th *thread) editedNote() Edited {
	th.t.Helper()
	if len(th.last.Notes) != 2 || th.last.Notes[0].Kind != string(Edit) || th.last.Notes[1].Kind != KindEdited {
		th.t.Fatalf("the journal has %+v", th.last.Notes)
	}
	n := th.last.Notes[1]
	e, is := n.Payload.(Edited)
	if before := th.last.Notes[0].Ref; !is || e.Original != before || n.Ref == before || n.Actor != "dana@agency.test" {
		th.t.Errorf("of the edit of %s, the journal has %+v", before, n)
	}
	return e
}

func TestDoubtfulEditComesBack(t *testing.T) {
	tests := []struct {
		name, text, want string
		clean            bool
	}{
		{"not cut cleanly", "which car is it?", "is unclear where your text begins", false},
		{"amount from nowhere", "It is $5.", "the amount", true},
		{"binding", "You are covered from now on.", "may bind", true},
		{"empty", " \n", "has no text", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			th := newThread(t, closedGates()).customer().act("ask", "one")
			d := th.decision(Edit, tt.text)
			d.Clean = tt.clean
			th.do(d).mustStand("awaiting_review AskReview")
			p := intentOf[AskReview](th).Proposal
			mustContain(t, strings.Join(p.Warnings, "; "), tt.want)
			if p.Draft.HTML == "" || p.Digest != p.Draft.Digest() || p.ReplacedText != "Hello, one" {
				t.Errorf("it comes back as %+v", p)
			}
			th.decide(Accept, "").mustStand("awaiting_customer SendMail AwaitCustomer")
			if m := intentOf[SendMail](th); !m.Approved || m.Draft.Text != p.Draft.Text {
				t.Errorf("sent %+v", m)
			}
		})
	}
}

// Staff copy the draft without a change, and then reject. The same draft is no new proposal.
func TestRejectionAfterAnEditWithoutAChange(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	d := th.decision(Edit, "Hello, one")
	d.Clean = false
	th.do(d).mustStand("awaiting_review AskReview")
	th.decide(Reject, "ask for the car").act("ask", "one")
	if len(th.last.Intents) > 0 && th.state.underDecision() != nil && th.state.underDecision().Draft != nil {
		t.Errorf("the rejected draft is proposed again: %+v", th.last.Intents)
	}
}

func TestEditUnderReviewOutlivesAThanks(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	d := th.decision(Edit, "which car is it?")
	d.Clean = false
	th.do(d)
	th.customer().act("ask", "one").mustStand("awaiting_review")
	if got := th.state.DataForReview.Draft.Text; got != "which car is it?" {
		t.Errorf("under review is %q", got)
	}
	th.customer().act("ask", "two").mustStand("awaiting_review Supersede AskReview")
}

func TestEditOfDataTakesEffect(t *testing.T) {
	th := newThread(t, reviewAll()).customer().act("read", "one")
	th.do(th.decision(Edit, "text: two")).mustStand("running plan")
	e := th.editedNote()
	if string(e.OldData) != `{"text":"one","flag":false}` || string(e.Data) != `{"flag":false,"text":"two"}` || e.Draft != nil || e.OldText != "" {
		t.Errorf("the journal has %s", Encoded(e))
	}
	if got := Encoded(e.Changes); !strings.Contains(got, `{"Op":"-","Text":`) || !strings.Contains(got, "one") || !strings.Contains(got, "two") {
		t.Errorf("the journal has the changes %s", got)
	}
}

// The journal also keeps an edit that staff must check again.
func TestDoubtfulEditIsInTheJournal(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	th.do(th.decision(Edit, "It is $5."))
	if e := th.editedNote(); e.OldText != "Hello, one" || e.Draft.Text != "It is $5." || len(e.Changes) != 2 {
		t.Errorf("the journal has %s", Encoded(e))
	}
}

func TestEditEndsTheCountOfRetries(t *testing.T) {
	p := closedGates()
	p.MaxRetries = 1
	th := newThread(t, p).customer().act("ask", "one").decide(Reject, "no").act("ask", "two")
	th.do(th.decision(Edit, "which car is it?"))
	th.customer().act("ask", "three").decide(Reject, "no").mustStand("running plan")
}
