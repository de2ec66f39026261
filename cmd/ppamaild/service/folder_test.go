package service

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/config/tenants/tenantstest"
	"ppamaild/daemon"
)

// write writes the file of a tenant, with other words, and loads the file.
func write(t *testing.T, dir, name string, words ...string) *config.Config {
	t.Helper()
	path := filepath.Join(dir, name+tenants.Extension)
	text := strings.NewReplacer(words...).Replace(tenantstest.Config(name))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// A running tenant that must not change its store keeps its old mailbox, too. So a new tenant does
// not get the mailbox.
func TestATenantThatCannotReloadKeepsItsThings(t *testing.T) {
	dir := t.TempDir()
	was := write(t, dir, "north")
	ours := map[string]ran{"north": {Uses: tenants.Claims(was)}}
	running := map[string]*tenant{"north": {name: "north", present: Service{Config: was}}}
	write(t, dir, "north", "north.db", "new.db", "quotes@north", "new@north", `"quotes"`, `"new"`)
	write(t, dir, "east", "quotes@east", "quotes@north")
	found, err := read(dir, ours, running)
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	for i, want := range []string{
		`north.toml has "quotes@north.test", too`, `store.path: found`,
	} {
		if err := found[i].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", found[i].Name, err)
		}
	}
}

// A tenant holds its old mailbox until its new file is in use. A file that can't be used changes
// nothing for the tenant.
func TestATenantHoldsItsThingsDuringAChange(t *testing.T) {
	dir := t.TempDir()
	was, next := write(t, dir, "north"), write(t, dir, "north", "quotes", "new")
	east := write(t, dir, "east", "quotes@east", "quotes@north")
	g := &group{
		dir: dir, log: slog.New(slog.DiscardHandler),
		held: make(map[string][]tenants.Claim), record: make(map[string]ran),
	}
	for _, step := range []struct {
		next *config.Config
		free bool
	}{{was, false}, {next, false}, {was, false}, {next, true}} {
		if err := g.hold("north", was, step.next); err != nil {
			t.Fatal(err)
		}
		if step.free {
			g.remember("north", step.next, daemon.StoreID{}, true)
		}
		if err := g.hold("east", east, east); (err == nil) != step.free {
			t.Errorf("east: %v", err)
		}
	}
	want := `names the mailbox "quotes@north.test", but east still uses this one`
	if err := g.hold("north", next, was); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("north: %v", err)
	}
}

// A tenant can't change to a metrics address that another program has.
func TestATenantKeepsItsMetricsAddress(t *testing.T) {
	dir := t.TempDir()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer on.Close()
	next := write(t, dir, "north")
	next.Metrics = config.Metrics{Listen: on.Addr().String(), TenantLabel: true}
	g := &group{held: make(map[string][]tenants.Claim)}
	one := &tenant{group: g, name: "north", present: Service{Config: next}}
	if _, err := one.openWith(t.Context(), next); err == nil || !strings.Contains(err.Error(), "metrics.listen: listen") {
		t.Errorf("%v", err)
	}
}

// A tenant without a file is gone until another tenant has opened the same store. A schema of the
// same name in another database is another store.
func TestATenantIsGoneUntilItsStoreIsOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "east", `path = "east.db"`,
		"backend = \"postgres\"\ndsn = \"postgres://localhost/other\"\nschema = \"north\"")
	found, err := read(dir, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	east := found[0].Config
	g := &group{
		dir: dir, log: slog.New(slog.DiscardHandler), held: make(map[string][]tenants.Claim),
		record: make(map[string]ran),
	}
	g.remember("north", east, daemon.StoreID{1}, true)
	g.recall(found)
	if !slices.Equal(g.gone, []string{"north"}) {
		t.Errorf("after the reload, %q are gone", g.gone)
	}
	g.remember("east", east, daemon.StoreID{2}, true)
	if !slices.Equal(g.gone, []string{"north"}) || !g.record["north"].Open {
		t.Errorf("after the start with another store, %q are gone", g.gone)
	}
	g.remember("east", east, daemon.StoreID{1}, true)
	if len(g.gone) > 0 || len(g.record) != 1 {
		t.Errorf("after the start with the store, %q are gone: %v", g.gone, g.record)
	}
}
