package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A dry run says whether a store of each older format can be migrated, and changes nothing.
func TestStoreMigrate(t *testing.T) {
	self, err := os.Executable()
	noError(t, err)
	folders, err := filepath.Glob("../../daemon/testdata/stores/format-*")
	noError(t, err)
	newest := len(folders)
	for format := 1; format <= newest; format++ {
		dir := t.TempDir()
		noError(t, os.WriteFile(filepath.Join(dir, "ppamaild.toml"), []byte(agencyText), 0o600))
		path := filepath.Join(dir, "ppamaild.db")
		unpack(t, fmt.Sprintf("../../daemon/testdata/stores/format-%d/awaiting_customer.db.gz", format), path)
		says := func(args string) string {
			t.Helper()
			cmd := exec.CommandContext(t.Context(), self, strings.Fields(args)...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%s of format %d: %v\n%s", args, format, err, out)
			}
			return string(out)
		}
		before, err := os.ReadFile(path)
		noError(t, err)
		dry, backup := says("store migrate --dry-run"), says("backup kept.db")
		if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
			t.Errorf("a dry run and a backup change a store of format %d: %s%s", format, dry, backup)
		}
		run, again := says("store migrate"), says("store migrate")
		steps := fmt.Sprintf("igrated from format %d to %d", format, newest)
		if format < newest && (!strings.Contains(dry, steps) || !strings.Contains(run, steps)) ||
			!strings.HasPrefix(again, "Nothing to do") {
			t.Errorf("format %d: %s%s%s", format, dry, run, again)
		}
		if files, err := filepath.Glob(filepath.Join(dir, "*.part")); err != nil || len(files) > 0 {
			t.Errorf("left: %v, %v", files, err)
		}
		adopted, verified := says("store adopt"), says("threads verify")
		if !strings.Contains(adopted, "it belonged to quotes@agency.test/INBOX") {
			t.Errorf("format %d: %s", format, adopted)
		}
		if !strings.Contains(verified, "broken: 0") || strings.Contains(verified, "threads: 0") {
			t.Errorf("format %d: %s", format, verified)
		}
	}
}

func unpack(t *testing.T, from, to string) {
	t.Helper()
	packed, err := os.Open(from)
	noError(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	noError(t, err)
	raw, err := io.ReadAll(unpacked)
	noError(t, err)
	noError(t, os.WriteFile(to, raw, 0o600))
}
