package quoting

import (
	"slices"
	"strings"

	"ppamaild/agent"
	"ppamaild/agent/declarations"
	"ppamaild/agent/doubts"
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
	isAsked := func(path string) bool {
		return slices.ContainsFunc(all.Facts, func(f quote.Fact) bool {
			_, own, ofCar := strings.Cut(f.Path, "].")
			return f.Path == path || ofCar && own == path
		})
	}
	r.Facts = slices.DeleteFunc(r.Facts, func(f quote.Fact) bool { return isAsked(f.Path) })
	r.Conflicts = slices.DeleteFunc(r.Conflicts,
		func(c reading.Conflict) bool { return isAsked(c.Path) })
	for _, f := range all.Facts {
		f.Message = in.Message
		r.Facts = append(r.Facts, f)
	}
	isRequest := r.Intent == "question" || r.Intent == "policy_change"
	switch idle := len(fields.Idle(*s.Application(), r.Facts)); {
	case idle+len(all.Absent) > 0 && idle == len(r.Facts) && len(r.Conflicts) == 0 &&
		(isRequest || r.Intent == "provide_info"):
		r.Intent = "other" // nothing changes
	case len(all.Facts) > idle && (r.Intent == "other" || all.All && isRequest):
		r.Intent = "provide_info"
	}
}

// requestsOf reads the changes in the language of the mail, or else in another language. Quoted
// lines change nothing.
func requestsOf(b Toolbox, s *agent.State, in reading.Input, language string) fields.Requests {
	first := b.words(s.LanguageFor(language))
	return fields.RequestsIn(append([]letters.Words{first}, b.staff().Languages()...),
		fields.Reader{Today: in.Date, Other: len(s.AgentScratchpad.Residents) > 0},
		*s.Application(), letters.WithoutQuoted(in.Text))
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
	open := doubts.SecondPrices(m.Text, r, *s.Application())
	if offers := len(agent.PricedOffers(s)); len(agent.TakenOffer(s, m)) > 0 {
		mail.Taken = max(1, offers)
	} else if l := signals.LimitedChoice(m.Text, offers); l.Said != "" {
		mail.Said = append(mail.Said, l.Said)
		if limitedOffer(b, s, m, r.Language) == nil {
			open = append(open, l.Said)
		}
	}
	open = append(open, questions.Open(mail)...)
	if pad.LastQuote != nil {
		in := b.input(m, s.CustomerInfo.Address)
		for _, said := range requestsOf(b, s, in, r.Language).Unread {
			isPart := func(part string) bool { return strings.Contains(said, part) }
			isNoted := func(note string) bool { return strings.Contains(note, said) }
			isRead := func(f quote.Fact) bool { return fields.TakesOff(f, said) }
			if !slices.ContainsFunc(data.MailNotes, isNoted) &&
				!slices.ContainsFunc(data.Facts, isRead) {
				open = append(slices.DeleteFunc(open, isPart), said)
			}
		}
	}
	if pad.AcceptsQuote { // another note says so
		open = slices.DeleteFunc(open, signals.AcceptsQuote)
	}
	if declarations.AsksForSame(m) {
		isDone := func(said string) bool {
			return declarations.SaysSame(said) != "" && !strings.HasSuffix(said, "?")
		}
		open = slices.DeleteFunc(open, isDone)
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

// absentNotes notes each request to take off what the last quote does not have. It removes such
// values of one car from the reading.
func absentNotes(b Toolbox, s *agent.State, m agent.Mail, r *reading.Reading) []string {
	if s.AgentScratchpad.LastQuote == nil {
		return nil
	}
	all := requestsOf(b, s, b.input(m, s.CustomerInfo.Address), r.Language)
	idle := fields.Idle(*s.Application(), r.Facts)
	r.Facts = slices.DeleteFunc(r.Facts, func(f quote.Fact) bool {
		return strings.HasPrefix(f.Path, "vehicles[") && slices.ContainsFunc(idle, quote.At(f.Path))
	})
	return letters.AbsentNotes(b.staff(), *s.Application(), idle, all.Absent)
}
