package quoting

import (
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/fields"
	"ppamaild/agent/letters"
	"ppamaild/agent/questions"
	"ppamaild/agent/signals"
	"ppamaild/quote"
	"ppamaild/reading"
	"ppamaild/templates"
)

// readRequests adds the customer's changes to the last quote. A request for one car replaces a
// value that was read for all cars.
func readRequests(b Toolbox, s *agent.State, in reading.Input, r *reading.Reading) {
	all := requestsOf(b, s, in, r.Language)
	r.Facts = slices.DeleteFunc(r.Facts, all.Keeps)
	found := all.Facts
	if len(found) == 0 {
		return
	}
	isAsked := func(path string) bool {
		return slices.ContainsFunc(found, func(f quote.Fact) bool {
			_, own, ofCar := strings.Cut(f.Path, "].")
			return f.Path == path || ofCar && own == path
		})
	}
	r.Facts = slices.DeleteFunc(r.Facts, func(f quote.Fact) bool { return isAsked(f.Path) })
	r.Conflicts = slices.DeleteFunc(r.Conflicts,
		func(c reading.Conflict) bool { return isAsked(c.Path) })
	for _, f := range found {
		f.Message = in.Message
		r.Facts = append(r.Facts, f)
	}
	if r.Intent == "other" || all.All && (r.Intent == "question" || r.Intent == "policy_change") {
		r.Intent = "provide_info"
	}
}

// requestsOf reads the changes in the language of the mail, or else in another language.
func requestsOf(b Toolbox, s *agent.State, in reading.Input,
	language string) (all fields.Requests) {
	first := b.words(s.LanguageFor(language))
	var kept, unread []string
	for _, w := range append([]letters.Words{first}, b.staff().Languages()...) {
		all = fields.Reader{Words: w, Today: in.Date}.Requests(*s.Application(), in.Text)
		kept = append(kept, all.Kept...)
		if unread = append(unread, all.Unread...); len(all.Facts) > 0 {
			unread = all.Unread
			break
		}
	}
	slices.Sort(unread)
	all.Kept, all.Unread = kept, slices.Compact(unread)
	return all
}

// limitedOffer returns the changes of a choice with an exception, such as "A, but keep towing".
func limitedOffer(b Toolbox, s *agent.State, m agent.Mail, language string) []quote.Fact {
	offers := len(agent.PricedOffers(s))
	l := signals.LimitedChoice(m.Text, offers)
	in := b.input(m, s.CustomerInfo.Address)
	if in.Text = l.Order; offers == 0 || l.Order == "" {
		return nil
	}
	all := requestsOf(b, s, in, language)
	if len(all.Other)+len(all.Unread) > 0 {
		return nil
	}
	return agent.LimitedOffer(s, m, l, all.Facts)
}

// openRequests notes each request of a mail that no value, question or note answers. After a
// quote, some sentences take off a coverage in words beyond the rules.
func openRequests(b Toolbox, s *agent.State, m agent.Mail, r reading.Reading,
	data agent.Extracted) (notes []string) {
	pad := s.AgentScratchpad
	short := r.Intent == "other" && len(strings.Fields(m.Text)) <= shortReply
	if r.Intent == "spam" || r.Failed != "" || short {
		return nil
	}
	mail := questions.Mail{Text: m.Text, Facts: data.Facts,
		Said: slices.Concat(data.MailNotes, data.Residents, pad.StaffAlerts)}
	for _, q := range pad.Questions {
		mail.Asked = append(mail.Asked, q.Words)
	}
	var open []string
	if offers := len(agent.PricedOffers(s)); len(agent.TakenOffer(s, m)) > 0 {
		mail.Taken = max(1, offers)
	} else if l := signals.LimitedChoice(m.Text, offers); offers > 0 && l.Said != "" {
		mail.Said = append(mail.Said, l.Said)
		if limitedOffer(b, s, m, r.Language) == nil {
			open = append(open, l.Said)
		}
	}
	open = append(open, questions.Open(mail)...)
	if pad.LastQuote != nil {
		in := b.input(m, s.CustomerInfo.Address)
		for _, said := range requestsOf(b, s, in, r.Language).Unread {
			isRead := func(f quote.Fact) bool { return fields.TakesOff(f, said) }
			if !slices.Contains(open, said) && !slices.ContainsFunc(data.Facts, isRead) {
				open = append(open, said)
			}
		}
	}
	for _, said := range open {
		phrase := "quoting.open_request"
		if strings.HasSuffix(said, "?") {
			phrase = "quoting.question"
		}
		notes = append(notes, b.say(phrase, templates.Cut(reading.Mask(said), longestSighting)))
	}
	return notes
}
