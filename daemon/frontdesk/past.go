package frontdesk

import (
	"context"
	"encoding/json"
	"errors"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/daemon/notify"
	"ppamaild/store"
	"ppamaild/templates"
)

// pastQuotes returns the quotes of closed reviews, by their ids. After a decision, the thread may
// have another quote. The journal has all quotes but erased ones.
func pastQuotes(
	ctx context.Context, v *notify.View, closed ...agent.Proposal,
) (map[string]*carrier.Quote, error) {
	quotes, left := map[string]*carrier.Quote{}, map[string]bool{}
	for _, p := range closed {
		if p.Draft != nil && p.Draft.QuoteID != "" {
			left[p.Draft.QuoteID] = true
		}
	}
	if len(left) == 0 {
		return nil, nil
	}
	err := v.Store.View(ctx, func(tx store.Tx) (failed error) {
		err := tx.LatestEntries(v.Head.Thread, func(e store.Entry) bool {
			if e.Kind != agent.KindReturned || e.Actor != (carrier.Rate{}).Name() {
				return true
			}
			var payload []byte
			if payload, failed = tx.Payload(e); failed != nil {
				return false
			}
			if q := returnedQuote(payload); left[q.ID] {
				quotes[q.ID] = &q
				delete(left, q.ID)
			}
			return len(left) > 0
		})
		return errors.Join(err, failed)
	})
	return quotes, err
}

// returnedQuote is the quote in the journal's entry about a carrier call. It has no id after a
// failed call, or an erasure.
func returnedQuote(payload []byte) carrier.Quote {
	var done agent.ToolDone
	var returned struct {
		Result struct{ Value carrier.Rated } `json:"result"`
	}
	if json.Unmarshal(payload, &done) != nil ||
		json.Unmarshal(done.Output.Data, &returned) != nil {
		return carrier.Quote{}
	}
	return returned.Result.Value.Quote
}

// pastTitle is the title of a closed review.
func pastTitle(v *notify.View, p agent.Proposal, quotes map[string]*carrier.Quote) string {
	past, state := *v, *v.State
	past.State, state.AgentScratchpad.Quote = &state, nil
	if p.Draft != nil {
		state.AgentScratchpad.Quote = quotes[p.Draft.QuoteID]
	}
	return past.StepTitle(p)
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
