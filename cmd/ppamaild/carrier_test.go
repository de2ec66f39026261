package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

const completeMail = `Hello,

my name is Alice Moreno and I'd like a quote for my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland,
OR 97214. I was born on March 4, 1985 and I've been licensed since 2003. I drive about 9,000 miles a year,
mostly to work, 8 miles each way. Clean record, no accidents or tickets.

Alice
`

// endings are the faults of a carrier, and the review that a complete request ends
// in, with what it says.
var endings = []struct{ fault, review, says string }{
	{"", "Quote for", "This price is indicative"},
	{"unavailable*1", "Quote for", ""}, {"rate_quote:too_many*1", "Quote for", ""}, {"add_driver:error*1", "Quote for", ""},
	{"add_vehicle:in_progress*1", "Quote for", ""}, {"quote_initiate:drop*1", "Quote for", ""}, {"update_coverage:stale*1", "Quote for", ""},
	{"rate_quote:expired*1", "Quote for", ""}, {"rate_quote:lost*1", "Quote for", ""}, {"rate_quote:hang*1", "Quote for", ""},
	{"assign_drivers:broken*1", "Quote for", ""}, {"rate_quote:no_json*1", "Quote for", ""}, {"rate_quote:wrong_schema*1", "Quote for", ""},
	{"rate_quote:unknown_member*1", "Quote for", ""}, {"rate_quote:huge*1", "Quote for", ""}, {"rate_quote:endless*1", "Quote for", ""},
	{"rate_quote:pending*1", "Quote for", ""}, {"price_change", "Quote for", ""},
	{"add_vehicle:refused", "Questions to", "What is the ZIP code there?"}, {"assign_drivers:refused", "Questions to", "What is the VIN of"},
	{"rate_quote:pending", "Over to you", "waits for a report"}, {"rate_quote:issues", "Over to you", "refers it"},
	{"rate_quote:referred", "Over to you", "refers it"}, {"quote_initiate:declined", "Over to you", "declines it"},
	{"unavailable", "Over to you", "not available"}, {"too_many", "Over to you", "not available"}, {"rate_quote:error", "Over to you", "no usable answer"},
	{"rate_quote:drop", "Over to you", "no usable answer"}, {"rate_quote:in_progress", "Over to you", "no usable answer"},
	{"unauthorized", "Over to you", "credentials"}, {"redirect", "Over to you", "elsewhere"}, {"rate_quote:twice", "Over to you", "2 times"},
	{"negative_premium", "Over to you", "no amount"}, {"other_quote", "Over to you", "of quote"}, {"wrong_sum", "Over to you", "add up"},
}

// A carrier that is reached over HTTP gives the right quote, question or hand-over
// under each fault, by mail; no wrong price goes to anybody.
func TestConversationUnderEachFaultOfTheCarrier(t *testing.T) {
	for _, e := range endings {
		t.Run(e.fault, func(t *testing.T) {
			t.Parallel()
			url, _ := carrierSandbox(t, e.fault)
			alice, lee, _ := agencyWith(t, url, "1s", "4s")
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			_, err := alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance", Text: completeMail})
			noError(t, err)
			review, err := lee.Wait(ctx, func(m sandbox.Received) bool { return strings.HasPrefix(m.Subject, "[Q-") })
			noError(t, err)
			text := strings.Join(strings.Fields(strings.NewReplacer("|", " ", ">", " ").Replace(review.Text)), " ")
			if !strings.Contains(review.Subject, e.review) || !strings.Contains(text, e.says) {
				t.Fatalf("Lee got %q, want %q with %q:\n%s", review.Subject, e.review, e.says, review.Text)
			}
			if e.review == "Quote for" {
				acceptQuote(ctx, t, alice, lee, review, e.fault)
			}
		})
	}
}

// price is the total of a quote.
var price = regexp.MustCompile(`Total for six months\s+(\$[\d,.]+)`)

func acceptQuote(ctx context.Context, t *testing.T, alice, lee *sandbox.Person, review sandbox.Received, fault string) {
	t.Helper()
	_, err := lee.Reply(ctx, review, "ACCEPT")
	noError(t, err)
	got, err := alice.Wait(ctx, func(m sandbox.Received) bool { return m.From.Address == play.Quotes })
	noError(t, err)
	want := "$838.00"
	if fault == "price_change" {
		want = "$839.00"
	}
	if total := price.FindStringSubmatch(got.Text); total == nil || total[1] != want {
		t.Errorf("Alice got a total of %q, want %s:\n%s", total, want, got.Text)
	}
}

// A daemon that is killed while the carrier rates asks what came of it, and does not
// have it rated again.
func TestKillWhileTheCarrierRates(t *testing.T) {
	url, log := carrierSandbox(t, "rate_quote:hang*1")
	alice, lee, d := agencyWith(t, url, "30s", "60s")
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	_, err := alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance", Text: completeMail})
	noError(t, err)
	for line := range log {
		if strings.Contains(line, "name=rate_quote") {
			break
		}
	}
	noError(t, d.crash(ctx))
	review, err := lee.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, "Quote for") })
	noError(t, err)
	acceptQuote(ctx, t, alice, lee, review, "")
	for len(log) > 0 {
		if line := <-log; strings.Contains(line, "name=rate_quote") {
			t.Errorf("it was rated twice: %s", line)
		}
	}
}

// agencyWith runs an agency whose carrier is at url.
func agencyWith(t *testing.T, url, timeout, giveUp string) (alice, lee *sandbox.Person, d *process) {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	alice, err = sandbox.NewPerson(t.Context(), host, "Alice Moreno", play.Alice)
	noError(t, err)
	lee, err = sandbox.NewPerson(t.Context(), host, "Lee Tran", play.Lee)
	noError(t, err)
	dir := t.TempDir()
	file, err := play.WriteConfig(dir, host)
	noError(t, err)
	appendTo(t, file, fmt.Sprintf("\n[carrier]\nkind = \"http\"\nname = \"Sandbox Mutual\"\nbase_url = %q\napi_key = \"sandbox-key\"\ntimeout = %q\ngive_up_after = %q\n", url, timeout, giveUp))
	d = &process{config: file, log: filepath.Join(dir, "daemon.log")}
	noError(t, d.start(t.Context()))
	t.Cleanup(func() {
		if err := d.stop(); err != nil {
			t.Error(err)
		}
	})
	return alice, lee, d
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	noError(t, err)
	_, err = f.WriteString(text)
	noError(t, err)
	noError(t, f.Close())
}

// carrierSandbox runs ppamaild carrier-sandbox until the test ends, and returns its
// URL and the lines of its log.
func carrierSandbox(t *testing.T, fault string) (url string, log chan string) {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	args := []string{"carrier-sandbox", "--listen", "127.0.0.1:0"}
	if fault != "" {
		args = append(args, "--fault", fault)
	}
	cmd := exec.Command(self, args...)
	out, err := cmd.StdoutPipe()
	noError(t, err)
	told, err := cmd.StderrPipe()
	noError(t, err)
	noError(t, cmd.Start())
	log = make(chan string, 1000)
	go func() {
		for lines := bufio.NewScanner(told); lines.Scan(); {
			log <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		noError(t, cmd.Process.Signal(os.Interrupt))
		noError(t, cmd.Wait())
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	noError(t, err)
	return regexp.MustCompile(`http://[\d.:]+/v1`).FindString(line), log
}
