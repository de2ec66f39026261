package factcheck

import (
	"slices"
	"testing"

	"ppamaild/quote"
)

func TestNamesInADraftMustBeKnown(t *testing.T) {
	known := Known{Name: "Maria Lopez", Address: "maria@customer.test"}
	known.Application = quote.Application{
		Drivers: []quote.Driver{{GivenName: "Maria"}, {GivenName: "Ana"}},
		Vehicles: []quote.Vehicle{{Make: "Honda", Model: "CR-V"}, {Make: "Chevrolet",
			Model: "Silverado 1500"}},
		PriorInsurance: quote.PriorInsurance{Carrier: "State Farm"},
	}
	tests := []struct {
		text string
		bad  []string
	}{
		{"Hello Maria, your Honda CR-V and the Chevy, Ana's car, are in it.", nil},
		{"Dear Ms. Lopez, State Farm insures you now.", nil},
		{"Hi there, when did you buy the Silverado?", nil},
		{"Hello team, may is fine. Dana Reyes will call you on Friday.", nil},
		{"Hello Maria,\n4. How far is the Honda driven, and what is a Chevy? 5. How old is the Honda: 3 or 6 years?", nil},
		{"Hello Maria, it is no Mazda.\n4. Is it a Mazda? 5. Is it a Mazda 5?", []string{"Mazda 5",
			"Mazda"}},
		{"Hello Ana: on Ford Street in Lincoln, Oregon, that is fine.", []string{"Ford"}},
		{"Dear John, here it is.", []string{"John"}},
		{"Hola Mario, aquí está.", []string{"Mario"}},
		{"Hello Maria, your Toyota costs less than with GEICO.", []string{"GEICO", "Toyota"}},
		{"Hello Maria, the Honda Civic it is.", []string{"Civic"}},
	}
	for _, tt := range tests {
		var want []string
		for _, name := range tt.bad {
			want = append(want, `the name "`+name+`" is in neither the application nor the quote`)
		}
		if got := Check([]Text{{Text: tt.text}}, known, nil); !slices.Equal(got, want) {
			t.Errorf("%q: %q", tt.text, got)
		}
	}
}
