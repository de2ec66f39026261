package postgres

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"ppamaild/store"
	"ppamaild/store/postgres/claims"
	"ppamaild/store/postgres/wire"
	"ppamaild/store/rules"
)

// outboxTx implements store.Outbox.
type outboxTx struct{ *records }

// dueMail is the condition of the partial indexes for mails that wait to be sent.
const dueMail = "status IN ('queued', 'retrying')"

func mailColumns(m store.Mail) []any {
	return []any{
		int64(m.ID), []byte(m.Thread), []byte(m.Role), string(m.Status), wire.Nanoseconds(m.NextAt),
	}
}

func checkMail(m store.Mail) error {
	if !m.Status.Known() {
		return fmt.Errorf("storing mail %d: unknown status %q", m.ID, m.Status)
	}
	if m.Thread == "" {
		return nil
	}
	return checkName("thread of mail", m.Thread)
}

func (t outboxTx) AddMail(m store.Mail, raw []byte) (id uint64, err error) {
	if err := checkMail(m); err != nil {
		return 0, err
	}
	t.about().Mail++
	m.ID, m.RawDigest = uint64(t.about().Mail), sha256.Sum256(raw)
	t.tell(store.News{Kind: store.NewsMail})
	return m.ID, errors.Join(
		t.add(mailRaw, []any{t.about().Mail}, raw), t.addAs(mails, mailColumns(m), m))
}

func (t outboxTx) Mail(id uint64) (store.Mail, error) {
	m, err := get[store.Mail](t.records, mails, int64(id))
	if err != nil {
		return m, fmt.Errorf("reading mail %d: %w", id, err)
	}
	return m, nil
}

func (t outboxTx) MailRaw(id uint64) ([]byte, error) {
	if !t.writable { // the sender reads all three
		t.prefetch(mails, int64(id))
		t.prefetch(settings, restorationName())
	}
	raw, err := t.single(mailRaw, int64(id))
	if err != nil {
		return nil, fmt.Errorf("reading bytes of mail %d: %w", id, err)
	}
	return append([]byte(nil), raw...), nil
}

func (t outboxTx) PutMail(m store.Mail) error {
	old, err := t.Mail(m.ID)
	if err != nil {
		return err
	}
	if err := checkMail(m); err != nil {
		return err
	}
	if err := rules.Mail(old, m); err != nil {
		return err
	}
	if m.Status.Due() {
		t.tell(store.News{Kind: store.NewsMail})
	}
	return t.putAs(mails, mailColumns(m), m)
}

func (t outboxTx) EraseMail(id uint64) error {
	m, err := t.Mail(id)
	if err != nil {
		return err
	}
	if err := rules.EraseMail(&m); err != nil {
		return err
	}
	return errors.Join(t.put(mailRaw, []any{int64(id)}, nil), t.putAs(mails, mailColumns(m), m))
}

func (t outboxTx) DueMail(
	role string, now time.Time, limit int,
) (list []store.Mail, next time.Time, err error) {
	free := claims.Free("convert_to('mail ' || id, 'UTF8')")
	s := span{
		Where: "role = $1 AND " + dueMail + " AND " + free, Args: []any{[]byte(role), t.epoch},
		Order: []string{"next_at", "id"},
	}
	return due(t.records, mails, s, now, limit, decodeAs,
		func(m store.Mail) time.Time { return m.NextAt })
}

func byStatus(status store.MailStatus) span {
	return span{Where: "status = $1", Args: []any{string(status)}, Order: mails.Keys}
}

func (t outboxTx) MailByStatus(status store.MailStatus, fn func(store.Mail) bool) error {
	return each(t.records, mails, byStatus(status), decodeAs, fn)
}

func (t outboxTx) LatestByStatus(status store.MailStatus, fn func(store.Mail) bool) error {
	s := byStatus(status)
	s.Desc = true
	return each(t.records, mails, s, decodeAs, fn)
}

func mailOf(thread string) span {
	return span{Where: "thread = $1", Args: []any{[]byte(thread)}, Order: mails.Keys}
}

func (t outboxTx) ThreadMail(thread string) ([]store.Mail, error) {
	return list(t.records, mails, mailOf(thread), decodeAs[store.Mail])
}

func (t outboxTx) WaitingMail(thread string) ([]store.Mail, error) {
	s := mailOf(thread)
	s.Where += " AND " + dueMail
	return list(t.records, mails, s, decodeAs[store.Mail])
}

func (t outboxTx) LatestMail(thread string, fn func(store.Mail) bool) error {
	s := mailOf(thread)
	s.Desc = true
	return each(t.records, mails, s, decodeAs, fn)
}
