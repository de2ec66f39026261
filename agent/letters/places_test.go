package letters

import (
	"testing"

	"ppamaild/quote"
)

// TestAskedPlace: the first question about a place names the place.
func TestAskedPlace(t *testing.T) {
	at := func(street, city string) quote.Application {
		return quote.Application{GaragingAddress: quote.Address{Street: street, City: city}}
	}
	for _, tt := range []struct {
		path string
		a    quote.Application
		w    Words
		want string
	}{
		{"garaging_address.zip", at("4 Orchard Lane", "Ashland"), English(),
			"What is the ZIP code of 4 Orchard Lane, Ashland?"},
		{"garaging_address.zip", at("", ""), English(), "What is the ZIP code where the car is kept?"},
		{"garaging_address.city", at("4 Orchard Lane", ""), spanish(),
			"¿En qué ciudad queda 4 Orchard Lane?"},
		{"garaging_address.city", at("", ""), English(), "In which city is the car kept?"},
		{"garaging_address.street", at("", "Ashland"), English(), ""},
	} {
		if got := askedPlace(tt.path, tt.a, tt.w); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.path, got, tt.want)
		}
	}
}

// TestMakeIsNamedOnce: the make is not repeated if the model includes it.
func TestMakeIsNamedOnce(t *testing.T) {
	for want, v := range map[string]quote.Vehicle{
		"2018 Mazda3":      {Year: new(2018), Make: "Mazda", Model: "Mazda3"},
		"2018 Honda Civic": {Year: new(2018), Make: "Honda", Model: "Civic"},
		"2018 Kia":         {Year: new(2018), Make: "Kia"},
	} {
		if got := VehicleName(v, English()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
