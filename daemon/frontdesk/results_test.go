package frontdesk

import (
	"errors"
	"testing"

	"ppamaild/agent"
	"ppamaild/console"
	"ppamaild/daemon/agency"
	"ppamaild/daemon/internal/deps"
	"ppamaild/daemon/notify"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/store/bolt/bolttest"
)

// reviewed returns a desk with the task T-1 and a review of data.
func reviewed(t *testing.T, data string) *Tasks {
	t.Helper()
	s := bolttest.MustOpen(t)
	err := s.Update(t.Context(), func(tx store.Tx) error {
		_, err := tx.PutHead(store.Head{
			Thread: "T-1", Workflow: store.WorkflowTask, Status: store.ThreadRunning,
			State: []byte(`{"schema_version":1,"task":{}}`),
		})
		return errors.Join(err, tx.PutReview(store.Review{
			Thread: "T-1", Number: 1, Kind: review.KindStep, Status: store.ReviewOpen,
			Data: []byte(data),
		}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Tasks{Desk: &Desk{
		Deps:    &deps.Deps{Store: s, Writer: &notify.Writer{Agency: &agency.Agency{}}},
		Options: Options{Tools: func(store.Head) []agent.Tool { return nil }},
	}}
}

// Unreadable results are a failure. Only results that do not exist are not found.
func TestUnreadableResultsAreNotMissing(t *testing.T) {
	t.Parallel()
	for data, missing := range map[string]bool{`{}`: true, `{`: false} {
		_, err := reviewed(t, data).Results(t.Context(), "T-1", "csv")
		if err == nil || errors.Is(err, console.ErrNotFound) != missing {
			t.Errorf("the results %s: %v", data, err)
		}
	}
}

// Case and CheckText do not find an unknown review.
func TestUnknownReview(t *testing.T) {
	t.Parallel()
	d := reviewed(t, `{}`)
	_, err := d.Case(t.Context(), "T-1", 2, "")
	if _, other := d.CheckText(t.Context(), "T-1", 2, ""); !errors.Is(err, console.ErrNotFound) ||
		!errors.Is(other, console.ErrNotFound) {
		t.Errorf("%v, %v", err, other)
	}
}
