package runner

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// AskReview asks for a review of a proposal. The mail of a draft is frozen now: staff approve
// its bytes.
func (t *Turn) AskReview(ctx context.Context, i agent.AskReview) error {
	p := i.Proposal
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	t.Proposed = &p
	rv := store.Review{Kind: review.KindStep, Step: string(p.Stage), Digest: p.Digest, Data: data}
	switch {
	case i.Writer != "":
		rv.Kind, rv.Staff = review.KindWritten, []string{i.Writer}
	case p.Questions() != nil:
		rv.Kind = review.KindQuestions
	case p.Stage == agent.StageAgentFailed:
		rv.Kind = review.KindAgent
	}
	if p.Draft != nil {
		frozen, err := t.Freeze(*p.Draft, p.Digest, "")
		if err != nil {
			return err
		}
		rv.MIME, rv.MessageID = frozen.Raw, frozen.Mail.MessageID
	}
	return t.OpenReview(ctx, rv)
}

// OpenReview numbers a review, supersedes open reviews of the current step, mails the review to
// staff and sets its timers.
func (t *Turn) OpenReview(ctx context.Context, rv store.Review) error {
	t.Head.Reviews++
	rv.Thread, rv.Number = t.Head.Thread, t.Head.Reviews
	rv.Status, rv.CreatedAt = store.ReviewOpen, t.Now()
	rv.Arrived, t.Head.Arrived = t.Head.Arrived, time.Time{}
	if rv.Staff == nil {
		rv.Staff = t.runner.Staff.AskedFirst(rv.Step, t.Head.Owner)
	}
	if rv.Kind == review.KindSetAside || rv.Kind == review.KindRestored { // a matter of all staff
		rv.Staff = t.runner.Staff.Asked(rv.Step)
	}
	rv.Observed = queue.Voidable(rv) && t.runner.Observing()
	if queue.Pauses(rv) {
		if err := t.replaceOpen(ctx, rv.Number); err != nil {
			return err
		}
	}
	t.PutReview(rv)
	for _, to := range rv.Staff {
		if err := t.MailReview(ctx, rv, to, ""); err != nil {
			return err
		}
	}
	t.SetReviewTimers(rv)
	t.Note(store.SourceAIDraft, "review", rv.Step, rv.Digest, rv.Number)
	t.runner.Log.Info("review asked",
		"thread", rv.Thread, "review", rv.Number, "kind", rv.Kind, "step", rv.Step)
	return nil
}

// PutReview stores a changed review with the next commit.
func (t *Turn) PutReview(rv store.Review) {
	if t.Reviews == nil {
		t.Reviews = make(map[int]store.Review)
	}
	t.Reviews[rv.Number] = rv
}

// OpenReviews returns the open reviews of the thread, as the turn leaves them.
func (t *Turn) OpenReviews(ctx context.Context) ([]store.Review, error) {
	if t.stored == 0 {
		return nil, nil
	}
	open, err := queue.Read(ctx, t.runner.Store, func(tx store.Tx) ([]store.Review, error) {
		return tx.OpenReviews(t.Head.Thread)
	})
	for i, rv := range open {
		if changed, is := t.Reviews[rv.Number]; is {
			open[i] = changed
		}
	}
	return slices.DeleteFunc(open, func(rv store.Review) bool {
		return rv.Status != store.ReviewOpen
	}), err
}

// replaceOpen closes the reviews that a newer review replaces.
func (t *Turn) replaceOpen(ctx context.Context, by int) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if queue.Voidable(rv) {
			t.CloseReview(rv, store.ReviewSuperseded, "a newer one took its place", by)
		}
	}
	return err
}

// CloseReview closes a review without a decision. by is the number of the new review in its place;
// 0: none.
func (t *Turn) CloseReview(rv store.Review, status store.ReviewStatus, why string, by int) {
	rv.Status, rv.Why, rv.ReplacedBy = status, why, by
	t.PutReview(rv)
	t.StopReviewTimers(rv.Number)
	t.Note(store.SourceSystem, "review_"+string(status), "", fmt.Sprint(rv.Number), why)
}

// supersede closes the open review of a withdrawn proposal. The review that the turn decides
// stays.
func (t *Turn) supersede(ctx context.Context, why string) error {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		decided := t.Decided != nil && rv.Number == t.Decided.Number
		if queue.Voidable(rv) && rv.Kind != review.KindHandedOver && !decided {
			t.CloseReview(rv, store.ReviewSuperseded, why, 0)
		}
	}
	return err
}

// HandOver gives the whole case to staff, who answer the customer by hand.
func (t *Turn) HandOver(ctx context.Context, i agent.HandOver) error {
	t.StopWaiting()
	by, err := t.TakenOverBy(ctx)
	if err != nil {
		return err
	}
	data, err := json.Marshal(notify.HandoverData{Why: i.Why, By: cmp.Or(i.By, by)})
	if err != nil {
		return err
	}
	rv := store.Review{Kind: review.KindHandedOver, Data: data}
	if queue.IsTask(t.Head) {
		rv.Step = review.StepTask
	}
	return t.OpenReview(ctx, rv)
}

// TakenOverBy is the member of staff who took the thread over; "" for none. A newer hand-over,
// such as one for a new mail from the customer, does not change the owner.
func (t *Turn) TakenOverBy(ctx context.Context) (string, error) {
	open, err := t.OpenReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			return notify.HandoverOf(rv).By, err
		}
	}
	return "", err
}

// Review returns a review of the thread, as the turn leaves it.
func (t *Turn) Review(ctx context.Context, number int) (store.Review, error) {
	if rv, is := t.Reviews[number]; is {
		return rv, nil
	}
	return queue.Read(ctx, t.runner.Store, func(tx store.Tx) (store.Review, error) {
		return tx.Review(t.Head.Thread, number)
	})
}
