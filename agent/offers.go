package agent

import (
	"slices"

	"ppamaild/agent/signals"
	"ppamaild/carrier"
	"ppamaild/quote"
)

// PricedOffers returns the suppositions with a price in the last answer, while the quote is
// unchanged.
func PricedOffers(s *State) (all []Question) {
	pad := s.AgentScratchpad
	for _, q := range pad.Answered {
		if q.Quote != nil && pad.SentRevision == pad.Revision && !q.IsRepeated(all) {
			all = append(all, q)
		}
	}
	return all
}

// IsRepeated reports whether a supposition supposes the same as an earlier question.
func (q Question) IsRepeated(before []Question) bool {
	same := func(a, b quote.Fact) bool {
		return a.Path == b.Path && string(a.Value) == string(b.Value)
	}
	return len(q.Facts) > 0 && slices.ContainsFunc(before, func(o Question) bool {
		return slices.EqualFunc(q.Facts, o.Facts, same)
	})
}

// LeavesChoice reports whether a mail asks for one of several changes without a choice.
func LeavesChoice(s *State, m Mail) bool {
	n := len(PricedOffers(s))
	return n > 1 && len(TakenOffer(s, m)) == 0 &&
		(signals.TakesChange(m.Text) || signals.ChosenChanges(m.Text, n) != nil)
}

// TakenOffer returns the change of the last answer that a mail asks for: the only change, the
// chosen changes, or the cheapest.
func TakenOffer(s *State, m Mail) []quote.Fact {
	pad, offers := s.AgentScratchpad, PricedOffers(s)
	if pad.Offer == nil && len(pad.Answered) == 0 {
		return nil // most mails answer no offer, and the signals cost time
	}
	if chosen := signals.ChosenChanges(m.Text, len(offers)); len(offers) > 1 && chosen != nil {
		return mergedFacts(offers, chosen)
	}
	switch {
	case signals.TakesChange(m.Text):
		return pad.Offer
	case signals.TakesCheaper(m.Text):
		return cheapest(pad.Answered, pad.Quote)
	}
	return nil
}

// RepeatsTaken reports whether a mail asks again for a change of the last answer that the
// application has and that no sent quote shows.
func RepeatsTaken(s *State, m Mail) bool {
	pad := s.AgentScratchpad
	if pad.SentRevision == pad.Revision || len(pad.Answered) == 0 || !signals.TakesChange(m.Text) {
		return false
	}
	return slices.ContainsFunc(pad.Answered, func(q Question) bool {
		return len(q.Facts) > 0 && !slices.ContainsFunc(q.Facts, func(f quote.Fact) bool {
			now, _ := s.Application().Get(f.Path)
			return string(now) != string(f.Value)
		})
	})
}

// LimitedOffer returns the changes of a choice with an exception: the chosen change, with the
// values of the order in place of its own. An order that keeps something must name a value of the
// quote. LimitedOffer returns nil if nothing of the change is left.
func LimitedOffer(s *State, m Mail, l signals.Limited, order []quote.Fact) (facts []quote.Fact) {
	m.Text = l.Chosen
	for _, f := range TakenOffer(s, m) {
		if !slices.ContainsFunc(order, quote.At(f.Path)) {
			facts = append(facts, f)
		}
	}
	if len(facts) == 0 || len(order) == 0 {
		return nil
	}
	for _, o := range order {
		now, _ := s.Application().Get(o.Path)
		if isNow := string(now) == string(o.Value); l.Keeps && !isNow {
			return nil
		} else if !isNow {
			facts = append(facts, o)
		}
	}
	return facts
}

// mergedFacts returns the facts of the chosen suppositions; nil if two suppositions give a path
// different values.
func mergedFacts(offers []Question, chosen []int) (facts []quote.Fact) {
	for _, i := range chosen {
		for _, f := range offers[i].Facts {
			switch at := slices.IndexFunc(facts, quote.At(f.Path)); {
			case at < 0:
				facts = append(facts, f)
			case string(facts[at].Value) != string(f.Value):
				return nil
			}
		}
	}
	return facts
}

// cheapest returns the change with the lowest price, if this price is lower than the quote.
func cheapest(answered []Question, now *carrier.Quote) (facts []quote.Fact) {
	for _, q := range answered {
		switch {
		case now == nil || q.Quote == nil || q.Quote.Total > now.Total:
		case q.Quote.Total == now.Total:
			facts = nil // no single lowest price
		default:
			facts, now = q.Facts, q.Quote
		}
	}
	return facts
}
