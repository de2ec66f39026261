package daemon

import (
	"net"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
)

// A reload with an unusable configuration keeps the previous one. The check therefore runs
// before any station, and leaves the store to other processes.
func TestMetricsAtAnAddressThatIsTaken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	file, err := play.WriteConfig(t.TempDir(), host)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	address := taken.Addr().String()
	cfg.Metrics.Listen = address
	if _, err := New(t.Context(), Options{Config: cfg}); err == nil || !strings.Contains(err.Error(), "metrics.listen: listen tcp "+address+": ") {
		t.Errorf("%v", err)
	}
	cfg.Metrics.Listen = ""
	d, err := New(t.Context(), Options{Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
