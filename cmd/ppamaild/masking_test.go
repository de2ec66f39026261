package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ppamaild/agent/planner/simulated"
	"ppamaild/carrier/sandbox"
	"ppamaild/cmd/ppamaild/service"
	"ppamaild/config"
	mail "ppamaild/sandbox"
	"ppamaild/sandbox/openai"
	"ppamaild/sandbox/play"
)

// Private data of customers and of the configuration. Each value occurs once, so that any copy
// is a leak.
const (
	ssn      = "539-48-2716"
	license  = "T6482915"
	card     = "4539 5787 6362 1486"
	password = "imap-marker-7d1f"
	modelKey = "sk-marker-8842"
)

var markers = map[string]string{
	"the social security number": ssn, "the same without its dashes": strings.ReplaceAll(ssn, "-", ""),
	"the driver's license": license, "the card number": card, "the same without its blanks": strings.ReplaceAll(card, " ", ""),
	"the mailboxes' password": password, "the model's key": modelKey, "the carrier's key": sandbox.APIKey,
}

// leaky is a conversation with private data at each place where private data can occur.
type leaky struct {
	*testing.T
	file   string // the configuration
	log    lockedBuffer
	model  *openai.Server
	people map[string]*mail.Person
}

// lockedBuffer is a log for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// begin starts mail servers, a model, a carrier, and the daemon with log level debug.
func begin(t *testing.T, planner string) *leaky {
	t.Helper()
	l := &leaky{T: t, people: map[string]*mail.Person{}}
	accounts := mail.DefaultAccounts()
	for i := range accounts {
		accounts[i].Password = password
	}
	host, err := mail.NewHost(mail.Options{Accounts: accounts})
	l.must(err)
	t.Cleanup(func() { l.must(host.Close()) })
	for name, who := range cast {
		l.people[name], err = mail.NewPerson(t.Context(), host, who[0], who[1])
		l.must(err)
	}
	l.model, err = openai.Start(openai.Options{Key: modelKey, Name: "made-up", Model: func(q openai.Request) openai.Answer {
		if strings.HasPrefix(*q.Messages[0].Content, "You test a connection.") {
			return openai.Answer{Calls: []openai.Call{{Name: "ready", Args: `{"word":"yes"}`}}}
		}
		tool, args, err := simulated.Answer(q.Text())
		if err != nil {
			t.Error(err)
		}
		return openai.Answer{Calls: []openai.Call{{Name: tool, Args: args}}}
	}})
	l.must(err)
	t.Cleanup(func() { l.must(l.model.Close()) })
	api, err := sandbox.New(sandbox.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
	l.must(err)
	carrier := httptest.NewServer(api)
	t.Cleanup(carrier.Close)

	dir := t.TempDir()
	l.file, err = play.WriteConfig(dir, host)
	l.must(err)
	base, err := os.ReadFile(l.file)
	l.must(err)
	more := fmt.Sprintf("\n[log]\nlevel = \"debug\"\n[carrier]\nkind = \"http\"\nname = \"Sandbox Mutual\"\nbase_url = %q\napi_key = %q\n", carrier.URL+"/v1", sandbox.APIKey)
	more += fmt.Sprintf("[planner]\nkind = %q\nbase_url = %q\nmodel = \"made-up\"\napi_key = %q\nrecord = \"recordings\"\n", planner, l.model.BaseURL(), modelKey)
	l.must(os.WriteFile(l.file, append(base, more...), 0o600))
	l.run()
	return l
}

// run runs the daemon until the test ends.
func (l *leaky) run() {
	l.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(l.Context()))
	ended := make(chan int, 1)
	go func() { ended <- execute(ctx, []string{"run", "--config", l.file}, &l.log, &l.log) }()
	l.Cleanup(func() {
		cancel()
		if code := <-ended; code != exitDone {
			l.Errorf("the daemon ended with %d\n%s", code, l.log.String())
		}
	})
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(l.log.String(), "msg=ready"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			l.Fatalf("the daemon is not ready\n%s", l.log.String())
		}
	}
}

func (l *leaky) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// gets waits for a mail and checks that the mail has no private data.
func (l *leaky) gets(who, subject string) mail.Received {
	l.Helper()
	ctx, cancel := context.WithTimeout(l.Context(), 20*time.Second)
	defer cancel()
	got, err := l.people[who].Wait(ctx, func(m mail.Received) bool { return strings.Contains(m.Subject, subject) })
	if err != nil {
		l.Fatalf("%v\n%s", err, l.log.String())
	}
	l.lacks("the mail to "+who+" "+subject, got.Subject+"\n"+got.Text+"\n"+got.HTML)
	return got
}

func (l *leaky) replies(who string, to mail.Received, text string) {
	l.Helper()
	_, err := l.people[who].Reply(l.Context(), to, text)
	l.must(err)
}

// prints runs a command, which must succeed, and returns the output.
func (l *leaky) prints(args ...string) string {
	l.Helper()
	var out, failed bytes.Buffer
	if code := execute(l.Context(), append(args, "--config", l.file), &out, &failed); code != exitDone {
		l.Errorf("%v ends with %d: %s", args, code, failed.String())
	}
	return out.String() + failed.String()
}

func (l *leaky) lacks(where, text string) {
	l.Helper()
	for what, marker := range markers {
		if i := strings.Index(text, marker); i >= 0 {
			l.Errorf("%s has %s: %q", where, what, text[max(0, i-120):min(len(text), i+60)])
		}
	}
}

const confession = `Hello,

I'm Alice Moreno, born 03/04/1985, licensed for 22 years, clean record.
I'd like a quote for my 2019 Honda Civic, which I drive to work (8 miles
one way), about 9,000 miles a year.
It is kept at 1420 SE Taylor St, Portland, OR 97214.
My SSN is ` + ssn + `, my driver's license number is ` + license + ` and you
may charge my card ` + card + `.
`

// Private numbers and secrets stay in the store, with either planner. Only threads export,
// threads replay and show --json print them, by design.
func TestPrivateNumbersAreMaskedEverywhere(t *testing.T) {
	t.Parallel()
	for _, planner := range []string{"rules", "llm"} {
		t.Run(planner, func(t *testing.T) {
			l := begin(t, planner)
			_, err := l.people["alice"].Send(t.Context(), mail.Mail{To: []string{play.Quotes}, Subject: "Quote, SSN " + ssn, Text: confession})
			l.must(err)
			review := l.gets("lee", "Quote for")
			id := review.Subject[1:9]
			l.replies("bob", review, "ACCEPT, and my SSN is "+ssn) // an outsider with Lee's reference
			l.gets("lee", "used your reference")
			l.replies("lee", review, "perhaps; her SSN is "+ssn) // unclear
			l.gets("lee", "Not clear")
			_, err = l.people["bob"].Send(t.Context(), mail.Mail{To: []string{play.Quotes}, Subject: "Question", Text: "What is covered? My SSN is " + ssn + "."})
			l.must(err)
			l.gets("lee", "Over to you")
			l.gets("dana", "Over to you")
			l.replies("lee", review, "ACCEPT")
			quoted := l.gets("alice", "Quote")
			l.replies("bob", quoted, "My card is "+card) // an outsider to the thread
			l.gets("lee", "Unknown sender")
			l.replies("alice", quoted, "Please take a deductible of 1000. Again, the card is "+card+" and my driver's license number is "+license+".")
			review = l.gets("lee", "Quote for")
			l.replies("lee", review, "REJECT: charge the card "+card+" and her license number "+license) // not possible for the rules
			l.gets("lee", "Not clear")
			l.replies("lee", review, "TAKE OVER")
			over := l.gets("lee", "Over to you")
			l.replies("lee", over, "HAND BACK")
			l.gets("lee", "Please review")

			for _, args := range [][]string{
				{"threads", "list"}, {"threads", "show", id}, {"threads", "report", id}, {"threads", "history", id}, {"threads", "show", "A-AGENCY"},
				{"threads", "list", "--json"}, {"threads", "verify"}, {"outbox", "list", "--all"}, {"outbox", "list", "--all", "--json"},
				{"hold", "--reason", "a claim", play.Alice}, {"hold", "--list"}, {"backup", filepath.Join(filepath.Dir(l.file), "copy.db")},
				{"store", "compact", "--to", filepath.Join(filepath.Dir(l.file), "small.db")},
			} {
				l.lacks(strings.Join(args, " "), l.prints(args...))
			}
			var checked bytes.Buffer // check fails because the domain has no DNS here
			execute(t.Context(), []string{"check", "--config", l.file}, &checked, &checked)
			l.lacks("check", checked.String())
			l.lacks("the log", l.log.String())
			for _, seen := range l.model.Seen() {
				l.lacks("a request to the model", seen.Prompt+seen.Request.Text())
			}
			l.private(filepath.Dir(l.file), planner == "llm")
		})
	}
}

// An error may quote a customer; the log masks the quotation.
func TestLogMasksWhatWentWrong(t *testing.T) {
	for _, format := range []config.LogFormat{config.LogText, config.LogJSON} {
		var b bytes.Buffer
		log, err := service.NewLog(&config.Config{Log: config.Log{Level: "debug", Format: format}}, &b)
		if err != nil {
			t.Fatal(err)
		}
		log.Debug("x", "error", errors.New("bad SSN "+ssn), "why", "no card "+card, "reason", "driver's license "+license, "message_id", "1@a.test")
		if l := (&leaky{T: t}); strings.Contains(b.String(), "1@a.test") {
			l.lacks(string(format), b.String())
		}
	}
}

// private checks that only the owner can read the files next to the configuration, and that
// recorded model requests have no private data.
func (l *leaky) private(dir string, recorded bool) {
	l.Helper()
	recordings := 0
	l.must(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			l.Errorf("%s has the mode %s", path, info.Mode())
		}
		if strings.Contains(path, "recordings") && entry.Type().IsRegular() {
			recordings++
			raw, err := os.ReadFile(path)
			l.must(err)
			l.lacks("the recording "+entry.Name(), string(raw))
		}
		return nil
	}))
	if recorded != (recordings > 0) {
		l.Errorf("%d recordings", recordings)
	}
}

// Error messages of commands mask a customer's words.
func TestFailuresAreMasked(t *testing.T) {
	var b bytes.Buffer
	if code := exitCode(errors.New("message 7 was set aside (unreadable: "+ssn+")"), &b); code != exitFailed || !strings.Contains(b.String(), "message 7 was set aside") {
		t.Errorf("%d %q", code, b.String())
	}
	(&leaky{T: t}).lacks("the failure", b.String())
}
