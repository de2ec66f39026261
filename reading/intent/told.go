package intent

import (
	"slices"
	"strings"

	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// once returns a cue that is neither quoted nor denied.
func once(cue string) func(*Topic) bool { return atLeast(cue, 1) }

func often(cue string) func(*Topic) bool { return atLeast(cue, 2) }

func atLeast(cue string, times int) func(*Topic) bool {
	return func(r *Topic) bool {
		n := 0
		for _, c := range r.Signs[cue] {
			if !r.Quiet[c.I] && r.EndsAt("negation", c.I) == c.I && !isIf(r.Text, c) {
				n++
			}
		}
		return n >= times
	}
}

// wished returns a cue outside of questions about a fact or a next step: "do I need to add her?"
func wished(cue string) func(*Topic) bool {
	return func(r *Topic) bool {
		return slices.ContainsFunc(r.Signs[cue], func(c text.Span) bool {
			s := r.Sentence(c.I)
			i := r.Skip(s.I, "so", "and", "also", "but")
			asks := r.Is(i, "do", "does", "should", "am", "is", "are", "will", "would") && !r.Is(i+1, "you") || r.Is(c.I-1, "must", "should") || r.Is(c.I-2, "have", "need")
			return !r.Quiet[c.I] && !(asks && r.Is(s.J-1, "?")) && r.EndsAt("negation", c.I) == c.I && !isIf(r.Text, c)
		})
	}
}

// isIf reports whether c is in a question about a supposed case.
func isIf(r *find.Text, c text.Span) bool {
	s := r.Sentence(c.I)
	return r.Is(s.J-1, "?") && r.Has(s, "supposes")
}

// happened is a cue of a recent event, not of a supposed event.
func happened(cue string) func(*Topic) bool {
	return func(r *Topic) bool {
		return slices.ContainsFunc(r.Signs[cue], func(a text.Span) bool { return hasHappened(r.Sheet, a) })
	}
}

func hasHappened(r *claims.Sheet, c text.Span) bool {
	stated := c.I >= r.SubjectEnd() || !isQuestion(r)
	return stated && !r.Quiet[c.I] && !r.Taken[c.I] && !r.Named("negation", c.I, 4) && !claims.IsPast(r, c) && !isSupposed(r.Text, c, true)
}

// showsHarm reports whether the text shows a part of a car as damaged: "the mirror is gone".
func showsHarm(r *Topic) bool {
	return slices.ContainsFunc(r.Signs["part of a car"], func(c text.Span) bool {
		end := min(r.Clause(c.I).J, c.J+4)
		return slices.ContainsFunc(r.Signs["state of harm"], func(s text.Span) bool { return c.J <= s.I && s.I < end && hasHappened(r.Sheet, s) })
	})
}

// reportsHarm reports whether a reply reports recent damage and asks what to do.
func reportsHarm(r *Topic) bool {
	return r.IsReply() && once("of late")(r) && once("what now")(r)
}

// isInBusinessName reports whether a sentence puts property in the name of a business.
func isInBusinessName(r *Topic) bool {
	return slices.ContainsFunc(r.Signs["put in a name"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		return !r.Quiet[c.I] && slices.ContainsFunc(r.Signs["house of business"], func(b text.Span) bool { return s.I <= b.I && b.I < s.J })
	})
}

func namesSeveralVehicles(r *Topic) bool { return r.AnyCue("several vehicles") }

func states(n int) func(*Topic) bool { return func(r *Topic) bool { return facts(r.Sheet) >= n } }

func answers(r *Topic) bool {
	return r.Mail.Replies && tells(r.Sheet) || r.InThread() && facts(r.Sheet) > 0
}

// isOurs reports whether the mail is about a policy or records of the agency.
func isOurs(r *Topic) bool {
	if once("kept by us")(r) {
		return true
	}
	for i := range r.Tokens {
		if policyAt(r.Text, i) > i && !r.Quiet[i] {
			return true
		}
	}
	return false
}

// onlyNamesCovers reports whether a mail states only coverages, names and a day, as for an
// existing policy. Such a mail asks for no price and answers no question.
func onlyNamesCovers(r *Topic) bool {
	if r.IsReply() || r.InThread() || r.Mail.Replies || wantsQuote(r) {
		return false
	}
	covers := 0
	for _, c := range r.Claims {
		switch {
		case strings.HasPrefix(c.Field, "coverages."):
			if !r.Is(r.Sentence(c.At).J-1, "?") {
				covers++
			}
		case !slices.Contains([]string{"given_name", "surname", "relationship", "effective_date", "named_insured.phone", "named_insured.email"}, c.Field):
			return false
		}
	}
	return covers > 0
}

func namesCarrier(r *Topic) bool { return r.HasClaim(claims.Application, "prior_insurance.carrier") }

// insuresCar reports whether the mail asks to insure a car that the agency does not insure already.
func insuresCar(r *Topic) bool {
	return !once("no car in it")(r) && (wantsAuto(r.Text) || slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
		return c.Of.Kind == 'v' && c.Field == "model" && !isWithUs(r, r.Clause(c.At))
	}))
}

func isWithUs(r *Topic, s text.Span) bool {
	return slices.ContainsFunc(r.Signs["a car with us"], func(c text.Span) bool { return s.I <= c.I && c.I < s.J })
}

// isClaim distinguishes a reported accident from an accident in a driver's record.
func isClaim(r *claims.Sheet, wantsQuote bool) bool {
	if reportsClaim(r, wantsQuote) {
		return !wantsQuote || facts(r) < 4 || isDamagedLately(r.Text)
	}
	return !wantsQuote && facts(r) < 4 && (r.AnyCue("aftermath") || isDamagedLately(r.Text))
}

// isDamagedLately reports whether a sentence has damage, and today or yesterday.
func isDamagedLately(r *find.Text) bool {
	return slices.ContainsFunc(r.Cues["lately"], func(c text.Span) bool {
		return !r.Quiet[c.I] && r.Has(r.Sentence(c.I), "damaged", "accident") && !isSupposed(r, c, true)
	})
}

// isSupposed reports whether the sentence is about a supposed event: "am I covered if I hit a
// deer?". An event before the "if" did happen.
func isSupposed(r *find.Text, c text.Span, event bool) bool {
	s := r.Sentence(c.I)
	if r.Has(text.Between(s.I, c.I), "supposes") {
		return true
	}
	asks := r.Is(s.J-1, "?")
	if asks && r.Is(c.I-1, "a", "an", "any") && r.Is(r.Skip(s.I, "and"), "is", "are", "does", "would") {
		return true // "is a cracked windshield one or the other?"
	}
	return asks && (!event && (r.Has(s, "supposes") || r.Is(r.Skip(s.I, "and"), "is", "are", "does", "do", "would", "what", "how", "which")) || r.Has(s, "is it covered") && !r.Among(c.I-1, "whose car"))
}

// reportsClaim ignores past events in a request for a quote, and supposed events.
func reportsClaim(r *claims.Sheet, wantsQuote bool) bool {
	for _, of := range []struct {
		cue   string
		event bool
	}{{"files a claim", true}, {"claim matter", false}} {
		for _, c := range r.Cues[of.cue] {
			if !r.Quiet[c.I] && !((wantsQuote || of.event) && claims.IsPast(r, c)) && !isSupposed(r.Text, c, of.event) {
				return true
			}
		}
	}
	return false
}
