package quoting

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/spelling"
	"ppamaild/templates"
)

// Referral reasons in words. A carrier must accept a title in another name before there is a
// price. referCancel is also an intent.
const (
	referTitle  = "title"
	referCancel = "cancel"
	referNoMail = "no_mail" // no more mail, or no data

	referOtherLine = "other_line" // other insurance than cars
)

// wordsReferral returns the referral reason in words for staff: a wish for no more mail, or a title
// in another name that staff did not dismiss; or "".
func wordsReferral(s *agent.State, text string) string {
	switch {
	case signals.WantsNoMail(text):
		return referNoMail
	case signals.TitledToOther(text) &&
		!slices.Contains(s.AgentScratchpad.DismissedReferrals, referTitle):
		return referTitle
	}
	return ""
}

// longestSighting is the number of characters that a note repeats.
const longestSighting = 240

// sightings lists the sentences of a mail that staff must look at, one note for each kind. It skips
// sentences that other notes about the mail have, and shows each sentence once.
func sightings(r reading.Reading, seen []signals.Sighting, a quote.Application,
	words letters.Words) (notes []string) {
	said := strings.Join(r.Grave, "\n")
	found, kinds := map[string][]string{}, []string{}
	for _, s := range seen {
		if strings.Contains(said, s.Words) && s.Kind != "excluded" || isHandled(s, a) {
			continue
		}
		said += "\n" + s.Words
		if found[s.Kind] == nil {
			kinds = append(kinds, s.Kind)
		}
		found[s.Kind] = append(found[s.Kind], s.Words)
	}
	for _, kind := range kinds {
		quoted := templates.Cut(reading.Mask(strings.Join(found[kind], " … ")), longestSighting)
		notes = append(notes, words.Say("watch."+kind, quoted))
	}
	return notes
}

// isHandled reports whether an alert or the application has the subject of a sighting.
func isHandled(s signals.Sighting, a quote.Application) bool {
	switch s.Kind {
	case "title":
		return signals.TitledToOther(s.Words) // an alert has these words
	case "household":
		return slices.ContainsFunc(a.Drivers[min(1, len(a.Drivers)):],
			func(d quote.Driver) bool { return namesDriver(s.Words, d) })
	}
	return false
}

// unclearTickets asks how many tickets a driver has if the mail mentions a serious violation and no
// number of tickets. The price would count none.
func unclearTickets(r reading.Reading, a quote.Application) []reading.Conflict {
	counts := func(f quote.Fact) bool { return strings.HasSuffix(f.Path, "].violations") }
	if len(r.Grave) == 0 || len(a.Drivers) == 0 || slices.ContainsFunc(r.Facts, counts) {
		return nil
	}
	driver := 0
	for i, d := range a.Drivers {
		if d.Violations != nil && *d.Violations > 0 {
			return nil
		}
		if i > 0 && namesDriver(r.Grave[0], d) {
			driver = i
		}
	}
	said, _ := json.Marshal(r.Grave[0]) // a string can't fail
	return []reading.Conflict{{Path: fmt.Sprintf("drivers[%d].violations", driver),
		Values: []string{string(said)}, Words: r.Grave[:1]}}
}

func namesDriver(text string, d quote.Driver) bool {
	return d.GivenName != "" && strings.Contains(spelling.Words(text), spelling.Words(d.GivenName))
}
