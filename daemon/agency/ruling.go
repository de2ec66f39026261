package agency

import (
	"encoding/json"
	"errors"

	"ppamaild/daemon/queue"
	"ppamaild/review"
	"ppamaild/store"
)

// Revoked says that the decider of a review lost the permission; "" if the permission
// remains, or the review is open.
func (a *Agency) Revoked(rv store.Review) string {
	if rv.DecidedBy == "" {
		return ""
	}
	m, isStaff := a.Staff.Find(rv.DecidedBy)
	if isStaff && a.Staff.MayDecide(m, rv.Step) {
		return ""
	}
	return a.Say("decision.revoked", rv.DecidedBy)
}

// Rule judges a reply of staff by the current reviews. changed, which may be nil, holds
// reviews of its thread that are not in the store yet.
func (a *Agency) Rule(
	tx store.Reviews, e queue.StaffEvent, changed map[int]store.Review,
) (review.Ruling, error) {
	var failed error
	find := func(thread string, number int) (store.Review, bool) {
		if rv, is := changed[number]; is && rv.Thread == thread {
			return rv, true
		}
		rv, err := tx.Review(thread, number)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			failed = err
		}
		return rv, err == nil
	}
	judge := review.Judge{References: a.References, Staff: a.Staff.Staff, Phrases: a, Review: find}
	ruling := judge.Rule(e.From, e.Refs, e.Decision)
	matters := ruling.Outcome == review.Decides || ruling.Outcome == review.Unclear
	if e.Unproven != "" && matters && !confirms(ruling.Review) {
		ruling.Outcome, ruling.Why = review.NotAuthenticated, e.Unproven
	}
	stale := e.Digest != "" && e.Digest != ruling.Review.Digest
	if stale && ruling.Outcome == review.Decides {
		ruling.Outcome, ruling.Why = review.Superseded, a.Say("decision.other_proposal")
	}
	return ruling, failed
}

// confirms reports whether a review asks an unproven sender to confirm a task. The reference
// in the answer is the proof.
func confirms(rv store.Review) bool {
	if rv.Kind != review.KindRouting {
		return false
	}
	var asked queue.RoutingEvent
	err := json.Unmarshal(rv.Data, &asked)
	return err == nil && asked.Kind == queue.RoutingTask
}
