package garage

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// leaveCarsOut removes the cars that the mail does not want to insure. The last choice counts.
func leaveCarsOut(r *Garage) {
	for _, c := range slices.Concat(r.Cues["kept out"], r.Cues["wished for"]) {
		cars, _ := CarsBehind(r, c.J, 4)
		about := r.StartsAt("wished for", c.I) > c.I && len(cars) == len(r.LiveVehicles())
		if about || r.Has(text.Between(c.J, min(r.Sentence(c.I).J, c.J+5)), "lent out") {
			continue // the mail is about the car that is wished for, or about who else drives
		}
		for _, k := range cars {
			leaveOut(r.Sheet, k)
		}
		leaveListOut(r, c)
	}
	for _, c := range r.Cues["kept out behind"] {
		if k := carSpokenOf(r, c); k >= 0 && !r.Is(c.I-1, "not", "no", "a") {
			leaveOut(r.Sheet, k)
		}
	}
	for _, c := range r.Cues["chosen"] {
		cars, _ := CarsBehind(r, c.J, 2)
		for _, k := range cars {
			if v := r.Vehicles[k]; v.Out && !r.Quiet[c.I] {
				v.Gone, v.Out = false, false
			}
		}
	}
	keepOnlyThese(r)
}

// leaveOut removes a car, unless the application has the car already.
func leaveOut(r *claims.Sheet, k int) {
	if v := r.Vehicles[k]; v.Known < 0 && !v.Gone {
		v.Gone, v.Out = true, true
	}
}

// CarsBehind returns the cars in the next tokens from token i on, and the end of their words.
func CarsBehind(r *Garage, i, within int) (cars []int, end int) {
	last := min(r.Sentence(i-1).J, i+within+1)
	for k := i; k < last; k++ {
		v, j := MentionedAt(r, k), k+1
		if n, _ := slices.BinarySearchFunc(r.Places, k, func(p Placed, k int) int { return p.At.I - k }); v >= 0 {
			j = r.Places[n].At.J
		} else if v = bodyAt(r.Sheet, k); v < 0 {
			if len(cars) > 0 && !r.Is(k, "and", "&", "or", "y", "a", "an", "the", "my", "our", ",", "un", "una", "el", "la") {
				break
			}
			continue
		}
		cars, end, k, last = append(cars, v), j, j-1, r.Sentence(k).J
	}
	return cars, end
}

// carSpokenOf returns the last single car before c, or -1. "It" reaches back one sentence.
func carSpokenOf(r *Garage, c text.Span) int {
	s := r.Sentence(c.I)
	for i := c.I; i < c.J+2 && s.I > 0; i++ {
		if r.Is(i, "it", "that", "this") {
			s.I = r.Sentence(s.I - 1).I
			break
		}
	}
	for i := c.I - 1; i >= s.I && i >= c.I-9; i-- {
		if r.Refers[i] && r.Which[i] > claims.Everybody {
			return ReferredTo(r, i)
		}
	}
	return -1
}

// leaveListOut removes the cars below a heading such as "Do not include:".
func leaveListOut(r *Garage, c text.Span) {
	k := r.LineOf(c.I)
	head := r.Lines[k]
	if !r.Is(head.J-1, ":") || find.IsKin(r.Text, head.J-2) {
		return
	}
	for n := k + 1; n < len(r.Lines) && !r.Is(r.Lines[n].J-1, ":") && (n == k+1 || !r.Lines[n].First); n++ {
		for _, p := range r.Places {
			if r.Lines[n].I <= p.At.I && p.At.I < r.Lines[n].J {
				leaveOut(r.Sheet, p.Vehicle)
			}
		}
	}
}

// keepOnlyThese removes all other cars if the mail wants a quote "only for the Camry".
func keepOnlyThese(r *Garage) {
	for _, c := range r.Cues["only these"] {
		kept, end := CarsBehind(r, c.J, 3)
		if len(kept) == 0 || r.Quiet[c.I] || r.Is(c.J, "liability") ||
			r.Is(end, "is", "are", "was", "were", "has", "have", "gets", "covered", "on", "for") || r.Has(text.Between(r.Sentence(c.I).I, c.I), "at the wheel") || r.Has(r.Sentence(c.I), "collision", "comprehensive", "towing", "rental") {
			continue
		}
		for k := range r.Vehicles {
			if !slices.Contains(kept, k) {
				leaveOut(r.Sheet, k)
			}
		}
	}
}

// LeaveNamedOnly leaves out cars named in passing next to described cars: "my neighbor's Tesla".
// Such a car has no year, no use and no owner who drives, and is no item of a list.
func LeaveNamedOnly(r *Garage) {
	described := func(k int) bool {
		return r.Vehicles[k].Known >= 0 || slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
			return c.Of == claims.Car(k) && c.Field != "make" && c.Field != "model"
		})
	}
	live := r.LiveVehicles()
	for _, k := range live {
		v, others := r.Vehicles[k], slices.ContainsFunc(live, described)
		if others && !described(k) && !isTheirs(r.Sheet, v.Owner) && !isListed(r, v.At.I) {
			v.Gone = true
		}
	}
}

// isTheirs reports whether the owner is the writer, the spouse or another driver.
func isTheirs(r *claims.Sheet, owner claims.Owner) bool {
	return slices.ContainsFunc(r.People, func(p *claims.Person) bool {
		drives := p.IsDriver() || p.Relation == quote.Spouse && !p.Outsider && !p.Idle
		named := owner == claims.Owner(text.Fold(p.Given)) || owner == claims.Owner(p.Gender)
		return owner == writersOwn || owner != "" && drives && named
	})
}

// isListed reports whether token i starts an item, or the sentence asks for a price.
func isListed(r *Garage, i int) bool {
	for r.Among(i-1, "articles") {
		i--
	}
	return r.Body(r.Lines[r.LineOf(i)]).I == i || r.IsWide(i) || r.Among(i-1, "before an item") ||
		r.Has(r.Sentence(i), "quote request") || r.Has(text.Between(max(0, i-3), i), "keeps")
}
