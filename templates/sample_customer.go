package templates

import "slices"

// Sample data: invented people, and prices of no carrier. The sentences are equal to the
// sentences of agent and daemon, as the tests of both check.

func sampleLetter(language string) Letter {
	l := Letter{
		Language:  language,
		Subject:   "Car insurance for two cars",
		Name:      "Maria",
		Agency:    "Sunrise Insurance Agency",
		Phone:     "503-555-0100",
		Producer:  Producer{Name: "Dana Reyes", License: "0X00000"},
		Reviewed:  true,
		Reference: "Q-7F3K2M-c-k3v9qd2m7xw4t6hzn5rj8pya2b",
	}
	if language == "es" {
		l.Subject = "Seguro para dos autos"
	}
	return l
}

func sampleInfoRequest(language string) InfoRequest {
	if language == "es" {
		return sampleInfoRequestES()
	}
	return InfoRequest{
		Letter: sampleLetter(language), Attached: true,
		Questions: []Question{
			{"What is Ana's date of birth?", "The price depends on driving experience.", ""},
			{"How many years has Ana been licensed to drive?", "Experience counts in the price.", ""},
			{"What is the 2021 Toyota RAV4 used for: getting to work, pleasure only, or business?", "A daily commute is rated differently from weekend use.", ""},
			{"You wrote 8,000 and also 15,000. About how many miles a year is the 2021 Toyota RAV4 driven?", "", ""},
		},
		Known: []Item{
			{"Name", "Maria Lopez"},
			{"Address", "1200 Example Street, Vancouver, WA 98660"},
			{"Driver", "Maria, born March 4, 1985, years licensed: 22, accidents in 3 years: 0, tickets in 3 years: 0"},
			{"Driver", "Ana"},
			{"Car", "2021 Toyota RAV4"},
			{"Car", "2017 Honda Civic, for pleasure, 6,000 miles a year"},
			{"Bodily injury liability", "$100,000 / $300,000"},
			{"Collision deductible", "$500"},
			{"Start", "December 1, 2026"},
		},
	}
}

func sampleInfoRequestES() InfoRequest {
	return InfoRequest{
		Letter: sampleLetter("es"), Attached: true,
		Questions: []Question{
			{"¿Cuál es la fecha de nacimiento de Ana?", "El precio depende de la experiencia al volante.", ""},
			{"¿Cuántos años hace que Ana tiene licencia de manejo?", "La experiencia cuenta en el precio.", ""},
			{"¿Para qué se usa el Toyota RAV4 2021: para ir al trabajo, solo para uso personal o para un negocio?", "Ir al trabajo a diario no cuesta lo mismo que el uso de fin de semana.", ""},
			{"Nos escribió 8,000 y también 15,000. ¿Cuántas millas al año se maneja el Toyota RAV4 2021, más o menos?", "", ""},
		},
		Known: []Item{
			{"Nombre", "Maria Lopez"},
			{"Domicilio", "1200 Example Street, Vancouver, WA 98660"},
			{"Conductor", "Maria, fecha de nacimiento: 4 de marzo de 1985, años con licencia: 22, accidentes en 3 años: 0, multas en 3 años: 0"},
			{"Conductor", "Ana"},
			{"Auto", "Toyota RAV4 2021"},
			{"Auto", "Honda Civic 2017, uso personal, 6,000 millas al año"},
			{"Lesiones corporales a otros", "$100,000 / $300,000"},
			{"Deducible de colisión", "$500"},
			{"Inicio", "1 de diciembre de 2026"},
		},
	}
}

func sampleQuote(language string) Quote {
	limits := sampleLimits("$100,000 / $300,000", "$500")
	letter := sampleLetter(language)
	answers := [][3]string{
		{"ACCEPT", "Yes, contact me", "I would like to go ahead. Please contact me."},
		{"EDIT", "Change something", "Please change this in my quote:"},
	}
	if language == "es" {
		answers = [][3]string{
			{"ACCEPT", "Sí, contácteme",
				"Me parece bien, sigamos adelante. Por favor, comuníquese conmigo."},
			{"EDIT", "Cambiar algo", "Por favor, cambie esto en mi cotización:"},
		}
	}
	for _, a := range answers {
		body := a[2] + "\n\nRef: " + letter.Reference + "\n"
		url := MailtoURL("quotes@agency.test", "Re: "+letter.Subject, body)
		letter.Buttons = append(letter.Buttons, Button{a[0], a[1], url})
	}
	q := Quote{
		Letter:  letter,
		Term:    "six_months",
		Drivers: []string{"Maria Lopez", "Ana Lopez"},
		Vehicles: []QuoteVehicle{
			{"2021 Toyota RAV4", "Ana Lopez", priced(limits, "$280.00", "$159.00", "$62.00", "$26.00", "$70.00", "$230.00"), "$827.00"},
			{"2017 Honda Civic", "Maria Lopez", priced(limits, "$189.00", "$107.00", "$38.00", "$17.00", "$45.00", "$113.00"), "$509.00"},
		},
		Discounts: []QuoteDiscount{
			{Name: "multi_car"},
			{Name: "good_student", Pending: true, Proof: "a transcript or report card with a B average"},
			{Name: "paperless"},
		},
		Fees:                []Item{{"Policy fee", "$20.00"}},
		Total:               "$1,356.00",
		TotalWithoutPending: "$1,432.00",
		Options: []QuoteOption{
			{"as_asked", limits, "$1,356.00", "$1,432.00"},
			{"state_minimum", []QuoteLine{{"bodily_injury", "$25,000 / $50,000", ""}, {"property_damage", "$10,000", ""}, {"uninsured_motorist", "$25,000 / $50,000", ""}}, "$657.00", "$695.00"},
			{"other_limits", sampleLimits("$250,000 / $500,000", "$250"), "$1,517.00", "$1,604.00"},
		},
		Offers:      []string{"personal_injury_protection"},
		Instalments: []Item{{"In full", "$1,356.00"}, {"4 payments, a fee of $5.00 in each", "$344.00 each"}},
		Assumptions: []string{"Maria has had no at-fault accidents in the last 3 years",
			"Maria has no tickets in the last 3 years", "Collision deductible: $500"},
		EffectiveDate: "December 1, 2026",
		AsOf:          "November 20, 2026",
		ValidUntil:    "December 20, 2026",
		QuoteID:       "R-DROSWFEYPCQV", File: "quote-R-DROSWFEYPCQV.pdf",
		Illustrative: true,
	}
	if language == "es" {
		q.inSpanish()
	}
	return q
}

// sampleAnswer answers a question of each kind about the sample quote.
func sampleAnswer(language string) Quote {
	q := sampleQuote(language)
	of, first, second := q, q.Vehicles[0].Name, q.Vehicles[1].Name
	q.File, q.Answers = "", []QuoteAnswer{
		{Kind: "what_if", Amount: "$1,306.00", Difference: "$50.00", Less: true,
			Changes: []Change{{first, "$500", "$1,000"}}},
		{Kind: "validity"}, {Kind: "payments"}, {Kind: "yearly", Amount: "$2,712.00"},
		{Kind: "coverage", Coverage: "collision", Lines: []QuoteLine{{Coverage: "collision"}}},
		{Kind: "without", Coverage: "rental"}, {Kind: "adds", Coverage: "collision",
			Amount: "$343.00", Items: []Item{{first, "$230.00"}, {second, "$113.00"}}},
		{Kind: "changes", Was: "$1,400.00", Changes: []Change{{first, "$250", "$500"}}},
		{Kind: "why", Up: []string{first}, Down: []string{second}}, {Kind: "insurer"},
		{Kind: "discounts"}, {Kind: "proceed"}, {Kind: "which_car"}, {Kind: "other_policy"},
	}
	for i := range q.Answers {
		q.Answers[i].Quote = &of
	}
	return q
}

func (q *Quote) inSpanish() {
	q.File = "cotizacion-R-DROSWFEYPCQV.pdf"
	q.Vehicles[0].Name, q.Vehicles[1].Name = "Toyota RAV4 2021", "Honda Civic 2017"
	q.Discounts[1].Proof = "una boleta de calificaciones con promedio de B"
	q.Fees[0].Label = "Cargo de póliza"
	q.Instalments = []Item{{"Pago completo", "$1,356.00"}, {"4 pagos, con un cargo de $5.00 en cada uno", "$344.00 cada uno"}}
	q.Assumptions = []string{"Maria no ha tenido accidentes por su culpa en los últimos 3 años",
		"Maria no tiene multas en los últimos 3 años", "Deducible de colisión: $500"}
	q.EffectiveDate, q.AsOf, q.ValidUntil = "1 de diciembre de 2026", "20 de noviembre de 2026", "20 de diciembre de 2026"
}

func sampleLimits(persons, collision string) []QuoteLine {
	return []QuoteLine{
		{Coverage: "bodily_injury", Limit: persons},
		{Coverage: "property_damage", Limit: "$100,000"},
		{Coverage: "uninsured_motorist", Limit: persons},
		{Coverage: "medical_payments", Limit: "$5,000"},
		{Coverage: "comprehensive", Limit: "$500"},
		{Coverage: "collision", Limit: collision},
	}
}

func priced(limits []QuoteLine, premiums ...string) []QuoteLine {
	lines := slices.Clone(limits)
	for i := range lines {
		lines[i].Premium = premiums[i]
	}
	return lines
}

// sampleAcknowledgement has no name, because the acknowledgement precedes any reading.
func sampleAcknowledgement(language string) Closing {
	l := sampleLetter(language)
	l.Reviewed = false
	return Closing{Letter: l}
}
