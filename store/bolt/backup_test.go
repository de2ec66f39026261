package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
)

// backUp writes and checks a backup.
func backUp(t *testing.T, s *Store, path string) error {
	t.Helper()
	return boltfile.Create(path, func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.Backup(t.Context(), f), f.Close(), checkFile(t.Context(), part, nil))
	})
}

// A backup during writes is the store as of one moment: each writer's head and journal agree,
// and earlier commits are included.
func TestBackupUnderLoad(t *testing.T) {
	const writers, backups = 8, 5
	s := mustOpen(t)
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	var committed [writers]uint64
	var mu sync.Mutex
	for i := range writers {
		wg.Go(func() {
			for n := uint64(1); ctx.Err() == nil; n++ {
				if err := s.Update(context.WithoutCancel(ctx), func(tx store.Tx) error { return turn(tx, fmt.Sprint("Q-", i), n) }); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				committed[i] = n
				mu.Unlock()
			}
		})
	}
	for b := range backups {
		mu.Lock()
		before := committed
		mu.Unlock()
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := backUp(t, s, path); err != nil {
			t.Fatalf("backup %d: %v", b, err)
		}
		agrees(t, path, before[:])
	}
	stop()
	wg.Wait()
}

// agrees checks that the writers' heads and journals have the same length, at least the
// committed length.
func agrees(t *testing.T, path string, committed []uint64) {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(t.Context(), func(stx store.Tx) error {
		for i, n := range committed {
			id := fmt.Sprint("Q-", i)
			_, version, err := stx.(*tx).storedHead(id)
			length, lengthErr := stx.JournalLength(id)
			if err := errors.Join(err, lengthErr); err != nil {
				return err
			}
			if version != length || version < n {
				t.Errorf("%s: version %d, journal %d, committed before %d", id, version, length, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A backup never replaces a file. An incomplete or damaged backup leaves no file.
func TestBackupIsWholeOrNotThere(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	dir := t.TempDir()
	there := filepath.Join(dir, "there.db")
	if err := os.WriteFile(there, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := backUp(t, s, there); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	cut := boltfile.Create(filepath.Join(dir, "cut.db"), func(part string) error {
		f, err := os.OpenFile(part, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.Backup(t.Context(), &upTo{f, 9000}), f.Close())
	})
	if !errors.Is(cut, io.ErrShortWrite) {
		t.Errorf("cut short: %v", cut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	good := filepath.Join(dir, "good.db")
	if err := backUp(t, s, good); err != nil {
		t.Error(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 2 {
		t.Errorf("the folder holds %v (%v)", list, err)
	}
	if info, err := os.Stat(good); err != nil || info.Mode() != 0o600 {
		t.Errorf("the backup is %v (%v)", info, err)
	}
}

// upTo fails after n bytes, like a full disk.
type upTo struct {
	io.Writer
	n int
}

func (w *upTo) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, io.ErrShortWrite
	}
	return w.Writer.Write(p)
}

// A compacted store has the same records and continues the numbering, in a smaller file. After
// the replacement, an earlier handle of the old file can't be used.
func TestCompact(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	large := bytes.Repeat([]byte("x"), 4<<20)
	add := func(s *Store) (id uint64) {
		err := s.Update(t.Context(), func(tx store.Tx) (err error) {
			id, err = tx.AddMail(store.Mail{Status: store.MailSent}, []byte("raw"))
			return errors.Join(err, tx.PutSecret("large", large))
		})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	last := add(s)
	large = nil
	add(s)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	err = boltfile.Replace(path, func(part string) error { return errors.Join(s.CompactTo(part), checkFile(t.Context(), part, nil)) })
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil || after.Size() > before.Size()/2 || after.Mode() != 0o600 {
		t.Errorf("%d octets, before %d; %v (%v)", after.Size(), before.Size(), after.Mode(), err)
	}
	again, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if next := add(again); next != last+2 {
		t.Errorf("the mail after %d has number %d", last+1, next)
	}
}

// A process that opened the file before its replacement and waited for the lock must not use
// the old file.
func TestOpenOfAReplacedFile(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	outcome := make(chan error)
	go func() {
		late, err := Open(path, Options{Timeout: 1 << 40})
		if err == nil {
			err = errors.Join(errors.New("opened"), late.Close())
		}
		outcome <- err
	}()
	for waiting := false; !waiting; { // until the old file is open
		fds, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, fd := range fds {
			if to, _ := os.Readlink("/proc/self/fd/" + fd.Name()); to == path {
				n++
			}
		}
		waiting = n == 2
	}
	err = errors.Join(boltfile.Replace(path, func(part string) error { return s.CompactTo(part) }), s.Close())
	if err != nil {
		t.Fatal(err)
	}
	if err := <-outcome; !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "replaced") {
		t.Error(err)
	}
}

// Reading changes nothing, even in a store with an older layout.
func TestReadOnly(t *testing.T) {
	path := seed(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkFile(t.Context(), path, nil); err != nil {
		t.Error(err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("checking changed the file (%v)", err)
	}
	tamper(t, path, func(b *bbolt.Tx) error {
		return errors.Join(b.DeleteBucket([]byte(correspondents)), put(&records{Tx: b}, about, formatKey(), format{Program: "ppamaild", Version: 1}))
	})
	if err := checkFile(t.Context(), path, nil); err != nil {
		t.Errorf("an older one: %v", err)
	}
	tamper(t, path, func(b *bbolt.Tx) error {
		return put(&records{Tx: b}, about, formatKey(), format{Program: "ppamaild", Version: formatVersion + 1})
	})
	if err := checkFile(t.Context(), path, nil); !errors.Is(err, store.ErrVersion) {
		t.Errorf("a newer one: %v", err)
	}
	none := filepath.Join(t.TempDir(), "none.db")
	if err := checkFile(t.Context(), none, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("none: %v", err)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("checking made a file")
	}
}

// The error about a locked store names the other process.
func TestLockedSaysBy(t *testing.T) {
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = Open(path, Options{Timeout: 1})
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d (", os.Getpid())) {
		t.Error(err)
	}
}
