package templates

// Samples are made up: nobody in them exists, and their prices are those of no
// carrier.

func sampleLetter(language string) Letter {
	l := Letter{
		Language:  language,
		Subject:   "Car insurance for two cars",
		Name:      "Maria",
		Agency:    "Sunrise Insurance Agency",
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
		Letter: sampleLetter(language),
		Questions: []Question{
			{"How many miles a year do you drive the 2019 Honda Civic?", "The price depends on it; a good guess is enough.", ""},
			{"What is Ana's date of birth?", "Each driver's age on the day the coverage would start counts.", ""},
			{"How many years has Ana been licensed to drive?", "", ""},
			{"Is the 2021 Toyota RAV4 driven to work, and if so, how far is it one way?", "Driving to work and driving for pleasure are priced differently.", ""},
		},
		Known: []Item{
			{"Name", "Maria Lopez"},
			{"Address", "1200 SE Example Street, Portland, OR 97214"},
			{"Drivers", "Maria Lopez, born March 4, 1985, licensed 22 years; Ana Lopez"},
			{"Vehicles", "2019 Honda Civic; 2021 Toyota RAV4"},
			{"Start", "December 1, 2026"},
		},
		Notes: []string{
			"You wrote 8,000 miles and also 15,000 miles a year for the RAV4. Which one is right?",
		},
	}
}

func sampleInfoRequestES() InfoRequest {
	return InfoRequest{
		Letter: sampleLetter("es"),
		Questions: []Question{
			{"¿Cuántas millas al año recorre con el Honda Civic 2019?", "El precio depende de ello; basta con un cálculo aproximado.", ""},
			{"¿Cuál es la fecha de nacimiento de Ana?", "Cuenta la edad de cada conductor el día en que comenzaría la cobertura.", ""},
			{"¿Desde hace cuántos años tiene Ana licencia de manejo?", "", ""},
		},
		Known: []Item{
			{"Nombre", "Maria Lopez"},
			{"Domicilio", "1200 SE Example Street, Portland, OR 97214"},
			{"Vehículos", "Honda Civic 2019; Toyota RAV4 2021"},
		},
		Notes: []string{
			"Nos escribió 8,000 millas y también 15,000 millas al año para la RAV4. ¿Cuál de las dos es correcta?",
		},
	}
}

func sampleQuote(language string) Quote {
	q := Quote{
		Letter: sampleLetter(language),
		Term:   "six_months",
		Vehicles: []QuoteVehicle{
			sampleVehicle("2021 Toyota RAV4", "Maria Lopez", "$558", "$179", "$101", "$36", "$16", "$58", "$147"),
			sampleVehicle("2017 Honda Civic", "Ana Lopez", "$438", "$172", "$97", "$34", "$16", "$35", "$84"),
		},
		Discounts: []QuoteDiscount{
			{Name: "multi_car"},
			{Name: "paid_in_full"},
			{Name: "good_student", Pending: true, Proof: "a transcript or report card that shows a B average"},
		},
		Offers:              []string{"personal_injury_protection"},
		Fees:                []Item{{"Policy fee", "$20.00"}},
		Total:               "$1,016.00",
		TotalWithoutPending: "$1,061.00",
		Options: []QuoteOption{
			{Name: "as_asked", Total: "$1,016.00", TotalWithoutPending: "$1,061.00", Lines: []QuoteLine{{Coverage: "bodily_injury", Limit: "$100,000 / $300,000"}, {Coverage: "collision", Limit: "$500"}}},
			{Name: "state_minimum", Total: "$512.00", TotalWithoutPending: "$540.00", Lines: []QuoteLine{{Coverage: "bodily_injury", Limit: "$25,000 / $50,000"}}},
			{Name: "other_limits", Total: "$1,204.00", Lines: []QuoteLine{{Coverage: "bodily_injury", Limit: "$250,000 / $500,000"}, {Coverage: "collision", Limit: "$250"}}},
		},
		Instalments: []Item{{"In full", "$1,016.00"}, {"4 payments", "$278.00 each"}},
		Assumptions: []string{
			"Neither Maria nor Ana has had an accident at fault or a violation in the last 36 months.",
			"The limits and deductibles in the tables above are what you would like.",
		},
		EffectiveDate: "December 1, 2026",
		AsOf:          "November 20, 2026",
		ValidUntil:    "December 20, 2026",
		QuoteID:       "R-2026-000417",
		Illustrative:  true,
	}
	if language == "es" {
		q.inSpanish()
	}
	return q
}

func (q *Quote) inSpanish() {
	q.Discounts[2].Proof = "boleta de calificaciones con promedio de B"
	q.Fees[0].Label = "Cargo de póliza"
	q.Instalments = []Item{{"Pago completo", "$1,016.00"}, {"4 pagos", "$278.00 cada uno"}}
	q.Assumptions = []string{
		"Ni Maria ni Ana han tenido accidentes con culpa ni infracciones en los últimos 36 meses.",
		"Los límites y deducibles de las tablas son los que desea.",
	}
	q.EffectiveDate, q.AsOf, q.ValidUntil = "1 de diciembre de 2026", "20 de noviembre de 2026", "20 de diciembre de 2026"
}

func sampleVehicle(name, driver, total string, premiums ...string) QuoteVehicle {
	v := QuoteVehicle{Name: name, Driver: driver, Total: total}
	lines := []QuoteLine{
		{Coverage: "bodily_injury", Limit: "$100,000 / $300,000"},
		{Coverage: "property_damage", Limit: "$100,000"},
		{Coverage: "uninsured_motorist", Limit: "$100,000 / $300,000"},
		{Coverage: "medical_payments", Limit: "$5,000"},
		{Coverage: "comprehensive", Limit: "$500"},
		{Coverage: "collision", Limit: "$500"},
	}
	for i, line := range lines {
		line.Premium = premiums[i]
		v.Lines = append(v.Lines, line)
	}
	return v
}

// sampleAcknowledgement is sent before anybody knows a name but that of the mail.
func sampleAcknowledgement(language string) Closing {
	l := sampleLetter(language)
	l.Reviewed = false
	return Closing{Letter: l}
}
