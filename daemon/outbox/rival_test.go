package outbox

import (
	"errors"
	"slices"
	"testing"
	"time"

	"ppamaild/config"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// Daemons that send the mails of one store seldom try the same mail: each takes a few due mails at
// a time, at random. A daemon alone sends the oldest mail first. Each mail leaves once.
func TestRivalsTakeMailsAtRandom(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	const mails = 100
	s := bolttest.MustOpen(t)
	err := s.Update(t.Context(), func(tx store.Tx) (err error) {
		for range mails {
			m := store.Mail{Role: agency.RoleAgency, Status: store.MailQueued, NextAt: now}
			_, addErr := tx.AddMail(m, []byte("Subject: Test\r\n\r\n"))
			err = errors.Join(err, addErr)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	handed := func(rival time.Time) (all []uint64) {
		a := &agency.Agency{Config: new(config.Config), Now: func() time.Time { return now }}
		b := New(Options{Deps: &deps.Deps{Store: s, Writer: &notify.Writer{Agency: a}}})
		b.rival.Store(rival.Unix())
		end := make(chan error)
		go func() { _, err := b.sendDue(t.Context(), agency.RoleAgency); end <- err }()
		for {
			select {
			case id := <-b.toSend[agency.RoleAgency]:
				all = append(all, id)
			case err := <-end:
				if err != nil {
					t.Error(err)
				}
				return all
			}
		}
	}
	alone := handed(now.Add(-2 * rivalTime))
	one, other := handed(now), handed(now)
	for name, all := range map[string][]uint64{"alone": alone, "one rival": one, "another": other} {
		once := slices.Compact(slices.Sorted(slices.Values(all)))
		if len(all) != mails || len(once) != mails {
			t.Errorf("%s: %d mails, %d different, instead of %d", name, len(all), len(once), mails)
		}
	}
	if !slices.IsSorted(alone) {
		t.Errorf("alone, the order is %v", alone)
	}
	same := 0
	for i := range rivalBatch {
		if slices.Contains(other[:rivalBatch], one[i]) {
			same++
		}
	}
	if same >= rivalBatch-1 {
		t.Errorf("two rivals begin with %v and %v", one[:rivalBatch], other[:rivalBatch])
	}
}
