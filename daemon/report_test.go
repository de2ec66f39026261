package daemon_test

import (
	"strings"
	"testing"

	"ppamaild/daemon"
	"ppamaild/daemon/replay"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// The hand-over mail has the full history for the person who takes over.
func TestHandOverCarriesTheStory(t *testing.T) {
	a := open(t, inProcess(t))
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: incomplete + "My SSN is 123-45-6789.\n"})
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "REJECT: ask for her phone number")
	a.replies(a.lee, a.gets(a.lee, "Questions to"), "TAKE OVER")
	over := a.gets(a.lee, "Over to you")
	says(t, over, "The full story attached, as a page for your browser")
	id := over.Subject[strings.Index(over.Subject, "Q-"):][:len("Q-7F3K2M")]
	page, attached := over.Files[id+".html"]
	if !attached || !strings.Contains(string(over.Raw), "Content-Type: text/html; charset=utf-8") {
		t.Fatalf("no page of %s is attached:\n%.2000s", id, over.Raw)
	}
	for _, words := range []string{`class="customer-turn"`, `class="ai-draft-turn"`, `class="human-review-turn"`, "ask for her phone number", "[ssn]", "<svg ", "Journal verified"} {
		if !strings.Contains(page, words) {
			t.Errorf("the page does not hold %q", words)
		}
	}
	for _, never := range []string{"123-45-6789", "Ref: ", "<script"} {
		if strings.Contains(page, never) {
			t.Errorf("the page holds %q", never)
		}
	}
	a.replies(a.lee, over, "SEND: Dear Alice, call me, please.")
	a.gets(a.alice, "Quote please")
	later := a.report(id)
	if !strings.Contains(later, `class="human-final-turn"`) || !strings.Contains(later, "call me, please.") {
		t.Error("the report does not tell what Lee wrote by hand")
	}
	if len(over.Raw) > 256<<10 {
		t.Errorf("the mail has %d octets", len(over.Raw))
	}
	t.Logf("the page has %d octets, the mail to %s %d", len(page), play.Lee, len(over.Raw))
}

// A thread that is handed over on its first mail runs before the store has the thread.
func TestHandOverOfAFirstMailCarriesTheStory(t *testing.T) {
	a := open(t, inProcess(t))
	for _, subject := range []string{"Hit and run", "My crash", "Accident today"} {
		a.writes(a.alice, sandbox.Mail{Subject: subject, Text: "Someone hit my 2019 Civic this morning and drove off. What do I do?\n"})
		says(t, a.gets(a.lee, "Over to you: "+subject), "The full story attached, as a page for your browser")
	}
}

// report stops the daemon and returns the page of a thread.
func (a *agency) report(id string) string {
	a.t.Helper()
	a.stop()
	admin, err := daemon.Connect(a.t.Context(), a.cfg)
	must(a.t, err)
	whole, err := admin.Export(a.t.Context(), id)
	must(a.t, err)
	must(a.t, admin.Close())
	page, err := replay.Page(a.cfg, whole)
	must(a.t, err)
	return page
}
