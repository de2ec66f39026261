package reading

import (
	"slices"

	"ppamaild/reading/text"
)

// mention is a place where the mail names a vehicle. Spans are empty for what it does not say.
type mention struct {
	text.Span
	year                    int
	make, model             string
	yearAt, makeAt, modelAt text.Span
	trimAt                  text.Span
	common                  bool // only a name that is also a common word
}

func (r *reader) vehicleMentions() []mention {
	var found []mention
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || r.dated[i] {
			continue
		}
		m, ok := r.mentionAt(i)
		if ok && r.isSaidOf(m, found) {
			continue
		}
		r.dropMiles(&m, found)
		if ok && r.Free(m.Span) && (r.meansCar(m) || saidBefore(found, m)) {
			found = append(found, m)
			r.Take(m.Span)
			i = m.J - 1
		}
	}
	return found
}

// isSaidOf reports whether what looks like a car of that year is the year and trim of the one
// that was just named: "the Durango is a 2018 GT".
func (r *reader) isSaidOf(m mention, found []mention) bool {
	k := m.I
	for k > 0 && r.Among(k-1, "before a year") {
		k--
	}
	if len(found) == 0 || m.year == 0 || m.makeAt != m.modelAt || found[len(found)-1].J != k-1 || !r.Is(k-1, "is", "es", "was") {
		return false
	}
	last := found[len(found)-1]
	return last.year == 0 && last.model != "" && r.trimAt(m.modelAt.I) > m.modelAt.I
}

// dropMiles takes a year behind the name of a car off m where that car was named with
// another year before: "Civic 6000 miles, Sentra 2000".
func (r *reader) dropMiles(m *mention, found []mention) {
	if m.year == 0 || m.yearAt.I < m.modelAt.J || m.yearAt.J != m.J || r.Is(m.J-1, ")") || m.modelAt.Empty() {
		return
	}
	if slices.ContainsFunc(found, func(f mention) bool { return f.model == m.model && f.year != 0 && f.year != m.year }) {
		m.year, m.yearAt, m.J = 0, text.Span{}, m.yearAt.I
	}
}

// saidBefore reports whether the model of m was named already.
func saidBefore(found []mention, m mention) bool {
	return m.model != "" && slices.ContainsFunc(found, func(f mention) bool { return f.model == m.model })
}

// mentionAt reads "2019 silver Honda Civic LX", "Civic (2019)", "'19 Chevy".
func (r *reader) mentionAt(i int) (mention, bool) {
	m := mention{Span: text.Between(i, i)}
	if y, j, ok := r.year(i, r.newestYear(), true); ok {
		if k := r.skipLooks(j); r.namesCar(k) {
			m.year, m.yearAt, m.J = y, text.Between(i, j), k
		} else {
			return m, false
		}
	}
	r.readName(&m)
	if m.make == "" && m.model == "" {
		return m, false
	}
	if j := r.trimAt(m.J); m.model != "" && j > m.J {
		m.trimAt, m.J = text.Between(m.J, j), j
	}
	if at := r.Skip(m.J, ",") + 1; m.model != "" && m.trimAt.Empty() && r.Is(at-1, "the") && r.Capital(at) {
		if j := r.trimAt(at); j > at && (r.Breaks(j) || r.Is(j, ".", "trim", "model", "version", "and", "i")) {
			m.trimAt, m.J = text.Between(at, j), j // "Accord, the EX-L"
		}
	}
	if m.year == 0 {
		r.yearAfter(&m)
		if j := r.trimAt(m.J); m.year != 0 && m.model != "" && m.trimAt.Empty() && r.Gap(m.J) && j > m.J {
			m.trimAt, m.J = text.Between(m.J, j), j // "Passat 2016 SE"
		}
	}
	r.trimAsItem(&m)
	r.trimByName(&m)
	r.trimByNumber(&m)
	return m, true
}

// trimAsItem reads a trim that is an item of its own behind the name: "Silverado, 2014, LT".
func (r *reader) trimAsItem(m *mention) {
	at := m.J + 1
	if m.model == "" || !m.trimAt.Empty() || !r.Is(m.J, ",", "-") || !r.Gap(at) || r.Is(at, looks...) || r.Row(at) != r.Row(m.I) {
		return
	}
	if j := r.trimAt(at); j > at && (r.Capital(at) || r.Kind(at) != text.Word) && (r.Breaks(j) || r.Sentence(at).J <= j+1) {
		m.trimAt, m.J = text.Between(at, j), j
	}
}

// newestYear is the latest model year that can be on sale.
func (r *reader) newestYear() int { return r.today.Year() + 2 }

// looks are words that may stand between a year and a make.
var looks = []string{"used", "new", "red", "blue", "black", "white", "silver", "gray", "grey", "green", "gold", "tan", "brown",
	"beige", "maroon", "orange", "yellow", "dark", "light", "leased", "financed", "certified", "my", "model", ",", "-", "year"}

func (d *document) skipLooks(i int) int {
	for range 3 {
		if !d.Is(i, looks...) {
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
	if made, j, ok := r.makeAt(m.J); ok {
		if whole, k, ok := r.modelAt(m.J, made.name); ok && k > j { // "Mazda3", "Ram 1500" of Dodge
			m.make, m.model, m.common = whole.make, whole.name, false
			m.makeAt, m.modelAt, m.J = text.Between(m.J, k), text.Between(m.J, k), k
			return
		}
		m.make, m.makeAt, m.common = made.name, text.Between(m.J, j), made.common
		m.J = j
		r.readModel(m)
		return
	}
	if model, j, ok := r.modelAt(m.J, ""); ok {
		m.model, m.modelAt, m.make, m.common = model.name, text.Between(m.J, j), model.make, model.common
		m.makeAt = m.modelAt
		m.J = j
	}
}

// readModel reads the model after a make: one of the catalogue's or, after a
// year, whatever looks like a name.
func (r *reader) readModel(m *mention) {
	at := r.Skip(m.J, "'s")
	if r.Is(at, ",", "-", ":") && !r.Glued(at+1) {
		at++
	}
	model, j, ok := r.modelAt(at, m.make)
	if ok {
		m.model, m.modelAt, m.J, m.common = model.name, text.Between(at, j), j, false
		return
	}
	if m.year != 0 && at == m.J && r.looksLikeModel(at) {
		m.model, m.modelAt, m.J = r.Raw(text.Between(at, at+1)), text.Between(at, at+1), at+1
	}
}

func (r *reader) looksLikeModel(i int) bool {
	if i >= len(r.Tokens) || !r.Together(i-1, i+1) || !r.Gap(i) {
		return false
	}
	t := r.Tokens[i]
	if t.Kind == text.Mixed {
		return !r.isMiles(i + 1)
	}
	return t.Kind == text.Word && t.Capital && r.Cased && len(t.Norm) > 2 && !text.StopWord(t.Norm) && !cars().trims[t.Norm]
}

// yearAfter reads "(2019)", ", 2019", "year 2018", "'19" after the name.
func (r *reader) yearAfter(m *mention) {
	j := m.J
	for range 3 {
		j = r.Skip(j, "(", ",", "-", "=", "the", "year", "from", "del", "ano", "modelo", "model", "of")
	}
	if r.Is(j, "a", "an") && r.Is(j-1, ",") {
		j++ // "Explorer, a '98 XLT"
	}
	y, k, ok := r.year(j, r.newestYear(), false)
	if !ok || r.dated[j] || r.Is(k, "/") || r.isMiles(k) || r.Row(k-1) != r.Row(m.I) && !r.Together(m.I, k) || r.isNextCar(j) {
		return
	}
	m.year, m.yearAt, m.J = y, text.Between(j, k), k
	if !r.Is(j-1, "(") {
		return
	}
	if t := r.trimAt(r.Skip(k, ",")); m.trimAt.Empty() && m.model != "" && t > k+1 {
		m.trimAt, k = text.Between(k+1, t), r.Skip(t, "edition")
		m.J = k
	}
	if r.Is(k, ")") {
		m.J = k + 1
	}
}

// isNextCar reports whether the year at token i belongs to the next car of a
// list: ", 2016 Chevrolet".
func (r *reader) isNextCar(i int) bool {
	_, k, ok := r.year(i, r.newestYear(), false)
	if _, _, made := r.makeAt(k); ok && !made && r.trimAt(k) > k {
		return false // "Kia Soul 2016 LX"
	}
	return ok && r.namesCar(r.skipLooks(k)) && !r.Is(i-1, "(")
}

// meansCar reports whether the words are about a car: a common word needs a
// year, a make, or a determiner and a capital; and a lender is no car.
func (r *reader) meansCar(m mention) bool {
	if r.isPersons(m) || r.isInsurers(m) {
		return false
	}
	if r.Among(m.J, "lender") || m.year == 0 && (r.Among(m.J, "a place") || r.Is(m.I-1, "-") && r.Glued(m.I) && r.Kind(m.I-2) == text.Word) {
		return false // "the Kona address", "Kailua-Kona"
	}
	if _, _, insurer := r.carrierAt(m.I); insurer && m.model == "" && m.year == 0 && r.Named("insured with", m.I, 2) && !r.Among(m.I-1, "whose car") {
		return false // "with Mercury"
	}
	if m.common && m.makeAt == m.modelAt && r.Is(m.J, "force", "conditioning", "guard") {
		return false // "in the Air Force"
	}
	if r.Has(text.Between(m.J, m.J+2), "other vehicle") {
		return false // "2015 Honda Shadow motorcycle"
	}
	if n, ok := r.number(m.I - 1); ok && n.spelt && n.J > m.I {
		return false // "nineteen ninety-eight" is no Oldsmobile
	}
	if m.year == 0 && r.Is(m.I-1, "hp", "horsepower") {
		return false // "60 hp Merc" is what drives a boat
	}
	if r.Is(m.J, "of") && r.Capital(m.J-1) && m.model == "" && m.year == 0 {
		return false
	}
	if m.year != 0 || m.make != "" && m.model != "" && m.makeAt != m.modelAt {
		return true
	}
	if r.Is(m.I-1, "in", "near", "to", "at") && r.Cased {
		return false // "in Tacoma"
	}
	if !m.common {
		return true
	}
	if _, _, state := r.state(m.I); state {
		return false // "my California license"
	}
	capital := r.Cased && r.Capital(m.I)
	switch {
	case r.Among(m.I-1, "whose car"), r.Is(m.I-1, "old", "trusty", "beloved", "little") && r.Among(m.I-2, "whose car"):
		return capital || r.Tokens[m.I].Kind == text.Mixed || r.known(m)
	case r.Is(m.I-1, "a", "an", "un", "una"):
		return capital
	}
	return capital && (r.known(m) || r.isDescribedAs(m))
}

// isPersons reports whether the name of a car is that of who writes: "Vince Corrado",
// "Thanks, Mercedes". A year, an article or a make before a model makes it a car's.
func (r *reader) isPersons(m mention) bool {
	if m.year != 0 || m.make != "" && m.model != "" && m.makeAt != m.modelAt || m.J != m.I+1 {
		return false
	}
	name, before := r.At(m.I), r.At(m.I-1)
	for _, n := range append(r.couple[:len(r.couple):len(r.couple)], r.from) {
		given, surname := text.Fold(n.given), text.Fold(n.surname)
		switch name {
		case "":
		case surname:
			return before == given && given != "" || !r.isCarsPlace(m.I)
		case given:
			return !r.isCarsPlace(m.I)
		}
	}
	return false
}

// isCarsPlace reports whether a word stands before token i that stands before cars, and
// before no names.
func (r *reader) isCarsPlace(i int) bool {
	return r.Among(i-1, "whose car") || r.Is(i-1, "a", "an", "un", "una", "old", "new", "used", "drive", "this", "that")
}

// isInsurers reports whether the name of a car is the start of an insurer's: "my Liberty Mutual".
func (r *reader) isInsurers(m mention) bool {
	_, j, ok := r.carrierAt(m.I)
	return ok && j > m.J || r.Is(m.J, "mutual")
}

// isDescribedAs reports whether what follows a name that is a word besides is said of cars:
// "Explorer vin …", "Mustang is a 2018".
func (r *reader) isDescribedAs(m mention) bool {
	if r.StartsAt("vin", m.J) > m.J {
		return true
	}
	j := r.Skip(m.J, "is", "es")
	k := r.Skip(j, "a", "an", "un")
	_, _, ok := r.year(k, r.newestYear(), false)
	return ok && k > j && j > m.J
}
