package reading

import (
	"slices"

	"ppamaild/quote"
)

// isLikeDrive reports whether n is a way to work without its unit, as one of another vehicle in
// its sentence is with it: "I drive 10 miles to work and she drives 6", "mine is 31 in the Leaf".
func (r *reader) isLikeDrive(n number) bool {
	aged := r.is(n.i-1, "is", "am", "i'm", "she's", "he's", "turned", "turns") && !r.is(n.i-2, "mine", "hers", "his") && r.mentionedAt(n.i-2) < 0
	if aged || !n.plain && !n.spelt || n.dollar || n.n > 99 || r.isMiles(n.j) || r.is(n.j, "-", "/", ":", "%") {
		return false
	}
	end := n.j
	for r.is(end, "in", "on", "w", "w/", "each", "way", "to", "and", "back", "one", "for", "with", "the", "his", "hers", "mine", "her", "my") || r.mentionedAt(end) >= 0 {
		if r.mentionedAt(end) >= 0 {
			end = r.placeEnd(end)
			continue
		}
		end++
	}
	s := r.sentence(n.i)
	if !r.endsClause(end) || s.i == n.i || len(r.liveVehicles()) < 2 {
		return false
	}
	of := r.vehiclesAt(n.span, "commute_miles_one_way")
	if len(of) != 1 || r.hasClaim(entity{'v', of[0]}, "commute_miles_one_way") {
		return false
	}
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.field == "commute_miles_one_way" && s.i <= c.at && c.at < n.i && c.of.index != of[0] && n.i-c.at < 30
	})
}

// placeEnd returns where the name of the vehicle that starts at token i ends.
func (r *reader) placeEnd(i int) int {
	for _, p := range r.places {
		if p.at.i == i {
			return max(p.at.j, i+1)
		}
	}
	return i + 1
}

// isDriveAlone reads "13 to work" and "commute 13 each way" without the unit, where nothing else
// counts so.
func (r *reader) isDriveAlone(n number) bool {
	if !n.plain || n.dollar || n.n < 2 || n.n > 99 || n.size > 2 || r.isClock(n) {
		return false
	}
	if r.is(n.i-1, "commute", "commutes") && (r.endsClause(n.j) || r.is(n.j, "in", "w", "with", "each", "one")) {
		return true
	}
	k := n.i
	for r.is(k-1, ":", "=", "is", "-", "about") {
		k--
	}
	if c := r.endsAt("to work", k); c < k && r.is(c-1, "miles", "mi", "distance", "millas") && r.endsClause(n.j) {
		return true // "miles to work 13"
	}
	j := r.startsAt("to work", n.j)
	opens := r.sentence(n.i).i == n.i || r.breaks(n.i-1) || r.is(n.i-1, "drive", "drives", "go", "goes", "about", "is")
	return j > n.j && opens && r.endsClause(j) && !r.is(j-1, "for", "commute", "commuting")
}

// isSchoolRun reports whether n is how far others are brought, and work is not spoken of.
func (r *reader) isSchoolRun(n number) bool {
	s := r.sentence(n.i)
	for i := s.i; i < s.j; i++ {
		if r.is(i, "work", "works", "office", "job", "trabajo") {
			return false
		}
	}
	return r.escortsBetween(s.i, n.i)
}

// isClock reports whether n is a time of the day: "8 to 5", "9 am".
func (r *reader) isClock(n number) bool {
	return r.is(n.j, "am", "pm", ":", "to") && r.kind(n.j+1) == digits || r.is(n.i-1, "at", "from", ":")
}

// readMilesShared reads the miles of one vehicle from those of the other that was spoken of
// before: "the Rio does half that", "same on the other one".
func (r *reader) readMilesShared() {
	if len(r.liveVehicles()) < 2 {
		return
	}
	for _, c := range slices.Clone(r.claims) {
		if c.field == "annual_miles" && c.at >= 0 {
			r.readShare(span{c.at, r.sentence(c.at).j})
		}
	}
}

// readShare reads in s, behind the miles of one vehicle, those of another.
func (r *reader) readShare(s span) {
	for i := s.i; i < s.j; i++ {
		part := 0
		switch {
		case r.is(i, "half") && r.is(i+1, "that", "of", "as"), r.is(i, "mitad") && r.is(i-1, "la"):
			part = 2
		case r.is(i, "same", "igual", "mismo") && !r.is(i+1, "as", "address", "household", "coverage", "thing", "que"):
			part = 1
		}
		if part == 0 || r.quiet[i] {
			continue
		}
		of := r.vehiclesAt(span{i, i + 1}, "annual_miles")
		if len(of) != 1 || r.hasClaim(entity{'v', of[0]}, "annual_miles") {
			continue
		}
		if miles, ok := r.milesJustSaid(i, of[0]); ok {
			r.claim(entity{'v', of[0]}, "annual_miles", miles/part, span{i, i + 1}, quote.Inferred)
		}
	}
}

// milesJustSaid returns the miles in a year that were the last thing said before token i, of another
// vehicle than k, in its sentence.
func (r *reader) milesJustSaid(i, k int) (int, bool) {
	s := r.sentence(i)
	for _, c := range slices.Backward(r.claims) {
		if c.of.kind != 'v' || c.at < s.i || c.at >= i {
			continue
		}
		miles, ok := c.value.(int)
		return miles, ok && c.field == "annual_miles" && c.of.index != k
	}
	return 0, false
}

// isOfAllDrives reports whether the paragraph of n said before that all drive to work: "We both
// commute. Hers is 12 miles, …".
func (r *reader) isOfAllDrives(n number) bool {
	from := r.paragraph(n.i).i
	for k := len(r.drives) - 1; k >= 0 && r.drives[k].i >= from; k-- {
		if r.drives[k].j > n.i {
			continue
		}
		s := r.sentence(r.drives[k].i)
		all := r.is(s.i, "we", "both", "all") || r.has(s, "each")
		if all && n.i-s.j < 40 && s.j <= n.i && !r.quoted[s.i] && !r.has(s, "negation") {
			return r.refersIn(r.sentence(n.i))
		}
	}
	return false
}
