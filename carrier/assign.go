package carrier

import (
	"slices"

	"ppamaild/quote"
)

// assign assigns the driver with the highest factors to the vehicle with the highest factors,
// the second driver to the second vehicle, and so on. Drivers rank by years licensed and
// points, vehicles by age, cost new, mileage and use. Remaining vehicles get the driver with
// the lowest factors. Equal entries keep their order. Vehicles with a stated driver keep this
// driver, who gets another vehicle only as the driver with the lowest factors.
func (t tables) assign(a quote.Application, stated []Seat) ([]int, error) {
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
	idle := slices.Clone(drivers)
	for _, s := range stated {
		principals[s.Vehicle] = s.Driver
		vehicles = without(vehicles, s.Vehicle)
		idle = without(idle, s.Driver)
	}
	for rank, vehicle := range vehicles {
		principals[vehicle] = drivers[len(drivers)-1]
		if rank < len(idle) {
			principals[vehicle] = idle[rank]
		}
	}
	return principals, nil
}

func without(list []int, n int) []int {
	return slices.DeleteFunc(list, func(x int) bool { return x == n })
}

// weight returns the rank of a vehicle. A vehicle that is too expensive to rate has the
// highest rank; the carrier refers it later.
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

// ranked returns the indexes of list, sorted by falling product of factors.
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
