package reading

// How long somebody has been licensed is said by how long another has: "Licensed 14 years. Same
// for my wife", "I got mine at 16 and so did my husband", "my wife about the same".

// readYearsAlike reads the years of who is said to be like somebody whose years are told.
func (r *reader) readYearsAlike() {
	r.besideYears(func(c claim, i int) (done bool) {
		if r.namesDriverBeside(i, c) && (r.isLikenedBefore(i) || r.isLikenedBehind(i+1) || r.isSaidToo(i+1)) {
			r.sayAlike(r.onlyAt(i), c, i)
		}
		return false
	})
}

// onlyAt returns the one person that token i, which names one, is about.
func (r *reader) onlyAt(i int) int {
	if people := r.peopleAt(i); len(people) == 1 {
		return people[0]
	}
	return r.crews[r.lone[i]][0]
}

// sayAlike claims of person k, named at token i, what c says of another: of an age at which that
// one was licensed, the same age.
func (r *reader) sayAlike(k int, c claim, i int) {
	at := span{i, i + 1}
	if !r.countsFromAge(c) {
		r.infer(entity{'d', k}, "years_licensed", c.value, at)
		return
	}
	then, _ := r.number(c.at)
	if age, ok := r.ageOf(k); ok && age >= then.n {
		r.infer(entity{'d', k}, "years_licensed", age-then.n, at)
	}
}

// isLikenedBefore reports whether "same for" or "so did" stands before the words for a person
// that token i is one of.
func (r *reader) isLikenedBefore(i int) bool {
	from := max(1, i-8)
	for i > from && (r.isPersonEnd(i-1) || r.is(i-1, "my", "our", "mi", "his", "her", ",", "is")) && !r.is(i, "same", "so") {
		i--
	}
	switch {
	case r.is(i-1, "for", "with", "goes", "to", "para", "con"):
		return r.is(i-2, "same", "ditto", "likewise", "goes", "lo", "true") || r.is(i-2, "thing", "here") && r.is(i-3, "same")
	case r.is(i-1, "has", "have", "did", "does", "was", "is", "had", "were"):
		return r.is(i-2, "so", "as")
	}
	return r.is(i-1, "ditto", "likewise")
}

// isLikenedBehind reports whether "about the same" starts at token i and ends a clause.
func (r *reader) isLikenedBehind(i int) bool {
	k := r.skipPast(i, ")", ",", "-", ":", "is", "has", "had", "also", "for", "about", "roughly", "pretty", "much", "exactly", "just", "around", "almost", "the", "lo")
	if !r.is(k, "same", "ditto", "likewise", "mismo", "igual") {
		return false
	}
	k = r.skip(r.skip(r.skip(k+1, "amount", "length", "number"), "of"), "time", "years", "here")
	return r.endsClause(k) || r.is(k, ".", "and", "y") || r.is(k, "as") && r.isPersonEnd(k+1)
}

// isSaidToo reports whether "has too" starts at token i and ends a clause.
func (r *reader) isSaidToo(i int) bool {
	k := r.skipPast(r.skip(i, "has", "have", "did", "does"), "done", "been")
	switch {
	case r.is(k, "too", "also", "tambien"):
		k++
	case r.is(k, "as") && r.is(k+1, "well"):
		k += 2
	default:
		return false
	}
	return r.endsClause(k) || r.is(k, ".", "and", "y")
}
