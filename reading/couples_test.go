package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
)

// TestWriterByHeader: headers name one person, two of whom one writes, or somebody and
// where they work; the text decides.
func TestWriterByHeader(t *testing.T) {
	const car = " I drive a 2015 Kia Soul."
	for _, tt := range []struct{ from, text, given, surname string }{
		{"Nora at Bright Dental", "My own car please." + car + "\n\nNora Voss\n3/4/1985", "Nora", "Voss"},
		{"Nora & Olaf", "nora voss 3/4/85, husband olaf voss 5/5/84. 2015 kia soul", "Nora", "Voss"},
		{"Nora & Olaf Voss", "Nora Voss (that's me), 3/4/1985. Olaf Voss, husband, 5/5/1984." + car, "Nora", "Voss"},
		{"Nora & Olaf Voss", "A quote please." + car + "\n\nOlaf", "Olaf", "Voss"},
		{"Nora & Olaf Voss", "A quote please." + car, "", ""},
		{"Mr. Voss", "Name: Olaf Voss\nDOB: 5/5/1984\n" + car, "Olaf", "Voss"},
		{"Mr. Voss", "A quote please." + car, "", "Voss"},
		{"Pastor Olaf Voss", "A quote please." + car, "Olaf", "Voss"},
	} {
		r := Read(claims.Input{Text: tt.text, FromName: tt.from, FromAddress: "mail@customer.test", Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)})
		if given, surname := factOf(r, "named_insured.given_name"), factOf(r, "named_insured.surname"); given != tt.given || surname != tt.surname {
			t.Errorf("%s, %q: %s %s; want %s %s", tt.from, tt.text, given, surname, tt.given, tt.surname)
		}
	}
}
