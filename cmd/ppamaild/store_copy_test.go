package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ppamaild/sandbox/postgres"
	"ppamaild/store"
	"ppamaild/store/bolt"
)

// A copy to PostgreSQL is killed after its first part, and again after each further part. Then it
// goes on to its end. The copy back has the same digest, and every journal verifies.
func TestKilledCopyGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "ppamaild.db")
	fillForCopy(t, file)
	dsn := postgres.Own(t).URL()
	config := filepath.Join(dir, "agency.toml")
	backends := fmt.Sprintf("path = %q\nbackend = \"postgres\"\ndsn = %q", file, dsn)
	text := strings.Replace(agencyText, `path = "ppamaild.db"`, backends, 1)
	noError(t, os.WriteFile(config, []byte(text), 0o600))
	copyTo := func(ctx context.Context, from, to string) *exec.Cmd {
		return exec.CommandContext(ctx, os.Args[0], "store", "copy", "--config", config, "--from", from, "--to", to)
	}
	killed := 0
	for killed < 6 && killAfterLine(t, copyTo(t.Context(), "bolt", "postgres")) {
		killed++
	}
	there, err := copyTo(t.Context(), "bolt", "postgres").CombinedOutput()
	if err != nil || killed < 3 {
		t.Fatalf("killed %d times; then %v: %s", killed, err, there)
	}
	noError(t, os.Rename(file, file+".old"))
	back, err := copyTo(t.Context(), "postgres", "bolt").CombinedOutput()
	if err != nil || verified(there) == "" || verified(there) != verified(back) {
		t.Fatalf("%v: %s\n%s", err, there, back)
	}
	for _, args := range [][]string{{"threads", "verify"}, {"store", "check"}} {
		out, err := exec.CommandContext(t.Context(), os.Args[0], append(args, "--config", config)...).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
}

// verified returns the digest that a copy printed.
func verified(out []byte) string {
	_, digest, _ := strings.Cut(string(out), "verified: ")
	digest, _, _ = strings.Cut(digest, ";")
	return digest
}

// killAfterLine starts a copy and kills it after its first line. It reports whether the copy was
// alive.
func killAfterLine(t *testing.T, run *exec.Cmd) bool {
	t.Helper()
	out, err := run.StdoutPipe()
	noError(t, err)
	run.Stderr = os.Stderr
	noError(t, run.Start())
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("the copy printed nothing: %v", err)
	}
	noError(t, run.Process.Kill())
	return run.Wait() != nil
}

// fillForCopy creates a store with threads, journals and mails.
func fillForCopy(t *testing.T, file string) {
	t.Helper()
	s, err := bolt.Open(file, bolt.Options{})
	noError(t, err)
	defer func() { noError(t, s.Close()) }()
	noError(t, s.Update(t.Context(), func(tx store.Tx) error {
		for i := range 500 {
			id := fmt.Sprintf("Q-%06d", i)
			if err := seedThread(tx, id, id+"@customer.test", store.ThreadCompleted); err != nil {
				return err
			}
			if err := seedMessage(tx, id, "ann", i+1); err != nil {
				return err
			}
			for n := range 4 {
				e := store.Entry{
					Thread: id, At: seeded, Source: store.SourceCustomer, Kind: "message",
					Actor: id + "@customer.test",
				}
				if _, err := tx.Append(e, fmt.Appendf(nil, "message %d", n)); err != nil {
					return err
				}
			}
			m := store.Mail{
				Thread: id, Status: store.MailSent, Kind: store.MailCustomer,
				MessageID: id + "@agency.test", To: []string{id + "@customer.test"},
			}
			number, err := tx.AddMail(m, []byte("Subject: your quote\r\n\r\nHello\r\n"))
			if err = errors.Join(err, tx.PutMessageID(m.MessageID, store.MessageRef{Thread: id, Mail: number})); err != nil {
				return err
			}
		}
		return nil
	}))
}
