package quoting

import (
	"fmt"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/letters"
	"ppamaild/agent/signals"
	"ppamaild/quote"
)

// onlyForwarded lists values found only in forwarded text, such as a page of a policy. The mail
// does not say who the page belongs to or how old the page is.
func onlyForwarded(a quote.Application, facts []quote.Fact, m agent.Mail,
	today quote.Date) []string {
	own := signals.Normalize(strings.Join([]string{m.Subject, m.Text, m.Answers, m.Signature,
		m.FromName}, "\n"))
	page := signals.Normalize(m.Forwarded)
	var labels []string
	for _, f := range facts {
		if words := signals.Normalize(f.Words); signals.HasWords(page, words) &&
			!signals.HasWords(own, words) {
			labels = append(labels, letters.Label(f.Path, a, letters.English()))
		}
	}
	if labels == nil {
		return nil
	}
	flags := []string{"only what the mail passes on says it, so see whose that is and from when: " + strings.Join(labels, "; ")}
	if name := a.NamedInsured.GivenName; m.FromName != "" &&
		!signals.HasWords(signals.Normalize(m.FromName), signals.Normalize(name)) {
		flags = append(flags, fmt.Sprintf("it is %s %s that this would insure, and %s wrote the mail", name, a.NamedInsured.Surname, m.FromName))
	}
	if ends := a.PriorInsurance.Expires; ends != "" && ends < today {
		flags = append(flags, fmt.Sprintf("the policy that it is of ended on %s, so what it says may no longer be so", letters.LongDate(ends, letters.English())))
	}
	return flags
}
