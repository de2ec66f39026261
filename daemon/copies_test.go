package daemon

import (
	"errors"
	"testing"

	"ppamaild/config"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// A copy that is found in Sent once its mail was erased tells nothing of it any more.
func TestNothingIsLearntOfAnErasedMail(t *testing.T) {
	s := bolttest.MustOpen(t)
	d := NewAdmin(s, config.Default()).byHand()
	update := func(fn func(store.Tx) error) {
		t.Helper()
		if err := s.Update(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	var m store.Mail
	update(func(tx store.Tx) error {
		id, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailCustomer, Status: store.MailSent, MessageID: "m@agency.test"}, []byte("words"))
		mail, mailErr := tx.Mail(id)
		m = mail
		return errors.Join(err, mailErr, tx.EraseMail(id))
	})
	if err := d.copyLies(t.Context(), m, "other@provider.test"); err != nil {
		t.Fatal(err)
	}
	update(func(tx store.Tx) error {
		if ref, err := tx.MessageID("other@provider.test"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%+v, %v", ref, err)
		}
		return nil
	})
}
