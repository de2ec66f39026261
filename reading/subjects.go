package reading

import (
	"slices"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// What is said of somebody, and of no vehicle by name, is said of theirs, where each
// vehicle has its owner: "Mine is a Golf, Odette's is an Outback. I drive 9 miles to
// work, she works from home."

// followSubjects puts the vehicle of whom a sentence is about in focus, up to where
// another one is named or somebody else is spoken of.
func followSubjects(r *party) {
	if !eachHasOwner(r.sheet) {
		return
	}
	own := -1
	for i := range r.Tokens {
		person, speaks := subjectAt(r, i)
		switch {
		case r.refers[i], r.StartsParagraph(i), r.Is(i, "we", "we're", "our", "both", "nosotros"):
			own = -1
		case speaks:
			own = keptBy(r.sheet, person)
			if saysIt(r.Text, i) && r.which[i] > everybody && len(r.fleets[r.which[i]]) == 1 {
				own = -1 // "I drive it 8,000 miles"
			}
		}
		if own >= 0 {
			r.which[i] = r.fleets.of(own)
		}
	}
}

// eachHasOwner reports whether there are several vehicles, and the mail says of each whose it is.
func eachHasOwner(r *sheet) bool {
	live := r.liveVehicles()
	return len(live) > 1 && !slices.ContainsFunc(live, func(k int) bool { return r.vehicles[k].owner == "" })
}

// subjectAt returns the person that token i names if the next words say what a person does with a
// car or is: "she commutes", "I'm retired".
func subjectAt(r *party, i int) (person int, ok bool) {
	writer, contracted := r.Is(i, "i", "i'm", "im", "i've", "yo"), r.Is(i, "i'm", "im", "i've", "he's", "she's")
	if !writer && !contracted && !r.Is(i, "he", "she", "ella") && !find.IsKin(r.Text, i) && r.isGiven(i) < 0 {
		return 0, false
	}
	g := r.lone[i]
	if g <= everybody || !writer && g == r.crews.of(0) || len(r.crews[g]) != 1 || text.Noun(r.At(i)) != r.At(i) && !contracted {
		return 0, false
	}
	for i++; r.Among(i, "before a verb"); i++ {
	}
	return r.crews[g][0], contracted || r.Among(i, "uses a car")
}

// saysIt reports whether the verb behind the subject at token i has a vehicle that was
// named before as its object.
func saysIt(r *find.Text, i int) bool {
	for k := i + 1; k < i+4; k++ {
		if r.Is(k, "it", "that", "this", "lo", "la") {
			return true
		}
	}
	return false
}

// keptBy returns the only vehicle that is a person's, or -1.
func keptBy(r *sheet, person int) int {
	found := -1
	for _, k := range r.liveVehicles() {
		if isKeptBy(r, r.vehicles[k].owner, person) {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// isKeptBy reports whether the words for an owner mean a person. A word for a relative
// tells only how many of that gender there may be.
func isKeptBy(r *sheet, of owner, person int) bool {
	p := r.people[person]
	switch {
	case person == 0 || of == writersOwn:
		return person == 0 && of == writersOwn
	case len(of) > 1:
		return text.Fold(p.given) == string(of)
	}
	alike := 0
	for _, other := range r.people[1:] {
		if !other.outsider && other.gender == of[0] {
			alike++
		}
	}
	return p.gender == of[0] && alike == 1
}
