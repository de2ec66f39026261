package quote

// OwnCoverages returns the deductibles, rental and towing of vehicle i, and whether they differ
// from the coverages of all vehicles. Absent values are equal to the values of all vehicles. A
// deductible of 0 and false mean no coverage.
func (a Application) OwnCoverages(i int) (own Coverages, differs bool) {
	all, v := a.Coverages, a.Vehicles[i].Coverages
	own = Coverages{
		ComprehensiveDeductible: ownOr(v.ComprehensiveDeductible, all.ComprehensiveDeductible),
		CollisionDeductible:     ownOr(v.CollisionDeductible, all.CollisionDeductible),
		Rental:                  ownOr(v.Rental, all.Rental), Towing: ownOr(v.Towing, all.Towing),
	}
	return own, v != (Coverages{})
}

// ownOr returns the value of a vehicle, or of all vehicles, or nil for no coverage.
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
