package carrier

import "fmt"

// Explanation holds every step of a price. The factors come from the calculation of the price,
// not from a second calculation.
type Explanation struct {
	Table      string          `json:"table"` // version of the rate tables
	Lines      []ExplainedLine `json:"lines"`
	Premiums   Cents           `json:"premiums"` // the sum of the lines
	PolicyFee  Cents           `json:"policy_fee"`
	GoodDriver Cents           `json:"good_driver,omitempty"` // taken off (California)
	Total      Cents           `json:"total"`
}

// ExplainedLine explains the price of one coverage of one vehicle: the base times all factors,
// rounded half up to whole dollars.
type ExplainedLine struct {
	Vehicle  int      `json:"vehicle"` // an index
	Coverage Coverage `json:"coverage"`
	Limit    string   `json:"limit,omitempty"`
	Base     Cents    `json:"base"`
	Factors  []Factor `json:"factors"`
	Exact    string   `json:"exact"` // dollars before rounding, to 6 places; the calculation itself is exact
	Premium  Cents    `json:"premium"`
}

// Explain prices a session with discounts and explains the price, also for a session that the
// carrier would refer. A session that is not ready is an error.
func (r *Reference) Explain(s Session, c Rate) (Explanation, error) {
	if failed, is := s.ready(c).(Failed); is {
		return Explanation{}, fmt.Errorf("explaining a price: %s %s", failed.Field, failed.Message)
	}
	p, err := r.tables.price(s, c.Discounts)
	if err != nil {
		return Explanation{}, fmt.Errorf("explaining a price: %w", err)
	}
	version, err := r.tables.version()
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Table: version, Lines: p.steps, PolicyFee: r.tables.PolicyFee, GoodDriver: p.goodDriver, Total: p.total}
	for _, l := range p.lines {
		e.Premiums += l.Premium
	}
	return e, nil
}
