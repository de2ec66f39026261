package bolt_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"ppamaild/store"
	"ppamaild/store/bolt"
	"ppamaild/store/bolt/bolttest"
)

// victim is the environment variable with the store's path. The variable turns the test binary
// into the process that TestKilled kills.
const victim = "PPAMAILD_TEST_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victim); path != "" {
		fmt.Fprintln(os.Stderr, writeForEver(path))
		os.Exit(1)
	}
	if path := os.Getenv(compactor); path != "" {
		fmt.Fprintln(os.Stderr, compactAt(path))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

const writers = 8

// writeForEver writes from several goroutines and prints a line after each acknowledged update.
// writeForEver returns only on an error.
func writeForEver(path string) error {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for i := range writers {
		go func() { failed <- writeThread(s, fmt.Sprintf("Q-%d", i)) }()
	}
	go func() { failed <- writeLarge(s) }()
	return <-failed
}

func writeThread(s *bolt.Store, thread string) error {
	for {
		var version uint64
		err := s.Update(context.Background(), func(tx store.Tx) error {
			h, err := tx.Head(thread)
			if errors.Is(err, store.ErrNotFound) {
				h, err = store.Head{Thread: thread, Status: store.ThreadRunning}, nil
			}
			_, appendErr := tx.Append(store.Entry{Thread: thread}, bytes.Repeat([]byte("x"), rand.IntN(3000)))
			var putErr error
			version, putErr = tx.PutHead(h)
			return errors.Join(err, appendErr, putErr)
		})
		if err != nil {
			return err
		}
		fmt.Printf("%s %d\n", thread, version)
	}
}

func writeLarge(s *bolt.Store) error {
	for {
		var c store.Cursor
		err := s.View(context.Background(), func(tx store.Tx) (err error) {
			if c, err = tx.Cursor("in"); errors.Is(err, store.ErrNotFound) {
				c, err = store.Cursor{Mailbox: "in"}, nil
			}
			return err
		})
		if err != nil {
			return err
		}
		c.LastUID++
		raw := bytes.NewReader(largeBody(c.LastUID))
		if _, err := s.AcceptLarge(context.Background(), store.Inbound{Mailbox: "in", UID: c.LastUID}, raw, c); err != nil {
			return err
		}
		fmt.Printf("in %d\n", c.LastUID)
	}
}

func largeBody(uid uint32) []byte {
	return bytes.Repeat([]byte{byte(uid)}, 600<<10)
}

// After a SIGKILL, acknowledged changes are complete, and others are complete or absent.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	for range 4 {
		acknowledged := killAfter(t, path, 100+rand.IntN(300))
		s := bolttest.MustOpenAt(t, path)
		err := s.View(t.Context(), func(tx store.Tx) error { return checkThreads(tx, acknowledged) })
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter runs writeForEver in a process and kills the process after n lines. killAfter
// returns the last number of each writer.
func killAfter(t *testing.T, path string, n int) map[string]uint64 {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), victim+"="+path)
	var complaint bytes.Buffer
	child.Stderr = &complaint
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	last := map[string]uint64{}
	lines := bufio.NewReader(out)
	for i := 0; ; i++ {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			break // a truncated line does not count
		}
		var name string
		var number uint64
		if _, err := fmt.Sscan(line, &name, &number); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		last[name] = number
		if i == n {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || complaint.Len() > 0 {
		t.Fatalf("the process ended by itself: %v, %s", err, &complaint)
	}
	return last
}

func checkThreads(tx store.Tx, acknowledged map[string]uint64) error {
	for i := range writers {
		thread := fmt.Sprintf("Q-%d", i)
		h, err := tx.Head(thread)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		var entries uint64
		err = tx.Journal(thread, 0, func(store.Entry, []byte) bool { entries++; return true })
		if err != nil {
			return err
		}
		if h.Version < acknowledged[thread] || entries != h.Version {
			return fmt.Errorf("%s is at version %d with %d entries; %d was acknowledged",
				thread, h.Version, entries, acknowledged[thread])
		}
	}
	return checkLarge(tx, uint32(acknowledged["in"]))
}

func checkLarge(tx store.Tx, acknowledged uint32) error {
	var last uint32
	var wrong error
	err := tx.InboundByStatus(store.InboundPending, 0, func(in store.Inbound) bool {
		raw, err := tx.InboundRaw(in.ID)
		if in.UID != last+1 || !bytes.Equal(raw, largeBody(in.UID)) {
			wrong = fmt.Errorf("message %d after %d has %d octets: %w", in.UID, last, len(raw), err)
		}
		last = in.UID
		return wrong == nil
	})
	if last < acknowledged {
		wrong = fmt.Errorf("message %d is the last; %d was acknowledged", last, acknowledged)
	}
	return errors.Join(err, wrong)
}
