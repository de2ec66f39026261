package letters

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ppamaild/quote"
	"ppamaild/quote/quotetest"
	"ppamaild/templates"
)

const whose = "WHOSE"

func TestEveryFieldIsWorded(t *testing.T) {
	a := quote.Application{Drivers: make([]quote.Driver, 2), Vehicles: make([]quote.Vehicle, 2)}
	for key, fault := range fields.Get() {
		takes := strings.Contains(English().Say("letters.label."+key, whose), whose)
		for _, w := range []Words{English(), spanish()} {
			for _, phrase := range []string{"letters.label." + key, "letters.ask." + key} {
				said := w.Say(phrase, whose)
				if !w.Has(phrase) || said == "" || strings.Count(said, whose) > 1 ||
					strings.Contains(said, whose) != takes {
					t.Errorf("%s in %q: %q", phrase, w.Language(), said)
				}
			}
			if clause := "letters.fault." + fault; !w.Has(clause) || w.Say(clause) == "" {
				t.Errorf("%s has no words in %q", clause, w.Language())
			}
		}
		ask, pregunta := English().Say("letters.ask."+key), spanish().Say("letters.ask."+key)
		if !strings.HasSuffix(ask, "?") && !strings.Contains(ask, "? ") ||
			!strings.HasPrefix(pregunta, "¿") ||
			English().Has("letters.why."+key) != spanish().Has("letters.why."+key) {
			t.Errorf("%s: %q, %q", key, ask, pregunta)
		}
	}
	for _, path := range append(quote.Missing(a), AllPaths(a)...) {
		if got := Label(path, a, English()); got == path {
			t.Errorf("%s has no label", path)
		}
	}
	for _, file := range []string{"letters.en.words", "letters.es.words"} {
		text, err := os.ReadFile("../../templates/words/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ofField.FindAllStringSubmatch(string(text), -1) {
			if _, known := fields.Get()[m[1]]; !known {
				t.Errorf("%s: %s is no field", file, m[1])
			}
		}
	}
}

var ofField = regexp.MustCompile(`"letters\.(?:label|ask|why|own)\.([^"]+)"`)

func TestSpanishContracts(t *testing.T) {
	a := quotetest.Family()
	for _, path := range AllPaths(a) {
		for _, text := range []string{Label(path, a, spanish()), (Inquiry{Application: a}).Question(path,
			nil, spanish()).Text} {
			if strings.Contains(text, " de el ") || strings.Contains(text, " a el ") {
				t.Errorf("%q", text)
			}
		}
	}
}

func TestValues(t *testing.T) {
	a := quotetest.Family()
	a.Drivers[0].LicenseNumber = "A1234567"
	a.Drivers[1].GivenName = `Ana "Pepa" & Co`
	tests := []struct{ path, english, spanish string }{
		{"coverages.bodily_injury", "$100,000 / $300,000", "$100,000 / $300,000"},
		{"coverages.property_damage", "$100,000", "$100,000"},
		{"coverages.collision_deductible", "$1,000", "$1,000"},
		{"coverages.rental", "yes", "sí"},
		{"vehicles[0].annual_miles", "12,000", "12,000"},
		{"vehicles[0].use", "driven to work", "para ir al trabajo"},
		{"vehicles[0].ownership", "financed", "financiado"},
		{"vehicles[1].cost_new", "$41,250", "$41,250"},
		{"drivers[0].date_of_birth", "March 4, 1985", "4 de marzo de 1985"},
		{"drivers[0].license_number", "…4567", "…4567"},
		{"drivers[1].given_name", `Ana "Pepa" & Co`, `Ana "Pepa" & Co`},
		{"discounts", "Good student, More than one policy, Defensive driving course",
			"Buen estudiante, Más de una póliza, Curso de manejo defensivo"},
		{"coverages.towing", "", ""}, {"vehicles[7].year", "", ""}, {"nonsense", "", ""},
	}
	for _, tt := range tests {
		if en, es := Value(tt.path, a, English()), Value(tt.path, a, spanish()); en != tt.english ||
			es != tt.spanish {
			t.Errorf("%s: %q, %q", tt.path, en, es)
		}
	}
}

func TestLabels(t *testing.T) {
	a := quotetest.Family()
	a.Vehicles = append(a.Vehicles, quote.Vehicle{VIN: "1M8GDM9AXKP042788"}, quote.Vehicle{},
		quote.Vehicle{VIN: "1M8GDM9AXKP042789"}, quote.Vehicle{VIN: "1M8GDM9AXKP042788",
			Year: new(1990)})
	a.Drivers = append(a.Drivers, quote.Driver{Relationship: quote.Spouse}, quote.Driver{})
	tests := []struct{ path, english, spanish string }{
		{"vehicles[0].use", "Use of the 2019 Honda Civic", "Uso del Honda Civic 2019"},
		{"vehicles[2].use", "Use of the 1989 car with the VIN ending in 2788",
			"Uso del auto 1989 con el VIN que termina en 2788"},
		{"vehicles[4].use", "Use of the car with the VIN ending in 2789",
			"Uso del auto con el VIN que termina en 2789"},
		{"vehicles[5].use", "Use of the 1990 car with the VIN ending in 2788",
			"Uso del auto 1990 con el VIN que termina en 2788"},
		{"vehicles[3].use", "Use of car number 4", "Uso del auto número 4"},
		{"drivers[2].surname", "Last name of Maria's spouse", "Apellido de su cónyuge"},
		{"drivers[3].surname", "Last name of driver number 4", "Apellido del conductor número 4"},
		{"drivers[99999999999999999999].surname", "drivers[99999999999999999999].surname",
			"drivers[99999999999999999999].surname"},
	}
	for _, tt := range tests {
		if en, es := Label(tt.path, a, English()), Label(tt.path, a, spanish()); en != tt.english ||
			es != tt.spanish {
			t.Errorf("%s: %q, %q", tt.path, en, es)
		}
	}
}

// A question speaks to the customer, and a label does not, because staff read labels too.
func TestOnlyQuestionsSpeakToTheCustomer(t *testing.T) {
	var in Inquiry
	if got := Label("vehicles[0].vin", in.Application, English()); got != "VIN of the customer's car" {
		t.Errorf("a label says %q", got)
	}
	in.Application.Vehicles = []quote.Vehicle{{AnnualMiles: new(8000)}}
	if got := in.Question("vehicles[0].annual_miles", []string{"vehicles[0].annual_miles"},
		English()).Text; !strings.HasPrefix(got, "Miles a year, your car: we have 8,000.") {
		t.Errorf("a question says %q", got)
	}
}

// Each question about a required value gives the reason, alone and in a group.
func TestEveryNeededQuestionSaysWhy(t *testing.T) {
	for _, w := range []Words{English(), spanish()} {
		var in Inquiry
		needed := quote.Missing(in.Application)
		for _, path := range append(in.Group(needed), needed...) {
			if q := in.Question(path, nil, w); q.Why == "" {
				t.Errorf("%s (%s): %q does not say why", path, w.Language(), q.Text)
			}
		}
	}
}

// Text by the customer that is no value is shown as written, next to formatted values.
func TestWhatIsNoValueIsShownAsWritten(t *testing.T) {
	const said = "as much as the bank allows"
	for _, tt := range []struct{ path, raw, written string }{
		{"coverages.collision_deductible", "1000", "$1,000"},
		{"coverages.property_damage", "100", "$100,000"},
		{"vehicles[0].annual_miles", "12000", "12,000"},
		{"vehicles[0].cost_new", "30000", "$30,000"},
		{"vehicles[0].coverages.comprehensive_deductible", "0", "none"},
	} {
		if got := Values(quote.Conflict{Path: tt.path, Values: []string{tt.raw,
			`"` + said + `"`}}); got[0] != tt.written || got[1] != said {
			t.Errorf("%s: %q, want %q and %q", tt.path, got, tt.written, said)
		}
	}
}

func spanish() Words { return templates.Embedded("es") }

// A figure is not used because a longer figure has its digits.
func TestUnusedFiguresAreWhole(t *testing.T) {
	k := quote.Case{Facts: map[string]quote.Fact{
		"coverages.bodily_injury": {Path: "coverages.bodily_injury",
			Value: []byte(`"50/100"`), Words: "$50,000 / $100,000"},
		"vehicles[0].annual_miles": {Path: "vehicles[0].annual_miles", Value: []byte("15000"),
			Words: "15,000 miles"},
		"discounts": {Path: "discounts", Value: []byte(`["good_student"]`), Words: "GPA"},
	}}
	said := "It's 10,000 miles each, not 15,000, with $50,000 / $100,000. I was 20. A 3.7 GPA."
	got := UnusedFigures(said, k, nil)
	if want := []string{"10,000", "20"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Words that equal the value are not repeated.
func TestAnInferredValueDoesNotRepeatItsWords(t *testing.T) {
	var k quote.Case
	for _, f := range []quote.Fact{
		{Path: "vehicles[0].annual_miles", Value: []byte(`9000`), Words: "9,000", Standing: quote.Inferred},
		{Path: "vehicles[0].use", Value: []byte(`"commute"`), Words: "the mill", Standing: quote.Inferred},
	} {
		if err := k.Apply(f); err != nil {
			t.Fatal(err)
		}
	}
	said := Stated(k, English())
	want := "use driven to work (inferred: “the mill”); miles a year 9,000 (inferred)"
	if len(said) != 1 || said[0].Value != want {
		t.Errorf("%q, want %q", said, want)
	}
}
