package daemon_test

import (
	"regexp"
	"strings"
	"testing"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// hasQuote quotes the complete application of Alice and returns her mail and the thread.
func (a *agency) hasQuote() (mail sandbox.Received, thread string) {
	a.t.Helper()
	a.writes(a.alice, sandbox.Mail{Subject: "Quote please", Text: complete})
	review := a.gets(a.lee, "Quote for")
	if strings.Contains(review.Text, "same customer") {
		a.t.Errorf("the only thread is like another:\n%s", review.Text)
	}
	a.replies(a.lee, review, "ACCEPT")
	return a.gets(a.alice, "Quote please"), review.Subject[1:9]
}

// A second mail that is no answer begins a thread. Its review names the open thread.
func TestSecondMailOfACustomer(t *testing.T) {
	a := open(t, inProcess(t))
	thread := a.asks().Subject[1:9]
	named := "another open thread, " + thread + " (Quote please)."
	for _, subject := range []string{"", "One more thing"} {
		a.forgets(a.lee)
		a.writes(a.alice, sandbox.Mail{Subject: subject, Text: incomplete})
		review := a.gets(a.lee, "Questions to")
		if !strings.Contains(strings.Join(strings.Fields(review.Text), " "), named) {
			t.Errorf("staff got:\n%s", review.Text)
		}
		named = "another open thread, " + review.Subject[1:9] + ". Nothing"
	}
}

// A customer may write from a second address. Staff learn of the other thread by equal data. The
// second address learns nothing, and no thread changes.
func TestSecondAddressOfACustomer(t *testing.T) {
	a := open(t, realServers(t))
	mail, thread := a.hasQuote()
	number := regexp.MustCompile(`R-[0-9A-Z]{6,}`).FindString(mail.Text)
	if number == "" {
		t.Fatalf("the mail has no quote number:\n%s", mail.Text)
	}
	for _, c := range []struct{ name, text, subject, want string }{
		{"name and birth date", complete, "Quote for", thread + ": the same name and date of birth"},
		{"only the name", "Hi, Alice Moreno here. Can you send the quote for my 2019 Honda Civic " +
			"to this address too?\n", "Questions to", thread + ": the same name"},
		{"the quote number", "Hi, what about quote " + strings.ToLower(number) + "? It is for my " +
			"wife's Mazda 3.\n", "Questions to", "the number of " + thread},
		{"the thread", "I need a quote for a 2020 Mazda 3. See " + thread + ".\n", "Questions to",
			"the number of " + thread},
		{"another person of the name", "I'm Alice Moreno, born 5/6/1961. I need a quote for my 2020 " +
			"Mazda 3.\n", "Questions to", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			subject := "About " + c.name
			a.writes(a.bob, sandbox.Mail{Subject: subject, Text: c.text})
			review := a.gets(a.lee, c.subject)
			said := strings.Join(strings.Fields(review.Text), " ")
			names := strings.Contains(said, thread) || strings.Contains(said, "same customer")
			if names != (c.want != "") || !strings.Contains(said, c.want) {
				t.Errorf("staff got:\n%s", review.Text)
			}
			if strings.Contains(review.Text, play.Alice) { // an erasure of her data would not find it
				t.Errorf("the review of another customer names her address:\n%s", review.Text)
			}
			a.replies(a.lee, review, "ACCEPT")
			answer := a.gets(a.bob, subject)
			for _, private := range []string{play.Alice, thread, number} {
				if strings.Contains(answer.Text+answer.HTML, private) {
					t.Errorf("the second address got %q:\n%s", private, answer.Text)
				}
			}
		})
	}
	for _, h := range a.threads() {
		if len(h.Participants) != 1 {
			t.Errorf("%s belongs to %q", h.Thread, h.Participants)
		}
	}
	a.getsNothing(a.alice)
}
