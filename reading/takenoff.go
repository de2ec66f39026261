package reading

import (
	"fmt"
	"slices"

	"ppamaild/quote"
)

// takeOff notes which drivers are to be taken off, where the mail plainly asks for it, "please
// take Linda off", or says that they don't drive: "my wife won't be driving". "Take Linda off the
// Civic", "what if we drop Linda?" and "Linda doesn't drive it far" say neither.
func (r *reader) takeOff() {
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if r.quiet[i] || r.quoted[i] {
			continue
		}
		people, end := r.orderedOff(i)
		if len(people) == 0 {
			people, end = r.drivesNoMore(i)
		}
		if len(people) > 0 && r.isWonderedAbout(i) {
			continue
		}
		for _, k := range people {
			r.leaveOff(k, span{i, end})
		}
	}
}

// leaveOff takes person k off who is a driver, and leaves anyone else out.
func (r *reader) leaveOff(k int, words span) {
	if p := r.people[k]; p.known > 0 {
		p.removed = words
	} else if p.known < 0 {
		p.idle = true
	}
}

// isWonderedAbout reports whether the sentence around token i only supposes something, or asks
// what would be; "could you take her off?" asks for it.
func (r *reader) isWonderedAbout(i int) bool {
	s := r.sentence(i)
	if r.has(s, "supposes") {
		return true
	}
	if !r.is(s.j-1, "?") {
		return false
	}
	k := s.i
	for r.among(k, "before an order") {
		k++
	}
	return !r.is(k, "could", "can", "would", "will", "puede", "pueden", "podria", "podrian", "me") || !(r.is(k+1, "you", "we", "i") || r.is(k, "puede", "pueden", "podria", "podrian", "me"))
}

// orderedOff returns whom the verb at token i asks to take off, and the end of its words.
func (r *reader) orderedOff(i int) (people []int, end int) {
	switch {
	case r.is(i, "take", "leave", "keep", "cross", "get") && r.isAsked(i):
		j := i + 1
		before := r.is(j, "off", "out") // "take off Linda"
		if before {
			j++
		}
		people, end = r.peopleNamedAt(r.pastCar(j))
		end = r.skip(r.pastCar(end), "back") // "take Casey back off"
		if !before && r.is(end, "off", "out") {
			return people, r.endOffQuote(end + 1)
		}
		if before || r.is(end, "out", "off") {
			return people, r.endOffQuote(end)
		}
		return nil, i
	case r.is(i, "remove", "delete", "drop", "exclude", "omit", "scratch", "quite", "quiten", "quita", "quiteme", "saque", "saquen", "elimine", "eliminen", "borre") && r.isAsked(i),
		r.is(i, "include", "list", "insure", "cover", "incluya", "incluyan", "ponga") && r.endsAt("asks not to", i) < i:
		people, end = r.peopleNamedAt(r.pastCar(r.skip(i+1, "a")))
		return people, r.endOffQuote(r.pastCar(end))
	}
	return nil, i
}

// pastCar returns the token behind a car that is named beside somebody at token i: "Linda and the Civic",
// "the Civic and Linda"; else i.
func (r *reader) pastCar(i int) int {
	k := r.skip(i, "and", "&", "y")
	v, j := r.carAt(k)
	if v < 0 || r.is(k, "it") {
		return i
	}
	if k == i {
		if j = r.skip(j, "and", "&", "y"); !r.is(j-1, "and", "&", "y") {
			return i
		}
	}
	return j
}

// isAsked reports whether the verb at token i is what the author asks for, and is not denied.
func (r *reader) isAsked(i int) bool {
	k := i - 1
	for r.is(k, "just", "also", "please", "then", "actually", "now", "go", "ahead", "and", "favor", "por") && !r.breaks(k) {
		k--
	}
	s := r.sentence(i)
	switch {
	case k < s.i, r.breaks(k), r.body(r.lines[r.lineOf(i)]).i > k, r.is(k, "so", "let's", "lets", "but", "oh", "ok", "okay", "yes", "no", "yeah", "sorry", "hi", "hello", "que"):
		return true
	case r.is(k, "you", "we", "us"):
		return r.is(k-1, "can", "could", "would", "will", "let", "should", "may", "must", "please", "need", "want", "have")
	case r.is(k, "to"):
		return r.is(k-1, "want", "like", "need", "wish", "decided", "prefer", "you", "asking")
	case r.is(k, "can", "should", "must"):
		return r.is(k-1, "you", "we")
	}
	return k > s.i && r.is(k, "off", "quote", "policy", "there") && r.is(k+1, "and")
}

// peopleNamedAt returns who besides the writer is named from token i on: "Linda", "my wife
// Linda", "her", "Rohan and Maya".
func (r *reader) peopleNamedAt(i int) (people []int, end int) {
	for range mostEntries {
		k, j := r.onePersonAt(i)
		if k <= 0 || noun(r.at(j-1)) != r.at(j-1) {
			break
		}
		people, end = append(people, k), j
		i = r.skip(r.skip(j, ","), "and", "&", "y")
		if i == j {
			break
		}
	}
	return people, end
}

// onePersonAt returns the person that the words from token i on name, and their end; 0 where it
// is not plain who that is.
func (r *reader) onePersonAt(i int) (k, end int) {
	if g := r.driverCalled(i); g > 0 {
		end = i + 1
		if s := r.people[g].surname; s != "" && r.at(end) == fold(s) {
			end++
		}
		return g, end
	}
	pronoun := r.is(i, "him", "her", "them")
	at := i
	if owners[r.at(i)] && !pronoun {
		at++
	}
	if i < 0 || at >= len(r.toks) || !pronoun && (at == i || !r.isKin(at)) {
		return 0, i
	}
	g := r.lone[at]
	if g <= everybody || len(r.crews[g]) != 1 || pronoun && !r.isOnlyOneMeant(r.crews[g][0]) {
		return 0, i
	}
	k, end = r.crews[g][0], at+1
	if r.isGiven(end) == k {
		end++
	}
	return k, end
}

// driverCalled returns the person whose given name token i is, or -1; a known driver's need no
// capital, unless it is a word besides.
func (r *reader) driverCalled(i int) int {
	if g := r.isGiven(i); g >= 0 || r.kind(i) != word || mayBeName[r.at(i)] || givenWords[r.at(i)] {
		return g
	}
	return slices.IndexFunc(r.people, func(p *person) bool { return p.known >= 0 && p.given != "" && fold(p.given) == r.at(i) })
}

// isOnlyOneMeant reports whether a pronoun can mean nobody but person k: the mail names them, or
// there is nobody else.
func (r *reader) isOnlyOneMeant(k int) bool {
	if p := r.people[k]; p.at.j > 0 {
		return true
	}
	others := 0
	for _, p := range r.people[1:] {
		if !p.outsider {
			others++
		}
	}
	return others == 1
}

// endOffQuote returns the end of the words for the quote or the policy that somebody is taken off,
// which may be left out; 0 where something else stands there: "off the Civic", "at school".
func (r *reader) endOffQuote(i int) int {
	k := i
	for r.is(k, "from", "off", "of", "on", "in", "as", "del", "de", "out") {
		k++
	}
	for r.is(k, "the", "this", "my", "our", "that", "la", "el", "a", "insurance", "car", "auto", "new") && !r.namesCar(k) {
		k++
	}
	switch {
	case k > i && r.is(k, "driver") && r.is(k+1, "of", "on", "for"):
		return 0 // "as the driver of the Civic"
	case k > i && (r.among(k, "a policy") || r.is(k, "quote", "quotes", "list", "application", "it", "driver", "drivers", "here", "there", "everything", "cotizacion", "conductor", "conductora", "lista")):
		return k + 1
	case k > i && (r.is(k-1, "this", "that", "insurance") && r.stopsAt(k)):
		return k
	case k > i:
		return 0
	case r.stopsAt(k), r.is(k, "too", "also", "again", "please", "then", "for", "now", "since", "because", "so", "and", "completely", "altogether", "entirely", "he", "she", "they", "porque", "ya", "por"):
		return max(i, k)
	}
	return 0
}

// stopsAt reports whether a clause, or a sentence, ends before token i.
func (r *reader) stopsAt(i int) bool {
	return r.breaks(i) || r.sentence(i-1).j <= i || r.is(i, ".", "!", "?", "...", "…")
}

// drivesNoMore returns who is said from token i on not to drive, or to be on another policy, and
// the end of those words.
func (r *reader) drivesNoMore(i int) (people []int, end int) {
	j := r.startsAt("off the road", i)
	if j == i {
		return nil, i
	}
	k := i
	for r.is(k-1, "also", "actually", "really", "just", "already", "now", "probably", "either") {
		k--
	}
	who := r.subjectBefore(k)
	if len(who) == 0 || !r.endsOffRoad(i, j) {
		return nil, i
	}
	return who, j
}

// subjectBefore returns who is named right before token k, as the subject of what follows.
func (r *reader) subjectBefore(k int) []int {
	s := r.sentence(k - 1)
	for at := max(s.i, k-4); at < k; at++ {
		if r.is(at, "she", "he", "ella") && at == k-1 {
			if g := r.lone[at]; g > everybody && len(r.crews[g]) == 1 && r.crews[g][0] > 0 && r.isOnlyOneMeant(r.crews[g][0]) {
				return r.crews[g]
			}
		}
		people, end := r.peopleNamedAt(at)
		if len(people) == 1 && r.skip(end, ",") == k && !r.is(at-1, "and", "of", "with", "to", "for", "from", "y", "de", "con") {
			return people
		}
	}
	return nil
}

// endsOffRoad reports whether what is said from token i to j is not limited by what follows: "doesn't
// drive far", "won't be driving the Civic", "has her own policy until May".
func (r *reader) endsOffRoad(i, j int) bool {
	s := r.sentence(i)
	if r.has(span{i, j}, "has a policy") || r.is(j-1, "policy", "insurance", "seguro", "poliza") {
		for k := j; k < s.j; k++ {
			if r.is(k, "until", "till", "ends", "expires", "but", "through", "right", "currently", "if", "hasta", "cancel", "drop", "which") {
				return false
			}
		}
		return true
	}
	if r.is(j-1, "since", "years") {
		return true // "hasn't driven since his stroke"
	}
	if r.among(j, "after the road") {
		return !r.is(j, "at", "any", "on") || r.is(j+1, "all", "of", "our", "this", "these") || r.is(j, "any") && r.is(j+1, "more")
	}
	return r.stopsAt(j)
}

// takenOff are the withdrawals of drivers that are to be taken off, the last one first, so that
// indexes hold.
func (r *reader) takenOff() []quote.Fact {
	var facts []quote.Fact
	for _, p := range slices.Backward(r.people) {
		if !p.removed.empty() {
			facts = append(facts, quote.Fact{Path: fmt.Sprintf("drivers[%d]", p.known), Message: r.in.Message,
				Words: r.raw(p.removed), Standing: quote.Stated})
		}
	}
	return facts
}
