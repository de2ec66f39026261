package daemon_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/daemon/admin"
	"ppamaild/sandbox/play"
	"ppamaild/sandbox/postgres"
)

// A conversation works with the store in a database, also while the database and the daemon
// restart. The daemon then leaves no file of a store.
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
	if !strings.Contains(strings.Join(done.Elsewhere, "\n"), "write-ahead log") {
		t.Errorf("the receipt names only %q", done.Elsewhere)
	}
	must(t, a.upkeep().CheckAll(t.Context()))
	a.stop()
	left, err := os.ReadDir(filepath.Dir(a.cfg.Store.Path))
	must(t, err)
	for _, file := range left {
		if strings.HasPrefix(file.Name(), filepath.Base(a.cfg.Store.Path)) {
			t.Errorf("the daemon leaves %s", file.Name())
		}
	}
}
