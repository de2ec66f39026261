package mailbox

import (
	"strings"
	"sync"
	"testing"
)

// If an account may log in but not send from the address, Probe fails before a mail waits.
// Probe sends no mail.
func TestProbeOffersAMail(t *testing.T) {
	for refused, want := range map[string]string{
		"":     "",
		"MAIL": "offering a mail at 127.0.0.1:",
		"RCPT": "RCPT TO: <quotes@agency.test>: ",
	} {
		var mu sync.Mutex
		var said []string
		options := smtpScript{reply: func(_ int, command string) string {
			mu.Lock()
			defer mu.Unlock()
			verb, _, _ := strings.Cut(command, " ")
			said = append(said, verb)
			if verb == refused {
				return "553 5.7.1 not yours"
			}
			return ""
		}}.start(t)
		err := newTestSender(t, options).Probe(t.Context(), "quotes@agency.test")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "check that the account may write as quotes@agency.test")) {
			t.Errorf("%q refused: %v", refused, err)
		}
		mu.Lock()
		if words := strings.Join(said, " "); strings.Contains(words, "DATA") || refused == "" && words != "EHLO MAIL RCPT QUIT" {
			t.Errorf("%q refused: it said %s", refused, words)
		}
		mu.Unlock()
	}
}
