package frontdesk

import (
	"context"
	"encoding/json"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/daemon/notify"
	"ppamaild/store"
	"ppamaild/templates"
)

// pastTitle is the title of a closed review. After the decision, the thread may have another
// quote. The journal has the quote of the review.
func pastTitle(
	ctx context.Context, v *notify.View, rv store.Review, p agent.Proposal,
) (string, error) {
	past, state := *v, *v.State
	past.State, state.AgentScratchpad.Quote = &state, nil
	if p.Draft == nil || p.Draft.QuoteID == "" {
		return past.StepTitle(p), nil
	}
	err := v.Store.View(ctx, func(tx store.Tx) (failed error) {
		err := tx.LatestEntries(rv.Thread, func(e store.Entry) bool {
			if e.Kind != agent.KindReturned || e.Actor != (carrier.Rate{}).Name() {
				return true
			}
			payload, err := tx.Payload(e)
			if err != nil || payload == nil { // erased
				failed = err
				return false
			}
			var done agent.ToolDone
			var returned struct {
				Result struct{ Value carrier.Rated } `json:"result"`
			}
			if json.Unmarshal(payload, &done) != nil ||
				json.Unmarshal(done.Output.Data, &returned) != nil { // a failed call
				return true
			}
			q := returned.Result.Value.Quote
			if q.ID == p.Draft.QuoteID {
				state.AgentScratchpad.Quote = &q
			}
			return q.ID != p.Draft.QuoteID
		})
		if err == nil {
			err = failed
		}
		return err
	})
	return past.StepTitle(p), err
}

// past is the part of a card that the decision fixed. The rest shows the thread of today.
func past(
	card templates.Review, state agent.State, p agent.Proposal, words letters.Words,
) templates.Review {
	old := templates.Review{
		StepTitle: card.StepTitle, Rejection: card.Rejection, Translation: card.Translation,
		Questions: card.Questions, Followups: card.Followups, Conversation: card.Conversation,
		Changes: card.Changes,
	}
	if state.AgentScratchpad.StaffChanges = nil; p.Stage != agent.StageQuote {
		old.Data = state.UnderReview(p, words)
	}
	return old
}
