package reading

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed data/carriers.txt
var carriersText string

// carrier is an insurer's name; a common one is a word too.
type carrier struct {
	name   string
	common bool
}

// insurers are the names that are known, by key.
type insurers struct {
	names  map[string]carrier
	starts prefixes
}

var carriers = sync.OnceValue(func() insurers {
	found := insurers{map[string]carrier{}, prefixes{}}
	for row := range strings.Lines(carriersText) {
		if row[0] == '#' {
			continue
		}
		var own string
		for name, common := range starred(row, "=") {
			if own == "" {
				own = name
			}
			found.names[squash(name)] = carrier{own, common}
			found.starts.add(name)
		}
	}
	return found
})

// carrierAt reads the name of an insurer at token i, as written where it has
// capitals.
func (d *document) carrierAt(i int) (string, int, bool) {
	for n := d.longestInsurer(i); n > 0; n-- {
		key, ok := d.key(i, n)
		if !ok {
			continue
		}
		c, ok := carriers().names[noun(key)]
		if !ok || c.common && d.cased && !d.capital(i) {
			continue
		}
		s := span{i, i + n}
		if d.capital(i) && d.cased {
			return possessor(d.one(s)), s.j, true
		}
		return c.name, s.j, true
	}
	return "", i, false
}

// namesInsurer reports whether s holds the name of an insurer.
func (d *document) namesInsurer(s span) bool {
	for i := s.i; i < s.j; i++ {
		if _, _, ok := d.carrierAt(i); ok {
			return true
		}
	}
	return false
}

// insurerLike reads words with capitals at token i that may name an insurer that we do
// not know: up to five on one line.
func (d *document) insurerLike(i int) (string, int) {
	j := i
	for j < min(i+5, len(d.toks)) && d.kind(j) == word && d.capital(j) && !stopWordOfInsurers(d.at(j)) && (j == i || d.row(j) == d.row(i) && !d.isWide(j)) {
		j++
	}
	if !d.cased || j == i || len(d.at(i)) < 3 {
		return "", i
	}
	return d.one(span{i, j}), j
}

// stopWordOfInsurers reports whether a word is no part of an insurer's name.
func stopWordOfInsurers(norm string) bool {
	return stopWord(norm) && !sets()["of an insurer"][norm]
}

// readPriorInsurance reads with whom the customer is, or was last, insured.
func (r *reader) readPriorInsurance() {
	for i := 0; i < len(r.toks); i++ {
		if r.taken[i] || r.quiet[i] || r.kind(i) == mark {
			continue
		}
		name, j, ok := r.carrierAt(i)
		if !ok {
			name, j, ok = r.unknownInsurer(i)
		}
		if !ok {
			continue
		}
		if second, k, more := r.carrierAt(j); more { // "AARP Hartford"
			name, j = name+" "+second, k
		}
		if r.is(j, "mutual", "casualty", "indemnity", "assurance") && r.capital(j) && r.capital(i) {
			name, j = r.one(span{i, j + 1}), j+1 // "Grange Mutual"
		}
		if r.isInsuredWith(span{i, j}) && !r.saidCarrier(name) {
			r.say(theApplication, "prior_insurance.carrier", name, span{i, j})
			r.take(span{i, j})
		}
		i = j - 1
	}
}

// unknownInsurer reads a name behind "insured with" that ends as those of insurers do:
// "with Blue Ridge Mutual".
func (r *reader) unknownInsurer(i int) (string, int, bool) {
	if r.endsAt("insured with", i) == i || !r.capital(i) || r.capital(i-1) {
		return "", i, false
	}
	name, j := r.insurerLike(i)
	return name, j, j > i+1 && (r.among(j-1, "of an insurer") || r.speaksOfPolicy(span{i, j}))
}

// speaksOfPolicy reports whether the words around a name that the writer has "been with", or is
// "insured with", say that it is an insurer's: "been with Old Granite for years, and that policy ends".
func (r *reader) speaksOfPolicy(at span) bool {
	s := r.sentence(at.i)
	if !r.is(at.i-1, "with", "through") || r.namesInsurer(s) {
		return false
	}
	if r.is(at.i-2, "insured") {
		return true
	}
	if !r.is(at.i-2, "been") {
		return false
	}
	if r.is(at.j, "for") && (r.among(at.j+2, "a car") || r.is(at.j+2, "cars")) {
		return true // "been with Old Granite for our cars"
	}
	rose := r.has(span{at.j, s.j}, "price rose")
	for k := at.j; k < s.j; k++ {
		that := r.is(k-1, "that", "this") && r.among(k, "words for a policy")
		if that || r.is(k, "renewal") || rose && r.is(k, "rate", "rates", "premium", "premiums") {
			return true
		}
	}
	return false
}

// saidCarrier reports whether the mail named that insurer before, perhaps in other letters.
func (r *reader) saidCarrier(name string) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		said, ok := c.value.(string)
		return ok && c.field == "prior_insurance.carrier" && fold(said) == fold(name)
	})
}

// insuresHome reports whether s speaks of a home as what is insured, and not as a place: "four drivers in
// the house".
func (r *reader) insuresHome(s span) bool {
	return slices.ContainsFunc(r.cues["home"], func(c span) bool {
		if r.joinsCar(c) {
			return false
		}
		place := r.is(c.i-1, "in", "at") || r.is(c.i-1, "the", "my", "our", "this") && r.is(c.i-2, "in", "at", "from", "of", "to")
		return s.i <= c.i && c.j <= s.j && !place
	})
}

// isForDwelling reports whether s speaks of a dwelling that is insured, and of no car besides.
func (r *reader) isForDwelling(s span) bool {
	c, ok := r.cue("dwelling", s)
	return ok && !r.joinsCar(c)
}

// joinsCar reports whether a car is named together with the home at c: "for home and auto", "my car
// and house".
func (r *reader) joinsCar(c span) bool {
	and := func(i int) bool { return r.is(i, "and", "&", "+", "/", "y") }
	car := func(i int) bool {
		return r.is(i, "auto", "autos", "car", "cars", "vehicle", "vehicles", "truck", "carro", "carros")
	}
	return and(c.j) && car(r.skip(c.j+1, "my", "our", "the", "mi")) || and(c.i-1) && car(c.i-2) ||
		owners[r.at(c.i-1)] && and(c.i-2) && car(c.i-3)
}

// isInsuredWith reports whether the words around an insurer's name say that the
// customer's car is, or was, insured there.
func (r *reader) isInsuredWith(at span) bool {
	s := r.sentence(at.i)
	near := span{max(s.i, at.i-9), min(s.j, at.j+8)}
	if r.isRivals(at) || r.isToldOfOtherThing(at.i) || r.isOfStaying(at.i) {
		return false
	}
	if r.has(span{max(s.i, at.i-3), at.i}, "financed", "leased") {
		return false // "financed with USAA"
	}
	if r.has(span{max(s.i, at.i-6), at.i}, "towing") || r.has(span{at.j, min(s.j, at.j+5)}, "other vehicle") || r.isOfBikeBehind(at.j) || r.isForDwelling(span{at.j, min(s.j, at.j+5)}) {
		return false // "no towing, I have AAA", "with Foremost on the bike"
	}
	if _, _, made := r.makeAt(at.i); made && r.is(at.i-1, "the", "a", "not") {
		return false // "had the Mercury" was a car
	}
	if r.is(at.j, "member", "members", "membership", "driver", "course", "class", "smart", "safe", "defensive", "discount", "roadside", "towing") || r.isInsuredElse(at.i) || r.has(span{max(s.i, at.i-7), min(s.j, at.j+2)}, "their offer", "you represent") || r.insuresHome(span{max(s.i, at.i-7), min(s.j, at.j+2)}) {
		return false
	}
	if r.is(at.i-1, "tengo", "tenemos") || r.is(at.j, "(") && r.is(at.j+1, "current", "now", "currently", "present", "existing", "actual") || r.is(at.j, "wants", "charges") && r.is(at.j+1, "$", "me", "us") {
		return true // "State Farm (current)", "Geico wants $900"
	}
	if r.is(at.j, "at") && (r.is(at.j+1, "$") || r.is(at.j+1, "the") && r.is(at.j+2, "moment")) {
		return true // "Kemper at the moment", "Mercury at $980"
	}
	return r.has(span{at.j, min(s.j, at.j+4)}, "insures us") || r.has(near, "insured with", "expires", "has ended") || r.is(at.j, "policy", "insurance", "customer", "now", "right", "currently") ||
		r.has(span{at.j, at.j + 3}, "insured with") || r.has(span{at.j, min(s.j, at.j+4)}, "price rose") || r.named("prior label", at.i, 5)
}

// isOfStaying reports whether token i stands among words for the insurance with which a car stays.
func (r *reader) isOfStaying(i int) bool {
	return slices.ContainsFunc(r.staying, func(s span) bool { return s.i <= i && i < s.j })
}

// isOfBikeBehind reports whether a motorcycle is named at most four tokens from token i on: "Progressive has my bike".
func (r *reader) isOfBikeBehind(i int) bool {
	for k := i; k < i+5; k++ {
		if r.is(k, "bike", "motorbike") && owners[r.at(k-1)] && r.together(i-1, k) {
			return true
		}
	}
	return false
}
