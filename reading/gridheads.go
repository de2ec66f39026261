package reading

import (
	"cmp"
	"slices"

	"ppamaild/quote"
)

// column is whom a column of a grid is of, as far as its head and rows say.
type column struct {
	self   bool
	number int // of a driver, from 1; 0: none
	kin    kin
	name   fullName
}

// stall is where a cell of a grid has its vehicle: the tokens that name it, or the vehicle's
// number among those that were met; -1 for none.
type stall struct {
	home span
	car  int
}

// headGrid reports whether cells head columns of drivers or vehicles.
func (r *reader) headGrid(heads []span) bool {
	for _, head := range heads {
		if head.empty() || r.isLabelled(head, "vehicle") || !r.headsPerson(head) && !r.headsCar(head) {
			return false
		}
	}
	return len(heads) > 1
}

// headsCar reports whether s is "Vehicle 1", or names one.
func (r *reader) headsCar(s span) bool {
	if _, j := r.numberedEntry("vehicle heading", s.i); j > s.i && j >= s.j {
		return true
	}
	m, ok := r.mentionAt(s.i)
	return ok && m.j >= s.j-2
}

// headsPerson reports whether s is "Driver 1", "MINE", "Wife" or a name.
func (r *reader) headsPerson(s span) bool {
	c := r.columnOf(s)
	return c.self || c.number > 0 || c.kin != (kin{}) || c.name.j >= s.j || r.is(c.name.j, "(")
}

// columnOf reads the head of a column, or the cell of its name.
func (r *reader) columnOf(s span) column {
	var c column
	if s.empty() {
		return c
	}
	if n, j := r.numberedEntry("driver heading", s.i); j > s.i {
		c.number, s.i = n+1, r.skip(j, ":", "-", "(", "=")
	}
	if s.empty() {
		return c
	}
	i := r.skip(s.i, "my", "our", "mi")
	if k, ok := r.kinAt(i); ok && i+1 >= s.j || ok && i > s.i {
		c.kin, i = k, r.skip(i+1, "-", ":", "(", ",")
	}
	if i >= s.j {
		return c
	}
	switch r.at(i) {
	case "me", "mine", "my", "self", "myself", "i", "insured", "applicant", "yo", "mio", "mia", "you", "primary":
		c.self = true
		return c
	case "his", "him", "he":
		c.kin.gender = 'm'
		return c
	case "hers", "her", "she", "ella":
		c.kin.gender = 'f'
		return c
	}
	if r.namesCar(i) {
		return c
	}
	cased := r.cased
	r.cased, r.nameOnly = cased && r.capital(i), true
	if n, ok := r.name(i, min(4, s.j-i)); ok && n.i < s.j && !r.among(n.i, "no name") {
		c.name = n
		behind, _ := r.kinBehind(n.j)
		c.kin = cmp.Or(c.kin, behind)
		c.self = r.isWriters(n)
	}
	r.cased, r.nameOnly = cased, false
	return c
}

// peopleOfGrid returns the person of each column, nil where none is of one.
func (r *reader) peopleOfGrid(g grid) []int {
	if r.rowsOf(g, 'd') == 0 || g.heads != nil && r.headsCar(g.heads[0]) {
		return nil
	}
	columns := make([]column, len(g.rows[0].values))
	for col := range columns {
		columns[col] = r.wholeColumn(g, col)
	}
	people, _ := r.seatColumns(columns)
	return people
}

// seatColumns returns the person of each column, or item of a list: the writer is who is
// said to be, else the first one of whom nothing else is.
func (r *reader) seatColumns(columns []column) ([]int, bool) {
	writer := slices.IndexFunc(columns, func(c column) bool { return c.self })
	if writer < 0 {
		writer = slices.IndexFunc(columns, func(c column) bool { return c.kin.relation == "" && c.kin.gender == 0 })
	}
	people := make([]int, len(columns))
	for col, c := range columns {
		if col != writer {
			people[col] = r.personOfColumn(c)
		}
		if people[col] < 0 {
			return nil, false
		}
	}
	return people, true
}

// wholeColumn reads what the head of a column, its name and its relationship say of whom it is.
func (r *reader) wholeColumn(g grid, col int) column {
	var c column
	if g.heads != nil {
		c = r.columnOf(g.heads[col])
	}
	for _, row := range g.rows {
		switch row.field {
		case "name":
			of := r.columnOf(row.values[col])
			c.name, c.self, c.kin = of.name, c.self || of.self, cmp.Or(c.kin, of.kin)
		case "relationship":
			of := r.columnOf(row.values[col])
			c.self, c.kin = c.self || of.self, cmp.Or(of.kin, c.kin)
		}
	}
	return c
}

// personOfColumn returns the person, other than the writer, that a column is of; -1 where
// there are too many.
func (r *reader) personOfColumn(c column) int {
	k := r.namedAlready(c.name)
	if k <= 0 && c.kin.relation != "" {
		k = r.meet(c.kin, c.name, max(c.name.i, 0))
	} else if k <= 0 {
		k = r.driver(len(r.people), c.name.span)
	}
	if k <= 0 {
		return -1
	}
	p := r.people[k]
	p.drives, p.gender = true, cmp.Or(p.gender, c.kin.gender)
	if c.name.given != "" {
		r.addName(k, c.name)
	}
	if c.kin.relation != "" && p.known < 0 {
		p.relation = c.kin.relation
		r.claims = append(r.claims, claim{of: entity{'d', k}, field: "relationship", value: c.kin.relation,
			words: r.raw(c.name.span), at: c.name.i, standing: quote.Stated})
	}
	return k
}

// carsOfGrid returns where each column has its vehicle, nil where none is of one.
func (r *reader) carsOfGrid(g grid) []stall {
	if r.rowsOf(g, 'v') == 0 {
		return nil
	}
	cars := make([]stall, len(g.rows[0].values))
	for col := range cars {
		cars[col].car = -1
		if g.heads != nil {
			if cars[col].car = r.numberOfCar(g.heads[col]); cars[col].car < 0 && r.headsCar(g.heads[col]) {
				cars[col].home = g.heads[col]
			}
		}
		for _, row := range g.rows {
			switch row.field {
			case "vehicle", "year", "make", "model":
				if row.field == "vehicle" && r.numberOfCar(row.values[col]) >= 0 {
					continue // "Vehicle | Car 1 | Car 2" heads the columns, and names no car
				}
				cars[col].home = either(cars[col].home, row.values[col])
			}
		}
	}
	return cars
}

// numberOfCar returns the index of "Vehicle 2" or "Car #2" at s, or -1.
func (r *reader) numberOfCar(s span) int {
	if n, j := r.numberedEntry("vehicle heading", s.i); j > s.i {
		return n
	}
	return -1
}

// carParkedAt returns the vehicle that token i, in a cell of a grid, is of: -1 where it is
// of none; and whether a grid says so.
func (r *reader) carParkedAt(i int) (vehicle int, ok bool) {
	s, ok := r.parked[i]
	if !ok {
		return -1, false
	}
	if v := s.carOf(r.places); v >= 0 {
		return v, true
	}
	if s.car >= 0 && s.car < len(r.vehicles) {
		return s.car, true
	}
	return -1, true
}

// carOf returns the vehicle that is named where s is, or -1.
func (s stall) carOf(places []placed) int {
	for _, p := range places {
		if s.home.i <= p.at.i && p.at.i < s.home.j {
			return p.vehicle
		}
	}
	return -1
}
