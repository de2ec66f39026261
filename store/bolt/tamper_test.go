package bolt

import (
	"errors"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chain"
)

// Each change keeps all checksums valid but breaks the journal or a relation between records.
// VerifyJournal and Check must notice.
func TestTampered(t *testing.T) {
	entry := func(tx *tx, seq uint64, change func(*store.Entry)) error {
		e, a, err := tx.stored("Q-1", seq)
		key := bkey.Number("Q-1", seq)
		change(&e)
		return errors.Join(err, put(tx.records, journal, key, e, a.Salt, a.Payload, a.NamesSalt))
	}
	tests := []struct {
		name    string
		journal string // error of VerifyJournal; empty: none
		change  func(*tx) error
	}{
		{"entry rewritten", "entry 2: has the wrong hash", func(tx *tx) error {
			return entry(tx, 2, func(e *store.Entry) { e.Kind = "another" })
		}},
		{"entry rewritten with its hash", "entry 3: has the wrong hash of the entry before", func(tx *tx) error {
			return entry(tx, 2, func(e *store.Entry) { e.Kind = "another"; e.Hash = e.ComputeHash() })
		}},
		{"actor rewritten", "entry 2: has the wrong digest of its names", func(tx *tx) error {
			return entry(tx, 2, func(e *store.Entry) { e.Actor = "someone else" })
		}},
		{"actor rewritten and called erased", "entry 2: has the wrong digest of its names", func(tx *tx) error {
			return entry(tx, 2, func(e *store.Entry) { e.Actor, e.Nameless = "someone else", true })
		}},
		{"names erased and the rest rewritten", "entry 2: has the wrong hash", func(tx *tx) error {
			return errors.Join(tx.EraseNames("Q-1", 2), entry(tx, 2, func(e *store.Entry) { e.Kind = "another" }))
		}},
		{"old entry rewritten", "entry 4: has the wrong hash", func(tx *tx) error {
			return errors.Join(oldEntry(tx, "Q-1"), entry(tx, 4, func(e *store.Entry) { e.Actor = "someone else" }))
		}},
		{"entry removed", "entry 3: does not follow entry 1", func(tx *tx) error {
			return tx.delete(journal, bkey.Number("Q-1", 2))
		}},
		{"last entry removed", "ends at entry 2, not 3", func(tx *tx) error {
			return tx.delete(journal, bkey.Number("Q-1", 3))
		}},
		{"payload rewritten", "entry 2: has the wrong digest of its payload", func(tx *tx) error {
			e, a, err := tx.stored("Q-1", 2)
			a.Payload = []byte("another")
			return errors.Join(err, tx.putEntry(e, a))
		}},
		{"payload removed", "is malformed", func(tx *tx) error {
			r, err := tx.one(journal, bkey.Number("Q-1", 2))
			return errors.Join(err, tx.put(journal, bkey.Number("Q-1", 2), r.parts[0]))
		}},
		{"tail removed", "ends at entry 3, not 0", func(tx *tx) error {
			return tx.delete(journal, tailKey("Q-1"))
		}},
		{"index entry missing", "", func(tx *tx) error { return tx.delete(mailThread, bkey.Number("Q-1", 1)) }},
		{"index entry too many", "", func(tx *tx) error { return tx.put(mailThread, bkey.Number("Q-1", 9), nil) }},
		{"index entry of another", "", func(tx *tx) error {
			return tx.put(inboundUID, bkey.UID(inbox, 1, 1), bkey.ID(7))
		}},
		{"chunk missing", "", func(tx *tx) error { return tx.delete(inboundRaw, bkey.Chunk(bkey.UID(inbox, 1, 1), 0)) }},
		{"chunk too many", "", func(tx *tx) error { return tx.put(inboundRaw, bkey.Chunk(bkey.UID(inbox, 1, 1), 1), nil) }},
		{"mail rewritten", "", func(tx *tx) error { return tx.put(mailRaw, bkey.ID(1), []byte("RAW")) }},
		{"mail removed", "", func(tx *tx) error { return tx.delete(mails, bkey.ID(1)) }},
		{"record of another key", "", func(tx *tx) error {
			return put(tx.records, heads, []byte("Q-2"), store.Head{Thread: "Q-1"}, nil, bkey.ID(0))
		}},
		{"head of two versions", "", func(tx *tx) error {
			return put(tx.records, heads, []byte("Q-1"), store.Head{Thread: "Q-1", Version: 1}, nil, bkey.ID(2))
		}},
		{"numbering set back", "", func(tx *tx) error { return tx.bucket(mails).SetSequence(0) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := Open(seed(t), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Update(t.Context(), func(t store.Tx) error { return test.change(t.(*tx)) }); err != nil {
				t.Fatal(err)
			}
			if err := s.Check(t.Context()); !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("checking: %v", err)
			}
			err = s.View(t.Context(), func(tx store.Tx) error { return tx.VerifyJournal("Q-1") })
			if test.journal == "" && err != nil ||
				test.journal != "" && (!errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), test.journal)) {
				t.Errorf("verifying the journal: %v", err)
			}
		})
	}
}

// oldEntry appends an entry in format 3, without Names.
func oldEntry(t *tx, thread string) error {
	end, err := t.tail(thread)
	e := store.Entry{
		Thread: thread, Seq: end.Seq + 1, Source: store.SourceCustomer, Kind: "message",
		Actor: "alice@customer.test", Prev: end.Hash,
	}
	salt := [store.SaltSize]byte{1}
	e.Digest = store.PayloadDigest(salt, []byte("old"))
	e.Hash = e.ComputeHash()
	a := chain.Apart{Salt: salt[:], Payload: []byte("old")}
	end = chain.Tail{Seq: e.Seq, Hash: e.Hash}
	return errors.Join(err, t.putEntry(e, a), t.putTail(thread, end))
}

// Entries by an older program are verified by their own rules and can be erased.
func TestOldEntries(t *testing.T) {
	s, err := Open(seed(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Update(t.Context(), func(stx store.Tx) error {
		tx := stx.(*tx)
		err := oldEntry(tx, "Q-1")
		_, appendErr := tx.Append(store.Entry{Thread: "Q-1"}, nil)
		err = errors.Join(err, appendErr, tx.VerifyJournal("Q-1"))
		for _, erase := range []func(string, uint64) error{tx.Erase, tx.EraseNames} {
			err = errors.Join(err, erase("Q-1", 4), tx.VerifyJournal("Q-1"))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A number that is assigned twice would overwrite a record.
func TestNumberingSetBackIsRefused(t *testing.T) {
	s, err := Open(seed(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Update(t.Context(), func(stx store.Tx) error {
		tx := stx.(*tx)
		if err := tx.bucket(mails).SetSequence(0); err != nil {
			return err
		}
		_, err := tx.AddMail(store.Mail{Status: store.MailQueued}, nil)
		return err
	})
	if !errors.Is(err, store.ErrCorrupt) {
		t.Error(err)
	}
}

// A valid record under another key is refused.
func TestStrayRecord(t *testing.T) {
	path := seed(t)
	tamper(t, path, func(btx *bbolt.Tx) error {
		b := btx.Bucket([]byte(heads))
		return b.Put([]byte("Q-2"), b.Get([]byte("Q-1")))
	})
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(t.Context(), func(tx store.Tx) error { _, err := tx.Head("Q-2"); return err })
	if !errors.Is(err, store.ErrCorrupt) {
		t.Error(err)
	}
}
