package reading

import (
	"testing"
	"time"
)

// TestNameParts: which word is the family's name, said in so many words, and the surname that a
// couple's header gives both.
func TestNameParts(t *testing.T) {
	for _, tt := range []struct{ from, text, want string }{
		{"Mei Lin", "Name: Lin Mei (family name is Lin, given name is Mei)\nCar: 2012 Kia Rio", `named_insured.given_name="Mei" named_insured.surname="Lin"`},
		{"Mei Lin", "I am Lin Mei (last name Lin). 2012 Kia Rio", `named_insured.given_name="Mei" named_insured.surname="Lin"`},
		{"Tran Thi Hoa", "My name is Tran Thi Hoa, family name Tran. 2012 Kia Rio", `named_insured.given_name="Thi Hoa" named_insured.surname="Tran"`},
		{"Ann Lee", "My last name is Lee-Moss now. I'm Ann. 2012 Kia Rio", `named_insured.given_name="Ann" named_insured.surname="Lee-Moss"`},
		{"Ann Lee", "My maiden name is Moss. 2012 Kia Rio", `named_insured.given_name="Ann" named_insured.surname="Lee"`},
		{"Ida and Bo Moss", "I am Ida Moss. My husband Bo drives it too. 2012 Kia Rio\n\nIda Moss", `named_insured.given_name="Ida" drivers[1].given_name="Bo" drivers[1].surname="Moss"`},
		{"Ida and Bo Moss", "I am Ida Moss. My husband Al drives it too. 2012 Kia Rio\n\nIda Moss", `drivers[1].given_name="Al" !drivers[1].surname`},
	} {
		in := Input{Subject: "quote", Text: tt.text, FromName: tt.from, FromAddress: "mail@customer.test", Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)}
		trap(t, in, tt.want)
	}
}

// TestStreetsOfSmallWords reads names of streets and towns with small words in them.
func TestStreetsOfSmallWords(t *testing.T) {
	for text, want := range map[string]string{
		"2012 Kia Rio, kept at 118 Cerro de Plata Drive, El Centro, CA 92243.":  `garaging_address.street="118 Cerro de Plata Drive" garaging_address.city="El Centro"`,
		"2012 Kia Rio. Address: 9 Lily of the Valley Lane, Los Gatos, CA 95030": `garaging_address.street="9 Lily of the Valley Lane" garaging_address.city="Los Gatos"`,
		"2012 Kia Rio. I live at 31 Avenue of the Oaks, Bend, OR 97701.":        `garaging_address.street="31 Avenue of the Oaks" garaging_address.city="Bend"`,
		"Los Banos, CA 93635 is home. 2012 Kia Rio":                             `garaging_address.city="Los Banos"`,
	} {
		checkText(t, text, want)
	}
}

// TestSpanishLapsesAndMoves: no insurance for a while, and an address to be changed, in Spanish.
func TestSpanishLapsesAndMoves(t *testing.T) {
	for _, tt := range []struct{ text, intent, refer string }{
		{"Quiero cotizar mi Kia Rio 2012. Desde marzo no tengo aseguranza.", newQuote, "lapse"},
		{"Quiero cotizar mi Kia Rio 2012. No hemos tenido seguro en ocho meses.", newQuote, "lapse"},
		{"Quiero cotizar mi Kia Rio 2012. No he tenido accidentes.", newQuote, ""},
		{"Soy cliente de ustedes. Favor de actualizar la dirección: 9 Elm St, Bend, OR 97701.", policyChange, ""},
		{"Quiero un precio para mi Kia Rio 2012. Vivo en 9 Elm St, Bend, OR 97701.", newQuote, ""},
	} {
		r := Read(Input{Text: tt.text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		if r.Intent != tt.intent || r.Refer != tt.refer {
			t.Errorf("%q: %s %q, want %s %q", tt.text, r.Intent, r.Refer, tt.intent, tt.refer)
		}
	}
}
