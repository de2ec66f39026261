package reading

import (
	"slices"
	"strings"
)

// Some have two cars of one model: "two 2003 Honda Accords", "a 2015 and a 2018 Civic", "another
// 2015 Civic". What is alike is told apart by its order alone.

// mostAlike is how many cars of one model a mail speaks of at once.
const mostAlike = 4

// alikeAt returns the mentions that m at token i is, the first of them in its place: more than one
// where the mail counts its cars, or gives years for several of them.
func (r *reader) alikeAt(m mention) []mention {
	if n := r.countedBefore(m); n > 1 {
		if years := r.yearsBehind(m, n); years != nil {
			return years
		}
		m.count = n
	}
	return []mention{m}
}

// countedBefore returns how many cars of a name in the plural the words before m count; else 0.
func (r *reader) countedBefore(m mention) int {
	name := m.makeAt
	if m.modelAt.i >= name.i && !m.modelAt.empty() {
		name = m.modelAt
	}
	if name.empty() || !strings.HasSuffix(r.at(name.j-1), "s") || sets()["singular cars"][r.at(name.j-1)] {
		return 0
	}
	i := m.i
	for range 3 {
		if r.is(i-1, looks...) && r.kind(i-1) == word || r.is(i-1, "identical", "same", "of", "older", "matching") {
			i--
		}
	}
	if r.is(i-1, "pair") {
		return 2
	}
	n, ok := r.number(i - 1)
	if !ok || n.j != i || n.dollar || n.n < 2 || n.n > mostAlike || r.breaks(i-2) && r.kind(i-2) != mark {
		return 0
	}
	return n.n
}

// yearsBehind reads a year for each of n cars behind their name: "2 Civics, a 2015 and a 2018"; nil
// where there are not as many.
func (r *reader) yearsBehind(m mention, n int) []mention {
	if m.year != 0 && m.yearAt.i < m.makeAt.i {
		return nil
	}
	end := m.j
	if m.year != 0 {
		end = m.yearAt.i
	}
	var years []date
	s := r.sentence(m.i)
	for i := end; i < min(s.j, end+5*n) && len(years) < n; i++ {
		y, j, ok := r.year(i, r.newestYear(), false)
		switch {
		case ok && !r.namesCar(r.skipLooks(j)) && !r.isMiles(j):
			years = append(years, date{span: span{i, j}, y: y})
			i = j - 1
		case !r.is(i, ",", ":", "-", "(", ")", "and", "&", "a", "an", "the", "one", "is", "from", "y", "un", "uno", "del", "other"):
			return nil
		}
	}
	if len(years) != n {
		return nil
	}
	var all []mention
	for k, y := range years {
		next := m
		next.year, next.yearAt, next.trimAt = y.y, y.span, span{}
		next.span = y.span
		if k == 0 {
			next.i = m.i
		}
		all = append(all, next)
	}
	return all
}

// yearsAhead reads the cars of which only the last has its name: "a 2015 and a 2018 Honda Civic";
// nil where the words at token i are no such list.
func (r *reader) yearsAhead(i int) []mention {
	if !r.opensCar(i) {
		return nil
	}
	var years []date
	for len(years) < mostAlike {
		y, j, ok := r.year(i, r.newestYear(), false)
		if !ok || r.taken[i] || r.dated[i] {
			return nil
		}
		if len(years) > 0 && r.namesCar(r.skipLooks(j)) {
			return r.withName(years, i)
		}
		years = append(years, date{span: span{i, j}, y: y})
		k := r.skipPast(j, ",", "and", "&", "a", "an", "y", "un", "una")
		if k == j || !r.together(i, k+1) {
			return nil
		}
		i = k
	}
	return nil
}

// withName gives the cars of years the name of the one at token i.
func (r *reader) withName(years []date, i int) []mention {
	last, ok := r.mentionAt(i)
	if !ok {
		return nil
	}
	var all []mention
	for _, y := range years {
		m := last
		m.span, m.year, m.yearAt, m.trimAt = y.span, y.y, y.span, span{}
		all = append(all, m)
	}
	return append(all, last)
}

// opensCar reports whether a car may begin at token i, and no day on which something was.
func (r *reader) opensCar(i int) bool {
	return r.sentence(i).i == i || r.startsParagraph(i) || r.is(i-1, "a", "an", "my", "our", "the", "his", "her", "their", "two", "both", "have", "own", "drive", "insure", ":", "un", "una", "mi", "tengo", "mis")
}

// vehiclesFor returns the vehicles that m means, new ones where it means more than were met
// before; none where there are too many.
func (r *reader) vehiclesFor(m mention) []int {
	if m.count < 2 && !r.isOneMore(m) {
		if k := slices.IndexFunc(r.vehicles, func(v *vehicle) bool { return v.model == "" && v.make != "" && v.year == 0 && v.make == m.make }); k >= 0 && m.model != "" {
			return []int{k} // of "two Hondas" the first without a model
		}
		if k := r.vehicleFor(m); k >= 0 {
			return []int{k}
		}
		return nil
	}
	var found []int
	for k, v := range r.vehicles {
		if (v.make != "" || v.model != "") && !v.gone && r.same(v, m) {
			found = append(found, k)
		}
	}
	if m.count < 2 {
		if found = found[min(1, len(found)):]; len(found) == 0 {
			found = r.add(found)
		}
		return found[:min(1, len(found))]
	}
	for len(found) < m.count && len(r.vehicles) < mostEntries {
		found = r.add(found)
	}
	return found
}

// nthAlike returns the vehicle that "the second 2003 Accord" is, of several that are alike; else -1.
func (r *reader) nthAlike(m mention) int {
	n := ordinals[r.at(m.i-1)]
	if r.is(m.i-1, "segundo") {
		n = 2
	} else if r.is(m.i-1, "primer") {
		n = 1
	}
	if n == 0 || m.model == "" {
		return -1
	}
	alike := 0
	for k, v := range r.vehicles {
		if v.model == "" || v.gone || !r.same(v, m) {
			continue
		}
		if alike++; alike == n && (n > 1 || k+1 < len(r.vehicles) && slices.ContainsFunc(r.vehicles[k+1:], func(v *vehicle) bool { return v.model != "" && r.same(v, m) })) {
			return k
		}
	}
	return -1
}

func (r *reader) add(to []int) []int {
	if len(r.vehicles) >= mostEntries {
		return to
	}
	r.vehicles = append(r.vehicles, &vehicle{known: -1})
	return append(to, len(r.vehicles)-1)
}

// isOneMore reports whether m is said to be one more of a car that was named before it: "a 2015
// Civic and another 2015 Civic".
func (r *reader) isOneMore(m mention) bool {
	if m.model == "" || !r.is(m.i-1, "another", "second", "otro") {
		return false
	}
	return slices.ContainsFunc(r.vehicles, func(v *vehicle) bool {
		return v.model == m.model && (m.year == 0 || v.year == m.year) && !v.gone
	})
}

// isAdded reports whether m, of another year than a car that is known, is one more, and does not
// put that one's year right: "please add a 2010 Accord", but not "sorry, it's a 2010 Accord".
func (r *reader) isAdded(m mention) bool {
	s := r.sentence(m.i)
	is := r.is(m.i-1, "a", "an", "another", "second", "third", ",", "un", "una", "otro") || r.is(m.i-1, "'s") || strings.HasSuffix(r.at(m.i-1), "'s") && !r.is(m.i-1, "it's", "that's")
	return is && (r.has(span{max(s.i, m.i-8), m.i}, "one more") || r.is(m.i-1, "third") || r.is(m.j, "too") || r.is(m.j, "as") && r.is(m.j+1, "well"))
}

// partOneAndOther has "one is for work, the other for pleasure" say nothing of either car, as it
// does not say of which; of two that are all alike, the one is the first.
func (r *reader) partOneAndOther() {
	live := r.liveVehicles()
	if len(live) < 2 {
		return
	}
	for i := range r.toks {
		s := r.sentence(i)
		if !r.isOneOf(i) {
			continue
		}
		other := r.otherBehind(i, s.j)
		if other < 0 {
			continue
		}
		end := r.sentence(other).j
		first, second := nobody, nobody
		if len(live) == 2 && r.areAlike(live) && len(r.vins) == 0 {
			first, second = r.fleets.of(live[0]), r.fleets.of(live[1])
		}
		for k := i; k < end; k++ {
			if r.which[k] = first; k >= other {
				r.which[k] = second
			}
		}
	}
}

// isOneOf reports whether "one" at token i opens a clause, and stands for a car.
func (r *reader) isOneOf(i int) bool {
	if !r.is(i, "one", "uno") || r.quiet[i] || !(r.sentence(i).i == i || r.breaks(i-1) || r.is(i-1, "and")) {
		return false
	}
	return r.is(r.skip(i+1, "car", "vehicle", "truck", "carro"), "is", "for", "does", "gets", "goes", "has", "i", "we", "my", "he", "she", "drives", "we're", "i'm", "es", "para", "at", "about", "around", "with", "was", "only", "just", "stays", "sits", "will", "paid", "financed", "leased", "owned", "used", "driven", "hace")
}

// otherBehind returns where "the other" stands behind token i, in its sentence or as the start of
// the next, with no car named in between; -1 where it does not.
func (r *reader) otherBehind(i, end int) int {
	for k := i + 1; k < len(r.toks) && k <= r.skip(end, "and")+1; k++ {
		switch {
		case r.mentionedAt(k) >= 0:
			return -1
		case r.is(k, "other", "otro") && (k < end || r.sentence(k).i >= k-2) && !r.is(k+1, "two", "three"):
			return k
		}
	}
	return -1
}

// sayVIN claims a VIN; of those that are said of cars that are alike, one for each, in order.
func (r *reader) sayVIN(v vin) {
	if r.isOfOtherLine(v.i) {
		return
	}
	cars := r.vehiclesAt(v.span, "vin")
	if live := r.liveVehicles(); len(cars) == 0 && len(live) == len(r.vins) {
		cars = live
	}
	if r.areAlike(cars) {
		k := slices.IndexFunc(cars, func(k int) bool { return r.mayHaveVIN(k, v.Value) })
		cars = cars[max(k, 0):][:min(k+1, 1)]
	}
	for _, k := range cars {
		r.say(entity{'v', k}, "vin", v.Value, v.span)
	}
}

func (r *reader) areAlike(cars []int) bool {
	if len(cars) < 2 {
		return false
	}
	first := r.vehicles[cars[0]]
	return !slices.ContainsFunc(cars, func(k int) bool { return r.vehicles[k].model != first.model || r.vehicles[k].year != first.year })
}

// mayHaveVIN reports whether nothing is known of the VIN of vehicle k, or that it is this one.
func (r *reader) mayHaveVIN(k int, value string) bool {
	if r.hasClaim(entity{'v', k}, "vin") {
		return false
	}
	i := r.vehicles[k].known
	return i < 0 || r.in.Known.Vehicles[i].VIN == "" || r.in.Known.Vehicles[i].VIN == value
}
