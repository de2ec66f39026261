package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/store"
)

// returned has Lee write a text that fails the facts check, in answer to the hand-over. It
// returns the text and the daemon's answer.
func (a *agency) returned() (over, back sandbox.Received) {
	a.t.Helper()
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over = a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "SEND:\nIt is $94 a month.")
	back = a.gets(a.lee, "Mail to Alice")
	says(a.t, back, `amount "$94" is in neither the application nor the quote`)
	a.getsNothing(a.alice)
	return over, back
}

// ownText is a mail to a customer without its footer.
func ownText(m sandbox.Received) string {
	text, _, _ := strings.Cut(m.Text, "\n\nSunrise Insurance Agency. Coverage cannot")
	return strings.TrimSpace(text)
}

// A text by staff goes out with the name of the agency, the disclaimer and a reference, in lines
// that every mail program shows whole.
func TestFinding19OwnTextHasAFooterAndShortLines(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	long := strings.Repeat("Hello Alice, I looked at your request myself. ", 6)
	a.replies(a.lee, over, "SEND:\n"+long)
	sent := a.gets(a.alice, "Quote please")
	says(t, sent, "Sunrise Insurance Agency. Coverage cannot be bound", "Our reference: Q-")
	for line := range strings.Lines(sent.Text) {
		if len(line) > 80 {
			t.Errorf("%d columns: %q", len(line), line)
		}
	}
	if got := strings.Join(strings.Fields(ownText(sent)), " "); got != strings.TrimSpace(long) {
		t.Errorf("sent %q", got)
	}
}

// A reply without a command to "Over to you" comes back as a mail that ACCEPT sends.
func TestFreeAnswerToAHandOverIsOffered(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	a.replies(a.lee, over, "Hi Alice,\n\nI will call you tomorrow at ten.\n")
	back := a.gets(a.lee, "Mail to Alice")
	says(t, back, "Your reply had no command", "I will call you tomorrow at ten.")
	a.getsNothing(a.alice)
	a.replies(a.lee, back, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "I will call you tomorrow at ten.")

	a.replies(a.lee, over, "ACCEPT, but only on Friday please")
	a.gets(a.lee, "Not clear")
	a.getsNothing(a.alice)
}

func TestOwnTextThatFailsTheFactsCheckIsSentByASecondAccept(t *testing.T) {
	a := open(t, inProcess(t))
	_, back := a.returned()
	a.replies(a.lee, back, "ACCEPT")
	sent := a.gets(a.alice, "Quote please")
	if text := ownText(sent); text != "It is $94 a month." {
		t.Errorf("sent %q", text)
	}
	says(t, a.gets(a.lee, "Done: you accepted the answer"), "exactly as shown", "until HAND BACK")
	says(t, a.gets(a.dana, "accepted the answer"), "Lee Tran")
	thread := a.threads()[0]
	if thread.Status != store.ThreadHandedOver {
		t.Errorf("it is %s", thread.Status)
	}
}

func TestOwnTextIsNotSentWhereItIsRejected(t *testing.T) {
	a := open(t, inProcess(t))
	_, back := a.returned()
	a.replies(a.lee, back, "REJECT")
	says(t, a.gets(a.lee, "Done: you rejected"), "is not sent")
	a.replies(a.lee, back, "ACCEPT")
	a.gets(a.lee, "Already decided")
	a.getsNothing(a.alice)
}

func TestAgentCase11AnOwnTextIsVoidOnceTheThreadGoesOn(t *testing.T) {
	parallel(t)
	for name, goOn := range map[string]func(a *agency, over sandbox.Received){
		"another text": func(a *agency, over sandbox.Received) {
			a.replies(a.lee, over, "SEND:\nI will call you.")
			says(a.t, a.gets(a.alice, "Quote please"), "I will call you.")
		},
		"the customer": func(a *agency, _ sandbox.Received) {
			a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: "Are you there?", References: []string{a.aliceWrote}})
			a.gets(a.lee, "Over to you")
		},
		"handed back": func(a *agency, over sandbox.Received) {
			a.replies(a.lee, over, "HAND BACK")
			a.gets(a.lee, "Questions to")
		},
		"cancelled": func(a *agency, over sandbox.Received) {
			a.replies(a.lee, over, "CANCEL")
			a.gets(a.lee, "Done: you canceled")
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, inProcess(t))
			over, back := a.returned()
			goOn(a, over)
			a.replies(a.lee, back, "ACCEPT")
			a.gets(a.lee, "review 3 (answer to the customer)")
			a.getsNothing(a.alice)
		})
	}
}

func TestOwnTextIsAskedAnewAfterObserving(t *testing.T) {
	a := open(t, inProcess(t), func(a *agency) { a.cfg.Agency.Mode = config.ModeObserve })
	_, back := a.returned()
	a.stop()
	a.cfg.Agency.Mode = config.ModeLive
	a.start()
	a.replies(a.lee, back, "ACCEPT")
	again := a.gets(a.lee, "Mail to Alice")
	a.getsNothing(a.alice)
	a.replies(a.lee, again, "ACCEPT")
	a.gets(a.alice, "Quote please")
}

// The owner of a thread sees the customer's new facts, although the agent reads them only after
// the thread is handed back.
func TestHandOverKnowsWhatTheCustomerStatedSince(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	for _, text := range []string{"We live at 1180 Willow Creek Dr, Eugene, OR 97402.", "I was born on March 3, 1994."} {
		a.writes(a.alice, sandbox.Mail{Subject: "Re: Quote please", Text: text, References: []string{a.aliceWrote}})
		over = a.gets(a.lee, "Over to you")
	}
	_, known, _ := strings.Cut(over.Text, "What we know")
	known, _, _ = strings.Cut(known, "The conversation")
	says(t, sandbox.Received{Text: known}, "1180 Willow Creek Dr", "97402", "March 3, 1994")
	if head := a.threads()[0]; head.Status != store.ThreadHandedOver {
		t.Errorf("it is %s", head.Status)
	}
}

// A mail that staff write by hand has a subject, also where the customer's has none.
func TestOwnTextHasASubject(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Text: "I need a quote for my 2019 Honda Civic."})
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "TAKE OVER")
	a.replies(a.lee, a.gets(a.lee, "Over to you"), "SEND:\nI will call you.")
	says(t, a.gets(a.alice, "Your message to us"), "I will call you.")
}
