package reading

// isPersons reports whether the name of a car is that of who writes, or of a relative: "Vince Corrado",
// "Thanks, Mercedes", "my daughter Sienna". A year, an article or a make before a model makes it a car's.
func (r *reader) isPersons(m mention) bool {
	if m.year != 0 || m.make != "" && m.model != "" && m.makeAt != m.modelAt || m.j != m.i+1 {
		return false
	}
	if r.isGreeted(m) {
		return true
	}
	name, before := r.at(m.i), r.at(m.i-1)
	if r.isBorneByKin(m.i) {
		return !r.isCarsPlace(m.i)
	}
	for _, n := range append(r.couple[:len(r.couple):len(r.couple)], r.from) {
		given, surname := fold(n.given), fold(n.surname)
		switch name {
		case surname:
			return before == given && given != "" || !r.isCarsPlace(m.i)
		case given:
			return !r.isCarsPlace(m.i)
		}
	}
	return false
}

// isBorneByKin reports whether the word at token i, a car's name and a person's, is behind a word for a relative
// somewhere: "my daughter Sienna", but not "my daughter's Sienna".
func (r *reader) isBorneByKin(i int) bool {
	name := noun(r.at(i))
	if !sets()["borne by people"][name] || r.cased && !r.capital(i) {
		return false
	}
	if r.namesakes == nil {
		r.namesakes = map[string]bool{}
		for k := range r.toks {
			at := r.skip(k+1, ",")
			if r.isKin(k) && owners[r.at(k-1)] && noun(r.at(k)) == r.at(k) && !r.is(k, "wifes") && sets()["borne by people"][r.at(at)] && r.capital(at) {
				r.namesakes[r.at(at)] = true
			}
		}
	}
	return r.namesakes[name]
}

// isGreeted reports whether the name of a car is what the mail calls those it greets or thanks:
// "Dear Sierra,", "Hi Escort team", "Thanks, Pilot!".
func (r *reader) isGreeted(m mention) bool {
	greeting := r.among(m.i-1, "greets") && r.row(m.i-1) == r.row(m.i)
	thanks := r.is(m.i-1, ",") && r.is(m.i-2, "thanks", "you", "again") && r.opensLine(r.skip(m.j, "!", "."))
	return thanks || greeting && (r.breaks(m.j) || r.among(m.j, "those greeted") || r.opensLine(r.skip(m.j, "!", ".")))
}

// opensLine reports whether token i is the first of its line, or none.
func (r *reader) opensLine(i int) bool { return r.row(i) != r.row(i-1) }

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
