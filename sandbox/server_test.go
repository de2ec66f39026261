package sandbox_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"

	"ppamaild/sandbox"
)

func TestFaults(t *testing.T) {
	const to = "quotes@agency.test"
	for name, test := range map[string]struct {
		fault     sandbox.Fault
		code      int  // of the refusal; 0: no refusal
		eof       bool // no reply
		delivered bool
	}{
		"temporary":      {sandbox.Fault{Code: 451}, 451, false, false},
		"permanent":      {sandbox.Fault{Code: 552, Message: "too big"}, 552, false, false},
		"recipient":      {sandbox.Fault{Recipient: to, Code: 450}, 450, false, false},
		"other one":      {sandbox.Fault{Recipient: "bob@customer.test", Code: 450}, 0, false, true},
		"dropped":        {sandbox.Fault{Drop: true}, 0, true, true},
		"dropped, lost":  {sandbox.Fault{Drop: true, Lost: true}, 0, true, false},
		"dropped for":    {sandbox.Fault{Recipient: to, Drop: true}, 0, true, true},
		"lost":           {sandbox.Fault{Lost: true}, 0, false, false},
		"slow":           {sandbox.Fault{Delay: 50 * time.Millisecond}, 0, false, true},
		"slow recipient": {sandbox.Fault{Recipient: to, Delay: 50 * time.Millisecond}, 0, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newServer(t)
			ann, agency := newPerson(t, h, "Ann", "alice@customer.test"), newPerson(t, h, "", to)
			h.Inject(test.fault)
			begin := time.Now()
			_, err := ann.Send(t.Context(), sandbox.Mail{To: []string{to}, Subject: "first"})
			if took := time.Since(begin); took < test.fault.Delay {
				t.Errorf("the reply came after %v", took)
			}
			refused, _ := errors.AsType[*smtp.SMTPError](err)
			if test.code != 0 && (refused == nil || refused.Code != test.code || !strings.Contains(refused.Message, test.fault.Message)) {
				t.Errorf("got %v, want %d", err, test.code)
			}
			if test.eof && !errors.Is(err, io.EOF) {
				t.Errorf("got %v, want EOF", err)
			}
			if test.code == 0 && !test.eof && err != nil {
				t.Error(err)
			}
			// A fault happens once.
			if _, err := ann.Send(t.Context(), sandbox.Mail{To: []string{to}, Subject: "second"}); err != nil {
				t.Fatal(err)
			}
			want := "second"
			if test.delivered {
				want = "first"
			}
			if got := wait(t, agency, nil).Subject; got != want {
				t.Errorf("%q came first, want %q", got, want)
			}
		})
	}
}

// dial logs in over STARTTLS with a separate client.
func dial(t *testing.T, h sandbox.Host, address string, exists chan<- uint32) *imapclient.Client {
	t.Helper()
	pem, err := os.ReadFile(h.CAFile())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	c, err := imapclient.DialStartTLS(h.IMAP().Addr(), &imapclient.Options{
		TLSConfig: &tls.Config{RootCAs: roots},
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil && exists != nil {
				exists <- *data.NumMessages
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	user, password := h.Account(address)
	if err := c.Login(user, password).Wait(); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestIdle(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, agency string) {
		exists := make(chan uint32, 16)
		c := dial(t, h, agency, exists)
		if _, err := c.Select("INBOX", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		idle, err := c.Idle()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := newPerson(t, h, "", customer).Send(t.Context(), sandbox.Mail{To: []string{agency}}); err != nil {
			t.Fatal(err)
		}
		deadline := time.After(20 * time.Second)
		for n := uint32(0); n != 1; {
			select {
			case n = <-exists:
			case <-deadline:
				t.Fatal("the message was not announced")
			}
		}
		if err := errors.Join(idle.Close(), idle.Wait()); err != nil {
			t.Error(err)
		}
	})
}

func TestAppendToSent(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, _, agency string) {
		c := dial(t, h, agency, nil)
		const raw = "Message-Id: <copy@agency.test>\r\nSubject: copy\r\n\r\nx\r\n"
		cmd := c.Append("Sent", int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen}})
		if _, err := io.WriteString(cmd, raw); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		// RFC 4315 §3: APPENDUID.
		appended, err := cmd.Wait()
		if err != nil || appended.UID == 0 {
			t.Fatalf("appending: UID %v, %v", appended, err)
		}
		if _, err := c.Select("Sent", nil).Wait(); err != nil {
			t.Fatal(err)
		}
		found, err := c.UIDSearch(&imap.SearchCriteria{
			Header: []imap.SearchCriteriaHeaderField{{Key: "Message-Id", Value: "copy@agency.test"}},
		}, nil).Wait()
		if err != nil || len(found.AllUIDs()) != 1 || found.AllUIDs()[0] != appended.UID {
			t.Errorf("searching for the copy: %v, %v", found.AllUIDs(), err)
		}
	})
}

func TestDropIMAP(t *testing.T) {
	h := newServer(t)
	c := dial(t, h, "quotes@agency.test", nil)
	h.DropIMAP()
	select {
	case <-c.Closed():
	case <-time.After(5 * time.Second):
		t.Fatal("the connection is still there")
	}
	dial(t, h, "quotes@agency.test", nil)
}

func TestWrongPassword(t *testing.T) {
	onEachHost(t, func(t *testing.T, h sandbox.Host, customer, _ string) {
		c, err := imapclient.DialInsecure(h.IMAP().Addr(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.Login(customer, "wrong").Wait(); err == nil {
			t.Error("a wrong password was good enough")
		}
	})
}

func TestCloseRemovesTheCAFile(t *testing.T) {
	h, err := sandbox.NewHost(sandbox.Options{Accounts: []sandbox.Account{{Address: "a@one.test"}}, Domains: []string{"two.test"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.AddAccount("b@two.test", "x"); err != nil {
		t.Error(err)
	}
	if err := errors.Join(h.Close(), h.Close()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(h.CAFile()); !os.IsNotExist(err) {
		t.Errorf("the CA file is still there: %v", err)
	}
}
