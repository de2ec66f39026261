package quoting

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/carrier"
	"ppamaild/quote"
)

func (b Toolbox) checkDiscounts(ctx context.Context, c agent.Call,
	_ struct{}) (any, []string, error) {
	a, today := *c.State.Application(), c.State.AgentScratchpad.Today
	found := quote.AssessDiscounts(a, today, b.staff())
	saves := b.saves(ctx, c.Key, a, today, found)
	list, flags := []letters.Discount{}, []string(nil)
	for _, d := range found {
		list = append(list, letters.Discount{Assessment: d, Saves: saves[d.Discount]})
		if d.Status == quote.Unknown {
			flags = append(flags,
				fmt.Sprintf("%s: %s", letters.Word(string(d.Discount), letters.English()),
					d.Evidence))
		}
	}
	return list, flags, nil
}

func applyDiscounts(s *agent.State, d []letters.Discount, _ time.Time) agent.Then {
	pad := &s.AgentScratchpad
	pad.Discounts, pad.Saves, pad.DiscountsRevision = nil, nil, pad.Revision
	for _, a := range d {
		pad.Discounts = append(pad.Discounts, a.Assessment)
		if a.Saves != 0 {
			if pad.Saves == nil {
				pad.Saves = make(agent.Saves)
			}
			pad.Saves[a.Discount] = a.Saves
		}
	}
	return agent.PlanNext
}

// saves rates the application with all discounts and without each discount. It does so only where
// a price request costs nothing.
func (b Toolbox) saves(ctx context.Context, key string, a quote.Application, today quote.Date,
	found []quote.Assessment) agent.Saves {
	all := carrier.Eligible(found)
	if !b.Carrier.Local() || len(all) == 0 {
		return nil
	}
	with, rated := b.price(ctx, key, a, today, all)
	if !rated {
		return nil
	}
	saves := make(agent.Saves)
	for i, d := range all {
		if without, rated := b.price(ctx, key, a, today,
			slices.Delete(slices.Clone(all), i, i+1)); rated {
			saves[d.Discount] = without - with
		}
	}
	return saves
}

// price returns the total of a separate session, and false if the carrier returns no price.
func (b Toolbox) price(ctx context.Context, key string, a quote.Application, today quote.Date,
	given []carrier.Discount) (carrier.Cents, bool) {
	calls := append(carrier.Building(a, "", today), carrier.Rate{Discounts: given})
	var session carrier.Session
	var result carrier.Result
	for _, call := range calls {
		var err error
		if session, result, err = b.Carrier.Call(ctx, carrier.Key{ID: key}, session,
			call); err != nil {
			return 0, false
		}
	}
	r, rated := result.(carrier.Rated)
	return r.Quote.Total, rated
}

// editDiscount sets the status of a discount: "good_student: ineligible", or the words of the
// review.
func (b Toolbox) editDiscount(_ *agent.State, data json.RawMessage,
	field, value string) (json.RawMessage, error) {
	var list []letters.Discount
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(a letters.Discount) bool {
		return sameName(field, string(a.Discount)) ||
			strings.EqualFold(field, letters.Word(string(a.Discount), letters.English()))
	})
	if i < 0 {
		return nil, fmt.Errorf("%q is not among the discounts that were assessed", field)
	}
	n := slices.IndexFunc(letters.DiscountStatuses, func(s quote.DiscountStatus) bool {
		return sameName(value, string(s)) ||
			strings.EqualFold(value, letters.StatusWords(s, b.staff()))
	})
	if n < 0 {
		return nil, fmt.Errorf("%s: %q is not one of %q", field, value, letters.DiscountStatuses)
	}
	list[i].Status, list[i].Evidence = letters.DiscountStatuses[n], "staff's word"
	return json.Marshal(list)
}

// sameName reports whether staff mean name by word: "good student" is good_student.
func sameName(word, name string) bool {
	return strings.EqualFold(strings.ReplaceAll(word, " ", "_"), name)
}
