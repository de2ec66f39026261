package subject_test

import (
	"reflect"
	"testing"
)

// An expression of time is read or reported.
func TestTimeThatIsNotReadIsTold(t *testing.T) {
	r, at := reader(t)
	for text, want := range map[string][]string{
		"Which open quotes are older than a week?":                                          {"older than a week"},
		"a list of renewals in December. I need it by Friday noon":                          {"list of renewals in December", "need it by Friday"},
		"renewals in December 2026":                                                         {"in December 2026"},
		"renewals between December 1, 2026 and January 15, 2027":                            {"between December 1, 2026 and January 15, 2027"},
		"notes since Monday":                                                                {"notes since Monday"},
		"invoices of the last few weeks":                                                    {"the last few weeks"},
		"mails since 2026-13-45":                                                            {"mails since 2026-13-45"},
		"las notas de hace dos semanas":                                                     {"de hace dos semanas"},
		"I need it before December 15, or by the 3rd of December":                           {"before December 15", "by the 3rd of December"},
		"mails of last year, this month, since May 2025. Have a great week! Happy new year": nil,
		"What did June Carter and Mary Hoy write? I may march on.":                          nil,
	} {
		if got := r.Read(text, at).Untimed; !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

func TestReadDays(t *testing.T) {
	r, at := reader(t)
	for text, want := range map[string][]string{
		"since May 3 2025":                            {"2025-05-03", ""}, // not the last three days
		"since the 3rd of May 2025":                   {"2025-05-03", ""},
		"since May 3":                                 {"2026-05-03", ""},
		"after May 3":                                 {"2026-05-04", ""},
		"before 3 May":                                {"", "2026-05-03"},
		"from May 3 to May 9":                         {"2026-05-03", "2026-05-10"},
		"until March":                                 {"", "2026-04-01"},
		"before December":                             nil, // in ten days
		"after May 2025 and before August 2025":       {"2025-06-01", "2025-08-01"},
		"since May 2025, until June 30, 2025":         {"2025-05-01", "2025-07-01"},
		"before 2025 and since May 2025":              {"", "2025-01-01", "2025-05-01", ""},
		"in the past month":                           {"2026-10-21", "2026-11-22"},
		"en el último mes":                            {"2026-10-21", "2026-11-22"},
		"del mes pasado":                              {"2026-10-01", "2026-11-01"},
		"esta semana":                                 {"2026-11-16", ""},
		"el año pasado":                               {"2025-01-01", "2026-01-01"},
		"en los últimos tres meses":                   {"2026-08-21", "2026-11-22"},
		"desde mayo de 2025":                          {"2025-05-01", ""},
		"desde el 3 de mayo de 2025 hasta hoy":        {"2025-05-03", "2026-11-22"},
		"entre mayo y agosto de 2025":                 {"2025-05-01", "2025-09-01"},
		"facturas de octubre de 2026":                 {"2026-10-01", "2026-11-01"},
		"antes de 2025":                               {"", "2025-01-01"},
		"un Honda de 2019 de Julio Ortiz, con un mes": nil,
	} {
		if got := r.Read(text, at).Spans; !reflect.DeepEqual(got, spans(t, want...)) {
			t.Errorf("%q: %s", text, got)
		}
	}
	if got := r.Read("un Honda de 2019 de Julio Ortiz", at).People; !reflect.DeepEqual(got, []string{"Julio Ortiz"}) {
		t.Errorf("%q", got)
	}
}
