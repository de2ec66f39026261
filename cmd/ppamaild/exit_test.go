package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ppamaild/sandbox"
	"ppamaild/sandbox/mailstack"
	"ppamaild/sandbox/play"
)

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		args string
		want int
	}{
		{"version", exitDone},
		{"--help", exitDone},
		{"inspect --json no-such-file.eml", exitDone},
		{"", exitDone}, // help
		{"inspect --no-such-flag x", exitUsage},
		{"run --config no-such-file.toml", exitUsage},
		{"threads show --config no-such-file.toml Q-222222", exitUsage},
	} {
		var out bytes.Buffer
		if got := execute(t.Context(), strings.Fields(test.args), &out, &out); got != test.want {
			t.Errorf("ppamaild %s: exit code %d, want %d\n%s", test.args, got, test.want, &out)
		}
	}
}

// check tries each server; a wrong password gives an error with advice.
func TestCheck(t *testing.T) {
	stack := mailstack.Own(t)
	file, err := play.WriteConfig(t.TempDir(), stack)
	noError(t, err)
	var out bytes.Buffer
	if code := execute(t.Context(), []string{"check", "--config", file, "--send", play.Quotes}, &out, &out); code != exitDone {
		t.Errorf("exit code %d\n%s", code, &out)
	}
	if !strings.Contains(out.String(), "\nok    probe to "+play.Quotes+": arrived in ") {
		t.Errorf("no test mail:\n%s", &out)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	noError(t, err)
	defer full.Close()
	out.Reset()
	if code := execute(t.Context(), []string{"check", "--config", file}, full, &out); code != exitFailed || !strings.Contains(out.String(), "no space left") {
		t.Errorf("without room for the output, exit code %d\n%s", code, &out)
	}
	config, err := os.ReadFile(file)
	noError(t, err)
	_, password := stack.Account(play.Quotes)
	wrong := strings.Replace(string(config), `"`+password+`"`, `"wrong"`, 1)
	wrong = strings.Replace(wrong, `"ppamaild.db"`, `"nowhere/ppamaild.db"`, 1)
	noError(t, os.WriteFile(file, []byte(wrong), 0o600))
	out.Reset()
	if code := execute(t.Context(), []string{"check", "--config", file}, &out, &out); code != exitFailed {
		t.Errorf("exit code %d with a wrong password\n%s", code, &out)
	}
	if !strings.Contains(out.String(), "FAIL  store: ") {
		t.Errorf("it does not tell of a store that can't be made:\n%s", &out)
	}
	if n := strings.Count(out.String(), "FAIL  IMAP "+play.Quotes); n != 1 || strings.Contains(out.String(), "wrong") {
		t.Errorf("it says:\n%s", &out)
	}
}

// Commands ask a running daemon. Without a daemon, commands open the store.
func TestThreadsWithAndWithoutTheDaemon(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	if info, err := os.Stat(filepath.Join(filepath.Dir(d.config), "ppamaild.db.sock")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the control socket: %v %v", info, err)
	}
	alice, err := sandbox.NewPerson(t.Context(), host, "Alice", play.Alice)
	noError(t, err)
	_, err = alice.Send(t.Context(), sandbox.Mail{To: []string{play.Quotes}, Subject: "A quote", Text: "My 2019 Honda Civic, please."})
	noError(t, err)

	list := func() string {
		var out bytes.Buffer
		if code := execute(t.Context(), []string{"threads", "list", "--config", d.config}, &out, &out); code != exitDone {
			t.Fatalf("exit code %d\n%s", code, &out)
		}
		return out.String()
	}
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(list(), "awaiting_review") && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	running := list()
	if !strings.Contains(running, play.Alice) {
		t.Fatalf("threads list:\n%s", running)
	}
	id := strings.Fields(strings.Split(running, "\n")[1])[0]
	none := func() (said []string) {
		for _, odd := range []string{"Q-ZZZZZZ", id + "?", id + "#1", "100%"} {
			var out bytes.Buffer
			code := execute(t.Context(), []string{"threads", "show", "--config", d.config, odd}, &out, &out)
			said = append(said, fmt.Sprint(code, " ", &out))
		}
		return said
	}
	asked := none()
	noError(t, d.stop())
	if stopped := list(); stopped != running {
		t.Errorf("without the daemon:\n%s\nwith it:\n%s", stopped, running)
	}
	if stopped := none(); !slices.Equal(stopped, asked) {
		t.Errorf("of threads that there are not, without the daemon:\n%q\nwith it:\n%q", stopped, asked)
	}
	var out bytes.Buffer
	if code := execute(t.Context(), []string{"threads", "show", "--config", d.config, strings.ToLower(id)}, &out, &out); code != exitDone || !strings.Contains(out.String(), "digests verified") {
		t.Errorf("threads show: exit code %d\n%s", code, &out)
	}
	if code := execute(t.Context(), []string{"threads", "show", "--config", d.config, "Q-ZZZZZZ"}, &out, &out); code != exitFailed {
		t.Errorf("threads show of none: exit code %d", code)
	}
	noError(t, d.start(t.Context()))
}

// SIGHUP loads a new configuration. A configuration with mistakes changes nothing. The same
// holds for another store, for keys that can't open the store, and for a metrics address
// that is in use.
func TestReload(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	good, err := os.ReadFile(d.config)
	noError(t, err)
	reload := func(config, says string, times int) {
		t.Helper()
		noError(t, os.WriteFile(d.config, []byte(config), 0o600))
		noError(t, d.cmd.Process.Signal(syscall.SIGHUP))
		d.loggedTimes(t, says, times)
	}
	d.logged(t, "created a new store")
	key := strings.Repeat("A", 43) + "="
	noError(t, os.WriteFile(filepath.Join(filepath.Dir(d.config), "store.key"), []byte(key), 0o600))
	const path = `path = "ppamaild.db"`
	elsewhere := strings.Replace(string(good), path, `path = "nowhere/ppamaild.db"`, 1)
	database := strings.Replace(string(good), path, path+"\nbackend = \"postgres\"\ndsn = \"postgres://127.0.0.1:1/a\"", 1)
	encrypted := strings.Replace(string(good), path, path+"\nencryption_key_file = \"store.key\"", 1)

	reload(string(good)+"nonsense = 1\n", "keeping the previous one", 1)
	reload(elsewhere, "until a restart", 1)
	reload(database, "until a restart", 2)
	reload(encrypted+"[log]\nformat = \"json\"\n", `"msg":"ready"`, 1)
	reload(string(good), "can't use the new configuration; keeping the previous one", 1)
	d.loggedTimes(t, `"msg":"ready"`, 2)
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	noError(t, err)
	t.Cleanup(func() { noError(t, taken.Close()) })
	reload(encrypted+"[metrics]\nlisten = \""+taken.Addr().String()+"\"\n", "metrics.listen: listen tcp", 1)
	d.loggedTimes(t, `"msg":"ready"`, 3)
	if log, err := os.ReadFile(d.log); err != nil || strings.Count(string(log), "created a new store") != 1 {
		t.Errorf("a store was made anew (%v):\n%s", err, log)
	}
	noError(t, d.cmd.Process.Signal(syscall.SIGTERM))
	d.logged(t, `"msg":"stopped"`)
}

// logged waits until the daemon's log contains the words.
func (p *process) logged(t *testing.T, words string) {
	t.Helper()
	p.loggedTimes(t, words, 1)
}

// loggedTimes waits until the log contains the words the given number of times.
func (p *process) loggedTimes(t *testing.T, words string, times int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		log, err := os.ReadFile(p.log)
		noError(t, err)
		if strings.Count(string(log), words) >= times {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the log does not say %q (%d times)", words, times)
		}
	}
}

// An incomplete command is a usage error, even without a readable configuration. Asking for
// help is not an error.
func TestUsage(t *testing.T) {
	for command, want := range map[string]struct {
		code int
		says string
	}{
		"hold":                            {exitUsage, "an address, a thread or --list is required"},
		"hold --list alice@customer.test": {exitUsage, "--list shows all holds and only allows --json"},
		"hold --list --release":           {exitUsage, "--list shows all holds and only allows --json"},
		"login nowhere":                   {exitUsage, `<section> must be one of "mailbox.customer",`},
		"hold alice@customer.test":        {exitUsage, "none.toml"},
	} {
		var out bytes.Buffer
		code := execute(t.Context(), append(strings.Fields(command), "--config", "none.toml"), &out, &out)
		if code != want.code || !strings.Contains(out.String(), want.says) {
			t.Errorf("%s: exit code %d, not %d with %q:\n%s", command, code, want.code, want.says, &out)
		}
	}
	for command, says := range map[string]string{"help": "outbox release", "help outbox drop": "Delete an unsent message"} {
		var out bytes.Buffer
		if code := execute(t.Context(), strings.Fields(command), &out, &out); code != exitDone || !strings.Contains(out.String(), says) {
			t.Errorf("%s: exit code %d, without %q:\n%s", command, code, says, &out)
		}
	}
}

// Only one daemon works on a store. A second daemon ends with an error that names the first.
func TestSecondDaemonIsRefused(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	for _, command := range []string{"run", "store compact"} {
		var out bytes.Buffer
		code := execute(t.Context(), append(strings.Fields(command), "--config", d.config), &out, &out)
		if says := fmt.Sprintf("in use by another process: process %d (", d.cmd.Process.Pid); code != exitFailed || !strings.Contains(out.String(), says) {
			t.Errorf("%s: exit code %d, not %q:\n%s", command, code, says, &out)
		}
	}
}

// TestFrozenDaemon_Slow: if a daemon holds the store and does not answer, each command that
// needs the store reports the daemon within seconds.
func TestFrozenDaemon_Slow(t *testing.T) {
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	noError(t, d.cmd.Process.Signal(syscall.SIGSTOP))
	defer func() { noError(t, d.cmd.Process.Signal(syscall.SIGCONT)) }()
	backup := filepath.Join(t.TempDir(), "kept.db")
	noError(t, os.WriteFile(backup, nil, 0o600))
	says := []string{fmt.Sprintf("in use by another process: process %d (", d.cmd.Process.Pid), "The daemon does not answer on "}
	var all sync.WaitGroup
	for _, command := range []string{
		"threads list", "check", "store check", "backup " + backup + ".new", "store compact --to " + backup + ".new", "restore --replace " + backup,
	} {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var out bytes.Buffer
			code := execute(ctx, append(strings.Fields(command), "--config", d.config), &out, &out)
			for _, says := range says {
				if code != exitFailed || !strings.Contains(out.String(), says) || strings.Contains(out.String(), "with --to") {
					t.Errorf("%s: exit code %d, not %q:\n%s", command, code, says, &out)
				}
			}
		})
	}
	all.Wait()
}

// While the daemon runs, backup and check use a copy of the store, and a restore is refused.
func TestBackupOfARunningDaemon(t *testing.T) {
	t.Parallel()
	host, err := sandbox.NewHost(sandbox.Options{Accounts: sandbox.DefaultAccounts()})
	noError(t, err)
	t.Cleanup(func() { noError(t, host.Close()) })
	d := serve(t, host)
	dir := t.TempDir()
	for _, test := range []struct {
		command, says string
		code          int
	}{
		{"backup --config CONFIG DIR/kept.db", "MB, verified)", exitDone},
		{"store check --config CONFIG", "is sound", exitDone},
		{"store compact --config CONFIG --to DIR/small.db", "small.db (", exitDone},
		{"restore --config CONFIG --replace DIR/kept.db", "stop it before you restore", exitFailed},
	} {
		var out bytes.Buffer
		args := strings.NewReplacer("CONFIG", d.config, "DIR", dir).Replace(test.command)
		if code := execute(t.Context(), strings.Fields(args), &out, &out); code != test.code || !strings.Contains(out.String(), test.says) {
			t.Errorf("%s: exit code %d, not %d with %q:\n%s", test.command, code, test.code, test.says, &out)
		}
	}
	beside, err := filepath.Glob(filepath.Join(filepath.Dir(d.config), "*.part"))
	if err != nil || len(beside) > 0 {
		t.Errorf("left beside the store: %v (%v)", beside, err)
	}
}
