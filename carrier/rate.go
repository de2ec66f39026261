package carrier

import "fmt"

// priced is a session with its premiums under some discounts.
type priced struct {
	lines      []Line // Premium is set, WithoutPending is not
	goodDriver Cents
	total      Cents
}

// price works out base × territory × driver × points × mileage × use × (age ×
// cost new, of COMP and COLL) × limit or deductible × discounts, exactly, rounds
// each line half up to whole dollars, and adds the fee. It refers nothing.
func (t tables) price(s Session, given []Discount) (priced, error) {
	var p priced
	for i := range s.Application.Vehicles {
		lines, err := t.vehicle(s, i, given)
		if err != nil {
			return priced{}, fmt.Errorf("vehicle %d: %w", i, err)
		}
		p.lines = append(p.lines, lines...)
	}
	p.total = t.PolicyFee
	for _, l := range p.lines {
		p.total += l.Premium
	}
	p.goodDriver = t.goodDriver(s, p.lines, given)
	p.total -= p.goodDriver
	return p, nil
}

func (t tables) vehicle(s Session, i int, given []Discount) ([]Line, error) {
	r, err := t.riskOf(s, i)
	if err != nil {
		return nil, err
	}
	items, err := t.items(s.coverages(i))
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(items))
	for n, it := range items {
		premium := newProduct(t.Base[it.coverage]).times(it.factor).times(r.of(it.coverage)...)
		premium.Mul(&premium.Rat, &t.reduction(it.coverage, s.Principals[i], given).Rat)
		lines[n] = Line{Vehicle: i, Coverage: it.coverage, Limit: it.limit, Premium: premium.wholeDollars()}
	}
	return lines, nil
}
