package reading

// isPersons reports whether the name of a car is that of who writes: "Vince Corrado",
// "Thanks, Mercedes". A year, an article or a make before a model makes it a car's.
func (r *reader) isPersons(m mention) bool {
	if m.year != 0 || m.make != "" && m.model != "" && m.makeAt != m.modelAt || m.j != m.i+1 {
		return false
	}
	name, before := r.at(m.i), r.at(m.i-1)
	for _, n := range append(r.couple[:len(r.couple):len(r.couple)], r.from) {
		given, surname := fold(n.given), fold(n.surname)
		switch name {
		case "":
		case surname:
			return before == given && given != "" || !r.isCarsPlace(m.i)
		case given:
			return !r.isCarsPlace(m.i)
		}
	}
	return false
}

// isCarsPlace reports whether a word stands before token i that stands before cars, and
// before no names.
func (r *reader) isCarsPlace(i int) bool {
	return r.among(i-1, "whose car") || r.is(i-1, "a", "an", "un", "una", "old", "new", "used", "drive", "this", "that")
}

// isInsurers reports whether the name of a car is the start of an insurer's: "my Liberty
// Mutual".
func (r *reader) isInsurers(m mention) bool {
	_, j, ok := r.carrierAt(m.i)
	return ok && j > m.j || r.is(m.j, "mutual")
}

// isDescribedAs reports whether what follows a name that is a word besides is said of cars:
// "Explorer vin …", "Mustang is a 2018".
func (r *reader) isDescribedAs(m mention) bool {
	if r.startsAt("vin", m.j) > m.j {
		return true
	}
	j := r.skip(m.j, "is", "es")
	k := r.skip(j, "a", "an", "un")
	_, _, ok := r.year(k, r.newestYear(), false)
	return ok && k > j && j > m.j
}
