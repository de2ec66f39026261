package quote

// OwnCoverages returns the deductibles, rental and towing of vehicle i, and whether
// they are others than those of all vehicles. What it says nothing of is as there; a
// deductible of 0 and a false are no coverage.
func (a Application) OwnCoverages(i int) (own Coverages, differs bool) {
	all, v := a.Coverages, a.Vehicles[i].Coverages
	own = Coverages{
		ComprehensiveDeductible: ownOr(v.ComprehensiveDeductible, all.ComprehensiveDeductible),
		CollisionDeductible:     ownOr(v.CollisionDeductible, all.CollisionDeductible),
		Rental:                  ownOr(v.Rental, all.Rental), Towing: ownOr(v.Towing, all.Towing),
	}
	return own, v != (Coverages{})
}

// ownOr returns what a vehicle says, else what holds for all; nil where that is none.
func ownOr[T comparable](own, all *T) *T {
	var none T
	switch {
	case own == nil:
		return all
	case *own == none:
		return nil
	}
	return own
}
