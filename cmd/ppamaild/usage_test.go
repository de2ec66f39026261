package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"ppamaild/daemon/history"
	"ppamaild/sandbox"
	"ppamaild/sandbox/play"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// said runs a command and returns its exit code and its output.
func said(ctx context.Context, args ...string) (code int, text string) {
	var out bytes.Buffer
	code = execute(ctx, args, &out, &out)
	return code, out.String()
}

// The file of --config has a default, and no command is no error.
func TestFinding31CommandsNeedNoConfigurationArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PPAMAILD_CONFIG", "")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"", "Usage: ppamaild <command>", exitDone}, {"--version", "ppamaild ", exitDone},
		{"check", "no ./ppamaild.toml", exitUsage},
	} {
		code, text := said(t.Context(), strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%q: exit code %d:\n%s", c.args, code, text)
		}
	}
}

func TestFinding32CtrlCDuringTheStartIsNoError(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	file, err := play.WriteConfig(t.TempDir(), host)
	noError(t, err)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if code, text := said(ctx, "run", "--config", file); code != exitDone || strings.Contains(text, "canceled") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
}

func TestFinding33AMissingFileIsAnError(t *testing.T) {
	code, text := said(t.Context(), "inspect", "no-such-file.eml")
	if code != exitFailed || strings.Contains(text, "missing") || !strings.Contains(text, "no such file or directory") {
		t.Errorf("exit code %d:\n%s", code, text)
	}
	code, text = said(t.Context(), "inspect", "--json", "no-such-file.eml")
	if code != exitDone || !strings.Contains(text, `"error":"open no-such-file.eml: no such file or directory"`) {
		t.Errorf("with --json: exit code %d:\n%s", code, text)
	}
}

// The first start is not a warning. Level debug shows the steps of the mail protocols and of the
// planner.
func TestFindings34And35TheLogHasTheRightLevels(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host, "[log]\nlevel = \"debug\"\n")
	alice, err := sandbox.NewPerson(t.Context(), host, "Alice", play.Alice)
	noError(t, err)
	_, err = alice.Send(t.Context(), sandbox.Mail{To: []string{play.Quotes}, Subject: "A quote", Text: "My 2019 Honda Civic, please."})
	noError(t, err)
	for _, line := range []string{
		`level=INFO msg="created a new store"`, `level=DEBUG msg="read the folder; waiting for a change"`,
		"level=DEBUG msg=planned", `level=DEBUG msg="step of the agent"`, `level=DEBUG msg="offered a mail"`,
	} {
		d.logged(t, line)
	}
}

func TestFinding37ThreadsAreFiltered(t *testing.T) {
	now := time.Now()
	db := bolttest.MustOpen(t)
	noError(t, db.Update(t.Context(), func(tx store.Tx) (err error) {
		for _, h := range []store.Head{
			{Thread: "A", Status: store.ThreadAwaitingReview, UpdatedAt: now.Add(-48 * time.Hour), Participants: []string{"Alice@customer.test"}},
			{Thread: "B", Status: store.ThreadHandedOver, UpdatedAt: now, Participants: []string{"bob@customer.test"}},
			{Thread: "C", Status: store.ThreadHandedOver, UpdatedAt: now.Add(-time.Hour), Participants: []string{"alice@customer.test"}},
		} {
			_, putErr := tx.PutHead(h)
			err = errors.Join(err, putErr)
		}
		return err
	}))
	list := func(c threadsList) (ids []string) {
		found, err := history.Reader{Store: db}.Threads(t.Context(), c.query())
		noError(t, err)
		for _, t := range found {
			ids = append(ids, t.Thread)
		}
		return ids
	}
	for want, c := range map[string]threadsList{
		"ABC": {}, "BC": {Status: []string{"handed_over"}}, "AC": {Address: "alice@"}, "C": {Address: "alice@", Since: when{time.Now().Add(-24 * time.Hour)}}, "BCA": {Limit: 9}, "B": {Limit: 1},
		"CA": {Limit: 9, After: "b"}, "": {Limit: 1, After: "A"},
	} {
		if got := strings.Join(list(c), ""); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
}

func TestFinding40TheDemoIsShort(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	code, text := said(t.Context(), "demo")
	_, dir, _ := strings.Cut(text, "All files are in ")
	dir, _, found := strings.Cut(dir, ";")
	if n := strings.Count(text, "\n"); code != exitDone || n > 120 || !found {
		t.Errorf("exit code %d, %d lines:\n%s", code, n, text)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) < 5 {
		t.Errorf("%s: %v, %v", dir, files, err)
	}
}
