package reading

import "strings"

// What is wished for one of several cars only: "Civic: work, 10k, liability only", "1000 deductible on
// the Civic, 500 on the Forester".

// carOfCover returns the one of several cars of which "liability only" at at is said, by the words
// before it: the only one that its line names, "Civic: commute, liability only", or the one right
// before, "leave the Civic on liability only"; -1 where it is none.
func (r *reader) carOfCover(at span) int {
	if len(r.liveVehicles()) < 2 {
		return -1
	}
	l := r.lines[r.lineOf(at.i)]
	named, first, near := -1, len(r.toks), -1
	for _, p := range r.places {
		if p.at.i < l.i || p.at.i >= l.j {
			continue
		}
		if k := r.skip(p.at.j, "on", "to", "at", "with", "as", ":", "-"); k == at.i && k > p.at.j {
			near = p.vehicle
		}
		if named >= 0 && named != p.vehicle {
			named = len(r.vehicles) // several
			continue
		}
		named, first = p.vehicle, min(first, p.at.i)
	}
	if near >= 0 && !r.joinsCars(at.i) {
		return near
	}
	opens := r.body(l).i+3 >= first // "Civic: …", "the 2017 Civic, …"
	for j := max(r.clause(at.i).i, at.i-4); j < at.i; j++ {
		if v, end := r.carAt(j); v >= 0 && r.is(end, "on", "to", "at", "with") && end+1 == at.i && !r.joinsCars(at.i) {
			return v // "leave mine at liability only"
		}
	}
	if named < 0 || named == len(r.vehicles) || first > at.i || !opens || r.saysEach(l.span) || r.vehicles[named].gone {
		return -1
	}
	return named
}

// joinsCars reports whether the words at token i are about several cars: "the Civic and the Forester on
// liability only".
func (r *reader) joinsCars(i int) bool {
	g := r.which[i]
	return g == everybody || g > everybody && len(r.fleets[g]) > 1
}

// carOfDeductible returns the one of several cars that we know of which an amount is, by what stands
// right behind it: "1000 deductible on the Civic", "500 on the Forester"; -1 where none does.
func (r *reader) carOfDeductible(n number) int {
	if !r.inThread() || len(r.liveVehicles()) < 2 {
		return -1
	}
	if k := r.carBeforeDeductible(n.i); k >= 0 {
		return k
	}
	j := n.j
	for r.is(j, "deductible", "deductibles", "comp", "comprehensive", "collision", "and", "&", "/", "ded") {
		j++
	}
	if !r.is(j, "on", "for") {
		return -1
	}
	v, end := r.carAt(j + 1)
	if v < 0 || r.is(end, "and", "&", "y", ",") && r.namesCarBehind(end+1) {
		return -1 // "on the Civic and the Forester"
	}
	return v
}

// carBeforeDeductible returns the one car that stands right before the amount at token i, behind the
// coverage: "raise the deductibles on the Tesla only to 1000"; -1 where none does.
func (r *reader) carBeforeDeductible(i int) int {
	k := i
	for r.is(k-1, "only", "just", "alone", "to", "at", "of", "be", "were", "was", "$", ":", "=") {
		k--
	}
	of := k
	for r.is(of-1, "deductible", "deductibles", "comp", "comprehensive", "collision", "and", "&") {
		of--
	}
	for j := of - 1; of < k && j >= max(r.sentence(i).i, of-4); j-- {
		if v, end := r.carAt(j); v >= 0 && end == of && strings.HasSuffix(r.at(of-1), "'s") && !r.othersOnLiability(v) {
			return v // "raise the Fit's deductibles to 1000"
		}
	}
	for j := k - 1; j >= max(r.sentence(i).i+2, k-4); j-- {
		v, end := r.carAt(j)
		if v < 0 || end != k {
			continue
		}
		on := j - 1
		for r.is(on, "the", "my", "our", "his", "her") {
			on--
		}
		named := r.is(on, "on", "for") && r.has(span{max(r.sentence(i).i, on-4), on}, "deductible", "comprehensive", "collision")
		if named && !r.othersOnLiability(v) {
			return v
		}
	}
	return -1
}

// othersOnLiability reports whether another car than v is to have liability only, so that v is the one with
// deductibles.
func (r *reader) othersOnLiability(v int) bool {
	if r.onlyLiable == nil {
		r.onlyLiable = map[int]bool{}
		for _, at := range r.liabilityOnly() {
			r.onlyLiable[r.carOfCover(at)] = true
		}
		delete(r.onlyLiable, -1)
	}
	return len(r.onlyLiable) > 1 || len(r.onlyLiable) == 1 && !r.onlyLiable[v]
}

// namesCarBehind reports whether a car is named at token i that no amount leads to.
func (r *reader) namesCarBehind(i int) bool {
	v, _ := r.carAt(i)
	return v >= 0
}
