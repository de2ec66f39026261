package tenants_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ppamaild/config"
	"ppamaild/config/tenants"
	"ppamaild/config/tenants/tenantstest"
)

var of = tenantstest.Config

// read writes files into a folder and reads the folder. HERE replaces the folder in the errors.
func read(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	return readAfter(t, nil, files)
}

// readAfter is read after the tenants of earlier files were served.
func readAfter(t *testing.T, served, files map[string]string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	used := make(map[string][]tenants.Claim)
	if served != nil {
		for _, one := range load(t, dir, served) {
			used[one.Name] = tenants.Claims(one.Config)
		}
	}
	all := load(t, dir, files)
	tenants.RefuseConflicts(all, used)
	says := make(map[string]string)
	for _, one := range all {
		says[one.Name] = ""
		if one.Err != nil {
			says[one.Name] = strings.ReplaceAll(one.Err.Error(), dir, "HERE")
		}
		if (one.Config == nil) != (one.Err != nil) {
			t.Errorf("%s has a configuration: %t, and the error %v", one.Name, one.Config != nil, one.Err)
		}
	}
	return says
}

// load writes files into a folder and reads all of them.
func load(t *testing.T, dir string, files map[string]string) []tenants.Tenant {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := tenants.Read(dir, config.Load)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Each file is a tenant. A file with mistakes does not concern the others.
func TestFilesAreTenants(t *testing.T) {
	got := read(t, map[string]string{
		"north.toml": of("north"), "south.toml": of("south"), "west.toml": "[agency]\nname = 1\n",
		"north.secret": "x", ".hidden.toml": "x", "Ea st.toml": of("east"),
	})
	if len(got) != 4 || got["north"] != "" || got["south"] != "" {
		t.Errorf("got %q", got)
	}
	if !strings.Contains(got["west"], "HERE/west.toml:2:8: agency.name: found 1") {
		t.Errorf("west: %s", got["west"])
	}
	if !strings.Contains(got["Ea st"], "the name of a tenant has a-z") {
		t.Errorf("Ea st: %s", got["Ea st"])
	}
}

func TestConflictsNameBothFiles(t *testing.T) {
	database := "backend = \"postgres\"\ndsn = \"postgres://localhost/x\"\n"
	for name, test := range map[string]struct{ north, south, want string }{
		"store": {
			of("north"), strings.Replace(of("south"), "south.db", "./north.db", 1),
			"north.toml:20:8: store.path: HERE/south.toml:20 has",
		},
		"no path": {
			strings.Replace(of("north"), `path = "north.db"`, "", 1),
			strings.Replace(of("south"), `path = "south.db"`, "", 1), "store.path: HERE/south.toml:",
		},
		"address": {
			of("north"), strings.Replace(of("south"), "reviews@south", "quotes@north", 1),
			"north.toml:6:11: mailbox.customer.address: HERE/south.toml:11 has",
		},
		"account": {
			of("north"), strings.Replace(of("south"), "imap.south", "IMAP.north", 1),
			"north.toml:8:12: mailbox.customer.username: HERE/south.toml:8 has",
		},
		"console": {
			of("north", "[console]", `listen = "127.0.0.1:8080"`),
			of("south", "[console]", `listen = "127.0.0.1:8080"`, `url = "https://south.test"`),
			"north.toml:22:10: console.listen: HERE/south.toml:22 has",
		},
		"console and metrics": {
			of("north", "[console]", `listen = "127.0.0.1:8080"`),
			of("south", "[metrics]", `listen = ":8080"`),
			"north.toml:22:10: console.listen: HERE/south.toml:22 has",
		},
		"origin": {
			of("north", "[console]", `listen = "127.0.0.1:8080"`, `url = "https://a.test"`),
			of("south", "[console]", `listen = "127.0.0.1:8081"`, `url = "https://A.test"`),
			"console.url: HERE/south.toml:23 has",
		},
		"origin of another daemon": {
			of("north", "[console]", `url = "https://a.test"`),
			of("south", "[console]", `url = "https://a.test"`),
			"console.url: HERE/south.toml:22 has",
		},
		"metrics": {
			of("north", "[metrics]", `listen = "127.0.0.1:9108"`, "tenant_label = true"),
			of("south", "[metrics]", `listen = "127.0.0.1:9108"`),
			"a port of its own, or tenant_label = true in both files",
		},
		"schema": {
			of("north", database, `schema = "x"`), of("south", database, `schema = "x"`),
			"store.schema: HERE/south.toml:",
		},
		"no schema": {
			of("north", database), of("south"), "store.schema: missing; required in a folder",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t, map[string]string{"north.toml": test.north, "south.toml": test.south})
			north, south := got["north"], got["south"]
			if !strings.Contains(north, test.want) {
				t.Errorf("north: %s\nwant %s", north, test.want)
			}
			if name != "no schema" && !strings.Contains(south, "HERE/north.toml:") {
				t.Errorf("south: %s", south)
			}
		})
	}
}

// A conflict over an account that serves as both mailboxes has a line for the address and a line
// for the account.
func TestOneAccountConflictsOnce(t *testing.T) {
	one := strings.NewReplacer("reviews", "quotes").Replace(of("north"))
	got := read(t, map[string]string{"north.toml": one, "south.toml": strings.ReplaceAll(one, "north.db", "south.db")})
	if n := strings.Count(got["north"], "has"); n != 2 {
		t.Errorf("%d lines: %s", n, got["north"])
	}
}

// A tenant may share a mail server for sending, staff, and an address of metrics with a label.
func TestSharedThings(t *testing.T) {
	metrics := []string{"[metrics]", `listen = "127.0.0.1:9108"`, "tenant_label = true"}
	got := read(t, map[string]string{
		"north.toml": of("north", metrics...), "south.toml": of("south", metrics...),
	})
	if got["north"] != "" || got["south"] != "" {
		t.Errorf("got %q", got)
	}
}

// A tenant that was served keeps its things. The other file with such a thing is refused.
func TestServedTenantsKeepTheirThings(t *testing.T) {
	const listen = `listen = "127.0.0.1:9108"`
	label := []string{"[metrics]", listen, "tenant_label = true"}
	served := map[string]string{
		"north.toml": of("north", label...), "south.toml": of("south", label...),
	}
	for name, test := range map[string]struct{ file, text, want string }{
		"a new file": {"east.toml", strings.Replace(of("east"), "quotes@east", "quotes@north", 1),
			`HERE/north.toml:6 has "quotes@north.test", too; allowed: a mailbox of its own; ` +
				"north keeps this one"},
		"a changed file": {"south.toml", strings.Replace(of("south"), "south.db", "north.db", 1),
			"HERE/north.toml:20 has"},
		"without the label": {"south.toml", of("south", "[metrics]", listen), "HERE/north.toml:22 has"},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(served)
			files[test.file] = test.text
			got := readAfter(t, served, files)
			refused := strings.TrimSuffix(test.file, ".toml")
			if !strings.Contains(got[refused], test.want) {
				t.Errorf("%s: %s\nwant %s", refused, got[refused], test.want)
			}
			delete(got, refused)
			for other, says := range got {
				if says != "" {
					t.Errorf("%s: %s", other, says)
				}
			}
		})
	}
}

// A tenant with a wrong file may go on as before, so no other tenant gets its things.
func TestAWrongFileGivesNothingAway(t *testing.T) {
	served := map[string]string{"north.toml": of("north"), "south.toml": of("south")}
	east := strings.Replace(of("east"), "quotes@east", "quotes@north", 1)
	got := readAfter(t, served, map[string]string{
		"north.toml": of("north", "colour = 1"), "south.toml": of("south"), "east.toml": east,
	})
	if want := `HERE/north.toml has "quotes@north.test", too`; !strings.Contains(got["east"], want) {
		t.Errorf("east: %s", got["east"])
	}
	if got["south"] != "" {
		t.Errorf("south: %s", got["south"])
	}
	north := strings.Replace(of("north"), "quotes@north", "quotes@south", 1) // refused: south has it
	got = readAfter(t, served, map[string]string{
		"north.toml": north, "south.toml": of("south"), "east.toml": east,
	})
	if got["east"] == "" || got["north"] == "" || got["south"] != "" {
		t.Errorf("got %q", got)
	}
}

func TestFolderWithoutTenants(t *testing.T) {
	dir := t.TempDir()
	if _, err := tenants.Read(dir, config.Load); err == nil ||
		!strings.Contains(err.Error(), "no file NAME.toml") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := tenants.Read(filepath.Join(dir, "none"), config.Load); err == nil {
		t.Error("a missing folder is read")
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"north", "south"} {
		if err := os.WriteFile(filepath.Join(dir, name+".toml"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := tenants.File(dir, "south"); err != nil || got != filepath.Join(dir, "south.toml") {
		t.Errorf("%q, %v", got, err)
	}
	for _, name := range []string{"", "../south", "west"} {
		if got, err := tenants.File(dir, name); err == nil || !strings.Contains(err.Error(), "north, south") {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
	if names, err := tenants.Names(dir); err != nil || !slices.Equal(names, []string{"north", "south"}) {
		t.Errorf("%q, %v", names, err)
	}
}
