package carrier

import (
	"slices"

	"ppamaild/quote"
)

// assign puts the highest rated driver in the highest rated vehicle, the second
// in the second, and so on; of drivers by years licensed and points, of vehicles
// by age, cost new, mileage and use. Vehicles left over get the lowest rated
// driver, and drivers left over get none. Equals keep the order they were added in.
func (t tables) assign(a quote.Application) ([]int, error) {
	where := place{a.GaragingAddress, a.EffectiveDate}
	drivers, err := ranked(a.Drivers, func(d quote.Driver) (factors, error) { return t.driverOf(d, where) })
	if err != nil {
		return nil, err
	}
	vehicles, err := ranked(a.Vehicles, func(v quote.Vehicle) (factors, error) { return t.weight(v, where) })
	if err != nil {
		return nil, err
	}
	principals := make([]int, len(vehicles))
	for rank, vehicle := range vehicles {
		principals[vehicle] = drivers[min(rank, len(drivers)-1)]
	}
	return principals, nil
}

// weight is what ranks a vehicle. One too costly to be rated, which is going to
// be referred, ranks as the highest.
func (t tables) weight(v quote.Vehicle, p place) (factors, error) {
	use, err := t.useOf(v, p)
	if err != nil {
		return nil, err
	}
	body, err := t.bodyOf(v, p)
	if err != nil {
		body = factors{{By: t.VehicleAge[0].Factor}, {By: t.CostNew[len(t.CostNew)-1].Factor}}
	}
	return append(use, body...), nil
}

// ranked returns the indices of list, highest product of factors first.
func ranked[T any](list []T, of func(T) (factors, error)) ([]int, error) {
	order := make([]int, len(list))
	score := make([]*product, len(list))
	for i, x := range list {
		fs, err := of(x)
		if err != nil {
			return nil, err
		}
		order[i], score[i] = i, fs.product()
	}
	slices.SortStableFunc(order, func(i, j int) int { return score[j].Cmp(&score[i].Rat) })
	return order, nil
}
