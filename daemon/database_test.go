package daemon_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/postgres"
	"ppamaild/store"
)

// joined starts another daemon on the agency's store, with a clock of its own.
func (a *agency) joined(now func() time.Time) *agency {
	a.t.Helper()
	cfg := *a.cfg
	cfg.Store.Path = filepath.Join(a.t.TempDir(), "ppamaild.db") // the place of the control socket
	other := &agency{t: a.t, host: a.host, cfg: &cfg, log: &buffer{}, now: now}
	other.start()
	a.t.Cleanup(func() {
		other.stop()
		if a.t.Failed() {
			a.t.Logf("the log of the other daemon:\n%s", other.log)
		}
	})
	return other
}

// The clocks of two daemons on a database differ by a minute. The daemons take the work over from
// each other in both directions, and each mail arrives once.
func TestSkewedDaemons(t *testing.T) {
	cluster := postgres.Own(t)
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Store.Backend = config.BackendPostgres
		a.cfg.Store.DSN = config.NewSecret(cluster.URL())
	})
	fast := a.joined(func() time.Time { return time.Now().Add(time.Minute) })
	fast.logs(`msg=ready mailboxes=0 read_by="another daemon on the store"`, 1)
	review := a.asks()
	a.stop() // the daemon with the fast clock becomes the leader
	fast.logs("this daemon reads the mailboxes from now on", 1)
	a.replies(a.lee, review, "ACCEPT")
	answer := a.gets(a.alice, "Quote please")
	a.start()
	fast.stop() // and back
	a.logs("this daemon reads the mailboxes from now on", 1)
	a.replies(a.alice, answer, complete)
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.dana, "accepted the quote")
	a.getsNothing(a.alice)
	for _, thread := range a.threads() {
		for _, m := range thread.Mails {
			if m.Status != store.MailSent {
				t.Errorf("%s: %s is %s", m.To, m.Subject, m.Status)
			}
		}
	}
}

// While the database is down, the monitor, commands, pages and programs hear so soon. The log says
// once that the database is down, and once that the store works again.
func TestDatabaseDown(t *testing.T) {
	cluster := postgres.Own(t)
	a := open(t, inProcess(t), scraped, withConsole, withAdmin, func(a *agency) {
		a.cfg.Store.Backend = config.BackendPostgres
		a.cfg.Store.DSN = config.NewSecret(cluster.URL())
	})
	a.asks()
	lee := a.signsIn(a.lee)
	if page := lee.visits("/ops"); strings.Contains(page, "Download a backup") {
		t.Errorf("the page offers a backup of a database: %s", page)
	}
	shows(t, lee.submits("/ops/backup"), "pg_dump")
	must(t, cluster.Kill(t.Context()))
	began := time.Now()
	for at, want := range map[string]string{
		a.cfg.Metrics.Listen + "/-/ready":   "not ready: the database is down",
		a.cfg.Metrics.Listen + "/metrics":   "ppamaild_store_up 0",
		a.cfg.Console.Listen + "/":          "The database is down",
		a.cfg.Console.Listen + "/api/v1/me": `"code":"database"`,
	} {
		answer, err := http.Get("http://" + at)
		must(t, err)
		body, err := io.ReadAll(answer.Body)
		must(t, err)
		answer.Body.Close()
		if !strings.Contains(string(body), want) {
			t.Errorf("%s: %d\n%s", at, answer.StatusCode, body)
		}
	}
	_, err := through(a, func(c admin.Commands) ([]store.Mail, error) {
		return c.Outbox(t.Context(), false)
	})
	if err == nil || !strings.Contains(err.Error(), "the database is down") {
		t.Errorf("a command says %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the answers took %v", took)
	}
	a.logs("database down: paused", 1)
	must(t, cluster.Restart(t.Context()))
	a.logs("the store works again", 1)
	a.measures("ppamaild_store_up 1", `ppamaild_threads{status="awaiting_review"} 1`)
	for _, line := range []string{"database down: paused", "the store works again"} {
		if n := a.logged(line); n != 1 {
			t.Errorf("%d lines %q", n, line)
		}
	}
}

// A conversation works with the store in a database, also while the database and the daemon
// restart. The daemon then leaves no file of a store, only the number of the last commit.
func TestConversationInDatabase(t *testing.T) {
	cluster := postgres.Own(t)
	a := open(t, inProcess(t), func(a *agency) {
		a.cfg.Store.Backend = config.BackendPostgres
		a.cfg.Store.DSN = config.NewSecret(cluster.URL())
	})
	review := a.asks()
	must(t, cluster.Restart(t.Context()))
	a.replies(a.lee, review, "ACCEPT")
	answer := a.gets(a.alice, "Quote please")
	a.stop()
	a.start()
	a.replies(a.alice, answer, complete)
	a.replies(a.lee, a.gets(a.lee, "Quote for"), "ACCEPT")
	a.gets(a.alice, "Quote please")
	a.gets(a.dana, "accepted the quote")
	must(t, a.upkeep().CheckAll(t.Context()))
	a.cancels(review.Subject[1:9])
	done, err := a.forget(admin.ForgetOrder{Addresses: []string{play.Alice}})
	must(t, err)
	for _, place := range []string{"VACUUM FULL", "write-ahead log", "earlier backups"} {
		if !strings.Contains(strings.Join(done.Elsewhere, "\n"), place) {
			t.Errorf("the receipt does not name %s: %q", place, done.Elsewhere)
		}
	}
	must(t, a.upkeep().CheckAll(t.Context()))
	a.stop()
	left, err := os.ReadDir(filepath.Dir(a.cfg.Store.Path))
	must(t, err)
	for _, file := range left {
		number := filepath.Base(a.cfg.Store.Path) + ".confirmed"
		if name := file.Name(); strings.HasPrefix(name, filepath.Base(a.cfg.Store.Path)) && name != number {
			t.Errorf("the daemon leaves %s", file.Name())
		}
	}
}
