// Package garage finds the cars that a mail names, and says which cars a token is about.
package garage

import (
	"cmp"
	"slices"
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// MeetVehicles finds the vehicles of the mail, and notes for each token the vehicles in focus.
func MeetVehicles(r *Garage) {
	mentions := append(vehicleMentions(r.Sheet), r.FormCars...)
	slices.SortFunc(mentions, func(a, b find.Mention) int { return a.I - b.I })
	r.Places = placeMentions(r.Sheet, mentions)
	focus, k, alone := claims.NoPerson, 0, -1
	for i := range r.Tokens {
		r.Refers[i] = true
		if k < len(r.Places) && r.Places[k].At.I == i {
			focus = r.Fleets.Of(r.Places[k].Vehicle)
			k++
		} else if v := bodyAt(r.Sheet, i); v >= 0 {
			focus = r.Fleets.Of(v)
		} else if v := referredAt(r.Sheet, i, alone); v >= 0 {
			focus = r.Fleets.Of(v)
		} else if others := othersAt(r.Sheet, i, alone); others != nil {
			focus = r.Fleets.Of(others...)
		} else if n, j := EntryNumbered(r.Sheet, "vehicle heading", i); j > i && n < len(r.Vehicles) {
			focus = r.Fleets.Of(n)
		} else {
			r.Refers[i] = false
		}
		if focus > claims.Everybody && len(r.Fleets[focus]) == 1 {
			alone = r.Fleets[focus][0]
		}
		r.Which[i] = focus
	}
	leaveCarsOut(r)
}

// MeetKnownVehicles adds the vehicles of the known application.
func MeetKnownVehicles(r *claims.Sheet) {
	for i, v := range r.Mail.Known.Vehicles {
		k := &claims.Vehicle{Make: v.Make, Model: v.Model, Known: i}
		if v.Year != nil {
			k.Year = *v.Year
		}
		r.Vehicles = append(r.Vehicles, k)
	}
}

func placeMentions(r *claims.Sheet, mentions []find.Mention) []Placed {
	var places []Placed
	for _, m := range mentions {
		if r.Quiet[m.I] {
			if k := meetAskedCar(r, m); k >= 0 {
				places = append(places, Placed{m.Span, k})
			}
			continue
		}
		k := vehicleFor(r, m)
		if k < 0 {
			continue
		}
		if n := len(places); n > 0 && places[n-1].Vehicle != k && isCorrected(r, places[n-1].At, m) {
			leaveOut(r, places[n-1].Vehicle)
		}
		v := r.Vehicles[k]
		v.At = m.Span
		places = append(places, Placed{m.Span, k})
		switch removed := isRemoved(r.Text, m); {
		case removed || isElsewhere(r, m):
			v.Gone, v.Removed = true, removed && v.Known >= 0
			v.Year, v.Make, v.Model = cmp.Or(v.Year, m.Year), cmp.Or(v.Make, m.Make), cmp.Or(v.Model, m.Model)
		default:
			describe(r, k, m)
		}
		v.Owner = cmp.Or(v.Owner, ownerOfMention(r, m))
	}
	return places
}

// isCorrected reports whether m replaces the car before, because words between take the car back.
func isCorrected(r *claims.Sheet, before text.Span, m find.Mention) bool {
	between := text.Between(before.J, m.I)
	c, ok := r.Cue("takes back", between)
	return ok && m.I-before.J < 10 && !r.Is(c.J, "for", "about", "to") &&
		!r.Is(m.I-1, "and", "&") && !r.Is(m.I-2, "and", "&") && len(ownerOfMention(r, m)) != 1
}

// vehicleFor returns the vehicle that m means, or a new vehicle; -1 for too many.
func vehicleFor(r *claims.Sheet, m find.Mention) int {
	for k, v := range slices.Backward(r.Vehicles) {
		if same(r, v, m) {
			return k
		}
	}
	if len(r.Vehicles) >= claims.MostEntries {
		return -1
	}
	r.Vehicles = append(r.Vehicles, &claims.Vehicle{Known: -1})
	return len(r.Vehicles) - 1
}

// same reports whether m may mean v. One sentence names the same model of two years for two cars.
func same(r *claims.Sheet, v *claims.Vehicle, m find.Mention) bool {
	makes := v.Make != "" && m.Make != "" && !strings.EqualFold(v.Make, m.Make)
	if (makes || v.Model != "" && m.Model != "") && !sameModel(v.Model, m.Model) {
		return false
	}
	more := v.Year != m.Year && r.Has(text.Between(max(0, m.I-4), m.I), "one more")
	if more && (v.Known >= 0 && m.Year != 0 || v.Make == "" && v.Model == "") {
		return false // "also a 2019 Kia Soul"
	}
	return v.Year == 0 || m.Year == 0 || v.Year == m.Year || v.Known >= 0 || r.Sentence(v.At.I) != r.Sentence(m.I)
}

// sameModel reports whether one name may be short for the other: "Sierra" of "Sierra 1500".
func sameModel(a, b string) bool {
	a, b = find.Squash(a), find.Squash(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (strings.HasPrefix(b, a) || len(a) > 2 && strings.HasSuffix(b, a))
}

func describe(r *claims.Sheet, k int, m find.Mention) {
	v, of := r.Vehicles[k], claims.Car(k)
	back, _ := r.Cue("takes back", text.Between(m.J, min(len(r.Tokens), m.J+4)))
	y, j, ok := find.YearAt(r.Text, r.Skip(back.J, ",", "it's"), find.NewestYear(r.Text), false)
	ok = ok && m.Year != 0 && !back.Empty() && (r.Breaks(j) || r.Sentence(j-1).J <= j+1)
	if ok && r.Free(text.Between(j-1, j)) {
		m.Year, m.YearAt = y, text.Between(j-1, j) // "a 2018 Tacoma, no wait, 2019"
	}
	if m.Year != 0 && !(v.Known >= 0 && v.Year == m.Year) {
		r.Say(of, "year", m.Year, m.YearAt)
		v.Year = cmp.Or(v.Year, m.Year)
	}
	if v.Known >= 0 && (m.Model == "" || sameModel(v.Model, m.Model)) && v.Make != "" {
		return
	}
	if m.Make != "" && !(v.Make != "" && m.MakeAt == m.ModelAt) {
		if m.MakeAt == m.ModelAt {
			r.Infer(of, "make", m.Make, m.MakeAt)
		} else {
			r.Say(of, "make", m.Make, m.MakeAt)
		}
		v.Make = m.Make
	}
	if m.Model != "" && len(find.Squash(m.Model)) >= len(find.Squash(v.Model)) {
		r.Claims = slices.DeleteFunc(r.Claims, func(c claims.Claim) bool {
			return c.Of == of && c.Field == "model" && c.Value == v.Model && v.Known < 0
		})
		r.Say(of, "model", m.Model, m.ModelAt)
		v.Model = m.Model
	}
	if !m.TrimAt.Empty() {
		r.Say(of, "trim", find.TrimName(r.Text, m.TrimAt), m.TrimAt)
	}
}

// MentionedAt returns the vehicle that is named at token i, or -1.
func MentionedAt(r *Garage, i int) int {
	k, found := slices.BinarySearchFunc(r.Places, i, func(p Placed, i int) int { return p.At.I - i })
	if !found {
		return -1
	}
	return r.Places[k].Vehicle
}

// bodyAt returns the only vehicle that "the truck" or "my van" at token i can mean, or -1.
func bodyAt(r *claims.Sheet, i int) int {
	of := find.Bodies.Get()[strings.Replace(r.At(i), "pickup", "truck", 1)]
	if of == nil || !r.Is(i-1, "the", "my", "his", "her", "our", "that", "drive", "drives") {
		return -1
	}
	found := -1
	for _, k := range r.LiveVehicles() {
		if of[r.Vehicles[k].Model] {
			if found >= 0 {
				return -1
			}
			found = k
		}
	}
	return found
}

// EntryNumbered reads "Vehicle 2" as index 1.
func EntryNumbered(r *claims.Sheet, cue string, i int) (int, int) {
	c, ok := r.Cue(cue, text.Between(i, i+1))
	if !ok {
		return 0, i
	}
	j := r.Skip(c.J, "#", "no", "number")
	if n, ok := find.NumberAt(r.Text, j); ok && !n.Dollar && 1 <= n.N && n.N <= claims.MostEntries {
		return n.N - 1, n.J
	}
	return 0, i
}

// Focused reports whether token i ends the name of a vehicle.
func Focused(r *Garage, i int) bool {
	return slices.ContainsFunc(r.Places, func(p Placed) bool { return p.At.J == i+1 })
}

// Garage knows which cars each token is about.
type Garage struct {
	*claims.Sheet
	Which    []int  // per token, the group of vehicles in focus
	Refers   []bool // by token: words for vehicles start there
	Fleets   claims.Groups
	Places   []Placed // the names of vehicles, in order
	Vins     []Vin
	FormCars []find.Mention
}

// OfVehicles claims a value of every vehicle in focus at s.
func (r *Garage) OfVehicles(field string, value any, s text.Span, standing quote.Standing) {
	if all := r.Sentence(s.I); field == "annual_miles" && len(r.LiveVehicles()) > 1 && r.Has(all, "of all cars") && !r.Has(all, "each") {
		return
	}
	for _, k := range r.VehiclesAt(s, field) {
		r.Claim(claims.Car(k), field, value, s, standing)
	}
}

// Vin is a VIN with its place.
type Vin struct {
	quote.VIN
	text.Span
}

// Placed is a mention with the vehicle that it means.
type Placed struct {
	At      text.Span
	Vehicle int
}

// meetAskedCar notes the car that a question at m is about, and returns it; -1: none.
func meetAskedCar(r *claims.Sheet, m find.Mention) int {
	if !r.Asks[m.I] || m.Make == "" && m.Model == "" {
		return -1
	}
	k := vehicleFor(r, m)
	if k < 0 {
		return -1
	}
	if v := r.Vehicles[k]; v.Known < 0 && v.Asked.Empty() {
		v.Asked = m
		v.Make, v.Model = cmp.Or(v.Make, m.Make), cmp.Or(v.Model, m.Model)
	}
	return k
}

// VehiclesAt returns the vehicles of a value at s: named behind, else in focus, else the only.
func (r *Garage) VehiclesAt(s text.Span, field string) []int {
	live := r.LiveVehicles()
	if len(live) == 0 {
		r.Vehicles = append(r.Vehicles, &claims.Vehicle{Known: -1})
		return []int{len(r.Vehicles) - 1}
	}
	if isOfGone(r, s.I) {
		return nil
	}
	if one, ok := askedOf(r.Sheet, "vehicles", field); ok && slices.Contains(live, one) && r.Which[s.I] == claims.NoPerson {
		return []int{one}
	}
	if k, ok := VehicleBehind(r, s); ok {
		return []int{k}
	}
	switch g := r.Which[s.I]; {
	case len(live) == 1, g == claims.Everybody, r.Has(ClauseOrSentence(r.Text, s.I), "each"):
		return live
	default:
		return slices.DeleteFunc(slices.Clone(r.Fleets[g]), func(k int) bool { return r.Vehicles[k].Gone })
	}
}

// isOfGone reports whether all cars of the sentence at token i are gone.
func isOfGone(r *Garage, i int) bool {
	g, s := r.Which[i], r.Sentence(i)
	live := func(k int) bool { return !r.Vehicles[k].Gone }
	return g > claims.Everybody && !slices.ContainsFunc(r.Fleets[g], live) && slices.Contains(r.Refers[s.I:s.J], true)
}

// ClauseOrSentence is the clause around i, with a short rest of the sentence: "…, about 10k each".
func ClauseOrSentence(r *find.Text, i int) text.Span {
	c := r.Clause(i)
	if s := r.Sentence(i); s.J-c.J < 6 {
		c.J = s.J
	}
	return c
}

// VehicleBehind finds "on the Civic" behind a value, within its clause.
func VehicleBehind(r *Garage, s text.Span) (int, bool) {
	end := r.Clause(s.I).J
	if r.Is(s.J, "(") {
		end = max(end, min(len(r.Tokens), s.J+4)) // "leased (the Honda)"
	}
	for i := max(s.I, s.J-1); i < min(end, s.J+9); i++ { // "still owe on" has its own "on"
		if r.Is(i, "on", "for", "with", "in", "(") {
			for k := i + 1; k < min(i+4, end); k++ {
				if v := ReferredTo(r, k); v >= 0 {
					return v, true // "on hers", "on the other one"
				}
			}
		}
	}
	return 0, false
}

// ReferredTo returns the vehicle that words which start at token i stand for, or -1.
func ReferredTo(r *Garage, i int) int {
	if i < 0 || i >= len(r.Tokens) || !r.Refers[i] || r.Which[i] <= claims.Everybody || len(r.Fleets[r.Which[i]]) != 1 {
		return -1
	}
	return r.Fleets[r.Which[i]][0]
}

// askedOf returns the only entry for which the agency asked for this field.
func askedOf(r *claims.Sheet, list, field string) (int, bool) {
	entry := -1
	for _, path := range r.Mail.Asked {
		rest, ok := strings.CutPrefix(path, list+"[")
		index, name, cut := strings.Cut(rest, "].")
		if !ok || !cut || name != field {
			continue
		}
		if entry >= 0 && entry != text.Atoi(index) {
			return 0, false
		}
		entry = text.Atoi(index)
	}
	return entry, entry >= 0
}
