package reading

import (
	"cmp"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// readCells finds what stands behind labels, in tables, and in answers by number, and takes what it
// understands. Whose a value is shows later, by its place, as for any other.
func readCells(r *reader) {
	r.seats = make(map[int]int)
	form := formState{person: -1}
	for k := 0; k < len(r.Lines); k++ {
		l := r.Lines[k]
		if r.Quiet[l.I] {
			readAnswerBelow(r, k, &form)
			continue
		}
		if n := readTable(r, k, &form); n > 0 {
			k += n - 1
			continue
		}
		if c, ok := answerOn(r.sheet, k); ok && put(r, c, &form) {
			continue
		}
		s := r.Body(l)
		if readHeading(r.party, s, &form) {
			continue
		}
		for _, c := range lineCells(r.sheet, s) {
			put(r, c, &form)
		}
		readAnswerBelow(r, k, &form)
	}
	flush(r.garage, &form)
}

// readAnswerBelow reads the line below line k as the answer, if line k asks.
func readAnswerBelow(r *reader, k int, form *formState) {
	field := questionIn(r.Text, r.Lines[k])
	if goesOn(r.Text, k) {
		field = "" // the question asks more than its last line
	}
	if c, ok := answerBelowNumber(r.sheet, k); ok && put(r, c, form) {
		return
	}
	if q, ok := questionAbove(r.sheet, k+1); ok {
		c := cell{label: q.Span, field: cmp.Or(field, fieldAsked(r.Text, q)), value: below(r.Text, k)}
		if c.field != "" && !needsProse(r.Text, c) {
			put(r, c, form)
		}
		return
	}
	if field != "" && k+1 < len(r.Lines) && !r.IsItem(r.Lines[k+1]) {
		put(r, cell{label: r.Lines[k].Span, field: field, value: r.Lines[k+1].Span}, form)
	}
}

// goesOn reports whether line k, quoted, goes on with what the quoted line above it began to ask.
func goesOn(r *find.Text, k int) bool {
	if k == 0 || !r.Is(r.Lines[k].I, ">") || !r.Is(r.Lines[k-1].I, ">") || r.ItemNumber(r.Unquoted(r.Lines[k])) > 0 {
		return false
	}
	above := r.Unquoted(r.Lines[k-1])
	return !above.Empty() && !r.Is(above.J-1, ".", "?", ":", "!")
}

type formState struct {
	person  int          // whom "name" was last given of, or -1
	named   bool         // that person's name has been read
	vehicle find.Mention // from the cells for year, make and model so far
}

// lineCells cuts a line into cells, at "|" too: "City: Salem | State: OR".
func lineCells(r *sheet, s text.Span) []cell {
	if c, ok := rowCell(r, s); ok {
		return []cell{c}
	}
	var cells []cell
	start := s.I
	for i := s.I; i <= s.J; i++ {
		if i < s.J && !r.IsTableMark(i) && !startsLabel(r, i, s) {
			continue
		}
		if c, ok := cellOf(r.Text, text.Between(start, i)); ok {
			if n := len(cells); n > 0 && cells[n-1].field == "license_number" && c.field == "state" {
				c.field = "license_state"
			}
			cells = append(cells, c)
		}
		start = i
		if i < s.J && r.Is(i, "|") {
			start = i + 1
		}
	}
	if len(cells) == 0 {
		if c, ok := bareCell(r.Text, s); ok {
			cells = append(cells, c)
		}
	}
	return cells
}

// startsLabel reports whether a new "label:" starts at token i, within a line,
// behind a comma, a semicolon or a wide gap.
func startsLabel(r *sheet, i int, s text.Span) bool {
	if !r.Is(i-1, ",", ";") && !r.IsWide(i) || i <= s.I+1 {
		return false
	}
	for j := i + 1; j < min(s.J, i+5); j++ {
		if r.Is(j, ":", "=") {
			field, _ := labelOf(r.Text, text.Between(i, j))
			return field != ""
		}
	}
	return false
}

// bareCell reads a label without a mark behind it, for names only: "name tyler brooks".
func bareCell(r *find.Text, s text.Span) (cell, bool) {
	field, j := labels().Longest(r.Tokens[:s.J], s.I)
	fits := field == "name" && r.Is(j-1, "name", "nombre") && j-s.I <= 2
	return cell{label: text.Between(s.I, j), field: field, value: text.Between(j, s.J)}, fits && 0 < s.J-j && s.J-j <= 4 && r.Kind(j) != text.Mark
}

// readHeading reads "Driver 2" and "Vehicle 1", which say whose the next lines
// are. It is false where something stands behind them.
func readHeading(r *party, s text.Span, form *formState) bool {
	if n, j := entryNumbered(r.sheet, "driver heading", s.I); j > s.I {
		k := driver(r.sheet, n, s)
		if k >= 0 {
			r.seats[s.I] = k
			form.person, form.named = k, false
		}
		return j >= s.J-1
	}
	if _, j := entryNumbered(r.sheet, "vehicle heading", s.I); j > s.I {
		flush(r.garage, form)
		return j >= s.J-1
	}
	return false
}

func driver(r *sheet, n int, at text.Span) int {
	for len(r.people) <= n && len(r.people) < mostEntries {
		r.people = append(r.people, &person{known: -1, drives: true, at: at})
	}
	if n >= len(r.people) {
		return -1
	}
	r.people[n].drives = true
	return n
}

func put(r *reader, c cell, form *formState) bool {
	c.value = r.Marked(c.value)
	if k, ok := kinOfLabel(r.sheet, c.label); ok {
		r.seats[c.label.I] = k
		form.person, form.named = k, true
	}
	switch c.field {
	case "name", "given_name", "surname":
		return putName(r.party, c, form)
	case "year", "make", "model", "trim":
		if c.of == nil {
			return putVehicle(r.party, c, form)
		}
	case "city":
		if putTown(r, c, form) {
			return true
		}
	case "accidents+violations":
		return putRecord(r, c, form)
	case "address":
		if _, ok := find.StreetAt(r.Text, c.value.I); ok || !isStreetLike(r.Text, c.value) {
			return false // read as prose
		}
		c.field = "street"
	case "vehicle", "town", "discounts":
		return false // read as prose
	}
	v, s, ok := parse(r.party, c.field, c.value)
	if own, said := hasLoan(r.Text, c); said {
		v, s, ok = own, text.Between(c.value.I, c.value.I+1), true
	}
	if !ok || ownerOf(r.Text, filled{cell: c}) == 'd' && (r.Is(s.J, "for") || r.Quoted[c.label.I] && isOfSeveral(r.sheet, c.value)) {
		return false // "18 years for me, 20 for him", "me since 1971, her since 1975"
	}
	r.Take(s)
	if c.label.J <= c.value.I && !r.Quoted[c.label.I] {
		r.Take(c.label)
	}
	r.cells = append(r.cells, filled{cell: c, v: v, at: s})
	return true
}

// isOfSeveral reports whether an answer names more than one person.
func isOfSeveral(r *sheet, s text.Span) bool {
	n := 0
	for i := s.I; i < s.J; i++ {
		if find.IsKin(r.Text, i) || r.Is(i, "me", "mine", "i", "i've", "her", "hers", "she", "his", "him", "he", "yo", "ella") || i > s.I && r.Capital(i) && r.Kind(i) == text.Word && r.Kind(i+1) == text.Digits && find.Months[r.At(i)] == 0 {
			n++
		}
	}
	return n > 1
}

func putTown(r *reader, c cell, form *formState) bool {
	a := find.TownAfter(r.Text, find.Address{Span: text.Between(c.value.I, c.value.I)})
	if a.City.Empty() || a.State.Empty() && a.ZIP.Empty() || a.J > c.value.J {
		return false
	}
	for _, part := range []cell{{field: "city", value: a.City}, {field: "state", value: a.State}, {field: "zip", value: a.ZIP}} {
		if part.label = c.label; !part.value.Empty() {
			put(r, part, form)
		}
	}
	return true
}

// isStreetLike reports whether a value is a number and a few words: "88 Juniper".
func isStreetLike(r *find.Text, s text.Span) bool {
	if s.J-s.I < 2 || s.J-s.I > 5 || r.Kind(s.I) != text.Digits {
		return false
	}
	for i := s.I + 1; i < s.J; i++ {
		if r.Kind(i) != text.Word || text.StopWord(r.At(i)) {
			return false
		}
	}
	return true
}

// putRecord reads "Accidents/violations: none"; any other number of both says nothing of each.
func putRecord(r *reader, c cell, form *formState) bool {
	n, _, ok := countIn(r.sheet, c.value)
	if !ok || n != 0 || c.value.J-c.value.I > 8 {
		return false
	}
	for _, field := range []string{"accidents", "violations"} {
		put(r, cell{label: c.label, field: field, value: c.value, of: c.of}, form)
	}
	return true
}

// filled is a cell that was understood.
type filled struct {
	cell
	v  any
	at text.Span
}

// sayCells claims what the cells hold.
func sayCells(r *reader) {
	for _, c := range r.cells {
		of, field := ownerOf(r.Text, c), strings.TrimPrefix(c.field, "garaging_address.")
		switch {
		case c.of != nil:
			r.say(*c.of, field, c.v, c.at)
		case of == 'd':
			r.ofDrivers(field, c.v, c.at, quote.Stated)
		case of == 'v':
			r.ofVehicles(field, c.v, c.at, quote.Stated)
			if n, commutes := c.v.(int); commutes && n > 0 && field == "commute_miles_one_way" {
				r.ofVehicles("use", quote.Commute, c.at, quote.Inferred)
			}
		default:
			sayCell(r.sheet, field, c)
		}
	}
}

func ownerOf(r *find.Text, c filled) byte {
	switch c.field {
	case "date_of_birth", "relationship", "license_number", "license_state", "years_licensed", "accidents", "violations":
		return 'd'
	case "vin", "cost_new", "use", "annual_miles", "commute_miles_one_way", "ownership":
		return 'v'
	}
	return 'a'
}

func sayCell(r *sheet, field string, c filled) {
	switch v := c.v.(type) {
	case find.Limits:
		sayLimits(r, field, v, c.at)
		return
	case [2]int:
		r.say(theApplication, "coverages.comprehensive_deductible", v[0], c.at)
		r.say(theApplication, "coverages.collision_deductible", v[1], c.at)
		return
	}
	switch field {
	case "street", "city", "state", "zip":
		r.say(theApplication, "garaging_address."+field, c.v, c.at)
		if zip, ok := c.v.(string); ok && field == "zip" {
			if code, ok := quote.StateOfZIP(zip); ok {
				r.infer(theApplication, "garaging_address.state", code, c.at)
			}
		}
	default:
		r.say(theApplication, field, c.v, c.at)
	}
}
