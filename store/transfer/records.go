package transfer

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/chain"
)

// The records that package store has no type for.
type (
	secret struct {
		Name  string
		Value []byte
	}
	// single has the records that a store has once.
	single struct {
		Restored  *store.Restoration
		LastEvent uint64
	}
	message struct {
		store.Inbound
		Raw []byte
	}
	fingerprint struct {
		Sum     [32]byte
		Inbound uint64
	}
	sender struct {
		Address string
		Proven  time.Time
	}
	messageID struct {
		ID  string
		Ref store.MessageRef
	}
	entry struct {
		store.Entry
		Apart chain.Apart
	}
	mail struct {
		store.Mail
		Raw []byte
	}
)

// load reads a record. A resumed copy skips records without reading them.
type load func() (any, error)

// part is a part of a store. read calls fn for each record, always in the same order.
type part struct {
	name string
	read func(tx Tx, fn func(load) error) error
}

// parts returns the parts in the order of copying. Cursors follow the messages, and single
// records the events, because the import of messages changes cursors, and the import of events
// changes single records.
func parts() []part {
	return []part{
		{"secrets", readSecrets}, {"messages", readMessages}, {"cursors", readCursors},
		{"fingerprints", readFingerprints}, {"senders", readSenders},
		{"correspondents", readCorrespondents}, {"holds", readHolds}, {"run times", readRunTimes},
		{"Message-IDs", readMessageIDs}, {"threads", readHeads}, {"events", readEvents},
		{"settings", readSingle}, {"journal entries", readJournals}, {"effects", readEffects},
		{"mails", readMails}, {"reviews", readReviews}, {"timers", readTimers},
	}
}

// readNamed reads a record for each key of a list.
func readNamed[T any](tx Tx, of List, fn func(load) error, get func(name string) (T, error)) error {
	return tx.Each(of, func(key, _ []byte) error {
		name := string(key)
		return fn(func() (any, error) { return get(name) })
	})
}

// readAddressed reads a record for each address of a list. The keys are digests, so the address
// is in the record.
func readAddressed[T any](
	tx Tx, of List, fn func(load) error, get func(address string) (T, error),
) error {
	return tx.Each(of, func(_, value []byte) error {
		var v struct {
			Address string `json:"address"`
		}
		if err := json.Unmarshal(value, &v); err != nil {
			return fmt.Errorf("a record without an address: %w: %w", store.ErrCorrupt, err)
		}
		return fn(func() (any, error) { return get(v.Address) })
	})
}

// passEach passes the values of a walk on.
func passEach[T any](fn func(load) error, walk func(func(T) bool) error) error {
	var failed error
	err := walk(func(v T) bool {
		failed = fn(func() (any, error) { return v, nil })
		return failed == nil
	})
	return errors.Join(failed, err)
}

// passList passes the values of a list on.
func passList[T any](fn func(load) error, list []T, err error) error {
	for _, v := range list {
		if err == nil {
			err = fn(func() (any, error) { return v, nil })
		}
	}
	return err
}

func readSecrets(tx Tx, fn func(load) error) error {
	return tx.Each(Secrets, func(key, value []byte) error {
		s := secret{string(key), nilIfEmpty(slices.Clone(value))}
		if s.Name == markName || s.Name == addressKey {
			return nil
		}
		return fn(func() (any, error) { return s, nil })
	})
}

func readMessages(tx Tx, fn func(load) error) error {
	return numbered(fn, tx.Inbound, tx.InboundRaw,
		func(in store.Inbound, raw []byte) any { return message{in, raw} })
}

// numbered passes the records with the ids from 1 on, which have no gaps, with their bytes.
func numbered[T any](
	fn func(load) error, get func(id uint64) (T, error), bytes func(id uint64) ([]byte, error),
	record func(v T, raw []byte) any,
) error {
	for id := uint64(1); ; id++ {
		v, err := get(id)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err == nil {
			err = fn(func() (any, error) {
				raw, err := bytes(id)
				return record(v, nilIfEmpty(raw)), err
			})
		}
		if err != nil {
			return err
		}
	}
}

// nilIfEmpty makes empty bytes nil, because the backends differ there.
func nilIfEmpty(raw []byte) []byte {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

func readCursors(tx Tx, fn func(load) error) error { return readNamed(tx, Cursors, fn, tx.Cursor) }

func readFingerprints(tx Tx, fn func(load) error) error {
	return tx.Each(Fingerprints, func(key, value []byte) error {
		var f fingerprint
		if len(key) != len(f.Sum) || len(value) != len(bkey.ID(0)) {
			return fmt.Errorf("a fingerprint of %d bytes: %w", len(key), store.ErrCorrupt)
		}
		copy(f.Sum[:], key)
		f.Inbound = bkey.LastNumber(value)
		return fn(func() (any, error) { return f, nil })
	})
}

func readSenders(tx Tx, fn func(load) error) error {
	return readAddressed(tx, Senders, fn, func(address string) (sender, error) {
		at, err := tx.Authenticated(address)
		return sender{address, at}, err
	})
}

func readCorrespondents(tx Tx, fn func(load) error) error {
	return readAddressed(tx, Correspondents, fn, tx.Correspondent)
}

func readHolds(tx Tx, fn func(load) error) error {
	holds, err := tx.Holds()
	return passList(fn, holds, err)
}

func readRunTimes(tx Tx, fn func(load) error) error { return readNamed(tx, RunTimes, fn, tx.RunTime) }

func readMessageIDs(tx Tx, fn func(load) error) error {
	return passEach(fn, func(next func(messageID) bool) error {
		return tx.MessageIDs(func(id string, ref store.MessageRef) bool {
			return next(messageID{id, ref})
		})
	})
}

func readHeads(tx Tx, fn func(load) error) error { return passEach(fn, tx.Heads) }

func readEvents(tx Tx, fn func(load) error) error {
	threads, err := tx.Queued()
	for _, thread := range threads {
		if err == nil {
			events, readErr := tx.Events(thread)
			err = passList(fn, events, readErr)
		}
	}
	return err
}

func readSingle(tx Tx, fn func(load) error) error {
	s := single{LastEvent: tx.LastEvent()}
	r, err := tx.Restoration()
	switch {
	case err == nil:
		s.Restored = &r
	case !errors.Is(err, store.ErrNotFound):
		return err
	case s.LastEvent == 0:
		return nil
	}
	return fn(func() (any, error) { return s, nil })
}

func readJournals(tx Tx, fn func(load) error) error {
	return tx.Threads(Journal, func(thread string) error {
		return passEach(fn, func(next func(entry) bool) error {
			return tx.Entries(thread, 0, func(e store.Entry, apart chain.Apart) bool {
				return next(entry{e, apart})
			})
		})
	})
}

func readEffects(tx Tx, fn func(load) error) error {
	for _, status := range store.EffectStatuses() {
		err := passEach(fn, func(next func(store.Effect) bool) error {
			return tx.EffectsByStatus(status, next)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func readMails(tx Tx, fn func(load) error) error {
	return numbered(fn, tx.Mail, tx.MailRaw,
		func(m store.Mail, raw []byte) any { return mail{m, raw} })
}

func readReviews(tx Tx, fn func(load) error) error {
	return tx.Threads(Reviews, func(thread string) error {
		reviews, err := tx.Reviews(thread)
		return passList(fn, reviews, err)
	})
}

func readTimers(tx Tx, fn func(load) error) error {
	return tx.Threads(Timers, func(thread string) error {
		timers, err := tx.Timers(thread)
		return passList(fn, timers, err)
	})
}

// put stores a record.
func put(tx Tx, record any) error {
	switch v := record.(type) {
	case secret:
		return tx.PutSecret(v.Name, v.Value)
	case message:
		return putMessage(tx, v)
	case store.Cursor:
		return tx.PutCursor(v)
	case fingerprint:
		return tx.PutFingerprint(v.Sum, v.Inbound)
	case sender:
		return tx.PutAuthenticated(v.Address, v.Proven)
	case store.Correspondent:
		return tx.PutCorrespondent(v)
	case store.Hold:
		return tx.PutHold(v)
	case store.RunTime:
		return tx.PutRunTime(v)
	case messageID:
		return tx.PutMessageID(v.ID, v.Ref)
	case store.Head:
		return tx.ImportHead(v)
	case store.Event:
		return putEvent(tx, v)
	case single:
		return putSingle(tx, v)
	case entry:
		return tx.ImportEntry(v.Entry, v.Apart)
	case store.Effect:
		return tx.PutEffect(v)
	case mail:
		return tx.ImportMail(v.Mail, v.Raw)
	case store.Review:
		return tx.PutReview(v)
	case store.Timer:
		return tx.PutTimer(v)
	}
	return fmt.Errorf("a record of type %T", record)
}

func putMessage(tx Tx, m message) error {
	id, err := tx.Accept(m.Inbound, m.Raw, store.Cursor{Mailbox: m.Mailbox})
	switch {
	case err != nil:
		return err
	case id != m.ID:
		return fmt.Errorf("message %d gets the number %d: %w", m.ID, id, store.ErrCorrupt)
	}
	if err = tx.PutInbound(m.Inbound); err != nil || !m.Erased {
		return err
	}
	return errors.Join(tx.EraseInbound(m.ID), tx.PutInbound(m.Inbound))
}

func putEvent(tx Tx, e store.Event) error {
	if err := tx.SetLastEvent(e.Seq - 1); err != nil {
		return err
	}
	_, err := tx.Enqueue(e)
	return err
}

func putSingle(tx Tx, s single) error {
	err := tx.SetLastEvent(s.LastEvent)
	if err == nil && s.Restored != nil {
		err = tx.PutRestoration(*s.Restored)
	}
	return err
}
