// Package assign reads which driver drives which car.
package assign

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// DriverOf is the value of the field driver: an index into Sheet.People, for Resolve.
type DriverOf int

// ReadDrives reads the driver of a car: "Erik drives the Outback", "la maneja mi esposo".
func ReadDrives(r *who.Party) {
	several := len(r.EveryDriver()) > 1 && len(r.LiveVehicles()) > 0
	for i := 1; several && i < len(r.Tokens); i++ {
		drives := r.Among(i, "drives a car")
		if !drives && !r.Is(i, "driven", "is", "es") || r.Quiet[i] || r.Is(r.Sentence(i).J-1, "?") ||
			r.Has(r.Clause(i), "negation", "everyone") {
			continue
		}
		person, words := driverBefore(r, i)
		car, end := drivenAt(r, i)
		too := drives && car >= 0 && r.Is(end, "too", "also", "tambien")
		if !drives || person < 0 && !too {
			person, end = driverBehind(r, i)
			car, words.I = theCar(r, i-1), i-1
		}
		if car < 0 || r.Vehicles[car].Gone || !too && (person < 0 || !r.People[person].IsDriver()) {
			continue
		}
		of, times := claims.Car(car), text.Between(end, min(r.Sentence(i).J, end+3))
		if !r.Has(times, "drives at times") {
			r.Claim(of, "driver", DriverOf(person), text.Between(words.I, end), quote.Stated)
		} else if c, _ := r.Cue("drives at times", times); r.Is(c.I, "too", "also", "tambien") {
			isDriver := func(c claims.Claim) bool { return c.Of == of && c.Field == "driver" }
			r.Claims = slices.DeleteFunc(r.Claims, isDriver)
		}
	}
}

// theCar returns the only car that token i is about, or -1.
func theCar(r *who.Party, i int) int {
	if cars := r.VehiclesAt(text.Between(i, i+1), "driver"); len(cars) == 1 {
		return cars[0]
	}
	return -1
}

// drivenAt returns the car that the verb at token i has as its object, or -1, and the end.
func drivenAt(r *who.Party, i int) (car, end int) {
	if r.Is(i-1, "lo", "la") {
		return theCar(r, i-1), i + 1
	}
	if r.Is(i+1, "it") || r.Is(i+1, "that", "this") && r.Is(i+2, "one") || !r.Together(i, i+5) &&
		r.Is(i+1, "the", "our") && r.Is(i+2, "car") && len(r.LiveVehicles()) == 1 {
		return theCar(r, i+1), i + 2
	}
	if cars, end := garage.CarsBehind(r.Garage, i+1, 2); len(cars) > 0 && !r.Is(i+1, ",") {
		return cars[0], end
	}
	return -1, i
}

// driverBefore returns the driver named before the verb at token i, or -1.
func driverBefore(r *who.Party, i int) (person int, words text.Span) {
	j := i
	for r.Is(j-1, "lo", "la", "mostly", "usually") {
		j--
	}
	person, words = driverAt(r, j-1)
	if r.Is(i, "manejo", "conduzco", "uso") {
		person = 0
	}
	other, _ := driverAt(r, words.I-2)
	several := r.Is(words.I-1, "and", "or", "y", "o") && (other > 0 || find.IsKin(r.Text, words.I-2))
	if several || r.Is(i, "drive") && !r.Is(j-1, "i") {
		return -1, words
	}
	return person, words
}

// driverBehind returns the driver named behind token i, or -1: "driven by Sam", "is Sam's".
func driverBehind(r *who.Party, i int) (person, end int) {
	j := r.SkipPast(i+1, "by", "de", "my", "our", "mi")
	if find.IsKin(r.Text, j) && r.IsGiven(j+1) > 0 {
		j++
	}
	owns := text.Noun(r.At(j)) != r.At(j) || r.Is(j, "mine", "mio", "mia") || r.Is(i+1, "de")
	ends := r.Breaks(j+1) || r.Is(j+1, ".", "and", "y") || r.Sentence(j).J <= j+1
	fits := r.Is(i-1, "lo", "la", "que")
	switch {
	case r.Is(i, "driven"):
		fits = r.Is(i+1, "by")
	case r.Is(i, "is", "es"):
		fits = owns && ends && (r.Is(i-1, "one", "it", "that") || garage.Focused(r.Garage, i-1))
	}
	person, words := driverAt(r, j)
	if !fits {
		person = -1
	}
	return person, words.J
}

// driverAt returns the only driver with the name or relation that ends at token i, or -1. "He"
// before a verb is the only other person who may be a man.
func driverAt(r *who.Party, i int) (person int, words text.Span) {
	if who.IsSurname(r.Sheet, i) && r.IsGiven(i-1) >= 0 {
		return r.IsGiven(i - 1), text.Between(i-1, i+1)
	}
	if words = text.Between(i, i+1); r.Is(i, "i", "yo") || r.Is(i, "mine", "mio", "mia") {
		return 0, words
	}
	kin, related := find.KinAt(r.Text, i)
	person = r.IsGiven(i)
	they := r.Is(i, "he", "el", "she", "ella") &&
		(r.Among(i+1, "drives a car") || r.Is(i+1, "lo", "la"))
	switch {
	case they:
		kin.Gender = map[bool]byte{true: 'm', false: 'f'}[r.Is(i, "he", "el")]
	case person >= 0 || !related || !r.Is(i-1, "my", "our", "mi") || kin.Relation == quote.Other:
		return person, words
	default:
		words.I--
	}
	for k, p := range r.People {
		is := they && k != r.Writer || p.IsDriver() && p.Relation == kin.Relation
		if is && p.MayBeOf(kin.Gender) {
			if person >= 0 {
				return -1, words // of two sons
			}
			person = k
		}
	}
	return person, words
}
