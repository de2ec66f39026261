package quoting

import (
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
)

// onlyForwarded lists values found only in forwarded text, such as a page of a policy. The mail
// does not say who the page belongs to or how old the page is.
func onlyForwarded(a quote.Application, facts []quote.Fact, m agent.Mail, today quote.Date,
	words letters.Words) []string {
	own := signals.Normalize(strings.Join([]string{m.Subject, m.Text, m.Answers, m.Signature,
		m.FromName}, "\n"))
	page := signals.Normalize(m.Forwarded)
	var labels, flags []string
	found := false
	for _, f := range facts {
		if said := signals.Normalize(f.Words); signals.HasWords(page, said) &&
			!signals.HasWords(own, said) {
			found = true
			if f.From == "" { // package declarations names the others
				labels = append(labels, letters.Label(f.Path, a, letters.English()))
			}
		}
	}
	if !found {
		return nil
	}
	if labels != nil {
		flags = append(flags, words.Say("quoting.forwarded", strings.Join(labels, "; ")))
	}
	if name := a.NamedInsured.GivenName; m.FromName != "" &&
		!signals.HasWords(signals.Normalize(m.FromName), signals.Normalize(name)) {
		flags = append(flags, words.Say("quoting.forwarded_by", name, a.NamedInsured.Surname, m.FromName))
	}
	if ends := a.PriorInsurance.Expires; ends != "" && ends < today {
		flags = append(flags,
			words.Say("quoting.policy_ended", letters.LongDate(ends, letters.English())))
	}
	return flags
}
