// Package form reads the cells of forms, tables and answers, and corrections that name both values.
package form

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/asked"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadCells takes the values behind labels, in tables, and in answers by number or by place.
func ReadCells(r *Form) {
	r.Seats = make(map[int]int)
	form := formState{person: -1}
	for k := 0; k < len(r.Lines); k++ {
		l := r.Lines[k]
		if r.Quiet[l.I] {
			readAnswerBelow(r, k, &form)
			continue
		}
		n := readTable(r, k, &form)
		if n == 0 {
			n = readColumns(r, k, &form)
		}
		if n > 0 {
			k += n - 1
			continue
		}
		if c, ok := asked.AnswerOn(r.Sheet, k); ok && put(r, c, &form) {
			continue
		}
		s := r.Body(l)
		if readHeading(r.Party, s, &form) {
			continue
		}
		for _, c := range lineCells(r.Sheet, s) {
			put(r, c, &form)
		}
		readAnswerBelow(r, k, &form)
	}
	flush(r.Garage, &form)
}

func readAnswerBelow(r *Form, k int, form *formState) {
	q, ok := asked.QuestionAbove(r.Sheet, k+1)
	if !ok {
		return
	}
	field := asked.QuestionIn(r.Text, r.Lines[k])
	if asked.GoesOn(r.Text, k) {
		field = "" // the question asks more than its last line
	}
	c := asked.Cell{Label: q.Span, Field: cmp.Or(field, asked.FieldAsked(r.Text, q)), Value: asked.Below(r.Text, k)}
	if c.Field != "" && !asked.NeedsProse(r.Text, c) {
		put(r, c, form)
	}
}

type formState struct {
	person  int          // the person of the last "name", or -1
	named   bool         // that person's name has been read
	vehicle find.Mention // from the cells for year, make and model so far
	heading int          // number of the vehicle in the last heading, or 0
	car     int          // one more than the index in FormCars of the car of this column, or 0
}

// lineCells cuts a line into cells, at "|" too: "City: Salem | State: OR".
func lineCells(r *claims.Sheet, s text.Span) []asked.Cell {
	if c, ok := rowCell(r, s); ok {
		return []asked.Cell{c}
	}
	var cells []asked.Cell
	start := s.I
	for i := s.I; i <= s.J; i++ {
		if i < s.J && !r.IsTableMark(i) && !startsLabel(r, i, s) {
			continue
		}
		if c, ok := asked.CellOf(r.Text, text.Between(start, i)); ok {
			if n := len(cells); n > 0 && cells[n-1].Field == "license_number" && c.Field == "state" {
				c.Field = "license_state"
			}
			cells = append(cells, c)
		}
		start = i
	}
	return cells
}

// startsLabel reports whether a new "label:" starts at token i, behind a comma or a wide gap.
func startsLabel(r *claims.Sheet, i int, s text.Span) bool {
	if !r.Is(i-1, ",", ";") && !r.IsWide(i) || i <= s.I+1 {
		return false
	}
	for j := i + 1; j < min(s.J, i+5); j++ {
		if r.Is(j, ":", "=") {
			field, _ := asked.LabelOf(r.Text, text.Between(i, j))
			return field != ""
		}
	}
	return false
}

// readHeading reads "Driver 2", the person of the next lines; false if more words follow.
func readHeading(r *who.Party, s text.Span, form *formState) bool {
	if n, j := garage.EntryNumbered(r.Sheet, "driver heading", s.I); j > s.I {
		if k := claims.MakeDriver(r.Sheet, n, s); k >= 0 {
			r.Seats[s.I] = k
			form.person, form.named = k, false
		}
		return j >= s.J-1
	}
	if n, j := garage.EntryNumbered(r.Sheet, "vehicle heading", s.I); j > s.I {
		if form.heading != n+1 || j >= s.J-1 {
			flush(r.Garage, form)
		}
		form.heading = n + 1
		return j >= s.J-1
	}
	return false
}

func put(r *Form, c asked.Cell, form *formState) bool {
	c.Value = r.Marked(c.Value)
	if k, ok := kinOfLabel(r.Sheet, c.Label); ok {
		r.Seats[c.Label.I] = k
		form.person, form.named = k, true
	}
	switch c.Field {
	case "name", "given_name", "surname":
		return putName(r.Party, c, form)
	case "year", "make", "model", "trim":
		if c.Of == nil {
			return putVehicle(r.Party, c, form)
		}
	case "accidents+violations":
		return putRecord(r, c, form)
	case "address", "vehicle", "town", "discounts":
		return false // read as prose
	}
	v, s, ok := Parse(r.Party, c.Field, c.Value)
	if own, said := asked.HasLoan(r.Text, c); said {
		v, s, ok = own, text.Between(c.Value.I, c.Value.I+1), true
	}
	if !ok || ownerOf(r.Text, filled{Cell: c}) == 'd' && r.Is(s.J, "for") {
		return false // "18 years for me, 20 for him"
	}
	r.Take(s)
	if c.Label.J <= c.Value.I && !r.Quoted[c.Label.I] {
		r.Take(c.Label)
	}
	r.Cells = append(r.Cells, filled{Cell: c, v: v, at: s, car: form.car})
	return true
}

// putRecord reads "Accidents/violations: none". Another number of both together gives neither.
func putRecord(r *Form, c asked.Cell, form *formState) bool {
	n, _, ok := countIn(r.Sheet, c.Value)
	if !ok || n != 0 || c.Value.J-c.Value.I > 8 {
		return false
	}
	for _, field := range []string{"accidents", "violations"} {
		put(r, asked.Cell{Label: c.Label, Field: field, Value: c.Value, Of: c.Of}, form)
	}
	return true
}

type filled struct {
	asked.Cell
	v   any
	at  text.Span
	car int // see formState.car
}

// SayCells claims what the cells hold.
func SayCells(r *Form) {
	for _, c := range r.Cells {
		of, field := ownerOf(r.Text, c), strings.TrimPrefix(c.Field, "garaging_address.")
		if car, ok := carOf(r.Garage, c); ok && of == 'v' {
			c.Of = &car
			for i := c.Value.I; i < c.Value.J; i++ {
				r.Which[i] = r.Fleets.Of(car.Index) // readers of prose read the rest of the cell
			}
		}
		cars, _ := garage.CarsBehind(r.Garage, r.Skip(c.at.J, "on", "for"), 2)
		switch {
		case c.Of != nil && of == 'v' && len(cars) > 0 && !slices.Contains(cars, c.Of.Index):
		case c.Of != nil:
			r.Say(*c.Of, field, c.v, c.at)
		case of == 'd':
			r.OfDrivers(field, c.v, c.at, quote.Stated)
		case of == 'v':
			r.OfVehicles(field, c.v, c.at, quote.Stated)
		default:
			sayCell(r.Sheet, field, c)
		}
	}
}

func ownerOf(r *find.Text, c filled) byte {
	switch c.Field {
	case "date_of_birth", "relationship", "license_number", "license_state", "years_licensed", "accidents", "violations":
		return 'd'
	case "vin", "cost_new", "use", "annual_miles", "commute_miles_one_way", "ownership":
		return 'v'
	}
	return 'a'
}

func sayCell(r *claims.Sheet, field string, c filled) {
	path := field
	if slices.Contains([]string{"street", "city", "state", "zip"}, field) {
		path = "garaging_address." + field
	}
	r.Say(claims.Application, path, c.v, c.at)
	if zip, ok := c.v.(string); ok && field == "zip" {
		if code, ok := quote.StateOfZIP(zip); ok {
			r.Infer(claims.Application, "garaging_address.state", code, c.at)
		}
	}
}

// Form is what cells of forms and tables, and corrections, hold.
type Form struct {
	*who.Party
	Cells []filled
}

// kinOfLabel reads the relative in a label such as "Spouse DOB".
func kinOfLabel(r *claims.Sheet, s text.Span) (int, bool) {
	for i := s.I; i < s.J; i++ {
		if kin, ok := find.KinAt(r.Text, i); ok && !kin.Outsider && s.J-s.I > 1 {
			k := who.Meet(r, kin, find.FullName{}, i)
			if k >= 0 {
				r.People[k].Drives = true
				if r.People[k].Known < 0 {
					r.Claims = append(r.Claims, claims.Claim{Of: claims.Driver(k), Field: "relationship", Value: kin.Relation,
						Words: r.Raw(text.Between(i, i+1)), At: i, Standing: quote.Stated})
				}
			}
			return k, k >= 0
		}
	}
	return 0, false
}

func putName(r *who.Party, c asked.Cell, form *formState) bool {
	cased := r.Cased
	r.Cased, r.NameOnly = cased && r.Capital(c.Value.I), true
	n, ok := find.NameAt(r.Text, c.Value.I, min(4, c.Value.J-c.Value.I))
	r.Cased, r.NameOnly = cased, false
	whole := n.J >= c.Value.J || r.Among(n.J, "ends a name") || r.Kind(n.J) == text.Digits ||
		c.Of != nil && r.Among(n.J, "said of a name")
	whole = whole && (c.Of == nil || !r.IsStop(n.I) || find.MayBeName.Has(r.At(n.I)))
	if !ok || !whole || isBlank(r.Text, c.Value) || n.I >= c.Value.J || r.Among(n.I, "no name") {
		return false // "Driver: myself only"
	}
	k := namedAlready(r.Sheet, n)
	if k < 0 || c.Of != nil {
		k = namedInForm(r.Sheet, c, form)
	}
	if k < 0 || k == 0 && find.IsKin(r.Text, n.J+1) && r.Is(n.J, "(", ",", "-") {
		return false // "Linda Doe (wife)"
	}
	switch {
	case c.Of != nil && c.Field == "surname":
		given, p := text.Fold(n.Given), r.People[k].Given
		called := given == text.Fold(p) || find.IsShortFor(p, n.Given) || given == text.Fold(r.From.Given)
		if called == (n.Surname == "") {
			return false // both names, or the given name again
		}
		if n.Surname == "" {
			n.Surname, n.SurnameRaw = n.Given, n.GivenRaw
		}
		n.Given = ""
	case c.Of != nil:
	case c.Field == "given_name":
		n.Given, n.Surname = find.NameCase(r.Words(text.Between(n.I, n.J))), ""
		n.GivenRaw = r.Raw(text.Between(n.I, n.J))
	case c.Field == "surname":
		n.Given, n.Surname = "", find.NameCase(r.Words(text.Between(n.I, n.J)))
		n.SurnameRaw = r.Raw(text.Between(n.I, n.J))
	default:
		form.named = true
	}
	who.AddName(r.Sheet, k, n)
	r.Seats[c.Label.I] = k
	r.Take(text.Between(n.I, n.J))
	return true
}

// namedAlready returns the person who was given both names of n before, or -1.
func namedAlready(r *claims.Sheet, n find.FullName) int {
	return slices.IndexFunc(r.People, func(p *claims.Person) bool {
		return n.Surname != "" && text.Fold(p.Given) == text.Fold(n.Given) && text.Fold(p.Surname) == text.Fold(n.Surname)
	})
}

// namedInForm returns the driver of a name in a cell. A second "name" belongs to another driver.
func namedInForm(r *claims.Sheet, c asked.Cell, form *formState) int {
	if c.Of != nil && c.Of.Kind == 'd' {
		return c.Of.Index
	}
	if form.person < 0 {
		form.person = 0
	} else if (form.named && c.Field == "name" || c.Field == "given_name") && r.People[form.person].Given != "" && r.People[form.person].Known < 0 {
		form.person, form.named = claims.MakeDriver(r, len(r.People), c.Value), false
	}
	return form.person
}

// putVehicle collects year, make and model of one vehicle from their cells.
func putVehicle(r *who.Party, c asked.Cell, form *formState) bool {
	m := &form.vehicle
	v, s, ok := Parse(r, c.Field, c.Value)
	if !ok || !r.Free(s) {
		return false
	}
	full := map[string]bool{"year": m.Year != 0, "make": m.Make != "", "model": m.Model != "", "trim": !m.TrimAt.Empty()}
	if full[c.Field] {
		flush(r.Garage, form)
	}
	if m.Empty() {
		m.Span = text.Between(c.Label.I, c.Label.I+1)
	}
	switch c.Field {
	case "year":
		m.Year, m.YearAt = v.(int), s
	case "make":
		m.Make, m.MakeAt = v.(string), s
	case "model":
		m.Model, m.ModelAt = v.(string), s
		if t := find.TrimAt(r.Text, s.J); t > s.J && t <= c.Value.J {
			m.TrimAt = text.Between(s.J, t)
			s.J = t
		}
	case "trim":
		m.TrimAt = s
	}
	r.Take(s)
	return true
}

func flush(r *garage.Garage, form *formState) {
	if m := form.vehicle; !m.Empty() {
		r.FormCars = append(r.FormCars, m)
	}
	form.vehicle = find.Mention{}
}
