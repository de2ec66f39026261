package bolt

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
	"ppamaild/store/bkey"
	"ppamaild/store/rules"
)

// outboxTx implements store.Outbox.
type outboxTx struct{ *records }

func mailEntries(m store.Mail) []entry {
	list := []entry{{mailStatus, bkey.Number(m.Status, m.ID), nil}}
	if m.Status.Due() {
		list = append(list, entry{mailDue, append(bkey.Name(m.Role), bkey.Time(m.NextAt, bkey.ID(m.ID))...), nil})
	}
	list = append(list, entry{mailThread, bkey.Number(m.Thread, m.ID), nil})
	if m.Thread != "" && m.Status.Due() {
		list = append(list, entry{mailWaiting, bkey.Number(m.Thread, m.ID), nil})
	}
	return list
}

func (t outboxTx) AddMail(m store.Mail, raw []byte) (id uint64, err error) {
	if err := bkey.CheckMail(m); err != nil {
		return 0, err
	}
	id, _, err = t.next(mails, bkey.ID)
	if err != nil {
		return 0, err
	}
	m.ID, m.RawDigest = id, sha256.Sum256(raw)
	return id, t.ImportMail(m, raw)
}

// ImportMail implements transfer.Tx.
func (t outboxTx) ImportMail(m store.Mail, raw []byte) error {
	return errors.Join(
		t.bucket(mails).SetSequence(m.ID), t.putRaw(m, raw),
		put(t.records, mails, bkey.ID(m.ID), m), t.reindex(nil, mailEntries(m)))
}

func (t outboxTx) Mail(id uint64) (store.Mail, error) {
	m, err := get[store.Mail](t.records, mails, bkey.ID(id))
	if err != nil {
		return m, fmt.Errorf("reading mail %d: %w", id, err)
	}
	return m, nil
}

func (t outboxTx) PutMail(m store.Mail) error {
	old, err := t.Mail(m.ID)
	if err != nil {
		return err
	}
	if err := bkey.CheckMail(m); err != nil {
		return err
	}
	if err := rules.Mail(old, m); err != nil {
		return err
	}
	if err := put(t.records, mails, bkey.ID(m.ID), m); err != nil {
		return err
	}
	return t.reindex(mailEntries(old), mailEntries(m))
}

func (t outboxTx) EraseMail(id uint64) error {
	m, err := t.Mail(id)
	if err != nil {
		return err
	}
	if err := rules.EraseMail(&m); err != nil {
		return err
	}
	return errors.Join(t.detach(id),
		t.put(mailRaw, bkey.ID(id), nil), put(t.records, mails, bkey.ID(id), m))
}

// mailByKey loads the mail with the id at the end of an index key.
func (t outboxTx) mailByKey(key []byte) (store.Mail, error) {
	return t.Mail(bkey.LastNumber(key))
}

func (t outboxTx) DueMail(role string, now time.Time, limit int) (list []store.Mail, next time.Time, err error) {
	return due(t.records, mailDue, bkey.Name(role), now, limit, t.mailByKey)
}

func (t outboxTx) MailByStatus(status store.MailStatus, fn func(store.Mail) bool) error {
	return follow(t.records, mailStatus, bkey.Name(status), nil, t.mailByKey, fn)
}

func (t outboxTx) ThreadMail(thread string) ([]store.Mail, error) {
	return t.mailsOf(mailThread, thread)
}

func (t outboxTx) WaitingMail(thread string) ([]store.Mail, error) {
	return t.mailsOf(mailWaiting, thread)
}

// mailsOf returns the mails below a thread in an index.
func (t outboxTx) mailsOf(index bucket, thread string) (list []store.Mail, err error) {
	err = follow(t.records, index, bkey.Name(thread), nil, t.mailByKey, func(m store.Mail) bool {
		list = append(list, m)
		return true
	})
	return list, err
}

func (t outboxTx) LatestMail(thread string, fn func(store.Mail) bool) error {
	return t.latest(mailThread, bkey.Name(thread), fn)
}

func (t outboxTx) LatestByStatus(status store.MailStatus, fn func(store.Mail) bool) error {
	return t.latest(mailStatus, bkey.Name(status), fn)
}

// latest follows an index backwards by id, from the end of prefix.
func (t outboxTx) latest(index bucket, prefix []byte, fn func(store.Mail) bool) error {
	for r, err := range t.scanBack(index, prefix, nil) {
		if err != nil {
			return err
		}
		m, err := t.mailByKey(r.key)
		if err != nil {
			return fmt.Errorf("following index %s: %w", index, dangling(err))
		}
		if !fn(m) {
			return nil
		}
	}
	return nil
}
