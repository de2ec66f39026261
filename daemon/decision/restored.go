package decision

import (
	"context"
	"errors"

	"ppamaild/daemon/queue"
	"ppamaild/daemon/runner"
	"ppamaild/review"
	"ppamaild/store"
)

// askRelease asks everyone whether the outbox may go, unless an admin let it go meanwhile.
func (h *Handler) askRelease(ctx context.Context, t *runner.Turn) error {
	mark, err := queue.Read(ctx, h.Store, queue.Restoration)
	if err != nil || !mark.Released.IsZero() {
		return err
	}
	if err := t.OpenReview(ctx, store.Review{Kind: review.KindRestored, Data: t.Event.Data}); err != nil {
		return err
	}
	asked := t.Head.Reviews
	t.InCommit(func(tx store.Tx) error {
		mark, err := tx.Restoration()
		mark.Review = asked
		return errors.Join(err, tx.PutRestoration(mark))
	})
	return nil
}

// actRestored releases the outbox.
func (h *Handler) applyRestored(t *runner.Turn, by string) Outcome {
	t.InCommit(func(tx store.Tx) error { return queue.ReleaseOutbox(tx, by, h.Now()) })
	return Outcome{
		verdict: string(review.VerdictAccept),
		sentence: "Mail leaves again. Open reviews are mailed anew, and what came in " +
			"since the backup is in a digest of its own: RELEASE brings back what is still to be dealt with.",
	}
}
