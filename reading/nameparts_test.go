package reading

import (
	"testing"
	"time"

	"ppamaild/reading/claims"
	"ppamaild/reading/intent"
)

// TestStreetsOfSmallWords reads names of streets and towns with small words in them.
func TestStreetsOfSmallWords(t *testing.T) {
	for text, want := range map[string]string{
		"Los Banos, CA 93635 is home. 2012 Kia Rio": `garaging_address.city="Los Banos"`,
	} {
		checkText(t, text, want)
	}
}

// TestSpanishLapsesAndMoves: no insurance for a while, and an address to be changed, in Spanish.
func TestSpanishLapsesAndMoves(t *testing.T) {
	for _, tt := range []struct{ text, intent, refer string }{
		{"Quiero cotizar mi Kia Rio 2012. Desde marzo no tengo aseguranza.", intent.NewQuote, "lapse"},
		{"Quiero cotizar mi Kia Rio 2012. No hemos tenido seguro en ocho meses.", intent.NewQuote, "lapse"},
		{"Quiero cotizar mi Kia Rio 2012. No he tenido accidentes.", intent.NewQuote, ""},
		{"Soy cliente de ustedes. Favor de actualizar la dirección: 9 Elm St, Bend, OR 97701.", intent.PolicyChange, ""},
		{"Quiero un precio para mi Kia Rio 2012. Vivo en 9 Elm St, Bend, OR 97701.", intent.NewQuote, ""},
	} {
		r := Read(claims.Input{Text: tt.text, Date: time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)})
		if r.Intent != tt.intent || r.Refer != tt.refer {
			t.Errorf("%q: %s %q, want %s %q", tt.text, r.Intent, r.Refer, tt.intent, tt.refer)
		}
	}
}

// TestTwoSurnames: a name of four parts keeps both given names and both surnames.
func TestTwoSurnames(t *testing.T) {
	const want = `named_insured.given_name="Luis Fernando" named_insured.surname="Paredes Quintana"`
	for _, text := range []string{
		"Me llamo Luis Fernando Paredes Quintana y quiero asegurar mi Honda Civic 2019.",
		"Nombre: Luis Fernando Paredes Quintana\nCarro: Honda Civic 2019",
		"Quiero asegurar mi Honda Civic 2019.\n\nGracias,\nLuis Fernando Paredes Quintana",
	} {
		checkText(t, text, want)
	}
	for _, text := range []string{
		"Mi esposo Juan Carlos Pérez Ruiz maneja el Honda Civic 2019.",
		"My husband Juan Carlos Pérez Ruiz, born 3/5/1985, drives the 2019 Honda Civic.",
		"Juan Carlos Pérez Ruiz is my husband and drives the 2019 Honda Civic.",
	} {
		checkText(t, text, `drivers[1].given_name="Juan Carlos" drivers[1].surname="Pérez Ruiz"`)
	}
	checkText(t, "My name is Mary Ann van der Berg. 2015 Jetta.",
		`named_insured.given_name="Mary Ann" named_insured.surname="van der Berg"`)
}

// TestSecondOfThreeNames: of three names, the second is a surname if both are Spanish surnames.
func TestSecondOfThreeNames(t *testing.T) {
	for name, surname := range map[string]string{
		"Luis Ortega Ramos": "Ortega Ramos", "José García López": "García López",
		"Maria Elena Lopez": "Lopez", "Ana Martinez Smith": "Smith", "John Paul Jones": "Jones",
	} {
		checkText(t, "My name is "+name+". 2015 Jetta.", `named_insured.surname="`+surname+`"`)
	}
}

// TestSpanishCorrection: the value of a correction in Spanish is no contradiction.
func TestSpanishCorrection(t *testing.T) {
	checkText(t, "Mi Honda Civic 2019. Nací el 3 de agosto de 1988.\n\nUna corrección: nací el 3 de agosto de 1989, no 1988.",
		`drivers[0].date_of_birth="1989-08-03"`)
}
