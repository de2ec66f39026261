package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"ppamaild/quote"
)

func checkDiscounts(_ context.Context, c Call, _ struct{}) (any, []string, error) {
	assessed := quote.AssessDiscounts(*c.State.application(), c.State.AgentScratchpad.Today)
	if assessed == nil {
		assessed = []quote.Assessment{}
	}
	return assessed, nil, nil
}

func applyDiscounts(s *State, d []quote.Assessment, _ time.Time) Then {
	s.AgentScratchpad.Discounts, s.AgentScratchpad.Checked = d, s.AgentScratchpad.Revision
	return plan
}

var discountStatuses = []quote.DiscountStatus{quote.EligibleVerified, quote.EligiblePendingProof, quote.Ineligible, quote.Unknown}

// editDiscount lets staff say where a discount stands: "good_student: ineligible".
func editDiscount(_ *State, data json.RawMessage, field, value string) (json.RawMessage, error) {
	var list []quote.Assessment
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(a quote.Assessment) bool { return string(a.Discount) == field })
	if i < 0 {
		return nil, fmt.Errorf("%q is not among the discounts that were assessed", field)
	}
	if !slices.Contains(discountStatuses, quote.DiscountStatus(value)) {
		return nil, fmt.Errorf("%s: %q is not one of %q", field, value, discountStatuses)
	}
	list[i].Status, list[i].Evidence = quote.DiscountStatus(value), "staff's word"
	return json.Marshal(list)
}
