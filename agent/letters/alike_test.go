package letters

import (
	"testing"

	"ppamaild/quote"
)

// TestCarsOfOneName: two cars with the same name are numbered, and a single car is not.
func TestCarsOfOneName(t *testing.T) {
	year := 2003
	accord := quote.Vehicle{Year: &year, Make: "Honda", Model: "Accord"}
	a := quote.Application{Vehicles: []quote.Vehicle{accord, {Make: "Kia", Model: "Soul"}, accord}}
	for n, want := range [][2]string{
		{"the first 2003 Honda Accord", "el primer Honda Accord 2003"},
		{"the Kia Soul", "el Kia Soul"},
		{"the second 2003 Honda Accord", "el segundo Honda Accord 2003"},
	} {
		if got := [2]string{carOf(n, a, English()).said(English()), carOf(n, a, spanish()).said(spanish())}; got != want {
			t.Errorf("car %d is %q, want %q", n, got, want)
		}
	}
}
