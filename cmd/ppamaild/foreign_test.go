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

// The same loop with clients that are none of ours: swaks sends, curl fetches.
func TestConversationWithSwaksAndCurl(t *testing.T) {
	stack := mailstack.Start(t)
	serve(t, stack)
	lee, alice := mailCount(t, stack, play.Lee), mailCount(t, stack, play.Alice)

	swaks(t, stack, play.Alice, play.Quotes, "Quote for my car",
		"I'm Alice Moreno. Please quote my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland, OR 97214.")
	review := fetch(t, stack, play.Lee, lee+1)
	ref := regexp.MustCompile(`(?m)^Ref: (Q-[0-9A-Z]{6}-\d+-[a-z2-7]{26})`).FindStringSubmatch(review)
	if ref == nil {
		t.Fatalf("the review has no reference:\n%s", review)
	}
	// As a mailto: button makes it: no In-Reply-To, the reference in the body.
	swaks(t, stack, play.Lee, play.Reviews, "Re: review", "ACCEPT\n\nRef: "+ref[1])
	asked := fetch(t, stack, play.Alice, alice+1)
	if !strings.Contains(asked, "Subject: Re: Quote for my car") || !strings.Contains(asked, "date of birth") {
		t.Errorf("Alice got:\n%s", asked)
	}
}

func swaks(t *testing.T, host sandbox.Host, from, to, subject, body string) {
	t.Helper()
	out, err := exec.Command("swaks", "--server", host.SMTP().Addr(), "--from", from, "--to", to,
		"--header", "Subject: "+subject, "--body", body, "--hide-all").CombinedOutput()
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

// mailCount is how many mails lie in an inbox.
func mailCount(t *testing.T, host sandbox.Host, address string) int {
	t.Helper()
	out, err := curl(t, host, address, "", "-X", "STATUS INBOX (MESSAGES)")
	var n int
	if _, scan := fmt.Sscanf(out, "* STATUS INBOX (MESSAGES %d)", &n); err != nil || scan != nil {
		t.Fatalf("curl STATUS: %v: %s", err, out)
	}
	return n
}

// fetch waits for the n-th mail of an inbox and returns it, its soft line breaks undone.
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
