package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// answersWithFile has Lee answer a review with a file, attached as a mail program does.
func (a *agency) answersWithFile(to sandbox.Received, text string) {
	a.t.Helper()
	raw := "From: Lee Tran <" + play.Lee + ">\nIn-Reply-To: " + "<" + to.MessageID + ">\nSubject: Re: " + to.Subject +
		"\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=next\n\n--next\nContent-Type: text/plain\n\n" + text +
		"\n--next\nContent-Type: application/pdf; name=brochure.pdf\nContent-Disposition: attachment; filename=brochure.pdf\n\n%PDF\n--next--\n"
	must(a.t, a.lee.SendRaw(a.t.Context(), play.Lee, []string{play.Reviews}, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))))
}

func TestOwnTextWithAFileComesBackAndSaysThatTheFileDoesNotGo(t *testing.T) {
	a := open(t, inProcess(t))
	a.replies(a.lee, a.asks(), "TAKE OVER")
	a.answersWithFile(a.gets(a.lee, "Over to you"), "SEND:\nThe brochure is attached.")
	back := a.gets(a.lee, "Mail to Alice")
	says(t, back, "Attachments are not sent: brochure.pdf (application/pdf, 4 bytes)")
	a.getsNothing(a.alice)
	a.replies(a.lee, back, "ACCEPT")
	if text := ownText(a.gets(a.alice, "Quote please")); text != "The brochure is attached." {
		t.Errorf("sent %q", text)
	}
}

func TestAnEditWithAFileComesBackAndSaysThatTheFileDoesNotGo(t *testing.T) {
	a := open(t, inProcess(t))
	a.answersWithFile(a.asks(), "EDIT:\nPlease call us, the brochure is attached.")
	back := a.gets(a.lee, "Please review")
	says(t, back, "Attachments are not sent: brochure.pdf")
	says(t, a.gets(a.lee, "Not done: you edited"), "Nothing was sent", "brochure.pdf")
	a.getsNothing(a.alice)
	a.replies(a.lee, back, "ACCEPT")
	says(t, a.gets(a.alice, "Quote please"), "Please call us")
}

func TestHandBackThatComesStraightBackSaysSo(t *testing.T) {
	a := open(t, inProcess(t), brokenCarrier)
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	over := a.gets(a.lee, "Over to you")
	says(t, over, "the carrier is on fire")
	a.forgets(a.lee)
	a.forgets(a.dana)
	a.replies(a.lee, over, "HAND BACK")
	for _, told := range []sandbox.Received{a.gets(a.lee, "hand back"), a.gets(a.dana, "hand back")} {
		says(t, told, "The agent can't continue, so the thread comes back")
	}
	a.gets(a.lee, "Over to you")
}
