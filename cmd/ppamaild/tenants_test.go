package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	carriersandbox "ppamaild/carrier/sandbox"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/postgres"
)

// branch is an agency of several in one process. All of its addresses and files have its name.
type branch struct {
	name, customer string
	other          string // the name of the other branch
	alice, lee     *sandbox.Person
	console        string       // its address
	home           string       // of the customer
	unreviewed     bool         // quotes need no review
	quoted         []string     // words in each quote; nil: not checked
	carrier        atomic.Int32 // calls of the branch's own carrier
}

// branchesOf are two agencies on one host.
type branchesOf struct {
	t       *testing.T
	host    sandbox.Host
	dir     string // of the configurations
	metrics string // its address
	d       *process
	both    [2]*branch
}

// serveBranches runs two agencies in one process, until the test ends.
func serveBranches(t *testing.T, host sandbox.Host) *branchesOf {
	t.Helper()
	n := makeBranches(t, host)
	run(t, n.d)
	n.d.logged(t, allReady)
	return n
}

// makeBranches makes the accounts and configurations of two agencies.
func makeBranches(t *testing.T, host sandbox.Host) *branchesOf {
	t.Helper()
	n := &branchesOf{t: t, host: host, dir: t.TempDir(), metrics: freeAddress(t)}
	tag := strings.ToLower(rand.Text()[:6]) // a repeated test may use the same servers
	north, south := "northshore-"+tag, "southgate-"+tag
	n.both = [2]*branch{
		{name: north, other: south, customer: "Alice Moreno", home: "Portland, OR 97214"},
		{name: south, other: north, customer: "Bela Novak", home: "Seattle, WA 98122"},
	}
	for _, b := range n.both {
		for _, a := range sandbox.DefaultAccounts() {
			noError(t, host.AddAccount(b.at(a.Address), a.Password))
		}
		var err error
		b.alice, err = sandbox.NewPerson(t.Context(), host, b.customer, b.at(play.Alice))
		noError(t, err)
		b.lee, err = sandbox.NewPerson(t.Context(), host, "Lee Tran", b.at(play.Lee))
		noError(t, err)
		b.console = freeAddress(t)
		n.configure(b)
	}
	n.d = &process{config: n.dir, log: filepath.Join(t.TempDir(), "daemon.log")}
	return n
}

// configure writes the configuration of a branch.
func (n *branchesOf) configure(b *branch) {
	n.t.Helper()
	file, err := play.WriteConfig(n.t.TempDir(), n.host)
	noError(n.t, err)
	text, err := os.ReadFile(file)
	noError(n.t, err)
	whole := strings.NewReplacer("ppamaild.db", b.name+".db", "Sunrise", b.name).Replace(b.at(string(text)))
	whole += fmt.Sprintf("[metrics]\nlisten = %q\ntenant_label = true\n[console]\nlisten = %q\n", n.metrics, b.console)
	noError(n.t, os.WriteFile(n.file(b), []byte(whole), 0o600))
}

func (n *branchesOf) file(b *branch) string { return filepath.Join(n.dir, b.name+".toml") }

func (n *branchesOf) store(b *branch) string { return filepath.Join(n.dir, b.name+".db") }

// at adds the branch to the addresses in a text.
func (b *branch) at(text string) string { return addresses.ReplaceAllString(text, "."+b.name+"$0") }

// freeAddress returns an address of this machine that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	noError(t, on.Close())
	return on.Addr().String()
}

// ask sends the first mail of a customer.
func (b *branch) ask(ctx context.Context) error {
	_, err := b.alice.Send(ctx, sandbox.Mail{
		To: []string{b.at(play.Quotes)}, Subject: "Quote for my car",
		Text: "I'm " + b.customer + ". Please quote my 2019 Honda Civic. " +
			"I live at 1420 SE Taylor St, " + b.home + ".",
	})
	return err
}

// accept waits for a review that shows the words, and accepts it.
func (b *branch) accept(ctx context.Context, shown string) error {
	review, err := b.lee.Wait(ctx, func(m sandbox.Received) bool {
		return strings.Contains(m.Text, shown) && strings.Contains(m.Text, "Ref: Q-")
	})
	if err == nil {
		_, err = b.lee.Reply(ctx, review, "ACCEPT")
	}
	return err
}

// answer waits for the questions, and answers.
func (b *branch) answer(ctx context.Context) error {
	asked, err := b.alice.Wait(ctx, func(m sandbox.Received) bool {
		return strings.Contains(m.Text, "date of birth")
	})
	if err == nil {
		_, err = b.alice.Reply(ctx, asked, "I was born on March 4, 1985 and got my license in June 2003. "+
			"I drive it to work, 8 miles each way, 9,000 miles a year. "+
			"The VIN is 19XFC2F53KE512345. No accidents or tickets.")
	}
	return err
}

// quote takes a conversation from the answer to the quote.
func (b *branch) quote(ctx context.Context) error {
	if err := b.answer(ctx); err != nil {
		return err
	}
	if !b.unreviewed {
		if err := b.accept(ctx, "March 4, 1985"); err != nil {
			return err
		}
	}
	got, err := b.alice.Wait(ctx, func(m sandbox.Received) bool {
		return strings.Contains(m.Text, "Total for six months")
	})
	for _, words := range b.quoted {
		if err == nil && !strings.Contains(got.Text, words) {
			err = fmt.Errorf("the quote does not say %q:\n%s", words, got.Text)
		}
	}
	if len(b.quoted) > 0 && b.carrier.Load() == 0 {
		err = errors.Join(err, errors.New("the carrier of the agency had no call"))
	}
	return err
}

// differ gives each branch a license for the state of its customer only, and its own words, carrier
// and gates. Only the first branch reviews quotes.
func (n *branchesOf) differ() {
	n.t.Helper()
	for i, b := range n.both {
		gate := []string{"always", "never"}[i]
		b.unreviewed = gate == "never"
		b.quoted = []string{"Insurance company: Mutual of " + b.name, "Yours truly from " + b.name}
		words := n.t.TempDir()
		noError(n.t, os.WriteFile(filepath.Join(words, "quote.en.words"),
			[]byte(`{{define "thanks"}}`+b.quoted[1]+`{{end}}`), 0o600))
		api, err := carriersandbox.New(carriersandbox.Options{Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
		noError(n.t, err)
		carrier := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b.carrier.Add(1)
			answer := httptest.NewRecorder()
			api.ServeHTTP(answer, r)
			maps.Copy(w.Header(), answer.Header())
			w.Header().Del("Content-Length")
			w.WriteHeader(answer.Code)
			// Mails name a carrier only with real prices.
			fmt.Fprint(w, strings.Replace(answer.Body.String(), `"IllustrativeInd":true`, `"IllustrativeInd":false`, 1))
		}))
		n.t.Cleanup(carrier.Close)
		_, state, _ := strings.Cut(b.home, ", ")
		n.edit(b, `["CA", "OR", "WA"]`, fmt.Sprintf("[%q]", state[:2]))
		n.edit(b, "[metrics]", fmt.Sprintf("[review.gates]\nquote = %q\n[templates]\ndir = %q\n[carrier]\nkind = \"http\"\n"+
			"name = \"Mutual of %s\"\nbase_url = \"%s/v1\"\napi_key = %q\n[metrics]",
			gate, words, b.name, carrier.URL, carriersandbox.APIKey))
	}
}

// Two agencies in one process quote at the same time, each with its own states, words, carrier and
// gates. No mail, page, command, metric or backup of one has a word of the other. A file with
// mistakes, and a file that is gone, do not concern the other agency.
func TestTwoAgencies(t *testing.T) {
	t.Parallel()
	onEachHost(t, func(t *testing.T, host sandbox.Host) {
		n := makeBranches(t, host)
		n.differ()
		run(t, n.d)
		n.d.logged(t, allReady)
		n.each(func(ctx context.Context, b *branch) error {
			if err := b.ask(ctx); err != nil {
				return err
			}
			return b.accept(ctx, "date of birth")
		})
		n.mistake()
		n.removal()
		n.each(func(ctx context.Context, b *branch) error { return b.quote(ctx) })
		n.apart()
	})
}

// Two agencies keep their stores in schemas of one database. The file of one goes and comes back
// while it has an open thread.
func TestTwoAgenciesInOneDatabase(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	cluster, n := postgres.Own(t), makeBranches(t, host)
	for _, b := range n.both {
		n.edit(b, "[store]\n", fmt.Sprintf("[store]\nbackend = \"postgres\"\ndsn = %q\nschema = %q\n",
			cluster.URL(), strings.ReplaceAll(b.name, "-", "_")))
	}
	run(t, n.d)
	n.d.logged(t, allReady)
	n.each(func(ctx context.Context, b *branch) error {
		if err := b.ask(ctx); err != nil {
			return err
		}
		return b.accept(ctx, "date of birth")
	})
	n.removal()
	n.each(func(ctx context.Context, b *branch) error { return b.quote(ctx) })
	for _, b := range n.both {
		code, out := n.run("threads", "list", "--config", n.file(b))
		if code != exitDone || !strings.Contains(out, b.at(play.Alice)) || strings.Contains(out, b.other) {
			t.Errorf("%s: %d\n%s", b.name, code, out)
		}
	}
}

// edit replaces a part of a configuration.
func (n *branchesOf) edit(b *branch, was, is string) {
	n.t.Helper()
	text, err := os.ReadFile(n.file(b))
	noError(n.t, err)
	if !strings.Contains(string(text), was) {
		n.t.Fatalf("no %q in %s", was, text)
	}
	noError(n.t, os.WriteFile(n.file(b), []byte(strings.Replace(string(text), was, is, 1)), 0o600))
}

// A tenant that can't start does not stop the other, and starts once it can. A tenant does not get
// a copy of the store of another, and no new store while it has open threads.
func TestAgencyThatCannotStart(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	n := makeBranches(t, host)
	south := n.both[1]
	on, err := net.Listen("tcp", south.console)
	noError(t, err)
	run(t, n.d)
	n.d.logged(t, "the tenant's daemon ended; it starts again")
	n.await("/-/ready", http.StatusServiceUnavailable, south.name+": the daemon ended with an error")
	noError(t, on.Close())
	n.await("/-/ready", http.StatusOK, "ready")

	noError(t, n.d.stop())
	store, err := os.ReadFile(n.store(n.both[0]))
	noError(t, err)
	noError(t, os.WriteFile(n.store(south), store, 0o600))
	noError(t, n.d.start(t.Context()))
	n.d.logged(t, "the store belongs to another agency: customers of "+n.store(south)+
		" write to "+n.both[0].at(play.Quotes)+"/INBOX, but the configuration has "+
		south.at(play.Quotes)+"/INBOX")

	noError(t, n.d.stop())
	noError(t, os.Remove(n.store(south)))
	record := filepath.Join(n.dir, "ppamaild-tenants.json")
	noError(t, os.WriteFile(record, fmt.Appendf(nil, `{%q: {"open": true}}`, south.name), 0o600))
	noError(t, n.d.start(t.Context()))
	n.d.logged(t, "has no store, but this tenant has open threads")

	noError(t, n.d.stop())
	noError(t, os.Remove(record))
	for _, b := range n.both {
		n.edit(b, "[agency]", "[agency]\ncolour = 1")
	}
	if code, out := n.run("run", "--config", n.dir); code != exitUsage || strings.Count(out, "agency.colour") != 2 {
		t.Errorf("a folder without a sound file: %d\n%s", code, out)
	}
	for _, b := range n.both {
		n.edit(b, "colour = 1", "")
	}
	noError(t, n.d.start(t.Context()))
	n.await("/-/ready", http.StatusOK, "ready")
}

// A new file with the mailbox of an agency that is served stops that agency neither at the reload
// nor at the next start. The new tenant is refused.
func TestNewAgencyWithAMailboxOfAnother(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	n := serveBranches(t, host)
	south := n.both[1]
	text, err := os.ReadFile(n.file(south))
	noError(t, err)
	east := strings.NewReplacer(south.name+".db", "east.db", south.console, freeAddress(t)).
		Replace(string(text))
	noError(t, os.WriteFile(filepath.Join(n.dir, "east.toml"), []byte(east), 0o600))
	n.reload(othersReady)
	refused := "east: the configuration collides with " + south.name
	n.await("/-/ready", http.StatusServiceUnavailable, refused)
	noError(t, n.d.stop())
	noError(t, n.d.start(t.Context()))
	n.d.loggedTimes(t, othersReady, 2)
	n.await("/-/ready", http.StatusServiceUnavailable, refused)
	n.await("/metrics", http.StatusOK, "ppamaild_tenant_up{tenant=\""+south.name+"\"} 1")
	_, out := n.run("check", "--config", n.dir)
	keeps := "allowed: a mailbox of its own; " + south.name + " keeps this one"
	if !strings.Contains(out, "east:\nFAIL  configuration:") || !strings.Contains(out, keeps) ||
		strings.Count(out, "FAIL  configuration:") != 1 {
		t.Errorf("check:\n%s", out)
	}
	n.each(func(ctx context.Context, b *branch) error {
		return errors.Join(b.ask(ctx), b.accept(ctx, "date of birth"))
	})
}

// A file gets a new name while its tenant has an open thread. The store goes on under the new name,
// so no alarm names the old one.
func TestRenamedAgency(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	n := serveBranches(t, host)
	north := n.both[0]
	noError(t, errors.Join(north.ask(t.Context()), north.accept(t.Context(), "date of birth")))
	noError(t, os.Rename(n.file(north), filepath.Join(n.dir, "renamed.toml")))
	n.reload(allReady)
	n.await("/metrics", http.StatusOK, `ppamaild_tenant_up{tenant="renamed"} 1`)
	if _, text := get(n.metrics + "/metrics"); strings.Contains(text, north.name) {
		t.Errorf("the metrics have the old name:\n%s", text)
	}
	if _, out := n.run("check", "--config", n.dir); strings.Contains(out, "has open threads") {
		t.Errorf("check:\n%s", out)
	}
	noError(t, north.quote(t.Context()))
}

// each does something for both branches at the same time.
func (n *branchesOf) each(do func(context.Context, *branch) error) {
	n.t.Helper()
	failed := make(chan error, len(n.both))
	for _, b := range n.both {
		go func() {
			if err := do(n.t.Context(), b); err != nil {
				failed <- fmt.Errorf("%s: %w", b.name, err)
				return
			}
			failed <- nil
		}()
	}
	for range n.both {
		if err := <-failed; err != nil {
			n.t.Error(err)
		}
	}
	if n.t.Failed() {
		n.t.FailNow()
	}
}

// reload sends SIGHUP and waits until the log has another line with the words.
func (n *branchesOf) reload(words string) {
	n.t.Helper()
	log, err := os.ReadFile(n.d.log)
	noError(n.t, err)
	before := strings.Count(string(log), words)
	noError(n.t, n.d.cmd.Process.Signal(syscall.SIGHUP))
	n.d.loggedTimes(n.t, words, before+1)
}

// The folder's line after a start or a reload.
const (
	allReady    = "all tenants are ready"
	othersReady = "the other tenants are ready"
)

// mistake breaks the file of one branch, and mends it.
func (n *branchesOf) mistake() {
	n.t.Helper()
	south := n.both[1]
	sound, err := os.ReadFile(n.file(south))
	noError(n.t, err)
	noError(n.t, os.WriteFile(n.file(south), append(sound, "colour = 1\n"...), 0o600))
	n.reload(othersReady)
	n.d.logged(n.t, "console.colour: unknown key")
	n.await("/-/ready", http.StatusServiceUnavailable, south.name+": the configuration has mistakes")
	n.await("/metrics", http.StatusOK, "ppamaild_tenant_up{tenant=\""+south.name+"\"} 0")
	if code, out := n.run("threads", "list", "--config", n.dir, "--tenant", south.name); code != exitUsage {
		n.t.Errorf("a command with a wrong file: %d\n%s", code, out)
	}
	noError(n.t, os.WriteFile(n.file(south), sound, 0o600))
	n.reload(allReady)
	n.await("/-/ready", http.StatusOK, "ready")
}

// removal removes the file of one branch, and adds it again.
func (n *branchesOf) removal() {
	n.t.Helper()
	south := n.both[1]
	aside := n.file(south) + ".off"
	noError(n.t, os.Rename(n.file(south), aside))
	n.reload(allReady)
	n.d.logged(n.t, "the configuration is gone")
	n.await("/-/ready", http.StatusOK, "ready")
	n.d.logged(n.t, south.name+" has open threads in ")
	down := "ppamaild_tenant_up{tenant=\"" + south.name + "\"} "
	n.await("/metrics", http.StatusOK, down+"0")
	if code, out := n.run("check", "--config", n.dir); !strings.Contains(out, south.name+" has open threads") {
		n.t.Errorf("check of a folder without a tenant that ran: %d\n%s", code, out)
	}
	record := filepath.Join(n.dir, "ppamaild-tenants.json")
	noError(n.t, os.WriteFile(record, []byte("{"), 0o600))
	if code, out := n.run("check", "--config", n.dir); code == 0 || !strings.Contains(out, "repair the file") {
		n.t.Errorf("check with a damaged record: %d\n%s", code, out)
	}
	noError(n.t, os.WriteFile(record, []byte("{}"), 0o600)) // an admin lets the tenant go
	n.reload(allReady)
	if _, text := get(n.metrics + "/metrics"); strings.Contains(text, south.name) {
		n.t.Errorf("the metrics name a tenant that an admin removed:\n%s", text)
	}
	noError(n.t, os.Rename(aside, n.file(south)))
	n.reload(allReady)
	n.await("/metrics", http.StatusOK, down+"1")
}

// await waits until the common address answers with a status and words.
func (n *branchesOf) await(path string, status int, words string) {
	n.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		got, text := get(n.metrics + path)
		if got == status && strings.Contains(text, words) {
			return
		}
		if time.Now().After(deadline) {
			n.t.Fatalf("%s: %d\n%s\nwant %d with %q", path, got, text, status, words)
		}
	}
}

// get returns the answer at an address; status 0: no answer.
func get(address string) (status int, text string) {
	client := http.Client{
		Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
	}
	answer, err := client.Get("http://" + address)
	if err != nil {
		return 0, err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, err.Error()
	}
	return answer.StatusCode, string(body)
}

func (n *branchesOf) run(args ...string) (code int, out string) {
	var text bytes.Buffer
	code = execute(n.t.Context(), args, &text, &text)
	return code, text.String()
}

// apart checks that the branches know nothing of each other.
func (n *branchesOf) apart() {
	n.t.Helper()
	for _, b := range n.both {
		seen := map[string]string{}
		for _, who := range []*sandbox.Person{b.alice, b.lee} {
			noError(n.t, who.Inbox(n.t.Context(), func(m sandbox.Received) {
				seen["mails"] += fmt.Sprint(m.Header, m.Subject, m.Text, m.HTML)
			}))
		}
		for _, args := range [][]string{
			{"threads", "list", "--json"}, {"outbox", "list", "--all", "--json"}, {"check"}, {"store", "check"},
		} {
			code, out := n.run(append(args, "--config", n.dir, "--tenant", b.name)...)
			if code != exitDone && args[0] != "check" { // the domain of a test has no DNS
				n.t.Errorf("%s: %q: %d\n%s", b.name, args, code, out)
			}
			seen[strings.Join(args, " ")] = out
		}
		_, seen["console"] = get(b.console + "/")
		seen["metrics"] = n.metricsOf(b)
		seen["backup"] = n.backup(b)
		for what, text := range seen {
			own := strings.Contains(text, b.name) || what == "store check" || what == "backup"
			if !own || strings.Contains(text, b.other) || strings.Contains(text, b.another(n).customer) {
				n.t.Errorf("%s of %s:\n%s", what, b.name, text[:min(len(text), 4000)])
			}
		}
	}
	n.refusals()
	n.tokens()
}

// metricsOf returns the values at the common address that have the label of a branch.
func (n *branchesOf) metricsOf(b *branch) (values string) {
	n.t.Helper()
	_, all := get(n.metrics + "/metrics")
	for line := range strings.Lines(all) {
		if strings.Contains(line, "tenant=\""+b.name+"\"") {
			values += line
		}
	}
	if !strings.Contains(values, "ppamaild_threads{") {
		n.t.Errorf("the metrics of %s are\n%s", b.name, values)
	}
	return values
}

// another returns the other branch.
func (b *branch) another(n *branchesOf) *branch {
	if n.both[0] == b {
		return n.both[1]
	}
	return n.both[0]
}

var threadID = regexp.MustCompile(`Q-[0-9A-Z]{6}`)

// backup returns the contents of a backup: the file, and all records of its threads.
func (n *branchesOf) backup(b *branch) string {
	n.t.Helper()
	file := filepath.Join(n.t.TempDir(), "backup")
	if code, out := n.run("backup", "--config", n.dir, "--tenant", b.name, file); code != exitDone {
		n.t.Fatalf("backup of %s: %d\n%s", b.name, code, out)
	}
	text, err := os.ReadFile(n.file(b))
	noError(n.t, err)
	restored := filepath.Join(n.t.TempDir(), "alone.toml")
	noError(n.t, os.WriteFile(restored, text, 0o600))
	noError(n.t, os.Rename(file, filepath.Join(filepath.Dir(restored), b.name+".db")))
	_, all := n.run("threads", "list", "--json", "--config", restored)
	id := threadID.FindString(all)
	_, export := n.run("threads", "export", "--config", restored, id)
	if !strings.Contains(export, b.customer) {
		n.t.Errorf("the backup of %s has no thread:\n%s", b.name, export)
	}
	return all + export
}

// refusals checks commands that need to know the tenant.
func (n *branchesOf) refusals() {
	n.t.Helper()
	for want, args := range map[string][]string{
		n.both[0].name + ", " + n.both[1].name + ": name one with --tenant": {"threads", "list", "--config", n.dir},
		"has no tenant west":      {"outbox", "list", "--config", n.dir, "--tenant", "west"},
		"--tenant needs a folder": {"store", "check", "--config", n.file(n.both[0]), "--tenant", "west"},
	} {
		if code, out := n.run(args...); code != exitUsage || !strings.Contains(out, want) {
			n.t.Errorf("%q: %d %s", args, code, out)
		}
	}
	code, out := n.run("check", "--config", n.dir)
	if !strings.Contains(out, n.both[0].name+":\n") || !strings.Contains(out, n.both[1].name+":\n") {
		n.t.Errorf("check of the folder: %d\n%s", code, out)
	}
}
