package storetest

import (
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"ppamaild/store"
)

func mail(thread string, next time.Time) store.Mail {
	return store.Mail{
		Thread: thread, Kind: store.MailCustomer, Role: "customer", MessageID: "m@agency.test", From: "quotes@agency.test",
		To: []string{"ann@customer.test"}, Subject: "Your quote", Status: store.MailQueued, CreatedAt: day(0), NextAt: next,
	}
}

// addMails adds mails of a thread with the given due times. Ids start at 1.
func addMails(t *testing.T, s store.Store, thread string, due ...time.Time) {
	t.Helper()
	update(t, s, func(tx store.Tx) error {
		for _, at := range due {
			if _, err := tx.AddMail(mail(thread, at), []byte("raw")); err != nil {
				return err
			}
		}
		return nil
	})
}

func setMail(t *testing.T, s store.Store, id uint64, change func(*store.Mail)) {
	t.Helper()
	update(t, s, func(tx store.Tx) error {
		m, err := tx.Mail(id)
		change(&m)
		return errors.Join(err, tx.PutMail(m))
	})
}

func ids(mails []store.Mail) (list []uint64) {
	for _, m := range mails {
		list = append(list, m.ID)
	}
	return list
}

func testOutbox(t *testing.T, s store.Store) {
	addMails(t, s, "Q-1", day(1))
	addMails(t, s, "Q-10", day(1))
	addMails(t, s, "", day(1))
	addMails(t, s, "Q-1", day(1))
	setMail(t, s, 4, func(m *store.Mail) { m.Status, m.SentAt = store.MailSent, day(2) })
	expected := mail("Q-1", day(1))
	expected.ID, expected.RawDigest = 1, sha256.Sum256([]byte("raw"))
	view(t, s, func(tx store.Tx) error {
		m, err := tx.Mail(1)
		raw, rawErr := tx.MailRaw(1)
		of, ofErr := tx.ThreadMail("Q-1")
		sent, sentErr := all(func(fn func(store.Mail) bool) error { return tx.MailByStatus(store.MailSent, fn) })
		queued, queuedErr := all(func(fn func(store.Mail) bool) error { return tx.MailByStatus(store.MailQueued, fn) })
		_, noErr := tx.Mail(5)
		_, noRawErr := tx.MailRaw(5)
		return errors.Join(
			want("mail", expected, m, err),
			want("bytes", []byte("raw"), raw, rawErr),
			want("mail of the thread", []uint64{1, 4}, ids(of), ofErr),
			want("mail sent", []uint64{4}, ids(sent), sentErr),
			want("mail queued", []uint64{1, 2, 3}, ids(queued), queuedErr),
			wantErr("no mail", store.ErrNotFound, noErr),
			wantErr("no bytes", store.ErrNotFound, noRawErr),
			wantErr("record of no mail", store.ErrNotFound, tx.PutMail(mail("Q-1", day(0)))),
		)
	})
	expected.RawDigest[0]++
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.PutMail(expected) })
	if err := refused("a changed digest", err); err != nil {
		t.Error(err)
	}
}

func testDueMail(t *testing.T, s store.Store) {
	addMails(t, s, "Q-1", day(5), day(3), day(4), time.Time{}, day(3).Add(1), day(9))
	setMail(t, s, 1, func(m *store.Mail) { m.Status, m.NextAt = store.MailRetrying, day(6) })
	setMail(t, s, 3, func(m *store.Mail) { m.Status = store.MailSending })
	addMails(t, s, "Q-2", day(1), day(2)) // another thread does not get in the way
	for id := range uint64(2) {
		setMail(t, s, 7+id, func(m *store.Mail) { m.Role = "agency" })
	}
	tests := []struct {
		now   time.Time
		limit int
		due   []uint64
		next  time.Time
	}{
		{day(0), 9, []uint64{4}, day(3)},
		{day(0), 0, nil, day(0)}, // the fourth is overdue
		{day(3), 9, []uint64{4, 2}, day(3).Add(1)},
		{day(4), 2, []uint64{4, 2}, day(4)},
		{day(6), 9, []uint64{4, 2, 5, 1}, day(9)},
		{day(9), 9, []uint64{4, 2, 5, 1, 6}, time.Time{}},
	}
	for _, test := range tests {
		view(t, s, func(tx store.Tx) error {
			due, next, err := tx.DueMail("customer", test.now, test.limit)
			return errors.Join(
				want("due mail at "+test.now.String(), test.due, ids(due), err),
				want("next mail at "+test.now.String(), test.next, next, nil),
			)
		})
	}
}

func testTimers(t *testing.T, s store.Store) {
	timer := func(thread, name string, due time.Time) store.Timer {
		return store.Timer{Thread: thread, Name: name, Due: due, Data: []byte("{}")}
	}
	update(t, s, func(tx store.Tx) error {
		return errors.Join(
			tx.PutTimer(timer("Q-1", "remind:4", day(1))),
			tx.PutTimer(timer("Q-1", "expire:4", day(2))),
			tx.PutTimer(timer("Q-10", "remind:4", day(3))),
			tx.PutTimer(timer("Q-1", "remind:4", day(4))),
			tx.PutTimer(timer("Q-1", "gone", day(1))),
			tx.DeleteTimer("Q-1", "gone"),
			tx.DeleteTimer("Q-1", "never there"),
		)
	})
	view(t, s, func(tx store.Tx) error {
		list, err := tx.Timers("Q-1")
		due, next, dueErr := tx.DueTimers(day(3), 9)
		return errors.Join(
			want("timers", []store.Timer{timer("Q-1", "expire:4", day(2)), timer("Q-1", "remind:4", day(4))}, list, err),
			want("due timers", []store.Timer{timer("Q-1", "expire:4", day(2)), timer("Q-10", "remind:4", day(3))}, due, dueErr),
			want("next timer", day(4), next, nil),
		)
	})
}

func testDueTimers(t *testing.T, s store.Store) {
	ancient := time.Date(1935, 1, 2, 3, 4, 5, 6, time.UTC)
	update(t, s, func(tx store.Tx) error {
		for i, due := range []time.Time{day(2), day(1), ancient} {
			if err := tx.PutTimer(store.Timer{Thread: "Q-1", Name: string(rune('a' + i)), Due: due}); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx store.Tx) error {
		due, next, err := tx.DueTimers(day(2), 2)
		var names string
		for _, v := range due {
			names += v.Name
		}
		_, first, firstErr := tx.DueTimers(ancient.Add(-1), 2)
		return errors.Join(
			want("due timers", "cb", names, err),
			want("next timer", day(2), next, nil),
			want("first timer", ancient, first, firstErr),
		)
	})
}
