package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	carriersandbox "ppamaild/carrier/sandbox"
	"ppamaild/carrier/wire"
	"ppamaild/sandbox"
	"ppamaild/sandbox/localca"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/network"
	"ppamaild/sandbox/play"
)

const completeMail = `Hello,

my name is Alice Moreno and I'd like a quote for my 2019 Honda Civic. I live at 1420 SE Taylor St, Portland,
OR 97214. I was born on March 4, 1985 and I've been licensed since 2003. I drive about 9,000 miles a year,
mostly to work, 8 miles each way. Clean record, no accidents or tickets.

Alice
`

// The demo conversation, with a name and a house number per customer.
const (
	asking = `Hi there,

my name is %s and I'd like a quote for car insurance on my 2019
Honda Civic. I live at %d SE Taylor St, Portland, OR 97214.

Alice
`
	answering = `Sure! I was born on March 4, 1985 and got my license in June 2003. The Civic
is what I drive to work, about 8 miles each way, and it comes to roughly
9,000 miles a year. Clean record, no accidents or tickets.

Alice
`
)

// ending is the review after a carrier fault, and text in the review.
type ending struct{ fault, review, says string }

var endings = []ending{
	{"", "Quote for", "based on what you told us"},
	{"quote_initiate:unavailable*1", "Quote for", ""}, {"rate_quote:too_many*1", "Quote for", ""}, {"add_driver:error*1", "Quote for", ""},
	{"add_vehicle:in_progress*1", "Quote for", ""}, {"quote_initiate:drop*1", "Quote for", ""}, {"update_coverage:stale*1", "Quote for", ""},
	{"rate_quote:expired*1", "Quote for", ""}, {"rate_quote:lost*1", "Quote for", ""}, {"rate_quote:hang*1", "Quote for", ""},
	{"assign_drivers:broken*1", "Quote for", ""}, {"rate_quote:pending*1", "Quote for", ""}, {"price_change", "Quote for", ""},
	{"add_vehicle:refused", "Questions to", "What is the ZIP code there?"}, {"assign_drivers:refused", "Questions to", "What is the VIN of"},
	{"rate_quote:pending", "Over to you", "waits for a report"}, {"rate_quote:issues", "Over to you", "refers the application"},
	{"rate_quote:referred", "Over to you", "refers the application"}, {"quote_initiate:declined", "Over to you", "declines the application"},
	{"unavailable", "Over to you", "not available"}, {"too_many", "Over to you", "not available"}, {"rate_quote:error", "Over to you", "no usable answer"},
	{"rate_quote:drop", "Over to you", "no usable answer"}, {"rate_quote:in_progress", "Over to you", "no usable answer"},
	{"unauthorized", "Over to you", "credentials"},
	// A malformed answer never yields a price. The daemon asks the carrier again, and uses the
	// price if the carrier has executed the call.
	{"rate_quote:no_json", "Quote for", ""}, {"rate_quote:wrong_schema", "Quote for", ""}, {"rate_quote:unknown_member", "Quote for", ""},
	{"rate_quote:huge", "Quote for", ""}, {"rate_quote:endless", "Quote for", ""},
	{"negative_premium", "Over to you", "no amount"}, {"other_quote", "Over to you", "of quote"}, {"wrong_sum", "Over to you", "add up"},
	{"redirect", "Over to you", "elsewhere"}, {"rate_quote:twice", "Over to you", "2 times"},
}

// The test plays each fault of a carrier over HTTP, by mail through Dovecot and Postfix. Each
// conversation ends in the right quote, question or hand-over, and no wrong price leaves. One
// daemon serves all customers at the same time.
func TestConversationUnderEachFaultOfTheCarrier(t *testing.T) {
	t.Parallel()
	stack := mailstack.Own(t)
	customers := make([]*sandbox.Person, len(endings))
	for house := range endings {
		address := fmt.Sprintf("alice.of.%d@customer.test", house)
		noError(t, stack.AddAccount(address, "secret"))
		var err error
		customers[house], err = sandbox.NewPerson(t.Context(), stack, nameOf(house), address)
		noError(t, err)
	}
	carrier, log := carrierSandbox(t, "")
	lee, err := sandbox.NewPerson(t.Context(), stack, "Lee Tran", play.Lee)
	noError(t, err)
	serve(t, stack, fmt.Sprintf(overHTTP, faultByHouse(t, carrier), "2s", "12s"))
	var all sync.WaitGroup
	for house, e := range endings {
		all.Go(func() {
			t.Run(cmp.Or(e.fault, "no fault"), func(t *testing.T) { e.play(t, customers[house], lee, house) })
		})
	}
	all.Wait()
	mustHaveStruck(t, log)
}

// nameOf returns a name of its own for each customer. Reviews list the threads of equal names.
func nameOf(house int) string { return fmt.Sprintf("Alice Mor%c%cno", 'a'+house/26, 'a'+house%26) }

// mustHaveStruck checks that each fault occurred, because some faults leave no trace in the
// mails.
func mustHaveStruck(t *testing.T, log chan string) {
	t.Helper()
	struck := make(map[string]bool)
	for len(log) > 0 {
		if found := regexp.MustCompile(`msg=fault fault=(\w+) of=(\w+)`).FindStringSubmatch(<-log); found != nil {
			struck[found[1]], struck[found[2]+":"+found[1]] = true, true
		}
	}
	for _, e := range endings {
		if name, _, _ := strings.Cut(e.fault, "*"); name != "" && !struck[name] {
			t.Errorf("the fault %s was not had", e.fault)
		}
	}
}

var isReview = regexp.MustCompile(`^\[Q-\w+\] (Please review|Over to you): `)

func (e ending) play(t *testing.T, alice, lee *sandbox.Person, house int) {
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	ofHer := func(m sandbox.Received) bool {
		return isReview.MatchString(m.Subject) && strings.Contains(m.Text, alice.Address)
	}
	_, err := alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance quote", Text: fmt.Sprintf(asking, nameOf(house), house)})
	noError(t, err)
	questions, err := lee.Wait(ctx, ofHer)
	noError(t, err)
	_, err = lee.Reply(ctx, questions, "ACCEPT")
	noError(t, err)
	asked, err := alice.Wait(ctx, nil)
	noError(t, err)
	_, err = alice.Reply(ctx, asked, answering)
	noError(t, err)
	review, err := lee.Wait(ctx, ofHer)
	noError(t, err)
	if !strings.Contains(review.Subject, e.review) || !strings.Contains(flat(review.Text), e.says) {
		t.Fatalf("Lee got %q, want %q with %q:\n%s", review.Subject, e.review, e.says, review.Text)
	}
	if e.review == "Quote for" {
		acceptQuote(ctx, t, alice, lee, review, e.fault)
	}
}

// faultByHouse serves a carrier's API as a proxy for a sandbox. The house number of a customer
// selects the fault for the customer's calls.
func faultByHouse(t *testing.T, carrier string) (url string) {
	t.Helper()
	target, err := neturl.Parse(strings.TrimSuffix(carrier, "/v1"))
	noError(t, err)
	var faults sync.Map // thread to fault
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			key := r.In.Header.Get(wire.HeaderKey)
			thread, _, _ := strings.Cut(key, "-r")
			if strings.HasSuffix(r.In.URL.Path, "/quotes") {
				faults.Store(thread, endings[house(t, r.Out)].fault)
			}
			// The carrier works when the daemon rebuilds a session.
			if fault, _ := faults.Load(thread); fault != nil && fault != "" && !strings.Contains(key, "+") {
				r.Out.Header.Set(carriersandbox.HeaderFault, fault.(string))
			}
		},
		ErrorLog:     slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo),
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }, // the sandbox hung up; the proxy does, too
	})
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

// house reads the house number from a request that opens a quote.
func house(t *testing.T, r *http.Request) (n int) {
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var opening wire.QuoteRequest
	if err = cmp.Or(err, wire.Decode(body, &opening)); err == nil {
		_, err = fmt.Sscanf(opening.Addr.Addr1, "%d ", &n)
	}
	if err != nil {
		t.Errorf("a quote is opened with %s: %v", body, err)
	}
	return n
}

// price matches the total of a quote.
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

// The demo with a carrier over HTTP. The test kills the daemon after each mail.
func TestDemonstrationWithACarrierOverHTTP(t *testing.T) {
	t.Parallel()
	stack := mailstack.Own(t)
	carrier, _ := carrierSandbox(t, "")
	d := serve(t, stack, fmt.Sprintf(overHTTP, carrier, "2s", "12s"))
	stage := play.Stage{Host: stack, Out: io.Discard, Crash: d.crash, Crashy: true}
	if _, err := stage.Quote(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A carrier with an expired certificate gets no data, and staff learn why there is no price.
func TestConversationWithAnExpiredCertificate(t *testing.T) {
	files, err := localca.Write(t.TempDir(), time.Now().AddDate(-11, 0, 0))
	noError(t, err)
	certificate, err := tls.LoadX509KeyPair(files.Cert, files.Key)
	noError(t, err)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the carrier was asked") }))
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.StartTLS()
	t.Cleanup(server.Close)

	alice, lee, _ := agencyWith(t, fmt.Sprintf(overHTTP, server.URL+"/v1", "1s", "4s")+fmt.Sprintf("ca_file = %q\n", files.CA))
	_, err = alice.Send(t.Context(), sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance", Text: completeMail})
	noError(t, err)
	review, err := lee.Wait(t.Context(), nil)
	noError(t, err)
	if !strings.Contains(review.Subject, "Over to you") || !strings.Contains(flat(review.Text), "certificate has expired") {
		t.Errorf("Lee got %q:\n%s", review.Subject, review.Text)
	}
}

// A network failure between carrier and daemon leads to a hand-over. After the network
// recovers, HAND BACK leads to the price, and the carrier rates only once.
func TestConversationOverABrokenNetwork(t *testing.T) {
	t.Parallel()
	url, log := carrierSandbox(t, "")
	between, err := network.Before(strings.Split(url, "/")[2])
	noError(t, err)
	t.Cleanup(between.Close)
	noError(t, between.Poison(`{"name":"cut","type":"limit_data","attributes":{"bytes":300}}`))
	alice, lee, _ := agencyWith(t, fmt.Sprintf(overHTTP, "http://"+between.Addr()+"/v1", "1s", "3s"))
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	_, err = alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance", Text: completeMail})
	noError(t, err)
	handover, err := lee.Wait(ctx, nil)
	noError(t, err)
	if !strings.Contains(handover.Subject, "Over to you") {
		t.Fatalf("Lee got %q:\n%s", handover.Subject, handover.Text)
	}
	noError(t, between.Heal())
	_, err = lee.Reply(ctx, handover, "HAND BACK")
	noError(t, err)
	review, err := lee.Wait(ctx, func(m sandbox.Received) bool { return isReview.MatchString(m.Subject) })
	noError(t, err)
	acceptQuote(ctx, t, alice, lee, review, "")
	if n := rated(log); n != 1 {
		t.Errorf("it was rated %d times", n)
	}
}

// rated counts the effective calls for a price in a sandbox's log.
func rated(log chan string) (n int) {
	for len(log) > 0 {
		if line := <-log; strings.Contains(line, "msg=call") && strings.Contains(line, "name=rate_quote") {
			n++
		}
	}
	return n
}

// A daemon that dies while the carrier rates asks for the result and does not rate again.
func TestKillWhileTheCarrierRates(t *testing.T) {
	t.Parallel()
	url, log := carrierSandbox(t, "rate_quote:hang*1")
	alice, lee, d := agencyWith(t, fmt.Sprintf(overHTTP, url, "30s", "60s"))
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
	if n := rated(log); n > 0 { // the first line was read above
		t.Errorf("it was rated %d more times", n)
	}
}

// A carrier that waits longer than a call may take is asked again while staff have the thread.
// The same holds for a restarted daemon.
func TestCarrierThatWaitsIsAskedAgain(t *testing.T) {
	t.Parallel()
	url, _ := carrierSandbox(t, "rate_quote:pending*6")
	alice, lee, d := agencyWith(t, fmt.Sprintf(overHTTP, url, "1s", "2s")+"ask_again_after = \"1s\"\n")
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	_, err := alice.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Car insurance", Text: completeMail})
	noError(t, err)
	handover, err := lee.Wait(ctx, nil)
	noError(t, err)
	if !strings.Contains(handover.Subject, "Over to you") || !strings.Contains(flat(handover.Text), "the agent asks again at") {
		t.Errorf("Lee got %q:\n%s", handover.Subject, handover.Text)
	}
	noError(t, d.crash(ctx))
	// A kill between sending and recording sends the mail to staff once more.
	review, err := lee.Wait(ctx, func(m sandbox.Received) bool { return m.MessageID != handover.MessageID })
	noError(t, err)
	if !strings.Contains(review.Subject, "Quote for") {
		t.Fatalf("Lee got %q:\n%s", review.Subject, review.Text)
	}
	acceptQuote(ctx, t, alice, lee, review, "")
}

// The hand-computed household costs $1,016, from the customer's words to the quote mail. Staff
// enter the differences between the cars.
func TestWorkedExampleFromMailToMail(t *testing.T) {
	t.Parallel()
	stack := mailstack.Own(t)
	url, _ := carrierSandbox(t, "")
	ana, err := sandbox.NewPerson(t.Context(), stack, "Ana Field", play.Alice)
	noError(t, err)
	lee, err := sandbox.NewPerson(t.Context(), stack, "Lee Tran", play.Lee)
	noError(t, err)
	dir := t.TempDir()
	file, err := play.WriteConfig(dir, stack)
	noError(t, err)
	text, err := os.ReadFile(file)
	noError(t, err)
	text = bytes.Replace(text, []byte(`licensed_states = ["CA"`), []byte(`licensed_states = ["ID", "CA"`), 1)
	noError(t, os.WriteFile(file, text, 0o600))
	appendTo(t, file, "\n[review.gates]\ninfo_analysis = \"always\"\n"+fmt.Sprintf(overHTTP, url, "2s", "12s"))
	run(t, &process{config: file, log: filepath.Join(dir, "daemon.log")})

	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	_, err = ana.Send(ctx, sandbox.Mail{To: []string{play.Quotes}, Subject: "Two cars", Text: household})
	noError(t, err)
	read, err := lee.Wait(ctx, func(m sandbox.Received) bool { return isReview.MatchString(m.Subject) })
	noError(t, err)
	_, err = lee.Reply(ctx, read, "EDIT:\n"+ownOfTheFit)
	noError(t, err)
	review, err := lee.Wait(ctx, func(m sandbox.Received) bool { return strings.Contains(m.Subject, "Quote for") })
	noError(t, err)
	_, err = lee.Reply(ctx, review, "ACCEPT")
	noError(t, err)
	got, err := ana.Wait(ctx, nil)
	noError(t, err)
	for _, want := range []string{"2021 Honda CR-V $558.00", "2017 Honda Fit $438.00", "Policy fee $20.00", "Total for six months $1,016.00"} {
		if !strings.Contains(flat(got.Text), want) {
			t.Errorf("Ana is not told %q:\n%s", want, got.Text)
		}
	}
}

const household = `Hello,

please quote two cars for us. We live at 12 Elm Street, Pocatello, ID 83201.

I am Ana Field, born May 5, 1980, licensed for 24 years, no accidents and no tickets. I drive the 2021 Honda CR-V
to work, 5 miles each way and 12,000 miles a year. It cost $28,000 new.

My husband Ben was born February 2, 1984, has been licensed for 20 years and has had one ticket. He drives the
2017 Honda Fit for pleasure, 6,000 miles a year. It cost $19,000 new.

We'd like 100/300/100, uninsured motorist 100/300, medical payments $5,000, deductibles of $500, rental car and
towing. We'd pay in full, and go paperless.

Ana Field
`

const ownOfTheFit = `vehicles[0].driver: 0
vehicles[1].driver: 1
vehicles[1].coverages.collision_deductible: 1000
vehicles[1].coverages.rental: false
vehicles[1].coverages.towing: false
`

// agencyWith runs an agency on new mail servers, with more configuration lines.
func agencyWith(t *testing.T, more string) (alice, lee *sandbox.Person, d *process) {
	t.Helper()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	alice, err = sandbox.NewPerson(t.Context(), host, "Alice Moreno", play.Alice)
	noError(t, err)
	lee, err = sandbox.NewPerson(t.Context(), host, "Lee Tran", play.Lee)
	noError(t, err)
	return alice, lee, serve(t, host, more)
}

// overHTTP configures a carrier.
const overHTTP = `
[carrier]
kind = "http"
name = "Sandbox Mutual"
base_url = %q
api_key = "sandbox-key"
timeout = %q
give_up_after = %q
`

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	noError(t, err)
	_, err = f.WriteString(text)
	noError(t, err)
	noError(t, f.Close())
}

// carrierSandbox runs ppamaild carrier-sandbox until the test ends, and returns the sandbox's
// URL and log lines.
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
	output, err := cmd.StderrPipe()
	noError(t, err)
	noError(t, cmd.Start())
	log = make(chan string, 10_000)
	go func() {
		for lines := bufio.NewScanner(output); lines.Scan(); {
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
