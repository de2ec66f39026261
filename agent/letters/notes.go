package letters

import (
	"slices"
	"strings"

	"ppamaild/carrier"
	"ppamaild/lazyregexp"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// UnlistedMakes names the vehicles with a make that the rates do not list. The price when new is a
// guess.
func UnlistedMakes(a quote.Application, q carrier.Quote, words Words) (flags []string) {
	if !q.Illustrative {
		return nil
	}
	for _, v := range a.Vehicles {
		if v.CostNew == nil && v.Make != "" && !carrier.ListsMake(v.Make) {
			flags = append(flags, words.Say("quoting.unlisted_make",
				strings.TrimSpace(v.Make+" "+v.Model)))
		}
	}
	return flags
}

// RatedDrivers names the driver that the price counts for a vehicle without a stated driver, or
// against the statement. It also names the drivers that count for no vehicle.
func RatedDrivers(a quote.Application, q carrier.Quote, words Words) (flags []string) {
	if len(q.Principals) != len(a.Vehicles) {
		return nil
	}
	name := func(i int) string { return a.Drivers[i].GivenName }
	var byRule, idle []string
	for i, v := range a.Vehicles {
		rated, car := q.Principals[i], VehicleName(v, words)
		switch {
		case rated < 0 || rated >= len(a.Drivers):
		case v.Driver == nil:
			byRule = append(byRule, words.Say("quoting.rated_with", car, name(rated)))
		case *v.Driver != rated:
			flags = append(flags, words.Say("quoting.driver_overruled", name(*v.Driver), car,
				name(rated)))
		}
	}
	for i := range a.Drivers {
		if !slices.Contains(q.Principals, i) {
			idle = append(idle, name(i))
		}
	}
	if len(byRule) > 0 {
		flags = append(flags, words.Say("quoting.drivers_by_rule", strings.Join(byRule, ", ")))
	}
	if len(idle) > 0 && (len(byRule) == 0 || len(a.Vehicles) > 1) { // one car: as said above
		flags = append(flags, words.Say("quoting.drivers_idle", strings.Join(idle, ", ")))
	}
	return flags
}

// LowerUninsured describes uninsured motorist limits below the bodily injury limits.
func LowerUninsured(a quote.Application, today quote.Date, words Words) []string {
	r, lower := quote.LowerUninsured(a, today)
	if !lower {
		return nil
	}
	return []string{words.Say("quoting.lower_uninsured", a.Coverages.UninsuredMotorist,
		a.Coverages.BodilyInjury, r.Lower, r.Source)}
}

// graveNotes are the phrases of notes that staff must not miss.
var graveNotes = []string{"watch.dispute", "quoting.grave", "watch.serious", "watch.unlicensed",
	"watch.died"}

// GraveFirst puts grave notes, such as a note about drunk driving, before the other notes.
func GraveFirst(notes []string, w Words) []string {
	beginnings := make([]string, len(graveNotes))
	for i, phrase := range graveNotes {
		beginnings[i], _, _ = strings.Cut(w.Say(phrase, "…"), "…")
	}
	rank := func(note string) int {
		isGrave := func(beginning string) bool { return strings.HasPrefix(note, beginning) }
		if slices.ContainsFunc(beginnings, isGrave) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(notes, func(a, b string) int { return rank(a) - rank(b) })
	return notes
}

// maxQuoted limits the characters of a customer's mail in the answer.
const maxQuoted = 120

// Quotable returns the beginning of a customer's text on one line. It leaves out quoted lines, and
// returns "" for a text with an address of a page or a mailbox, because a mail must not repeat it.
func Quotable(text string) string {
	said := strings.Join(strings.Fields(WithoutQuoted(text)), " ")
	if address.MatchString(said) {
		return ""
	}
	return templates.Cut(reading.Mask(said), maxQuoted)
}

// WithoutQuoted returns a text without the quoted lines, which begin with ">".
func WithoutQuoted(text string) string { return quotedLine.ReplaceAllString(text, "") }

// ownWords are the customer's words for a fact, without quoted lines of the agency.
func ownWords(f quote.Fact) string { return strings.TrimSpace(WithoutQuoted(f.Words)) }

// AbsentNotes are notes to staff about coverages and other things that a mail takes off and that
// an application does not have. idle has the values for the coverages.
func AbsentNotes(w Words, a quote.Application, idle []quote.Fact, other []string) (notes []string) {
	for _, f := range idle {
		notes = append(notes, w.Say("quoting.absent_coverage",
			Label(f.Path, a, w), templates.Cut(reading.Mask(f.Words), maxQuoted)))
	}
	for _, said := range other {
		notes = append(notes,
			w.Say("quoting.absent", templates.Cut(reading.Mask(said), maxQuoted)))
	}
	return notes
}

var (
	quotedLine = lazyregexp.MustCompile(`(?m)^>.*$`)
	address    = lazyregexp.MustCompile(`(?i)://|www\.|@|\w\.[a-z]{2,}\b`)
)
