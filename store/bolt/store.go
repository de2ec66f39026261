package bolt

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"syscall"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/failpoint"
	"ppamaild/store"
	"ppamaild/store/bolt/boltfile"
	"ppamaild/store/committer"
	"ppamaild/store/crypt"
)

// Options are the choices of Open.
type Options struct {
	Timeout  time.Duration // how long to wait for another process to close the file; 0: one second
	ReadOnly bool          // change nothing, not even an older layout; for Check and Backup
	Keys     *crypt.Ring   // the newest key encrypts; nil: no encryption
}

// Store implements store.Store.
type Store struct {
	mu        sync.RWMutex
	db        *bbolt.DB      // Compact replaces it; protected by mu, and by the committer's turn
	old       sync.WaitGroup // replaced files that are not closed yet
	path      string         // of the file, without symbolic links
	rand      io.Reader      // source of salt for the journal
	keys      *crypt.Ring
	addresses []byte // see records
	committer *committer.Committer
}

// Open opens the store at path, or creates it in an existing folder.
//
// Errors: store.ErrLocked if another process has it open. store.ErrCorrupt if the file is
// truncated or damaged. store.ErrVersion if a newer program wrote it. store.ErrKey if a key is
// missing. Another error says that the file is not a store.
func Open(path string, o Options) (*Store, error) {
	s, err := open(path, o)
	if err != nil {
		return nil, fmt.Errorf("opening store %s: %w", path, err)
	}
	return s, nil
}

func open(path string, o Options) (s *Store, err error) {
	var opened *os.File
	defer func() { // bbolt panics on damaged pages, and faults on missing ones
		if p := recover(); p != nil {
			err = boltfile.Unfit(fmt.Sprintf("the pages are damaged (%v); restore a backup", p))
			// The file stays mapped into memory, and would stay locked.
			err = errors.Join(err, syscall.Flock(int(opened.Fd()), syscall.LOCK_UN), opened.Close())
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	h, err := boltfile.Inspect(path)
	if err == nil && h == (boltfile.Header{}) && o.ReadOnly {
		err = os.ErrNotExist
	}
	if err == nil && h == (boltfile.Header{}) {
		err = boltfile.Begin(path)
	}
	if err != nil {
		return nil, err
	}
	db, err := boltfile.Open(path, o.Timeout, o.ReadOnly, &opened)
	if err != nil {
		return nil, err
	}
	s = &Store{db: db, path: path, rand: rand.Reader, keys: o.Keys}
	s.committer = committer.New(s.run, s.attempt)
	if h.Alone && boltfile.HidesAll(db) {
		return nil, errors.Join(boltfile.Unfit("one of the first pages is damaged, and the other describes an empty store; restore a backup, or remove the file if it never had data"), db.Close())
	}
	if o.ReadOnly {
		err = db.View(func(b *bbolt.Tx) error { return s.identify(s.tx(b)) })
	} else {
		err = s.prepare(path, h)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// Close waits for running transactions and closes the file.
func (s *Store) Close() error {
	_ = boltfile.SaveFreeList(s.current()) // without the list, the next Open is slower
	err := s.current().Close()
	s.old.Wait()
	if err != nil {
		return fmt.Errorf("closing store: %w", err)
	}
	return nil
}

// current returns the open file.
func (s *Store) current() *bbolt.DB {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.db
}

// read runs fn on a snapshot of the current file.
func (s *Store) read(fn func(*bbolt.Tx) error) error {
	s.mu.RLock() // until the transaction begins: it keeps a replaced file open
	b, err := s.db.Begin(false)
	s.mu.RUnlock()
	if err != nil {
		return err
	}
	defer func() { _ = b.Rollback() }() // also after a panic of fn
	return fn(b)
}

// Expect implements store.Tx. A read of a file gains nothing from other reads.
func (*tx) Expect(store.Wanted) {}

// View implements store.Store.
func (s *Store) View(ctx context.Context, fn func(store.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.read(func(b *bbolt.Tx) error { return fn(s.tx(b)) })
}

func (s *Store) tx(b *bbolt.Tx) *tx {
	return newTx(&records{b, s.rand, s.keys, s.addresses})
}

// Backup writes a complete copy of the store, as of one moment, to w. Others can read and
// write meanwhile. Many writes during a backup make the file grow.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	err := s.read(func(b *bbolt.Tx) error { return boltfile.Write(ctx, w, b) })
	if err != nil {
		return fmt.Errorf("copying the store: %w", err)
	}
	return nil
}

// prepare lays out a new file, or checks that an old file is ours. An empty file is left over
// from a process that died while it created the store.
func (s *Store) prepare(path string, h boltfile.Header) error {
	failpoint.Before(failpoint.Open)
	err := s.db.Update(func(b *bbolt.Tx) (err error) {
		t := s.tx(b)
		if boltfile.IsEmpty(b) {
			err = t.layOut()
		}
		if err == nil {
			err = s.identify(t)
		}
		if err == nil {
			err = t.dropPartial()
		}
		return err
	})
	failpoint.After(failpoint.Open)
	if err == nil {
		err = s.finishUpgrade()
	}
	if err == nil {
		err = boltfile.RemoveCopies(path)
	}
	if err != nil {
		return err
	}
	if h == (boltfile.Header{}) {
		return boltfile.SyncFolder(filepath.Dir(path))
	}
	return nil
}

// identify checks that the file is a store and that its keys are present.
func (s *Store) identify(t *tx) (err error) {
	if err := t.checkFormat(); err != nil {
		return err
	}
	if err := t.checkKeys(); err != nil {
		return err
	}
	s.addresses, err = t.Secret(secretAddresses)
	if errors.Is(err, store.ErrNotFound) && !t.Writable() { // written by an older program
		return nil
	}
	return err
}
