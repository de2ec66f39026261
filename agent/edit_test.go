package agent

import (
	"strings"
	"testing"
)

func TestCleanEditGoesOut(t *testing.T) {
	th := newThread(t, closedGates()).customer().act("ask", "one")
	th.do(th.decision(Edit, "Hello Maria,\n\nwhich car is it?")).mustStand("awaiting_customer SendMail AwaitCustomer")
	m := intentOf[SendMail](th)
	if m.Approved || m.Draft.Text != "Hello Maria,\n\nwhich car is it?" || !strings.Contains(m.Draft.HTML, "<p>which car is it?</p>") || m.Draft.Subject != "Re: car" {
		t.Errorf("sent %+v", m)
	}
}

func TestDoubtfulEditComesBack(t *testing.T) {
	tests := []struct {
		name, text, want string
		clean            bool
	}{
		{"not cut cleanly", "which car is it?", "could not be cut out", false},
		{"amount from nowhere", "It is $5.", "the amount", true},
		{"binding", "You are covered from now on.", "binds", true},
		{"empty", " \n", "held no text", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			th := newThread(t, closedGates()).customer().act("ask", "one")
			d := th.decision(Edit, tt.text)
			d.Clean = tt.clean
			th.do(d).mustStand("awaiting_review AskReview")
			p := intentOf[AskReview](th).Proposal
			mustContain(t, strings.Join(p.Warnings, "; "), tt.want)
			if p.Draft.HTML == "" || p.Digest != p.Draft.Digest() || p.Previous != "Hello, one" {
				t.Errorf("it comes back as %+v", p)
			}
			th.decide(Accept, "").mustStand("awaiting_customer SendMail AwaitCustomer")
			if m := intentOf[SendMail](th); !m.Approved || m.Draft.Text != p.Draft.Text {
				t.Errorf("sent %+v", m)
			}
		})
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
	for _, note := range th.last.Notes {
		if note.Kind == "edited" {
			mustContain(t, encoded(note.Payload), `"data":{"flag":false,"text":"two"}`)
			return
		}
	}
	t.Error("the edit is not in the journal")
}

func TestEditEndsTheCountOfRetries(t *testing.T) {
	p := closedGates()
	p.MaxRetries = 1
	th := newThread(t, p).customer().act("ask", "one").decide(Reject, "no").act("ask", "two")
	th.do(th.decision(Edit, "which car is it?"))
	th.customer().act("ask", "three").decide(Reject, "no").mustStand("running plan")
}
