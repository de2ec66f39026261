package bolt

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/bolt/boltfile"
)

// metaSequence is the position of the transaction in a page with a meta.
const metaSequence = 16 + 48

// A truncated file of any length is refused. If the first meta is intact, bbolt would map
// missing pages.
func TestTruncated(t *testing.T) {
	whole, err := os.ReadFile(seed(t))
	if err != nil {
		t.Fatal(err)
	}
	page := os.Getpagesize()
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	used := usedPages(t, whole) * page
	for _, size := range []int{1, 79, 80, page, 2 * page, 2*page + 1, 3 * page, used / 2, used - page, used - 1} {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path, Options{})
		if size >= 80 && (!errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), "truncated")) {
			t.Errorf("%d octets of %d: %v", size, used, err)
		}
		if err == nil {
			t.Errorf("%d octets were opened", size)
		}
	}
	if err := os.WriteFile(path, whole[:used], 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatalf("all %d octets that are in use: %v", used, err)
	}
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Error(err)
	}
}

// usedPages returns bbolt's own count.
func usedPages(t *testing.T, file []byte) int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var size int64
	err = db.View(func(tx *bbolt.Tx) error { size = tx.Size(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return int(size) / os.Getpagesize()
}

// A power cut may damage one meta; then the other counts. Two damaged metas are an error.
func TestDamagedMeta(t *testing.T) {
	page := os.Getpagesize()
	tests := []struct {
		name    string
		damaged []int // pages
		cut     bool
		ok      bool
	}{
		{"first", []int{0}, false, true},
		{"second", []int{1}, false, true},
		{"both", []int{0, 1}, false, false},
		{"first, and cut short", []int{0}, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := seed(t)
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range test.damaged {
				file[n*page+metaSequence] ^= 1
			}
			if test.cut {
				file = file[:4*page]
			}
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := Open(path, Options{})
			switch {
			case test.ok && err != nil, !test.ok && !errors.Is(err, store.ErrCorrupt):
				t.Fatal(err)
			case test.ok:
				if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a store\n", 9000)), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "foreign.db")
	tamper(t, foreign, func(b *bbolt.Tx) error { _, err := b.CreateBucket([]byte("widgets")); return err })
	lookalike := filepath.Join(dir, "lookalike.db")
	tamper(t, lookalike, func(b *bbolt.Tx) error { _, err := b.CreateBucket([]byte(about)); return err })
	newer := seed(t)
	tamper(t, newer, func(b *bbolt.Tx) error {
		return put(&records{Tx: b}, about, formatKey(), format{Program: "ppamaild", Version: formatVersion + 1})
	})
	tests := []struct {
		path string
		is   error
	}{
		{text, boltfile.ErrNotOurs},
		{foreign, boltfile.ErrNotOurs},
		{lookalike, boltfile.ErrNotOurs},
		{newer, store.ErrVersion},
		{filepath.Join(dir, "no such folder", "ppamaild.db"), os.ErrNotExist},
	}
	for _, test := range tests {
		_, err := Open(test.path, Options{})
		if !errors.Is(err, test.is) || !strings.Contains(err.Error(), test.path) {
			t.Errorf("%s: %v, not %v", filepath.Base(test.path), err, test.is)
		}
	}
}

// A crash between creating the file and its layout leaves a usable file.
func TestOpenOfAnUnfinishedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "unfinished.db")
	if err := boltfile.Begin(path); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Error(err)
	}
	if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 1 {
		t.Errorf("these files are left: %v (%v)", files, err)
	}
}

// The rest of a damaged store never counts as a new store, because a new store would skip all
// mail since.
func TestOpenOfWhatIsLeft(t *testing.T) {
	dir := t.TempDir()
	empty, hidden, beside := filepath.Join(dir, "empty.db"), filepath.Join(dir, "hidden.db"), filepath.Join(dir, "beside.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// The older meta of a new store describes an empty store.
	db, err := bbolt.Open(hidden, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(b *bbolt.Tx) error { _, err := b.CreateBucket([]byte("all")); return err }), db.Close()); err != nil {
		t.Fatal(err)
	}
	damageMeta(t, hidden, 0) // meta of the second transaction
	for path, says := range map[string]string{empty: "the file is empty", hidden: "one of the first pages is damaged"} {
		for _, readOnly := range []bool{true, false} {
			_, err := Open(path, Options{ReadOnly: readOnly})
			if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	// In a copy without free pages, both metas describe all records.
	s, err := Open(seed(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.CompactTo(beside), s.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(beside)
	if err != nil {
		t.Fatal(err)
	}
	for page := range 2 {
		if err := os.WriteFile(beside, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		damageMeta(t, beside, page)
		s, err := Open(beside, Options{})
		if err != nil {
			t.Fatal(err)
		}
		err = s.View(t.Context(), func(tx store.Tx) error { _, err := tx.Head("Q-1"); return err })
		if err = errors.Join(err, s.Check(t.Context()), s.Close()); err != nil {
			t.Errorf("without meta %d: %v", page, err)
		}
	}
}

func damageMeta(t *testing.T, path string, page int) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[page*os.Getpagesize()+metaSequence] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// dropNew removes the parts of the layout that the formats after version added.
func dropNew(t *tx, version int) error {
	if version == 8 { // only the compression was different
		return put(t.records, about, formatKey(), format{Program: "ppamaild", Version: version})
	}
	var gone []bucket
	err := layoutOfFormat7(t)
	if version < 6 {
		gone = []bucket{
			headStatus, headEnded, headAddress, headTask, threadRefs, inboundFrom, reviewInbound,
		}
	}
	if version < 5 {
		gone = append(gone, runTimes)
	}
	if version < 4 {
		gone = append(gone, holds)
	}
	if version < 3 {
		gone = append(gone, mailWaiting, reviewOpen)
	}
	if version < 2 {
		gone = append(gone, correspondents)
	}
	if version < 5 {
		err = errors.Join(err, addressesOfFormat4(t))
	}
	for _, name := range gone {
		err = errors.Join(err, t.DeleteBucket([]byte(name)))
	}
	if version < 3 {
		err = errors.Join(err, queueOfFormat2(t))
	}
	return errors.Join(err, put(t.records, about, formatKey(), format{Program: "ppamaild", Version: version}))
}

// seedOf is seed with the layout of an older format.
func seedOf(t *testing.T, version int) string {
	t.Helper()
	path := seed(t)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(t.Context(), func(stx store.Tx) error {
		t := stx.(*tx)
		if version < 5 { // these formats had plain addresses as keys
			t.addresses = nil
		}
		return dropNew(newTx(t.records), version)
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// upgraded checks that the indexes of an upgraded seed are complete.
func upgraded(t *testing.T, s *Store) error {
	t.Helper()
	return errors.Join(s.Check(t.Context()), s.View(t.Context(), func(tx store.Tx) error {
		_, err := tx.Authenticated("lee@agency.test")
		list, listErr := tx.LatestHeads("", "", 9)
		if len(list) != 2 {
			listErr = errors.Join(listErr, fmt.Errorf("%d threads are listed", len(list)))
		}
		return errors.Join(err, listErr)
	}))
}

// A store of each older format can be checked as it is, and opening it for writing upgrades it.
func TestFinding6OpenUpgrades(t *testing.T) {
	for version := 1; version < formatVersion; version++ {
		path := seedOf(t, version)
		if err := checkFile(t.Context(), path, nil); err != nil {
			t.Errorf("checking format %d: %v", version, err)
		}
		for range 2 {
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(upgraded(t, s), s.Close()); err != nil {
				t.Errorf("format %d: %v", version, err)
			}
		}
	}
}

// Format 8 has all indexes, so a check finds a missing entry before the upgrade.
func TestCheckOfFormat8(t *testing.T) {
	path := seedOf(t, 8)
	tamper(t, path, func(b *bbolt.Tx) error {
		entries := b.Bucket([]byte(headStatus))
		key, _ := entries.Cursor().First()
		return entries.Delete(key)
	})
	if err := checkFile(t.Context(), path, nil); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a missing entry of an index: %v", err)
	}
}

// A crash between two transactions of an upgrade leaves a store that can be checked, and that
// the next Open completes.
func TestFinding6InterruptedUpgrade(t *testing.T) {
	for stop := 0; ; stop++ {
		path := seedOf(t, 4)
		more := true
		tamper(t, path, func(b *bbolt.Tx) error { return newTx(&records{Tx: b, rand: rand.Reader}).checkFormat() })
		for n := 0; n < stop && more; n++ {
			tamper(t, path, func(b *bbolt.Tx) (err error) {
				addresses := newTx(&records{Tx: b})
				key, err := addresses.Secret(secretAddresses)
				if err == nil {
					more, err = newTx(&records{Tx: b, addresses: key}).continueUpgrade(1)
				}
				return err
			})
		}
		if err := checkFile(t.Context(), path, nil); err != nil {
			t.Errorf("checking after %d transactions: %v", stop, err)
		}
		s, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(upgraded(t, s), s.Close()); err != nil {
			t.Errorf("after %d transactions: %v", stop, err)
		}
		if !more {
			if stop < 6 {
				t.Errorf("the upgrade took %d transactions", stop)
			}
			return
		}
	}
}

// layoutOfFormat7 stores payloads and ends of journals in buckets of their own, and files in the
// records of their mails.
func layoutOfFormat7(t *tx) (err error) {
	for _, name := range []bucket{journalPayloads, journalTails, headEnded} {
		_, createErr := t.CreateBucket([]byte(name))
		err = errors.Join(err, createErr)
	}
	for r, scanErr := range t.scan(journal, nil, nil) {
		err = errors.Join(err, scanErr)
		if !isTail(r.key) {
			err = errors.Join(err, t.put(journalPayloads, r.key, r.parts[1:]...),
				t.put(journal, r.key, r.parts[0]))
			continue
		}
		thread, _ := bkey.FirstName(r.key)
		err = errors.Join(err, t.put(journalTails, []byte(thread), r.parts...),
			t.delete(journal, r.key))
	}
	for r, scanErr := range t.scan(mailRaw, nil, nil) {
		plain := t.codec().Seal(string(mailRaw), r.key, r.parts...)
		err = errors.Join(err, scanErr, t.bucket(mailRaw).Put(r.key, plain))
	}
	for _, name := range []bucket{fileBytes, fileRefs} {
		err = errors.Join(err, t.DeleteBucket([]byte(name)))
	}
	return err
}

// addressesOfFormat4 stores records under plain addresses.
func addressesOfFormat4(t *tx) error {
	var err error
	for _, b := range []bucket{senders, correspondents, holds} {
		err = errors.Join(err, t.DeleteBucket([]byte(b)))
		_, createErr := t.CreateBucket([]byte(b))
		err = errors.Join(err, createErr)
	}
	return errors.Join(err, t.delete(secrets, []byte(secretAddresses)),
		t.PutAuthenticated("lee@agency.test", time.Now()),
		t.PutCorrespondent(store.Correspondent{Address: "a@customer.test"}),
		t.PutHold(store.Hold{On: "a@customer.test"}))
}

// queueOfFormat2 stores due mail in one index for all roles.
func queueOfFormat2(t *tx) error {
	var old []entry
	err := t.MailByStatus(store.MailQueued, func(m store.Mail) bool {
		old = append(old, entry{mailDue, bkey.Time(m.NextAt, bkey.ID(m.ID)), nil})
		return true
	})
	if len(old) == 0 {
		err = errors.Join(err, errors.New("no mail is queued"))
	}
	if err := errors.Join(err, t.DeleteBucket([]byte(mailDue))); err != nil {
		return err
	}
	if _, err := t.CreateBucket([]byte(mailDue)); err != nil {
		return err
	}
	return t.reindex(nil, old)
}

// TestTransactions: each commit counts, also in an open store. Reading does not count.
func TestTransactions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ppamaild.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before, err := boltfile.Transactions(path)
	for range 3 {
		err = errors.Join(err, s.Update(t.Context(), func(tx store.Tx) error { return tx.PutSecret("a", []byte("b")) }))
		err = errors.Join(err, s.View(t.Context(), func(store.Tx) error { return nil }))
	}
	after, failed := boltfile.Transactions(path)
	if err := errors.Join(err, failed); err != nil || after != before+3 {
		t.Errorf("three commits count %d: %v", after-before, err)
	}
}
