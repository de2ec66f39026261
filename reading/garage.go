package reading

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// vehicle is a car that the mail is about.
type vehicle struct {
	year        int
	make, model string
	known       int          // index into Known.Vehicles, or -1
	gone        bool         // sold, somebody else's, or only supposed
	removed     bool         // to be taken off the application
	sold        find.Mention // where it was named as one that is gone
	owner       owner
	at          text.Span    // where last named
	asked       find.Mention // where a question of ours names it
}

// meetVehicles finds the vehicles that the mail names, and notes for each token the vehicles in
// focus.
func meetVehicles(r *garage) {
	mentions := append(vehicleMentions(r.sheet), r.formCars...)
	slices.SortFunc(mentions, func(a, b find.Mention) int { return a.I - b.I })
	places := placeMentions(r.sheet, mentions)
	if len(r.vehicles) == 0 {
		places = placeVINs(r)
	}
	if len(r.vehicles) == 0 {
		places = placeOrdinals(r.sheet)
	}
	r.places = places
	focus, k, last, alone := nobody, 0, -1, -1
	for i := range r.Tokens {
		r.refers[i] = true
		if i > 0 && last >= 0 && r.StartsParagraph(i) {
			focus = paragraphFocus(r, i, focus)
		}
		if k < len(places) && places[k].at.I == i {
			v := places[k].vehicle
			focus = joinVehicles(r, i, r.fleets.of(v), focus, last)
			last = places[k].at.J
			k++
		} else if v := bodyAt(r.sheet, i); v >= 0 {
			focus = r.fleets.of(v)
		} else if v, _ := referredAt(r.sheet, i, alone); v >= 0 {
			focus = r.fleets.of(v)
		} else if others := othersAt(r.sheet, i, alone); others != nil {
			focus = r.fleets.of(others...)
		} else if j := r.StartsAt("every car", i); j > i {
			focus = everybody
		} else if n, j := entryNumbered(r.sheet, "vehicle heading", i); j > i && n < len(r.vehicles) {
			focus = r.fleets.of(n)
		} else {
			r.refers[i] = false
		}
		if focus > everybody && len(r.fleets[focus]) == 1 {
			alone = r.fleets[focus][0]
		}
		r.which[i] = focus
	}
}

// paragraphFocus keeps the focus across a blank line where it is one vehicle.
func paragraphFocus(r *garage, i, focus int) int {
	if focus > everybody && len(r.fleets[focus]) == 1 && i > 0 {
		return focus
	}
	return nobody
}

// joinVehicles puts vehicles together that are named side by side: "the Civic and
// the RAV4 are both paid off".
func joinVehicles(r *garage, i, g, focus, last int) int {
	if focus < 2 || last < 0 || i-last > 4 || r.LineOf(last-1) != r.LineOf(i) && r.Sentence(last-1) != r.Sentence(i) {
		return g
	}
	joined := false
	for k := last; k < i; k++ {
		switch {
		case r.Is(k, "and", "&", "+", "y"):
			joined = true
		case !r.Is(k, "a", "an", "the", "my", "her", "his", "our", "un", "una", "el", "la", ","):
			return g
		}
	}
	if !joined {
		return g
	}
	return r.fleets.of(append(slices.Clone(r.fleets[focus]), r.fleets[g]...)...)
}

// placed is a mention with the vehicle that it means.
type placed struct {
	at      text.Span
	vehicle int
}

func meetKnownVehicles(r *sheet) {
	for i, v := range r.in.Known.Vehicles {
		k := &vehicle{make: v.Make, model: v.Model, known: i}
		if v.Year != nil {
			k.year = *v.Year
		}
		r.vehicles = append(r.vehicles, k)
	}
}

func placeMentions(r *sheet, mentions []find.Mention) []placed {
	var places []placed
	for _, m := range mentions {
		if r.Quiet[m.I] {
			if k := meetAskedCar(r, m); k >= 0 {
				places = append(places, placed{m.Span, k})
			}
			continue
		}
		k := vehicleFor(r, m)
		if m.Make == "" && m.Model == "" {
			k = formsOwn(r, m, places)
		}
		if k < 0 {
			continue
		}
		v := r.vehicles[k]
		v.at = m.Span
		places = append(places, placed{m.Span, k})
		switch removed := isRemoved(r.Text, m); {
		case removed || isElsewhere(r, m):
			v.gone, v.removed = true, removed && v.known >= 0
			if removed {
				v.sold = m
			}
			v.year, v.make, v.model = cmp.Or(v.year, m.Year), cmp.Or(v.make, m.Make), cmp.Or(v.model, m.Model)
		case v.gone: // said before
		default:
			describe(r, k, m)
		}
		v.owner = cmp.Or(v.owner, ownerOfMention(r, m))
	}
	return places
}

// formsOwn returns the vehicle for cells without a name, as "Year: 2016" below "Car: Subaru
// Forester": the last named vehicle, unless its year differs; else -1.
func formsOwn(r *sheet, m find.Mention, places []placed) int {
	if len(places) == 0 {
		return vehicleFor(r, m)
	}
	last := places[len(places)-1].vehicle
	if y := r.vehicles[last].year; m.Year != 0 && y != 0 && y != m.Year {
		return vehicleFor(r, m)
	}
	return last
}

// placeVINs takes each VIN for a separate vehicle if there are several VINs and no vehicle has a
// name. The line of a VIN is about that vehicle.
func placeVINs(r *garage) []placed {
	var places []placed
	if len(r.vins) < 2 || len(r.vins) > mostEntries {
		return nil
	}
	for _, v := range r.vins {
		at := r.Lines[r.LineOf(v.I)].I
		if len(places) > 0 && at <= places[len(places)-1].at.I {
			at = v.I
		}
		r.vehicles = append(r.vehicles, &vehicle{known: -1, at: v.Span})
		places = append(places, placed{text.Between(at, at+1), len(r.vehicles) - 1})
	}
	return places
}

// placeOrdinals takes "the first car" and "the second one", each at the start of a clause,
// for vehicles where none is named.
func placeOrdinals(r *sheet) []placed {
	var places []placed
	for i := range r.Tokens {
		k := r.Skip(i, "the")
		n := find.Ordinals[r.At(k)]
		if n == 0 || n > len(places)+1 || r.Quiet[i] || !r.Among(k+1, "a car") || !(r.Sentence(i).I == i || r.Breaks(i-1) || r.Is(i-1, "and")) {
			continue
		}
		places = append(places, placed{text.Between(i, k+2), n - 1})
	}
	if !slices.ContainsFunc(places, func(p placed) bool { return p.vehicle == 1 }) {
		return nil
	}
	for _, p := range places {
		for len(r.vehicles) <= p.vehicle {
			r.vehicles = append(r.vehicles, &vehicle{known: -1, at: p.at})
		}
	}
	return places
}

// vehicleFor returns the vehicle that m means, a new one where it means none
// that was met before, and -1 where there are too many.
func vehicleFor(r *sheet, m find.Mention) int {
	for k, v := range slices.Backward(r.vehicles) {
		if same(r, v, m) {
			return k
		}
	}
	if len(r.vehicles) >= mostEntries {
		return -1
	}
	r.vehicles = append(r.vehicles, &vehicle{known: -1})
	return len(r.vehicles) - 1
}

// same reports whether m may mean v. The same model of another year is another
// car only where both are named in one breath, or m is said to be one more.
func same(r *sheet, v *vehicle, m find.Mention) bool {
	if v.make == "" && v.model == "" {
		return (v.known < 0 && v.year == 0 || isStaffsOnly(r, v, m)) && !v.gone
	}
	if v.make != "" && m.Make != "" && !strings.EqualFold(v.make, m.Make) && !sameModel(v.model, m.Model) {
		return false
	}
	if v.model != "" && m.Model != "" && v.model != m.Model && !sameModel(v.model, m.Model) {
		return false
	}
	if v.model != "" && m.Model == "" && m.Make == "" {
		return false
	}
	if v.year == 0 || m.Year == 0 || v.year == m.Year {
		return !(m.Year != 0 && v.known >= 0 && v.year != m.Year && v.year != 0)
	}
	if putsRight(r, v, m) {
		return true
	}
	if m.Model == "" || v.model == "" || v.known < 0 && v.at.I < m.I && r.Has(text.Between(max(0, m.I-4), m.I), "one more") {
		return false
	}
	return v.known >= 0 || !oneBreath(r.Text, v.at, m.Span)
}

// oneBreath reports whether two mentions stand in one sentence or in a list.
func oneBreath(r *find.Text, a, b text.Span) bool {
	return r.Sentence(a.I) == r.Sentence(b.I) || r.LineOf(b.I)-r.LineOf(a.I) == 1 && r.Paragraph(a.I) == r.Paragraph(b.I)
}

// sameModel reports whether one name may be short for the other: "Sierra" of
// "Sierra 1500", "Cherokee" of "Grand Cherokee".
func sameModel(a, b string) bool {
	a, b = find.Squash(a), find.Squash(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (strings.HasPrefix(b, a) || len(a) > 2 && strings.HasSuffix(b, a))
}

func describe(r *sheet, k int, m find.Mention) {
	v, of := r.vehicles[k], entity{'v', k}
	if m.Year != 0 && !(v.known >= 0 && v.year == m.Year) {
		r.say(of, "year", m.Year, m.YearAt)
		v.year = cmp.Or(v.year, m.Year)
	}
	if v.known >= 0 && (m.Model == "" || sameModel(v.model, m.Model)) && v.make != "" {
		return
	}
	if m.Make != "" && !(v.make != "" && m.MakeAt == m.ModelAt) {
		if m.MakeAt == m.ModelAt {
			r.infer(of, "make", m.Make, m.MakeAt)
		} else {
			r.say(of, "make", m.Make, m.MakeAt)
		}
		v.make = m.Make
	}
	if m.Model != "" && len(find.Squash(m.Model)) >= len(find.Squash(v.model)) {
		r.claims = slices.DeleteFunc(r.claims, func(c claim) bool { return c.of == of && c.field == "model" && c.value == v.model && v.known < 0 })
		r.say(of, "model", m.Model, m.ModelAt)
		v.model = m.Model
	}
	if !m.TrimAt.Empty() {
		r.say(of, "trim", find.TrimName(r.Text, m.TrimAt), m.TrimAt)
	}
}

// known reports whether m means a vehicle met before.
func known(r *sheet, m find.Mention) bool {
	return slices.ContainsFunc(r.vehicles, func(v *vehicle) bool { return (v.make != "" || v.model != "") && same(r, v, m) })
}

// mentionedAt returns the vehicle that is named at token i, or -1.
func mentionedAt(r *garage, i int) int {
	k, found := slices.BinarySearchFunc(r.places, i, func(p placed, i int) int { return p.at.I - i })
	if !found {
		return -1
	}
	return r.places[k].vehicle
}

// bodyAt returns the vehicle that "the truck" or "my van" at token i means: the
// only one of that kind; else -1.
func bodyAt(r *sheet, i int) int {
	body := r.At(i)
	if body == "pickup" {
		body = "truck"
	}
	of, ok := find.Bodies()[body]
	if !ok || !r.Is(i-1, "the", "my", "his", "her", "our", "that", "drive", "drives") {
		return -1
	}
	found := -1
	for _, k := range r.liveVehicles() {
		if of[r.vehicles[k].model] {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// entryNumbered reads "Vehicle 2" as index 1.
func entryNumbered(r *sheet, cue string, i int) (int, int) {
	c, ok := r.Cue(cue, text.Between(i, i+1))
	if !ok {
		return 0, i
	}
	j := r.Skip(c.J, "#", "no", "number")
	if n, ok := find.NumberAt(r.Text, j); ok && !n.Dollar && 1 <= n.N && n.N <= mostEntries {
		return n.N - 1, n.J
	}
	if n, ok := find.Ordinals[r.At(c.I-1)]; ok {
		return n - 1, c.J
	}
	return 0, i
}

// putsRight reports whether m says the right year of v, the one car that is known of its make:
// "it's a 2021 Mazda".
func putsRight(r *sheet, v *vehicle, m find.Mention) bool {
	i := m.I
	for i > 0 && r.Is(i-1, "a", "an", "the", "actually", "really", "un", "una") {
		i--
	}
	if v.known < 0 || m.Make == "" || !r.Is(i-1, "it's", "its") && !(r.Is(i-2, "it") && r.Is(i-1, "is", "was")) && !r.Is(i-1, "be") && !r.Is(i-1, "es") {
		return false
	}
	of := 0
	for _, other := range r.vehicles {
		if other.make == "" || strings.EqualFold(other.make, m.Make) {
			of++
		}
	}
	return of == 1
}
