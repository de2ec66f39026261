package reading

import "slices"

// isSoldBehind reports whether a clause behind m in sentence s says that it is sold, or will be: "a
// 2012 Fit that I am selling", "the Fit (which we traded in)". What is sold for m is not m: "the
// Tesla that I'm selling the Fit for".
func (r *reader) isSoldBehind(m mention, s span) bool {
	end := min(s.j, m.j+6)
	for k := m.j; k < end; k++ {
		if r.namesCarPlainly(k) || r.is(k, ".", ";") {
			return false
		}
		if r.is(k, "that", "which") {
			return r.isSoldIn(k, s)
		}
	}
	return false
}

// isSoldIn reports whether the clause that "that" or "which" at token k begins is of somebody who
// sells what it is about.
func (r *reader) isSoldIn(k int, s span) bool {
	c, ok := r.cue("parts with it", span{k + 1, min(s.j, k+7)})
	if !ok || r.named("negation", c.i, 4) {
		return false
	}
	for i := k + 1; i < c.i; i++ {
		if !r.among(i, "who parts with it") {
			return false
		}
	}
	return !r.among(c.j, "begins an object") && !r.is(c.j, "to", "from", "me", "us")
}

// isOfCarBefore reports whether the words at c, which tell what is sold, say so of a car that stands
// before them, and not of m: "a 2012 Fit that I am selling, so quote only the Tesla".
func (r *reader) isOfCarBefore(c span, m mention) bool {
	from := max(r.sentence(c.i).i, c.i-4)
	for k := c.i - 1; k > from; k-- {
		if r.is(k, "that", "which") {
			return r.has(span{c.j, m.i}, "closes a clause")
		}
		if !r.among(k, "who parts with it") {
			return false
		}
	}
	return false
}

// leaveOtherCars drops the vehicles besides those that alone are to be quoted: "so quote only the
// Tesla", "only the Jeep and the sedan need a quote". Of a thread's application none is dropped: it is asked for one car
// more, or of one.
func (r *reader) leaveOtherCars(places []placed) {
	if r.inThread() {
		return
	}
	for _, cue := range []string{"only this car", "only these"} {
		for _, c := range r.cues[cue] {
			cars, end := r.carsListed(c.j, places)
			closes := r.closesWish(end)
			if cue == "only these" {
				closes = r.isToBeQuoted(end) || r.is(end, "please") && r.sentence(c.i).i == c.i
			}
			if len(cars) > 0 && closes && !r.quiet[c.i] {
				r.leaveBefore(c.i, cars, places)
			}
		}
	}
}

// leaveBefore drops the vehicles that are named before token i, besides those of kept.
func (r *reader) leaveBefore(i int, kept []int, places []placed) {
	for _, p := range places {
		if v := r.vehicles[p.vehicle]; p.at.i < i && v.known < 0 && !slices.Contains(kept, p.vehicle) {
			v.gone, v.left = true, true
		}
	}
}

// isToBeQuoted reports whether the words from token i on say that what stands before them is to be quoted: "needs a
// quote", and behind "I only need the Jeep" no more than "quoted".
func (r *reader) isToBeQuoted(i int) bool {
	if r.is(i, "need", "needs") {
		return r.is(r.skip(i+1, "a", "to", "be", "auto", "car"), "quote", "quoted", "quoting", "insurance", "insured", "insuring", "coverage")
	}
	return r.is(i, "quoted", "insured", "covered", "priced") && r.closesWish(i+1) && !r.is(i+1, "for")
}

// carsListed returns the vehicles that are named one behind the other from token i on, and the end of their names.
func (r *reader) carsListed(i int, places []placed) (cars []int, end int) {
	for range mostEntries {
		k := i
		for r.is(k, "the", "my", "our", "this", "that", "new") {
			k++
		}
		n, named := slices.BinarySearchFunc(places, k, func(p placed, i int) int { return p.at.i - i })
		if named {
			cars, end = append(cars, places[n].vehicle), places[n].at.j
		} else if v := r.bodyAt(k); v >= 0 {
			cars, end = append(cars, v), k+1
		} else {
			break
		}
		if i = r.skip(r.skip(end, ","), "and", "&", "plus"); i == end {
			break
		}
	}
	return cars, end
}

// leaveStayingCars drops the vehicles that are said to stay insured where they are, where there are others: "the pickup
// stays where it is", "leave the truck with State Farm".
func (r *reader) leaveStayingCars(places []placed) {
	if r.inThread() {
		return
	}
	for i := range r.toks {
		stays := r.is(i, "stays", "stay", "staying", "remains", "remain")
		if !stays && !r.is(i, "keep", "keeping", "leave", "leaving") || r.quiet[i] || r.named("negation", i, 3) {
			continue
		}
		car, end := -1, i+1
		if stays {
			car = r.carNamedBefore(i, places)
		} else if cars, j := r.carsListed(i+1, places); len(cars) == 1 {
			car, end = cars[0], j
		}
		if car >= 0 && r.vehicles[car].known < 0 && r.isInsuredThere(end) && len(r.liveVehicles()) > 1 {
			r.vehicles[car].gone, r.vehicles[car].left = true, true
			r.staying = append(r.staying, span{end, min(r.sentence(i).j, end+6)})
		}
	}
}

// carNamedBefore returns the vehicle that is named right before token i, or -1.
func (r *reader) carNamedBefore(i int, places []placed) int {
	for r.is(i-1, "will", "is", "would", "should", "can", "just", "to") {
		i--
	}
	n, _ := slices.BinarySearchFunc(places, i, func(p placed, i int) int { return p.at.i - i })
	if n > 0 && places[n-1].at.j == i {
		return places[n-1].vehicle
	}
	return r.bodyAt(i - 1)
}

// isInsuredThere reports whether the words from token i on name the insurance that a car has, for good: "where it is",
// "with State Farm", "on my dad's policy".
func (r *reader) isInsuredThere(i int) bool {
	end := min(r.sentence(i-1).j, i+farthest)
	for k := i; k < end; k++ {
		if r.is(k, "until", "till", "then", "unless", "if") {
			return false
		}
	}
	if r.is(i, "where") {
		return r.is(i+1, "it", "they") && r.is(i+2, "is", "are") && r.closesWish(i+3)
	}
	if r.is(i, "insured") {
		return true
	}
	for k := i + 1; r.is(i, "with", "on", "under") && k < min(end, i+6) && !r.breaks(k); k++ {
		_, _, insurer := r.carrierAt(k)
		theirs := r.among(k-1, "insured besides") || noun(r.at(k-1)) != r.at(k-1)
		if insurer || theirs && (r.among(k, "a policy") || r.is(k, "insurer", "carrier", "company")) {
			return true
		}
	}
	return false
}

// closesWish reports whether a wish ends before token i.
func (r *reader) closesWish(i int) bool {
	return i >= len(r.toks) || r.is(i, ".", "!", "?", ",", ";", ")", "please", "for", "right", "this", "now", "thanks", "thank") && !r.is(i+1, "and") ||
		r.lineOf(i) != r.lineOf(i-1)
}

// isLearnedIn reports whether m is what somebody learned to drive in: "in my father's Studebaker".
func (r *reader) isLearnedIn(m mention, s span) bool {
	c, ok := r.before("learned to drive", s.i, m.i)
	return ok && m.year == 0 && m.i-c.j < 12 && r.has(span{c.j, m.i}, "inside of")
}

// isOfLeftCar reports whether token i is about a car that is left where it is, or is not to be quoted.
func (r *reader) isOfLeftCar(i int) bool {
	g := r.which[i]
	return g > everybody && !slices.ContainsFunc(r.fleets[g], func(k int) bool { return !r.vehicles[k].left })
}
