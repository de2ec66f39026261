package storetest

import (
	"errors"
	"testing"

	"ppamaild/store"
)

// An erased message leaves a record without any personal data.
func testEraseInbound(t *testing.T, s store.Store) {
	update(t, s, func(tx store.Tx) error { return accept(tx, 1) })
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.EraseInbound(1) })
	if err := refused("erasing a pending message", err); err != nil {
		t.Error(err)
	}
	update(t, s, func(tx store.Tx) error {
		in, err := tx.Inbound(1)
		in.Status, in.Thread, in.MessageID, in.From = store.InboundHandled, "Q-1", "m@customer.test", "ann@customer.test"
		return errors.Join(err, tx.PutInbound(in), tx.EraseInbound(1), tx.EraseInbound(1))
	})
	expected := message(1)
	expected.ID, expected.Status, expected.Thread, expected.Reason, expected.Erased = 1, store.InboundHandled, "Q-1", "erased", true
	update(t, s, func(tx store.Tx) error {
		in, err := tx.Inbound(1)
		raw, rawErr := tx.InboundRaw(1)
		id, acceptErr := tx.Accept(message(1), []byte("Subject: hi\r\n"), cursor(1))
		return errors.Join(
			want("message", expected, in, err), want("bytes", 0, len(raw), rawErr),
			want("id of the message that comes again", 1, id, acceptErr),
		)
	})
}

func testEraseMail(t *testing.T, s store.Store) {
	addMails(t, s, "Q-1", day(1))
	for _, status := range []store.MailStatus{store.MailQueued, store.MailSending, store.MailRetrying, store.MailUncertain} {
		setMail(t, s, 1, func(m *store.Mail) { m.Status = status })
		err := s.Update(t.Context(), func(tx store.Tx) error { return tx.EraseMail(1) })
		if err := refused("erasing a mail that is "+string(status), err); err != nil {
			t.Error(err)
		}
	}
	setMail(t, s, 1, func(m *store.Mail) { m.Status, m.Answers, m.LastError = store.MailSent, "m@customer.test", "no ann" })
	update(t, s, func(tx store.Tx) error {
		expected, err := tx.Mail(1)
		expected.To, expected.Subject, expected.Answers, expected.LastError, expected.Erased = nil, "", "", "", true
		err = errors.Join(err, tx.EraseMail(1))
		m, mailErr := tx.Mail(1)
		raw, rawErr := tx.MailRaw(1)
		return errors.Join(err, want("mail", expected, m, mailErr), want("bytes", 0, len(raw), rawErr), tx.PutMail(m))
	})
}

func testEraseReview(t *testing.T, s store.Store) {
	r := store.Review{
		Thread: "Q-1", Number: 1, Kind: "step", Step: "quote", Status: store.ReviewOpen, Digest: "d", CreatedAt: day(0),
		Staff: []string{"lee@agency.test"}, Data: []byte(`{"a":1}`), MIME: []byte("To: ann@customer.test\r\n"), MessageID: "m@agency.test",
	}
	update(t, s, func(tx store.Tx) error { return tx.PutReview(r) })
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.EraseReview("Q-1", 1, nil) })
	if err := refused("erasing an open review", err); err != nil {
		t.Error(err)
	}
	update(t, s, func(tx store.Tx) error {
		open := r
		open.Number = 2
		return errors.Join(tx.PutReview(open), tx.EraseReview("Q-1", 2, []byte(`{"a":0}`)))
	})
	r.Status, r.Verdict, r.Argument, r.Why = store.ReviewDecided, "reject", "ann is 41", "she said so"
	r.DecidedBy, r.DecidedAt, r.DecidedIn = "lee@agency.test", day(1), "reply@agency.test"
	update(t, s, func(tx store.Tx) error {
		return errors.Join(tx.PutReview(r), tx.EraseReview("Q-1", 1, []byte(`{"a":0}`)))
	})
	r.Argument, r.Why, r.Data, r.MIME, r.Erased = "", "", []byte(`{"a":0}`), nil, true
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Review("Q-1", 1)
		open, openErr := tx.OpenReviews("Q-1")
		_, none := tx.Review("Q-1", 3)
		return errors.Join(want("review", r, got, err), want("open reviews", 1, len(open), openErr), wantErr("no review", store.ErrNotFound, none))
	})
}

func testEraseNames(t *testing.T, s store.Store) {
	var before []store.Entry
	update(t, s, func(tx store.Tx) error {
		before = nil
		for n := range 3 {
			e, err := tx.Append(entry("Q-1", n), []byte("said"))
			if err != nil {
				return err
			}
			before = append(before, e)
		}
		return nil
	})
	update(t, s, func(tx store.Tx) error { // in either order
		return errors.Join(tx.EraseNames("Q-1", 1), tx.VerifyJournal("Q-1"), tx.Erase("Q-1", 1), tx.VerifyJournal("Q-1"),
			tx.Erase("Q-1", 2), tx.VerifyJournal("Q-1"), tx.EraseNames("Q-1", 2), tx.EraseNames("Q-1", 2), tx.VerifyJournal("Q-1"))
	})
	for i := range 2 {
		before[i].Actor, before[i].Ref, before[i].Nameless = "", "", true
	}
	view(t, s, func(tx store.Tx) error {
		list, err := journalOf(tx, "Q-1", 0, func(seq uint64) []byte {
			if seq < 3 {
				return nil
			}
			return []byte("said")
		})
		return want("journal", before, list, err)
	})
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.EraseNames("Q-1", 4) })
	if err := wantErr("erasing the names of no entry", store.ErrNotFound, err); err != nil {
		t.Error(err)
	}
}

func testDeletions(t *testing.T, s store.Store) {
	const ann = "ann@customer.test"
	known := map[string]store.MessageRef{"a@customer.test": {Thread: "Q-1", Inbound: 1}, "b@customer.test": {Thread: "Q-2", Mail: 2}}
	update(t, s, func(tx store.Tx) error {
		for id, ref := range known {
			if err := tx.PutMessageID(id, ref); err != nil {
				return err
			}
		}
		return errors.Join(tx.PutAuthenticated(ann, day(0)), tx.PutCorrespondent(store.Correspondent{Address: ann}))
	})
	for range 2 { // deleting twice is harmless
		update(t, s, func(tx store.Tx) error {
			return errors.Join(tx.DeleteAuthenticated(ann), tx.DeleteCorrespondent(ann), tx.DeleteMessageID("a@customer.test"))
		})
	}
	delete(known, "a@customer.test")
	view(t, s, func(tx store.Tx) error {
		got := map[string]store.MessageRef{}
		err := tx.MessageIDs(func(id string, ref store.MessageRef) bool { got[id] = ref; return true })
		_, idErr := tx.MessageID("a@customer.test")
		_, senderErr := tx.Authenticated(ann)
		_, correspondentErr := tx.Correspondent(ann)
		return errors.Join(want("Message-IDs", known, got, err), wantErr("Message-ID", store.ErrNotFound, idErr),
			wantErr("sender", store.ErrNotFound, senderErr), wantErr("correspondent", store.ErrNotFound, correspondentErr))
	})
}

func testHolds(t *testing.T, s store.Store) {
	hold := store.Hold{On: "ann@customer.test", By: "root", At: day(0), Reason: "a claim"}
	update(t, s, func(tx store.Tx) error {
		first := hold
		first.Reason = "no claim yet"
		return errors.Join(wantErr("no hold", store.ErrNotFound, tx.DeleteHold(hold.On)),
			tx.PutHold(first), tx.PutHold(hold), tx.PutHold(store.Hold{On: "Q-1"}), tx.DeleteHold("Q-1"))
	})
	view(t, s, func(tx store.Tx) error {
		got, err := tx.Holds()
		return want("holds", []store.Hold{hold}, got, err)
	})
	err := s.Update(t.Context(), func(tx store.Tx) error { return tx.PutHold(store.Hold{}) })
	if err := refused("a hold on nothing", err); err != nil {
		t.Error(err)
	}
}
