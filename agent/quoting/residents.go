package quoting

import (
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// maxResidents limits the sentences about people at home in the state.
const maxResidents = 3

// readResidents finds the sentences about people who live with the customer or drive, and are no
// drivers in the application. After a question about such people, the answer goes to staff.
func readResidents(s *agent.State, r reading.Reading, m agent.Mail, seen signals.Watched,
	data *agent.Extracted, words letters.Words) {
	data.Settles = seen.Settles
	if s.AgentScratchpad.ResidentsAsked {
		said := templates.Cut(reading.Mask(m.Text), longestSighting)
		data.MailNotes = append(data.MailNotes, words.Say("quoting.resident_answer", said))
		return
	}
	if r.Failed != "" || len(seen.Residents) == 0 {
		return
	}
	known := s.CustomerInfo.Case
	_ = known.ApplyAll(data.Facts) // validated reports the invalid facts
	for _, person := range seen.Residents {
		said := templates.Cut(reading.Mask(person.Words), longestSighting)
		if !isListed(person, known.Application) && !slices.Contains(data.Residents, said) &&
			len(data.Residents) < maxResidents {
			data.Residents = append(data.Residents, said)
		}
	}
}

// leftOut notes each driver whom a mail takes off, unless a note has these words.
func leftOut(facts []quote.Fact, notes []string, words letters.Words) (more []string) {
	for _, f := range facts {
		noted := func(note string) bool { return strings.Contains(note, f.Words) }
		if f.TakesDriverOff() && !slices.ContainsFunc(notes, noted) {
			more = append(more, words.Say("watch.excluded", reading.Mask(f.Words)))
		}
	}
	return more
}

// isListed reports whether a person is a driver: by name, or by a relationship that a driver has.
func isListed(person signals.Sighting, a quote.Application) bool {
	return slices.ContainsFunc(a.Drivers[min(1, len(a.Drivers)):], func(d quote.Driver) bool {
		return string(d.Relationship) == person.Kind || namesDriver(person.Words, d)
	})
}

// applyResidents records people to ask about. A new driver, or words about what to do, answer the
// question about people at home. A new driver also answers the words that name no other person.
func applyResidents(pad *agent.Scratchpad, d agent.Extracted, a quote.Application,
	isNewDriver bool, words letters.Words) {
	isAnswered := func(said string) bool { return !signals.MayNameOther(said, agent.Encoded(a)) }
	isNote := func(note string) bool {
		phrases := []string{"watch.household", "quoting.resident_answer"}
		return slices.ContainsFunc(phrases, func(phrase string) bool {
			before, after, _ := strings.Cut(words.Say(phrase, "#"), "#")
			said, is := strings.CutPrefix(note, before)
			return is && isAnswered(strings.TrimSuffix(said, after))
		})
	}
	byStaff := func(f quote.Fact) bool {
		return f.Standing == quote.Confirmed && strings.HasPrefix(f.Path, "drivers[")
	}
	listed := isNewDriver && (pad.ResidentsAsked || slices.ContainsFunc(d.Facts, byStaff))
	switch {
	case pad.ResidentsAsked && (listed || d.Settles), d.Settles && d.Message == "":
		pad.Residents, pad.ResidentsAsked = nil, false
	case !pad.ResidentsAsked:
		for _, said := range d.Residents {
			if !slices.Contains(pad.Residents, said) {
				pad.Residents = append(pad.Residents, said)
			}
		}
	}
	if listed {
		pad.MailNotes = slices.DeleteFunc(pad.MailNotes, isNote)
		pad.Residents = slices.DeleteFunc(pad.Residents, isAnswered)
	}
}
