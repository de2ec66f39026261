package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
)

// printed collects the output of a command.
type printed struct {
	mu   sync.Mutex
	text bytes.Buffer // protected by mu
}

func (p *printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *printed) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// The demo keeps running, and a mail client can log in with the printed data. Ctrl-C ends the
// demo without an error.
func TestDemoInteractive(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the demo writes its files there
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	var out printed
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, []string{"demo", "--interactive"}, &out, &out) }()
	found := func(pattern string) string {
		t.Helper()
		words := regexp.MustCompile(pattern)
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if m := words.FindStringSubmatch(out.String()); m != nil {
				return m[1]
			}
		}
		t.Fatalf("it does not say %s:\n%s", pattern, out.String())
		return ""
	}
	found(`(Every mail was as expected\.)`)
	password := found(`alice@customer\.test +password (\S+)\n`)
	authority, err := os.ReadFile(found(`authority is (\S+)\n`))
	noError(t, err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	client, err := imapclient.DialTLS(found(`IMAP (\S+) \(TLS\)`), &imapclient.Options{TLSConfig: &tls.Config{RootCAs: roots}})
	noError(t, err)
	defer client.Close()
	noError(t, client.Login("alice@customer.test", password).Wait())
	inbox, err := client.Select("INBOX", nil).Wait()
	noError(t, err)
	if inbox.NumMessages != 2 {
		t.Errorf("%d mails lie in Alice's inbox, want the questions and the quote", inbox.NumMessages)
	}
	for _, pattern := range []string{`transcript is in (\S+), with the mails as HTML\n`, `report of thread Q-\w+ is in (\S+)\n`} {
		page, err := os.ReadFile(found(pattern))
		if err != nil || !strings.Contains(string(page), "$838") {
			t.Errorf("%s: %d octets, %v", pattern, len(page), err)
		}
	}
	interrupt()
	if code := <-ended; code != exitDone {
		t.Errorf("exit code %d\n%s", code, out.String())
	}
}
