package reading

import "slices"

// mention is a place where the mail names a vehicle. Spans are empty for what
// it does not say.
type mention struct {
	span
	year                    int
	make, model             string
	yearAt, makeAt, modelAt span
	trimAt                  span
	common                  bool // only a name that is also a common word
}

// vehicleMentions finds where vehicles are named.
func (r *reader) vehicleMentions() []mention {
	var found []mention
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || r.dated[i] {
			continue
		}
		m, ok := r.mentionAt(i)
		if ok && r.isSaidOf(m, found) {
			continue
		}
		r.dropMiles(&m, found)
		if ok && r.free(m.span) && (r.meansCar(m) || saidBefore(found, m)) {
			found = append(found, m)
			r.take(m.span)
			i = m.j - 1
		}
	}
	return found
}

// isSaidOf reports whether what looks like a car of that year is the year and trim of the one
// that was just named: "the Durango is a 2018 GT".
func (r *reader) isSaidOf(m mention, found []mention) bool {
	k := m.i
	for k > 0 && r.among(k-1, "before a year") {
		k--
	}
	if len(found) == 0 || m.year == 0 || m.makeAt != m.modelAt || found[len(found)-1].j != k-1 || !r.is(k-1, "is", "es", "was") {
		return false
	}
	last := found[len(found)-1]
	return last.year == 0 && last.model != "" && r.trimAt(m.modelAt.i) > m.modelAt.i
}

// dropMiles takes a year behind the name of a car off m where that car was named with
// another year before: "Civic 6000 miles, Sentra 2000".
func (r *reader) dropMiles(m *mention, found []mention) {
	if m.year == 0 || m.yearAt.i < m.modelAt.j || m.yearAt.j != m.j || r.is(m.j-1, ")") || m.modelAt.empty() {
		return
	}
	if slices.ContainsFunc(found, func(f mention) bool { return f.model == m.model && f.year != 0 && f.year != m.year }) {
		m.year, m.yearAt, m.j = 0, span{}, m.yearAt.i
	}
}

// saidBefore reports whether the model of m was named already.
func saidBefore(found []mention, m mention) bool {
	return m.model != "" && slices.ContainsFunc(found, func(f mention) bool { return f.model == m.model })
}

// mentionAt reads "2019 silver Honda Civic LX", "Civic (2019)", "'19 Chevy".
func (r *reader) mentionAt(i int) (mention, bool) {
	m := mention{span: span{i, i}}
	if y, j, ok := r.year(i, r.newestYear(), true); ok {
		if k := r.skipLooks(j); r.namesCar(k) {
			m.year, m.yearAt, m.j = y, span{i, j}, k
		} else {
			return m, false
		}
	}
	r.readName(&m)
	if m.make == "" && m.model == "" {
		return m, false
	}
	if j := r.trimAt(m.j); m.model != "" && j > m.j {
		m.trimAt, m.j = span{m.j, j}, j
	}
	if at := r.skip(m.j, ",") + 1; m.model != "" && m.trimAt.empty() && r.is(at-1, "the") && r.capital(at) {
		if j := r.trimAt(at); j > at && (r.breaks(j) || r.is(j, ".", "trim", "model", "version", "and", "i")) {
			m.trimAt, m.j = span{at, j}, j // "Accord, the EX-L"
		}
	}
	if m.year == 0 {
		r.yearAfter(&m)
		if j := r.trimAt(m.j); m.year != 0 && m.model != "" && m.trimAt.empty() && r.gap(m.j) && j > m.j {
			m.trimAt, m.j = span{m.j, j}, j // "Passat 2016 SE"
		}
	}
	r.trimAsItem(&m)
	r.trimByName(&m)
	r.trimByNumber(&m)
	return m, true
}

// trimAsItem reads a trim that is an item of its own behind the name: "Silverado, 2014, LT".
func (r *reader) trimAsItem(m *mention) {
	at := m.j + 1
	if m.model == "" || !m.trimAt.empty() || !r.is(m.j, ",", "-") || !r.gap(at) || r.is(at, looks...) || r.row(at) != r.row(m.i) {
		return
	}
	if j := r.trimAt(at); j > at && (r.capital(at) || r.kind(at) != word) && (r.breaks(j) || r.sentence(at).j <= j+1) {
		m.trimAt, m.j = span{at, j}, j
	}
}

// newestYear is the latest model year that can be on sale.
func (r *reader) newestYear() int { return r.today.Year() + 2 }

// looks are words that may stand between a year and a make.
var looks = []string{"used", "new", "red", "blue", "black", "white", "silver", "gray", "grey", "green", "gold", "tan", "brown",
	"beige", "maroon", "orange", "yellow", "dark", "light", "leased", "financed", "certified", "my", "model", ",", "-", "year"}

func (d *document) skipLooks(i int) int {
	for range 3 {
		if !d.is(i, looks...) {
			break
		}
		i++
	}
	return i
}

// namesCar reports whether a make or model starts at token i.
func (d *document) namesCar(i int) bool {
	if _, _, ok := d.makeAt(i); ok {
		return true
	}
	_, _, ok := d.modelAt(i, "")
	return ok
}

// namesCarPlainly reports the same of names that are no words besides.
func (d *document) namesCarPlainly(i int) bool {
	if m, _, ok := d.makeAt(i); ok {
		return !m.common
	}
	m, _, ok := d.modelAt(i, "")
	return ok && !m.common
}

// readName reads make and model at the end of m.
func (r *reader) readName(m *mention) {
	if made, j, ok := r.makeAt(m.j); ok {
		if whole, k, ok := r.modelAt(m.j, made.name); ok && k > j { // "Mazda3", "Ram 1500" of Dodge
			m.make, m.model, m.common = whole.make, whole.name, false
			m.makeAt, m.modelAt, m.j = span{m.j, k}, span{m.j, k}, k
			return
		}
		m.make, m.makeAt, m.common = made.name, span{m.j, j}, made.common
		m.j = j
		r.readModel(m)
		return
	}
	if model, j, ok := r.modelAt(m.j, ""); ok {
		m.model, m.modelAt, m.make, m.common = model.name, span{m.j, j}, model.make, model.common
		m.makeAt = m.modelAt
		m.j = j
	}
}

// readModel reads the model after a make: one of the catalogue's or, after a
// year, whatever looks like a name.
func (r *reader) readModel(m *mention) {
	at := r.skip(m.j, "'s")
	if r.is(at, ",", "-", ":") && !r.glued(at+1) {
		at++
	}
	model, j, ok := r.modelAt(at, m.make)
	if ok {
		m.model, m.modelAt, m.j, m.common = model.name, span{at, j}, j, false
		return
	}
	if m.year != 0 && at == m.j && r.looksLikeModel(at) {
		m.model, m.modelAt, m.j = r.raw(span{at, at + 1}), span{at, at + 1}, at+1
	}
}

func (r *reader) looksLikeModel(i int) bool {
	if i >= len(r.toks) || !r.together(i-1, i+1) || !r.gap(i) {
		return false
	}
	t := r.toks[i]
	if t.kind == mixed {
		return !r.isMiles(i + 1)
	}
	return t.kind == word && t.capital && r.cased && len(t.norm) > 2 && !stopWord(t.norm) && !cars().trims[t.norm]
}

// yearAfter reads "(2019)", ", 2019", "year 2018", "'19" after the name.
func (r *reader) yearAfter(m *mention) {
	j := m.j
	for range 3 {
		j = r.skip(j, "(", ",", "-", "=", "the", "year", "from", "del", "ano", "modelo", "model", "of")
	}
	if r.is(j, "a", "an") && r.is(j-1, ",") {
		j++ // "Explorer, a '98 XLT"
	}
	y, k, ok := r.year(j, r.newestYear(), false)
	if !ok || r.dated[j] || r.is(k, "/") || r.isMiles(k) || r.row(k-1) != r.row(m.i) && !r.together(m.i, k) || r.isNextCar(j) {
		return
	}
	m.year, m.yearAt, m.j = y, span{j, k}, k
	if !r.is(j-1, "(") {
		return
	}
	if t := r.trimAt(r.skip(k, ",")); m.trimAt.empty() && m.model != "" && t > k+1 {
		m.trimAt, k = span{k + 1, t}, r.skip(t, "edition")
		m.j = k
	}
	if r.is(k, ")") {
		m.j = k + 1
	}
}

// isNextCar reports whether the year at token i belongs to the next car of a
// list: ", 2016 Chevrolet".
func (r *reader) isNextCar(i int) bool {
	_, k, ok := r.year(i, r.newestYear(), false)
	if _, _, made := r.makeAt(k); ok && !made && r.trimAt(k) > k {
		return false // "Kia Soul 2016 LX"
	}
	return ok && r.namesCar(r.skipLooks(k)) && !r.is(i-1, "(")
}

// meansCar reports whether the words are about a car: a common word needs a
// year, a make, or a determiner and a capital; and a lender is no car.
func (r *reader) meansCar(m mention) bool {
	if r.isPersons(m) || r.isInsurers(m) {
		return false
	}
	if r.among(m.j, "lender") || m.year == 0 && (r.among(m.j, "a place") || r.is(m.i-1, "-") && r.glued(m.i) && r.kind(m.i-2) == word) {
		return false // "the Kona address", "Kailua-Kona"
	}
	if _, _, insurer := r.carrierAt(m.i); insurer && m.model == "" && m.year == 0 && r.named("insured with", m.i, 2) && !r.among(m.i-1, "whose car") {
		return false // "with Mercury"
	}
	if m.common && m.makeAt == m.modelAt && r.is(m.j, "force", "conditioning", "guard") {
		return false // "in the Air Force"
	}
	if r.has(span{m.j, m.j + 2}, "other vehicle") {
		return false // "2015 Honda Shadow motorcycle"
	}
	if n, ok := r.number(m.i - 1); ok && n.spelt && n.j > m.i {
		return false // "nineteen ninety-eight" is no Oldsmobile
	}
	if m.year == 0 && r.is(m.i-1, "hp", "horsepower") {
		return false // "60 hp Merc" is what drives a boat
	}
	if r.is(m.j, "of") && r.capital(m.j-1) && m.model == "" && m.year == 0 {
		return false
	}
	if m.year != 0 || m.make != "" && m.model != "" && m.makeAt != m.modelAt {
		return true
	}
	if r.is(m.i-1, "in", "near", "to", "at") && r.cased {
		return false // "in Tacoma"
	}
	if !m.common {
		return true
	}
	if _, _, state := r.state(m.i); state {
		return false // "my California license"
	}
	capital := r.cased && r.capital(m.i)
	switch {
	case r.among(m.i-1, "whose car"), r.is(m.i-1, "old", "trusty", "beloved", "little") && r.among(m.i-2, "whose car"):
		return capital || r.toks[m.i].kind == mixed || r.known(m)
	case r.is(m.i-1, "a", "an", "un", "una"):
		return capital
	}
	return capital && (r.known(m) || r.isDescribedAs(m))
}
