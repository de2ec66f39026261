package notify

import (
	"testing"
	"time"

	"ppamaild/agent"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// The first review from before all messages ends the search: the test has no earlier review.
func TestLastApproved(t *testing.T) {
	s := bolttest.MustOpen(t)
	at := func(hour int) time.Time { return time.Date(2026, 7, 1, hour, 0, 0, 0, time.UTC) }
	reviewed := func(number, hour int, verdict agent.Verdict, mail string) {
		err := s.Update(t.Context(), func(tx store.Tx) error {
			return tx.AddReview(store.Review{Thread: "Q-1", Number: number, MessageID: mail,
				Status: store.ReviewDecided, CreatedAt: at(hour), Verdict: string(verdict),
				DecidedAt: at(hour + 1)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	messages := []received{{at: at(12)}, {at: at(6)}} // latest first
	lastOf := func(reviews int) time.Time {
		v := filer{&View{Store: s, Head: store.Head{Thread: "Q-1", Reviews: reviews}}}
		last, err := v.lastApproved(t.Context(), messages)
		if err != nil {
			t.Error(err)
		}
		return last
	}
	reviewed(2, 5, agent.Reject, "c2@agency.test")
	reviewed(3, 7, agent.Accept, "") // of values, without a mail
	if last := lastOf(3); !last.IsZero() {
		t.Errorf("without an approved mail: %v", last)
	}
	reviewed(4, 8, agent.Edit, "c4@agency.test")
	reviewed(5, 13, agent.Reject, "c5@agency.test")
	if last := lastOf(5); !last.Equal(at(9)) {
		t.Errorf("the edited mail: %v", last)
	}
}
