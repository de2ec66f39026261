package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

var messageID = regexp.MustCompile(`(?mi)^Message-ID: (<\S+>)`)

// The whole conversation with third-party clients: swaks sends, curl fetches.
func TestConversationWithSwaksAndCurl(t *testing.T) {
	t.Parallel()
	stack := mailstack.Own(t)
	serve(t, stack)
	lee, alice := mailCount(t, stack, play.Lee), mailCount(t, stack, play.Alice)
	// Lee decides with a mailto: button: no In-Reply-To, and the reference in the body.
	decides := func(words, shown string) {
		t.Helper()
		var ref string
		lee, ref = review(t, stack, play.Lee, lee, shown)
		swaks(t, stack, play.Lee, play.Reviews, "Re: review", words+"\n\nRef: "+ref)
	}
	gets := func(subject string, words ...string) string {
		t.Helper()
		alice++
		got := fetch(t, stack, play.Alice, alice)
		for _, w := range append(words, "\nSubject: "+subject+"\n") {
			if !strings.Contains(got, w) {
				t.Errorf("Alice got, without %q:\n%s", w, got)
			}
		}
		return got
	}

	swaks(t, stack, play.Alice, play.Quotes, "Quote for my car",
		"I'm Alice Moreno. Please quote my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.")
	decides("REJECT: please also ask for the VIN", "date of birth")
	decides("ACCEPT", "please also ask for the VIN")
	asked := gets("Re: Quote for my car", "date of birth", "What is the VIN")
	id := messageID.FindStringSubmatch(asked)
	if id == nil {
		t.Fatalf("the mail has no Message-ID:\n%s", asked)
	}
	swaks(t, stack, play.Alice, play.Quotes, "Re: Quote for my car",
		"I was born on March 4, 1985 and got my license in June 2003. I drive it to work, 8 miles each way, 9,000 miles a year.\n"+
			"The VIN is 19XFC2F53KE512345. No accidents or tickets.\n\nOn Fri, Sunrise wrote:\n> 1. What is your date of birth?\n",
		"In-Reply-To: "+id[1], "References: "+id[1])
	decides("ACCEPT", "March 4, 1985")
	gets("Re: Quote for my car", "Estimate only", "2019 Honda Civic", "Total for six months")
	if n := mailCount(t, stack, play.Alice); n != alice {
		t.Errorf("%d mails lie in Alice's inbox, want %d", n, alice)
	}
}

// Two agencies in one process, with the same clients. Each quotes, and knows nothing of the other.
func TestTwoAgenciesWithSwaksAndCurl(t *testing.T) {
	t.Parallel()
	stack := mailstack.Own(t)
	n := serveBranches(t, stack)
	reviewed, answered, thread := map[*branch]int{}, map[*branch]int{}, map[*branch][]string{}
	turn := func(subject, words, shown, answer string) {
		t.Helper()
		for _, b := range n.both {
			swaks(t, stack, b.at(play.Alice), b.at(play.Quotes), subject, "I'm "+b.customer+".\n"+words, thread[b]...)
		}
		for _, b := range n.both {
			var ref string
			reviewed[b], ref = review(t, stack, b.at(play.Lee), reviewed[b], shown)
			swaks(t, stack, b.at(play.Lee), b.at(play.Reviews), "Re: review", "ACCEPT\n\nRef: "+ref)
		}
		for _, b := range n.both {
			answered[b]++
			got := fetch(t, stack, b.at(play.Alice), answered[b])
			if !strings.Contains(got, answer) || !strings.Contains(got, b.name) || strings.Contains(got, b.other) {
				t.Fatalf("%s answers:\n%s", b.name, got)
			}
			id := messageID.FindStringSubmatch(got)
			thread[b] = []string{"In-Reply-To: " + id[1], "References: " + id[1]}
		}
	}
	turn("Quote for my car", "Please quote my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.",
		"date of birth", "date of birth")
	turn("Re: Quote for my car", "I was born on March 4, 1985 and got my license in June 2003. "+
		"I drive it to work, 8 miles each way, 9,000 miles a year. The VIN is 19XFC2F53KE512345. "+
		"No accidents or tickets.", "March 4, 1985", "Total for six months")
	n.apart()
}

// review waits for the next review with the words after the n-th mail of an inbox. review returns
// the review's position and reference.
func review(t *testing.T, host sandbox.Host, staff string, n int, shown string) (at int, ref string) {
	t.Helper()
	for { // answers to decisions arrive between reviews
		n++
		mail := fetch(t, host, staff, n)
		found := regexp.MustCompile(`(?m)^Ref: (Q-[0-9A-Z]{6}-\d+-[a-z2-7]{26})`).FindStringSubmatch(mail)
		switch {
		case found == nil:
		case !strings.Contains(mail, shown):
			t.Fatalf("the review does not show %q:\n%s", shown, mail)
		default:
			return n, found[1]
		}
	}
}

func swaks(t *testing.T, host sandbox.Host, from, to, subject, body string, more ...string) {
	t.Helper()
	args := []string{"--server", host.SMTP().Addr(), "--from", from, "--to", to, "--body", body, "--hide-all"}
	for _, header := range append(more, "Subject: "+subject) {
		args = append(args, "--header", header)
	}
	out, err := exec.Command("swaks", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("swaks: %v\n%s", err, out)
	}
}

func curl(t *testing.T, host sandbox.Host, address, path string, options ...string) (string, error) {
	t.Helper()
	user, password := host.Account(address)
	url := fmt.Sprintf("imaps://localhost:%d/%s", host.IMAPS().Port, path)
	args := append([]string{"-sS", "--cacert", host.CAFile(), "-u", user + ":" + password, url}, options...)
	out, err := exec.Command("curl", args...).CombinedOutput()
	return string(out), err
}

// mailCount returns the number of mails in an inbox.
func mailCount(t *testing.T, host sandbox.Host, address string) int {
	t.Helper()
	out, err := curl(t, host, address, "", "-X", "STATUS INBOX (MESSAGES)")
	var n int
	if _, scan := fmt.Sscanf(out, "* STATUS INBOX (MESSAGES %d)", &n); err != nil || scan != nil {
		t.Fatalf("curl STATUS: %v: %s", err, out)
	}
	return n
}

// fetch waits for the n-th mail of an inbox and returns it without soft line breaks.
func fetch(t *testing.T, host sandbox.Host, address string, n int) string {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		out, err := curl(t, host, address, fmt.Sprintf("INBOX;MAILINDEX=%d", n))
		if err == nil {
			return strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "=\n", "")
		}
		if time.Now().After(deadline) {
			t.Fatalf("curl: mail %d of %s: %v: %s", n, address, err, out)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
