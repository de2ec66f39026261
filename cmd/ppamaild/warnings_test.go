package main

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"

	"ppamaild/sandbox"
)

// The log has the configuration's warnings. With the JSON format, each line is JSON.
func TestWarningsAreLogged(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	appendTo(t, d.config, "[log]\nformat = \"json\"\n[privacy]\nretention_days = 30\n")
	noError(t, d.cmd.Process.Signal(syscall.SIGHUP))
	d.logged(t, `"msg":"ready"`)
	log, err := os.ReadFile(d.log)
	noError(t, err)
	warned := 0
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, "privacy.retention_days: found 30") {
			warned++
			if !strings.Contains(line, `"msg":"configuration warning"`) {
				t.Errorf("the warning has the wrong message: %s", line)
			}
			if !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
	}
	if warned != 1 {
		t.Errorf("found %d warnings, want 1", warned)
	}
}
