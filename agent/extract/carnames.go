package extract

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
