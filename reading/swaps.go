package reading

import (
	"encoding/json"
	"fmt"
	"slices"

	"ppamaild/quote"
)

// swap is a correction that names both values: "2020 not 2019".
type swap struct {
	right, wrong any
	at           span
	end          int // token after it; what is said later is not corrected
}

// readSwaps reads such corrections, and puts the right value wherever the wrong
// one stands, in this mail or in what is known.
func (r *reader) readSwaps() {
	for _, c := range r.cues["not"] {
		if s, ok := r.swapAt(c); ok {
			r.swaps = append(r.swaps, s)
		}
	}
	for _, s := range r.swaps {
		r.applySwap(s)
	}
	r.readCopulas()
}

// swapAt reads "X, not Y" and "not Y but X" around a negation.
func (r *reader) swapAt(c span) (swap, bool) {
	sentence := r.sentence(c.i)
	i := r.skip(c.j, "a", "the")
	wrong, at, ok := r.anyValue(i, sentence.j)
	if !ok {
		return swap{}, false
	}
	k := at.j
	for range 3 {
		k = r.skip(k, ",", "but", "it's", "its", "rather", "is", "-")
	}
	if right, s, ok := r.anyValue(k, sentence.j); ok && k > at.j && sameKind(right, wrong) {
		return swap{right, wrong, s, s.j}, true
	}
	for k := c.i - 1; k >= max(sentence.i, c.i-8); k-- {
		if right, s, ok := r.anyValue(k, c.i); ok && sameKind(right, wrong) && s.j > c.i-4 {
			return r.wholeNumber(swap{right, wrong, s, at.j}, k, max(sentence.i, c.i-8)), true
		}
	}
	return swap{}, false
}

// wholeNumber widens a right value that starts further left than where it was
// first read: "12,000" and not "000".
func (r *reader) wholeNumber(s swap, i, from int) swap {
	for k := i - 1; k >= from; k-- {
		if right, at, ok := r.anyValue(k, s.at.j); ok && at.j == s.at.j && sameKind(right, s.right) {
			s.right, s.at = right, at
		}
	}
	return s
}

// anyValue reads a date or a number at token i.
func (r *reader) anyValue(i, end int) (any, span, bool) {
	if v, ok := r.date(i); ok && v.d != 0 && v.j <= end && (v.y != 0 || r.kind(i) == word) {
		day, ok := v.coming(r.today)
		if v.y != 0 {
			day, ok = v.born(r.today)
		}
		return day, v.span, ok
	}
	if n, ok := r.number(i); ok && n.j <= end {
		if n.short {
			n.n += 2000
		}
		return n.n, n.span, true
	}
	return nil, span{}, false
}

func sameKind(a, b any) bool { return fmt.Sprintf("%T", a) == fmt.Sprintf("%T", b) }

// applySwap corrects what holds the wrong value.
func (r *reader) applySwap(s swap) {
	changed := false
	for i := range r.claims {
		c := &r.claims[i]
		if c.value == s.wrong && c.at < s.end {
			c.value, c.words, c.fix, c.at, changed = s.right, r.raw(s.at), true, s.at.i, true
		}
	}
	if changed {
		return
	}
	if slices.ContainsFunc(r.claims, func(c claim) bool { return c.value == s.right && c.at == s.at.i }) {
		return
	}
	for _, path := range knownPaths(r.in.Known) {
		raw, ok := r.in.Known.Get(path)
		want, err := json.Marshal(s.wrong)
		if ok && err == nil && string(raw) == string(want) {
			r.claims = append(r.claims, claim{of: theApplication, field: path, value: s.right, words: r.raw(s.at), at: s.at.i,
				standing: quote.Stated, fix: true})
		}
	}
}

// knownPaths lists the paths of values that corrections name by value alone.
func knownPaths(a quote.Application) []string {
	paths := []string{"effective_date", "prior_insurance.expires", comprehensive, collision}
	for i := range a.Drivers {
		at := fmt.Sprintf("drivers[%d].", i)
		paths = append(paths, at+"date_of_birth", at+"years_licensed")
	}
	for i := range a.Vehicles {
		at := fmt.Sprintf("vehicles[%d].", i)
		paths = append(paths, at+"year", at+"annual_miles", at+"commute_miles_one_way")
	}
	return paths
}

// readCopulas reads "it's a 2020" and "the Civic is actually a 2020": a year
// that stands alone behind a form of to be, in a sentence about a car.
func (r *reader) readCopulas() {
	for i := range r.toks {
		if r.taken[i] || r.quiet[i] || (r.kind(i) != digits || len(r.at(i)) != 4) && !r.is(i, "'") {
			continue
		}
		y, j, ok := r.year(i, r.newestYear(), false)
		if !ok || y < 1970 || r.isMiles(j) || r.is(i-1, "in", "since", "$", "/") || r.startsAt("not", i-1) > i-1 {
			continue
		}
		if r.isYearOfCar(i, j) {
			r.ofVehicles("year", y, span{i, j}, quote.Stated)
			r.take(span{i, j})
			k := r.skip(r.skip(j, "(", ","), "the", "model", "modelo", "version", "trim")
			if t := r.trimAt(k); t > k {
				r.ofVehicles("trim", r.trimName(span{k, t}), span{k, t}, quote.Stated)
			}
		}
	}
}

// isYearOfCar reports whether the words before a year speak of a car.
func (r *reader) isYearOfCar(i, j int) bool {
	if len(r.liveVehicles()) == 0 {
		return false
	}
	k := i
	for r.among(k-1, "before a year") {
		k--
	}
	s := r.sentence(i)
	switch {
	case r.is(k-1, "it's", "its", "it", "that's"), r.is(k-1, "is", "was", "es") && (r.among(k-2, "a car") || r.focused(k-2)):
		return true
	case r.has(s, "correction") && (s.j-s.i < 8 || r.has(s, "model year")):
		return r.among(k-1, "meant year") || k == s.i
	}
	return r.has(span{max(s.i, k-5), k}, "model year") && !r.has(s, "licensed", "birth")
}

// focused reports whether token i ends the name of a vehicle.
func (r *reader) focused(i int) bool {
	for _, p := range r.places {
		if p.at.j == i+1 {
			return true
		}
	}
	return false
}
