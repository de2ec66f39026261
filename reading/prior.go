package reading

import (
	_ "embed"
	"strings"
	"sync"

	"ppamaild/quote"
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
		if d.is(s.j, "insurance") && d.capital(s.j) && strings.HasSuffix(c.name, "Insurance") {
			s.j++
		}
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
		if r.isInsuredWith(span{i, j}) {
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
	return name, j, j > i+1 && r.among(j-1, "of an insurer")
}

// isOfRelative reports whether token i is about a relative who is neither the
// spouse nor a driver: "my brother has Farmers".
func (r *reader) isOfRelative(i int) bool {
	people := r.peopleAt(i)
	if len(people) != 1 || people[0] == r.writer {
		return false
	}
	p := r.people[people[0]]
	return p.known < 0 && !p.drives && p.relation != quote.Spouse && p.relation != quote.Insured
}

// isInsuredWith reports whether the words around an insurer's name say that the
// customer's car is, or was, insured there.
func (r *reader) isInsuredWith(at span) bool {
	s := r.sentence(at.i)
	near := span{max(s.i, at.i-9), min(s.j, at.j+8)}
	if r.has(span{max(s.i, at.i-3), at.i}, "financed", "leased") {
		return false // "financed with USAA"
	}
	if r.has(span{max(s.i, at.i-6), at.i}, "towing") || r.has(span{at.j, min(s.j, at.j+5)}, "other vehicle", "dwelling") {
		return false // "no towing, I have AAA", "with Foremost on the bike"
	}
	if _, _, made := r.makeAt(at.i); made && r.is(at.i-1, "the", "a", "not") {
		return false // "had the Mercury" was a car
	}
	if r.is(at.j, "member", "members", "membership", "driver", "course", "class", "smart", "safe", "defensive", "discount", "roadside", "towing") || r.outsiderSpeaks(s, at.i) || r.isOfRelative(at.i) || r.has(span{max(s.i, at.i-7), min(s.j, at.j+2)}, "home", "their offer", "you represent") {
		return false
	}
	if r.is(at.i-1, "tengo", "tenemos") || r.is(at.j, "(") && r.is(at.j+1, "current", "now", "currently", "present", "existing", "actual") || r.is(at.j, "wants", "charges") && r.is(at.j+1, "$", "me", "us") {
		return true // "State Farm (current)", "Geico wants $900"
	}
	return r.has(span{at.j, min(s.j, at.j+4)}, "insures us") || r.has(near, "insured with", "expires", "has ended") || r.is(at.j, "policy", "insurance", "customer", "now", "right", "currently") ||
		r.has(span{at.j, at.j + 3}, "insured with") || r.has(span{at.j, min(s.j, at.j+4)}, "price rose") || r.named("prior label", at.i, 5)
}
