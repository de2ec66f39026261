package privacy_test

import (
	"errors"
	"strings"
	"testing"

	"ppamaild/privacy"
	"ppamaild/store"
)

// Changes after Find make a plan invalid.
func TestPlanThatWasOvertaken(t *testing.T) {
	for what, meanwhile := range map[string]func(store.Tx) error{
		"a mail leaves": func(tx store.Tx) error {
			m, err := tx.Mail(2)
			m.Status = store.MailSending
			return errors.Join(err, tx.PutMail(m))
		},
		"a message is released": func(tx store.Tx) error {
			in, err := tx.Inbound(2)
			in.Status = store.InboundPending
			return errors.Join(err, tx.PutInbound(in))
		},
		"somebody is held": func(tx store.Tx) error {
			_, err := privacy.Hold(tx, house(), store.Hold{On: alice, By: "root", At: day(2)})
			return err
		},
		"a thread is held": func(tx store.Tx) error {
			return tx.PutHold(store.Hold{On: "Q-1", By: "root", At: day(2)})
		},
	} {
		k := newKept(t)
		k.thread("Q-1", store.ThreadCompleted, day(1), alice)
		k.changes(func(tx store.Tx) error {
			k.arrives(tx, alice, "", store.InboundSetAside)
			_, err := tx.AddMail(store.Mail{Thread: "Q-1", Kind: store.MailNotice, Status: store.MailQueued, Role: "agency"}, []byte(secret))
			return err
		})
		p, err := k.find(privacy.Order{Addresses: []string{alice}})
		k.must(err)
		k.changes(meanwhile)
		if err := k.Update(t.Context(), p.Apply); !errors.Is(err, store.ErrConflict) {
			t.Errorf("%s: %v", what, err)
		}
		if !strings.Contains(k.dump("Q-1"), secret) {
			t.Errorf("%s: some of it was erased", what)
		}
	}
}

// Two concurrent orders don't restore each other's erased data.
func TestTwoOrdersAtATime(t *testing.T) {
	k := newKept(t)
	k.changes(func(tx store.Tx) error {
		list := `{"mails":[{"inbound":4,"from":"` + alice + `"},{"inbound":5,"from":"` + bob + `"}]}`
		return tx.PutReview(store.Review{Thread: agency, Number: 1, Status: store.ReviewOpen, Kind: "set_aside", Data: []byte(list)})
	})
	first, err := k.find(privacy.Order{Addresses: []string{alice}})
	k.must(err)
	second, err := k.find(privacy.Order{Addresses: []string{bob}})
	k.must(err)
	k.changes(first.Apply)
	k.changes(second.Apply)
	k.lacks(k.dump(agency), alice, bob)
}
