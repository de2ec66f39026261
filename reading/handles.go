package reading

import "strings"

// Handles are what a mail calls its vehicles besides their names: "Car A = 2019 Kia Rio … A:
// 12,000", "#2 is the truck", "the 2013 goes to work".

// handle is the number or the letter that a mail gives a vehicle.
type handle struct {
	name    string
	vehicle int
}

// findHandles finds the handles that stand right before the names of vehicles.
func (r *reader) findHandles(places []placed) []handle {
	var found []handle
	for _, p := range places {
		if model := r.vehicles[p.vehicle].model; len(model) > 2 && model[len(model)-2] == ' ' {
			found = append(found, handle{strings.ToLower(model[len(model)-1:]), p.vehicle}) // "Model S"
		}
		for k := p.at.i - 1; k >= max(r.sentence(p.at.i).i, p.at.i-6); k-- {
			short := len(r.at(k)) == 1 && r.kind(k) != mark && (!r.is(k, "a") || r.capital(k) || r.is(k-1, "("))
			if named := r.is(k-1, "car", "vehicle", "auto", "veh", "vehiculo", "carro", "#") || r.is(k-1, "(") && r.is(k+1, ")"); short && named {
				found = append(found, handle{r.at(k), p.vehicle})
				break
			}
			if !r.is(k, "is", "the", ")", "=", ":", "-", "a", "an", "my", ",", "minivan", "sedan", "van", "truck", "suv", "car") {
				break
			}
		}
	}
	if len(found) < 2 {
		return nil
	}
	return found
}

// handledAt returns the vehicle that a handle at token i means, or -1: with "#" or a word for a
// car before it, or at the start of a clause with something that opens what is said of it behind.
func (r *reader) handledAt(i int, handles []handle) int {
	if len(handles) == 0 || i < 0 || i >= len(r.toks) || len(r.at(i)) != 1 || r.kind(i) == mark {
		return -1
	}
	opened := (r.sentence(i).i == i || r.body(r.lines[r.lineOf(i)]).i == i || r.breaks(i-1) || r.is(i-1, "and", "on") || r.kind(i-1) != word && r.is(i+1, ":")) && (r.is(i+1, ":", "=", "is", "gets", "only") || r.is(i-1, "on") && r.endsClause(i+1))
	if !opened && !r.is(i-1, "#", "car", "vehicle", "auto") && !(r.is(i-1, "(") && r.is(i+1, ")")) {
		return -1
	}
	for _, h := range handles {
		if h.name == r.at(i) {
			return h.vehicle
		}
	}
	return -1
}

// isItemHandle reports whether a line that starts at token i starts with the handle of a vehicle:
// "#2 pleasure 5,000".
func (r *reader) isItemHandle(i int) bool {
	return r.is(i, "#") && r.referredTo(i+1) >= 0 || len(r.at(i)) == 1 && r.referredTo(i) >= 0
}

// pastHandle skips the handle of a vehicle at token i.
func (r *reader) pastHandle(i int) int {
	if k := r.skip(i, "#"); len(r.at(k)) == 1 && r.referredTo(k) >= 0 {
		return k + 1
	}
	return i
}

// yearedAt returns the one vehicle of the year that is called by it at token i, or -1: "the 2013
// is paid off", "on my '15".
func (r *reader) yearedAt(i int) int {
	if !r.is(i-1, "the", "my", "his", "her", "our", "el", "la") {
		return -1
	}
	y, j, ok := r.year(i, r.newestYear(), false)
	if !ok || r.isMiles(j) || r.dated[i] || r.namesCar(r.skipLooks(j)) {
		return -1
	}
	return r.onlyVehicle(func(v *vehicle) bool { return v.year == y })
}

// digitsNamedAt returns the one vehicle whose model is the number at token i, or -1: "the 500 is my
// commuter".
func (r *reader) digitsNamedAt(i int) int {
	if r.kind(i) != digits || !r.is(i-1, "the", "my", "his", "her", "our") || !r.among(i+1, "behind an owner") || r.goesOnBehindComma(i) {
		return -1
	}
	return r.onlyVehicle(func(v *vehicle) bool { return strings.EqualFold(v.model, r.at(i)) })
}

// calledAt returns the vehicle that is called by something else than its name at token i, or -1.
func (r *reader) calledAt(i int, handles []handle) int {
	if r.kind(i) == word {
		return max(r.bodyAt(i), r.handledAt(i, handles))
	}
	if len(r.vehicles) < 2 {
		return -1
	}
	return max(r.handledAt(i, handles), r.yearedAt(i), r.digitsNamedAt(i))
}

// onlyVehicle returns the one live vehicle that fits, or -1.
func (r *reader) onlyVehicle(fits func(*vehicle) bool) int {
	found := -1
	for k, v := range r.vehicles {
		if v.gone || !fits(v) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = k
	}
	return found
}
