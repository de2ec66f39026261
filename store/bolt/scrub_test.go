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

	"ppamaild/store"
)

const erasedWords = "born 03/04/1985 in Astoria"

// erasable is a store in which words were stored in records of several sizes, and
// erased; octets reads its file.
func erasable(t *testing.T) (s *Store, octets func() []byte) {
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
		raw, err := os.ReadFile(path)
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

// What was erased can't be found in the file any more.
func TestScrub(t *testing.T) {
	s, octets := erasable(t)
	noError(t, eraseAll(s))
	if !bytes.Contains(octets(), []byte(erasedWords)) {
		t.Fatal("bbolt overwrites by itself what was erased: there is no need of Scrub")
	}
	noError(t, s.Scrub(t.Context()))
	if n := bytes.Count(octets(), []byte(erasedWords)); n > 0 {
		t.Errorf("the words are in the file %d times", n)
	}
	noError(t, s.Check(t.Context()))
}

// A commit that a crash cut short has left pages behind the last that is counted.
func TestScrubBehindTheLastPage(t *testing.T) {
	s, octets := erasable(t)
	noError(t, eraseAll(s))
	for _, at := range []int64{-int64(s.db.Info().PageSize), 7, 3 << 20} { // of the end of the file
		is, err := s.file.Stat()
		noError(t, err)
		_, err = s.file.WriteAt([]byte(erasedWords), is.Size()+at)
		noError(t, err)
	}
	noError(t, s.Scrub(t.Context()))
	if n := bytes.Count(octets(), []byte(erasedWords)); n > 0 {
		t.Errorf("the words are in the file %d times", n)
	}
	noError(t, s.Check(t.Context()))
}

// Whoever reads and writes meanwhile notices nothing.
func TestScrubWhileInUse(t *testing.T) {
	s, octets := erasable(t)
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
		noError(t, s.Scrub(t.Context()))
	}
	group.Wait()
	noError(t, s.Scrub(t.Context()))
	if bytes.Contains(octets(), []byte(erasedWords)) {
		t.Error("the words are in the file")
	}
	noError(t, s.Check(t.Context()))
}

// Nothing is overwritten that somebody reads, who began before it was erased.
func TestScrubWaitsForReaders(t *testing.T) {
	s, octets := erasable(t)
	noError(t, s.View(t.Context(), func(tx store.Tx) error {
		noError(t, eraseAll(s))
		for range 2 { // also the one that comes after another was held up
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer stop()
			if err := s.Scrub(ctx); !errors.Is(err, errBusy) {
				t.Errorf("with a reader: %v", err)
			}
		}
		raw, err := tx.InboundRaw(40)
		if !bytes.Contains(raw, []byte(erasedWords)) {
			t.Error("what was being read is gone")
		}
		return err
	}))
	noError(t, s.Scrub(t.Context()))
	if bytes.Contains(octets(), []byte(erasedWords)) {
		t.Error("the words are in the file")
	}
}
