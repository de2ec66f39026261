package main

import (
	"net/http"
	"os/exec"
	"regexp"
	"testing"
	"time"
)

// The command make demo-console serves the console, and ends after a while.
func TestDemoConsole_Slow(t *testing.T) {
	t.Parallel()
	var out printed
	cmd := exec.CommandContext(t.Context(), "make", "demo-console", "DEMOTIME=90s")
	cmd.Dir, cmd.Stdout, cmd.Stderr = "../..", &out, &out
	cmd.Env = append(cmd.Environ(), "TMPDIR="+t.TempDir()) // the demo writes its files there
	noError(t, cmd.Start())
	at := regexp.MustCompile(`Open (http://\S+) in a browser`)
	for deadline := time.Now().Add(80 * time.Second); !at.MatchString(out.String()); {
		if time.Now().After(deadline) {
			t.Fatalf("the demo opens no console:\n%s", out.String())
		}
		time.Sleep(100 * time.Millisecond)
	}
	response, err := http.Get(at.FindStringSubmatch(out.String())[1] + "/sign-in")
	noError(t, err)
	noError(t, response.Body.Close())
	if response.StatusCode != http.StatusOK {
		t.Error(response.Status)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the demo ends with %v:\n%s", err, out.String())
	}
}
