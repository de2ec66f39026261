package carrier

import "fmt"

// priced holds the premiums of a session with a set of discounts.
type priced struct {
	lines      []Line          // without WithoutPending
	steps      []ExplainedLine // the explanation of each line
	goodDriver Cents
	total      Cents
}

// price calculates base × limit or deductible × territory × mileage × use × driver × points ×
// (age × cost new, for COMP and COLL) × discounts. The calculation is exact. price rounds each
// line half up to whole dollars and adds the fee. It does not check for referrals.
func (t tables) price(s Session, given []Discount) (priced, error) {
	var p priced
	for i := range s.Application.Vehicles {
		steps, err := t.vehicle(s, i, given)
		if err != nil {
			return priced{}, fmt.Errorf("vehicle %d: %w", i, err)
		}
		p.steps = append(p.steps, steps...)
	}
	p.total = t.PolicyFee
	for _, l := range p.steps {
		p.lines = append(p.lines, Line{Vehicle: l.Vehicle, Coverage: l.Coverage, Limit: l.Limit, Premium: l.Premium})
		p.total += l.Premium
	}
	p.goodDriver = t.goodDriver(s, p.lines, given)
	p.total -= p.goodDriver
	return p, nil
}

// vehicle prices each coverage of vehicle i.
func (t tables) vehicle(s Session, i int, given []Discount) ([]ExplainedLine, error) {
	r, err := t.riskOf(s, i)
	if err != nil {
		return nil, err
	}
	items, err := t.items(s.CoveragesOf(i))
	if err != nil {
		return nil, err
	}
	lines := make([]ExplainedLine, len(items))
	for n, it := range items {
		lines[n] = t.line(it, append(r.of(it.coverage), t.reductions(it.coverage, s.Principals[i], given)...))
		lines[n].Vehicle = i
	}
	return lines, nil
}

// line prices one coverage.
func (t tables) line(it item, rated factors) ExplainedLine {
	var all factors
	if it.limit != "" {
		all = append(all, Factor{it.table, it.limit, it.factor})
	}
	all = append(all, rated...)
	base := t.Base[it.coverage]
	exact := all.product()
	exact.Mul(&exact.Rat, &newProduct(base).Rat)
	return ExplainedLine{
		Coverage: it.coverage, Limit: it.limit, Base: Cents(base) * 100,
		Factors: all, Exact: exact.FloatString(6), Premium: exact.wholeDollars(),
	}
}
