package bolt

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/codec/codectest"
)

const erasedWords = "born 03/04/1985 in Astoria"

// erasable returns a store with erased records of several sizes. read returns its file.
func erasable(t *testing.T) (s *Store, read func() []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{})
	noError(t, err)
	t.Cleanup(func() { noError(t, s.Close()) })
	noError(t, s.Update(t.Context(), func(tx store.Tx) error {
		for n := range 40 {
			raw := []byte(strings.Repeat(erasedWords+"\r\n", 1+n*n))
			uid := uint32(n + 1)
			id, err := tx.Accept(store.Inbound{Mailbox: inbox, UIDValidity: 1, UID: uid}, raw, store.Cursor{Mailbox: inbox, LastUID: uid})
			in, inErr := tx.Inbound(id)
			in.Status = store.InboundSetAside
			if err := errors.Join(err, inErr, tx.PutInbound(in)); err != nil {
				return err
			}
		}
		return nil
	}))
	return s, func() []byte {
		raw, err := codectest.ReadFile(path)
		noError(t, err)
		return raw
	}
}

func eraseAll(s *Store) error {
	return s.Update(context.Background(), func(tx store.Tx) error {
		for id := range uint64(40) {
			if err := tx.EraseInbound(id + 1); err != nil {
				return err
			}
		}
		return nil
	})
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// After Compact the file holds no erased data, and it is smaller.
func TestCompactLeavesNothingErased(t *testing.T) {
	s, read := erasable(t)
	noError(t, eraseAll(s))
	if !bytes.Contains(read(), []byte(erasedWords)) {
		t.Fatal("bbolt overwrites erased data, so nothing needs Compact")
	}
	noError(t, s.Compact(t.Context()))
	if n := bytes.Count(read(), []byte(erasedWords)); n > 0 {
		t.Errorf("the words are in the file %d times", n)
	}
	noError(t, s.Check(t.Context()))
}

// A commit that a crash interrupted leaves pages behind the last counted page.
func TestCompactDropsPagesBehindTheLast(t *testing.T) {
	s, read := erasable(t)
	noError(t, eraseAll(s))
	for _, at := range []int64{-int64(s.db.Info().PageSize), 7, 3 << 20} { // offset from the end of the file
		file, err := os.OpenFile(s.path, os.O_RDWR, 0)
		noError(t, err)
		is, err := file.Stat()
		noError(t, err)
		_, err = file.WriteAt([]byte(erasedWords), is.Size()+at)
		noError(t, errors.Join(err, file.Close()))
	}
	noError(t, s.Compact(t.Context()))
	if n := bytes.Count(read(), []byte(erasedWords)); n > 0 {
		t.Errorf("the words are in the file %d times", n)
	}
	noError(t, s.Check(t.Context()))
}

// Concurrent reads and writes succeed.
func TestCompactWhileInUse(t *testing.T) {
	s, read := erasable(t)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for ctx.Err() == nil {
				err := s.View(t.Context(), func(tx store.Tx) error {
					return tx.InboundByStatus(store.InboundSetAside, 0, func(in store.Inbound) bool {
						_, err := tx.InboundRaw(in.ID)
						return err == nil
					})
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			if err := s.Update(t.Context(), func(tx store.Tx) error {
				return tx.PutSecret("other", bytes.Repeat([]byte{byte(n)}, n%100*300))
			}); err != nil {
				t.Error(err)
			}
		}
	})
	noError(t, eraseAll(s))
	for ctx.Err() == nil {
		noError(t, s.Compact(t.Context()))
	}
	group.Wait()
	noError(t, s.Compact(t.Context()))
	if bytes.Contains(read(), []byte(erasedWords)) {
		t.Error("the words are in the file")
	}
	noError(t, s.Check(t.Context()))
}

// A reader that began before the erasure keeps its snapshot, and delays nothing.
func TestCompactKeepsSnapshots(t *testing.T) {
	s, read := erasable(t)
	noError(t, s.View(t.Context(), func(tx store.Tx) error {
		noError(t, eraseAll(s))
		for range 2 { // the second one replaces a file that has replaced another
			noError(t, s.Compact(t.Context()))
			if bytes.Contains(read(), []byte(erasedWords)) {
				t.Error("the words are in the file while somebody reads")
			}
		}
		raw, err := tx.InboundRaw(40)
		if !bytes.Contains(raw, []byte(erasedWords)) {
			t.Error("the snapshot of a reader lost its data")
		}
		return err
	}))
	noError(t, s.Compact(t.Context()))
	if bytes.Contains(read(), []byte(erasedWords)) {
		t.Error("the words are in the file")
	}
}

// No other process can open the store before, during or after Compact.
func TestCompactKeepsTheLock(t *testing.T) {
	s, _ := erasable(t)
	path := s.path
	var group sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	group.Go(func() {
		for ctx.Err() == nil {
			if other, err := Open(path, Options{Timeout: time.Millisecond}); !errors.Is(err, store.ErrLocked) {
				t.Errorf("somebody else opens it: %v", err)
				if err == nil {
					noError(t, other.Close())
				}
			}
		}
	})
	for range 20 {
		noError(t, s.Compact(t.Context()))
	}
	stop()
	group.Wait()
}

// Compact keeps a damaged store as it is, and leaves no copy of it.
func TestCompactRefusesDamage(t *testing.T) {
	s, read := erasable(t)
	noError(t, eraseAll(s))
	size := s.db.Info().PageSize
	noError(t, s.read(func(b *bbolt.Tx) error {
		for n := 2; ; n++ {
			page, err := b.Page(n)
			if err != nil || page == nil {
				return err
			}
			if page.Type != "leaf" {
				continue
			}
			file, err := os.OpenFile(s.path, os.O_RDWR, 0)
			noError(t, err)
			_, err = file.WriteAt(make([]byte, 16), int64(n*size)) // the header of the page
			noError(t, errors.Join(err, file.Close()))
			return nil
		}
	}))
	before := read()
	if err := s.Compact(t.Context()); err == nil {
		t.Error("a damaged store was compacted")
	}
	if !bytes.Equal(before, read()) {
		t.Error("the file changed")
	}
	files, err := filepath.Glob(s.path + "*")
	noError(t, err)
	if len(files) != 1 {
		t.Errorf("files: %q", files)
	}
}
