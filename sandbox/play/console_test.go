package play

import (
	"testing"
	"time"

	"ppamaild/sandbox"
)

// A code appears after more than a minute without mail, too.
func TestCodesAfterAMinute_Slow(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = host.Close() })
	codes := make(chan string, 1)
	go func() {
		_ = Stage{Host: host}.Codes(t.Context(), func(address, code string) { codes <- address + " " + code })
	}()
	s := &scene{Stage: Stage{Host: host}}
	if err := s.cast(t.Context(), "Agency", Quotes, &s.dana); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Minute + 2*time.Second)
	mail := sandbox.Mail{To: []string{Lee}, Subject: "Sign in", Text: "Your code is 123456."}
	if _, err := s.dana.Send(t.Context(), mail); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-codes:
		if got != Lee+" 123456" {
			t.Error(got)
		}
	case <-time.After(30 * time.Second):
		t.Error("no code appears")
	}
}
