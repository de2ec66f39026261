package packaging

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// systemd accepts the unit without a warning, and rates its exposure below 2 of 10.
func TestUnitIsSoundAndHardened(t *testing.T) {
	text, err := os.ReadFile("ppamaild.service")
	if err != nil {
		t.Fatal(err)
	}
	unit := filepath.Join(t.TempDir(), "ppamaild.service")
	installed := strings.Replace(string(text), "/usr/bin/ppamaild run", "/bin/true run", 1)
	if err := os.WriteFile(unit, []byte(installed), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := run(t, "systemd-analyze", "verify", "--man=no", unit); said != "" {
		t.Errorf("systemd-analyze verify: %s", said)
	}
	said := run(t, "systemd-analyze", "security", "--offline=true", "--no-pager", unit)
	level := regexp.MustCompile(`Overall exposure level for \S+: ([\d.]+)`).FindStringSubmatch(said)
	if level == nil {
		t.Fatal(said)
	}
	if rating, err := strconv.ParseFloat(level[1], 64); err != nil || rating >= 2 {
		t.Errorf("exposure %s\n%s", level[1], said)
	}
}

// A package carries the licenses of Go and of the modules in the program.
func TestNotices(t *testing.T) {
	all := run(t, "./notices")
	for _, want := range []string{
		"Copyright 2009 The Go Authors", "go.etcd.io/bbolt v", "Copyright (c) 2016 emersion",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q", want)
		}
	}
}

// Two builds give the same package. The package has the right modes, and lets dpkg run scripts that
// the shell understands.
func TestPackageIsReproducible_Slow(t *testing.T) {
	t.Setenv("LEVEL", "0")
	var packages []string
	for range 2 {
		packages = append(packages, strings.TrimSpace(run(t, "./build-deb", "amd64", t.TempDir())))
	}
	run(t, "cmp", packages[0], packages[1])
	list := run(t, "dpkg-deb", "--contents", packages[0])
	for _, want := range []string{
		`(?m)^drwxr-xr-x root/root .* \./$`,
		`(?m)^-rwxr-xr-x root/root .* \./usr/bin/ppamaild$`,
		`(?m)^-rw-r--r-- root/root .* \./lib/systemd/system/ppamaild\.service$`,
		`(?m)^-rw-r--r-- root/root .* \./usr/share/man/man1/ppamaild\.1\.gz$`,
		`(?m)^-rw-r--r-- root/root .* \./usr/share/doc/ppamaild/third-party\.gz$`,
	} {
		if !regexp.MustCompile(want).MatchString(list) {
			t.Errorf("no %s in\n%s", want, list)
		}
	}
	if said := run(t, "lintian", "--allow-root", "--fail-on", "error,warning", packages[0]); said != "" {
		t.Errorf("lintian: %s", said)
	}
	control := t.TempDir()
	run(t, "dpkg-deb", "--control", packages[0], control)
	for _, script := range []string{"postinst", "prerm", "postrm"} {
		run(t, "sh", "-n", filepath.Join(control, script))
	}
	unpacked := t.TempDir()
	run(t, "dpkg-deb", "--extract", packages[0], unpacked)
	program := filepath.Join(unpacked, "usr/bin/ppamaild")
	if said := run(t, program, "version"); !regexp.MustCompile(`^ppamaild \S+ \([0-9a-f]{12}, `).MatchString(said) {
		t.Error(said)
	}
	// The example configuration names the folder of the service.
	doc := filepath.Join(unpacked, "usr/share/doc/ppamaild")
	example, err := os.ReadFile(filepath.Join(doc, "examples/ppamaild.toml"))
	if err != nil || !strings.Contains(string(example), `path = "/var/lib/ppamaild/ppamaild.db"`) {
		t.Errorf("%v", err)
	}
}
