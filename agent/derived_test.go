package agent

import (
	"testing"

	"ppamaild/quote"
	"ppamaild/reading"
)

// TestIsDerived: what customers did not write, they are not said to have written.
func TestIsDerived(t *testing.T) {
	for _, tt := range []struct {
		values, words []string
		want          bool
	}{
		{[]string{"36", "0"}, []string{"since he was 16", "just got her license last week"}, true},
		{[]string{"468", "6000"}, []string{"3 days a week its 9 miles", "6k a yr"}, true},
		{[]string{"7", "6"}, []string{"US license in 2019", "China license 6 years"}, true},
		{[]string{"12000", "10000"}, []string{"12,000 miles", "10k"}, false},
		{[]string{"12", "10"}, []string{"twelve years", "10"}, false},
		{[]string{`"Tom"`, `"Linda"`}, []string{"Tom", "Linda"}, false},
	} {
		if got := isDerived(reading.Conflict{Path: "drivers[0].years_licensed", Values: tt.values, Words: tt.words}); got != tt.want {
			t.Errorf("%v of %q: %v", tt.values, tt.words, got)
		}
	}
}

// TestAskedPlace: a first question about a place says which.
func TestAskedPlace(t *testing.T) {
	at := func(street, city string) quote.Application {
		return quote.Application{GaragingAddress: quote.Address{Street: street, City: city}}
	}
	for _, tt := range []struct {
		path string
		a    quote.Application
		es   bool
		want string
	}{
		{"garaging_address.zip", at("4 Orchard Lane", "Ashland"), false, "What is the ZIP code of 4 Orchard Lane, Ashland?"},
		{"garaging_address.zip", at("", ""), false, "What is the ZIP code where the car is kept?"},
		{"garaging_address.city", at("4 Orchard Lane", ""), true, "¿En qué ciudad queda 4 Orchard Lane?"},
		{"garaging_address.city", at("", ""), false, "In which city is the car kept?"},
		{"garaging_address.street", at("", "Ashland"), false, ""},
	} {
		if got := askedPlace(tt.path, tt.a, tt.es); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
		}
	}
}

// TestMakeIsNamedOnce: a model that has its make in it is not named by that twice.
func TestMakeIsNamedOnce(t *testing.T) {
	for want, v := range map[string]quote.Vehicle{
		"2018 Mazda3":      {Year: new(2018), Make: "Mazda", Model: "Mazda3"},
		"2018 Honda Civic": {Year: new(2018), Make: "Honda", Model: "Civic"},
		"2018 Kia":         {Year: new(2018), Make: "Kia"},
	} {
		if got := vehicleName(v, false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
