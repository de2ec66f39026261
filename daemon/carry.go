package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"ppamaild/agent"
	"ppamaild/daemon/notify"
	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
	"ppamaild/templates"
)

// carryOut turns what the agent wants into what the next commit holds.
func (r *run) carryOut(ctx context.Context, i agent.Intent) error {
	switch i := i.(type) {
	case agent.AskReview:
		return r.askReview(ctx, i)
	case agent.Supersede:
		return r.supersede(ctx, i.Why)
	case agent.SendMail:
		return r.sendDraft(i)
	case agent.HandOver:
		return r.handOver(ctx, i)
	case agent.AwaitCustomer:
		return r.awaitCustomer()
	case agent.AwaitCarrier:
		r.timers = append(r.timers, store.Timer{Thread: r.Head.Thread, Name: timerCarrier, Due: i.At})
		return nil
	case agent.End:
		return r.end(ctx, i)
	default:
		return fmt.Errorf("the intent %T is not known", i)
	}
}

// askReview makes a review of a proposal. If it is of a draft, the mail that
// would carry it is frozen now: what is approved is those bytes.
func (r *run) askReview(ctx context.Context, i agent.AskReview) error {
	p := i.Proposal
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	r.Proposed = &p
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
		frozen, err := r.freeze(*p.Draft, p.Digest, "")
		if err != nil {
			return err
		}
		rv.MIME, rv.MessageID = frozen.Raw, frozen.Mail.MessageID
	}
	return r.openReview(ctx, rv)
}

// openReview gives a review its number, supersedes those of the same kind that
// are open, mails it to every member of staff and sets its timers.
func (r *run) openReview(ctx context.Context, rv store.Review) error {
	r.Head.Reviews++
	rv.Thread, rv.Number, rv.Status, rv.CreatedAt = r.Head.Thread, r.Head.Reviews, store.ReviewOpen, r.now()
	if rv.Staff == nil {
		rv.Staff = r.d.Staff.Asked(rv.Step)
	}
	rv.Observed = isVoidable(rv) && r.d.Observing()
	if pauses(rv) {
		if err := r.replaceOpen(ctx, rv.Number); err != nil {
			return err
		}
	}
	r.putReview(rv)
	for _, to := range rv.Staff {
		if err := r.mailReview(ctx, rv, to, ""); err != nil {
			return err
		}
	}
	r.setReviewTimers(rv)
	r.note(store.SourceAIDraft, "review", rv.Step, rv.Digest, rv.Number)
	r.d.Log.Info("review asked", "thread", rv.Thread, "review", rv.Number, "kind", rv.Kind, "step", rv.Step)
	return nil
}

// pauses reports whether the thread goes on only when rv is decided; there is one
// such review at a time.
func pauses(rv store.Review) bool {
	return rv.Kind == review.KindStep || rv.Kind == review.KindQuestions || rv.Kind == review.KindAgent || rv.Kind == review.KindHandedOver
}

// isVoidable reports whether rv is about what the thread is at, and void once that
// changes.
func isVoidable(rv store.Review) bool { return pauses(rv) || rv.Kind == review.KindWritten }

func (r *run) putReview(rv store.Review) {
	if r.reviews == nil {
		r.reviews = make(map[int]store.Review)
	}
	r.reviews[rv.Number] = rv
}

// openReviews returns the thread's open reviews, as of this run.
func (r *run) openReviews(ctx context.Context) ([]store.Review, error) {
	stored, err := r.readReviews(ctx, store.Tx.OpenReviews)
	var open []store.Review
	for _, rv := range stored {
		if rv.Status == store.ReviewOpen {
			open = append(open, rv)
		}
	}
	return open, err
}

func (r *run) allReviews(ctx context.Context) ([]store.Review, error) {
	return r.readReviews(ctx, store.Tx.Reviews)
}

// readReviews reads reviews of the thread, as this run leaves them.
func (r *run) readReviews(ctx context.Context, which func(store.Tx, string) ([]store.Review, error)) ([]store.Review, error) {
	all, err := queue.Read(ctx, r.d.store, func(tx store.Tx) ([]store.Review, error) { return which(tx, r.Head.Thread) })
	for i, rv := range all {
		if changed, is := r.reviews[rv.Number]; is {
			all[i] = changed
		}
	}
	return all, err
}

// replaceOpen closes what a newer review stands in for.
func (r *run) replaceOpen(ctx context.Context, by int) error {
	open, err := r.openReviews(ctx)
	for _, rv := range open {
		if isVoidable(rv) {
			r.closeReview(rv, store.ReviewSuperseded, "a newer one took its place", by)
		}
	}
	return err
}

// closeReview ends a review that nobody decided.
func (r *run) closeReview(rv store.Review, status store.ReviewStatus, why string, by int) {
	rv.Status, rv.Why, rv.ReplacedBy = status, why, by
	r.putReview(rv)
	r.stopReviewTimers(rv.Number)
	r.note(store.SourceSystem, "review_"+string(status), "", fmt.Sprint(rv.Number), why)
}

// supersede closes the open review of a draft or data, unless that is what is being
// decided: it is no longer proposed.
func (r *run) supersede(ctx context.Context, why string) error {
	open, err := r.openReviews(ctx)
	for _, rv := range open {
		decided := r.decided != nil && rv.Number == r.decided.Number
		if isVoidable(rv) && rv.Kind != review.KindHandedOver && !decided {
			r.closeReview(rv, store.ReviewSuperseded, why, 0)
		}
	}
	return err
}

// sendDraft commits a mail to the customer: the bytes that were frozen for the
// review that approved it, or a draft that needed no review.
func (r *run) sendDraft(s agent.SendMail) error {
	if s.Followup != "" {
		m, err := r.followupMail(s)
		if err == nil {
			r.postDraft(m, s.Draft)
		}
		return err
	}
	var m queue.Outgoing
	var err error
	if s.Approved {
		m, err = r.approvedMail(s.Draft)
	} else {
		m, err = r.freeze(s.Draft, s.Draft.Digest(), "")
	}
	if err != nil {
		return err
	}
	if r.decided != nil {
		m.Mail.Review = r.decided.Number
	}
	if s.Draft.QuoteID != "" {
		m.Mail.Until = r.State.AgentScratchpad.QuoteEnds
	}
	r.postDraft(m, s.Draft)
	return r.following(m.Mail, s)
}

// handOver puts the whole case before staff, who answer by hand from then on.
func (r *run) handOver(ctx context.Context, i agent.HandOver) error {
	r.stopWaiting()
	by, err := r.takenOverBy(ctx)
	if err != nil {
		return err
	}
	data, err := json.Marshal(notify.HandoverData{Why: i.Why, By: cmp.Or(i.By, by)})
	if err != nil {
		return err
	}
	rv := store.Review{Kind: review.KindHandedOver, Data: data}
	if queue.IsTask(r.Head) {
		rv.Step = review.StepTask
	}
	return r.openReview(ctx, rv)
}

// takenOverBy is the member of staff who has the thread already. A newer hand-over, such as the
// one for a new mail of the customer, changes nothing about that.
func (r *run) takenOverBy(ctx context.Context) (string, error) {
	open, err := r.openReviews(ctx)
	for _, rv := range open {
		if rv.Kind == review.KindHandedOver {
			return notify.HandoverOf(rv).By, err
		}
	}
	return "", err
}

// end closes what is open and tells staff how the thread ended.
func (r *run) end(ctx context.Context, e agent.End) error {
	open, err := r.openReviews(ctx)
	if err != nil {
		return err
	}
	for _, rv := range open { // a stranger's message, or a mail in doubt, still waits for its decision
		if isVoidable(rv) {
			r.closeReview(rv, store.ReviewSuperseded, "the thread is "+string(e.Status), 0)
		}
	}
	r.stopWaiting()
	r.note(store.SourceSystem, string(e.Status), "", "", e.Why)
	if r.State.Task != nil && e.Status == store.ThreadCompleted {
		return r.completedTask()
	}
	if e.Status != store.ThreadExpired || e.Why == whyUndecided {
		return nil // who cancelled or completed it is answered in person, and of a review staff were told
	}
	return r.notifyAll("customer_expired", templates.Notice{Reason: e.Why, Who: r.State.CustomerInfo.Address, What: r.closing(e.Why)})
}
