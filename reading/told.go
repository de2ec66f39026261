package reading

import (
	"slices"
	"strings"

	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// told is a cue that is neither quoted nor denied.
func told(cue string) func(*reader) bool { return timesTold(cue, 1) }

// often is a cue that is told in several places.
func often(cue string) func(*reader) bool { return timesTold(cue, 2) }

func timesTold(cue string, times int) func(*reader) bool {
	return func(r *reader) bool {
		n := 0
		for _, c := range r.signs[cue] {
			if !r.Quiet[c.I] && r.EndsAt("negation", c.I) == c.I && !r.isIf(c) {
				n++
			}
		}
		return n >= times
	}
}

// wished is a cue that is told out of a question whether something is so, or is to be
// done: "do I need to add her?"
func wished(cue string) func(*reader) bool {
	return func(r *reader) bool {
		return slices.ContainsFunc(r.signs[cue], func(c text.Span) bool {
			s := r.Sentence(c.I)
			i := r.Skip(s.I, "so", "and", "also", "but")
			asks := r.Is(i, "do", "does", "should", "am", "is", "are", "will", "would") && !r.Is(i+1, "you") || r.Is(c.I-1, "must", "should") || r.Is(c.I-2, "have", "need")
			return !r.Quiet[c.I] && !(asks && r.Is(s.J-1, "?")) && r.EndsAt("negation", c.I) == c.I && !r.isIf(c)
		})
	}
}

// isIf reports whether c stands in a question about what would be.
func (r *reader) isIf(c text.Span) bool {
	s := r.Sentence(c.I)
	return r.Is(s.J-1, "?") && r.Has(s, "supposes")
}

// happened is a cue of what is told, not supposed, and not of years ago.
func happened(cue string) func(*reader) bool {
	return func(r *reader) bool { return slices.ContainsFunc(r.signs[cue], r.hasHappened) }
}

func (r *reader) hasHappened(c text.Span) bool {
	told := c.I >= r.subjectEnd() || !r.isQuestion()
	return told && !r.Quiet[c.I] && !r.Taken[c.I] && !r.isCover(c) && !r.Named("negation", c.I, 4) && !r.isPast(c) && !r.isSupposed(c, true)
}

// showsHarm reports whether a part of a car is told to be in a state that it should not
// be in: "the mirror is gone".
func (r *reader) showsHarm() bool {
	return slices.ContainsFunc(r.signs["part of a car"], func(c text.Span) bool {
		end := min(r.Clause(c.I).J, c.J+4)
		return slices.ContainsFunc(r.signs["state of harm"], func(s text.Span) bool { return c.J <= s.I && s.I < end && r.hasHappened(s) })
	})
}

// reportsHarm reports whether a reply tells of harm done of late, and asks what to do: it
// is more than an answer.
func (r *reader) reportsHarm() bool {
	return r.isReply() && told("of late")(r) && told("what now")(r)
}

// isCover reports whether the words at c are in the name of a coverage: "property damage".
func (r *reader) isCover(c text.Span) bool {
	for _, name := range []string{"property damage", "liability", "uninsured motorist", "comprehensive", "collision"} {
		if before, ok := r.Cue(name, text.Between(max(0, c.I-2), c.J)); ok && before.J >= c.J {
			return true
		}
	}
	return false
}

// isInBusinessName reports whether a sentence puts something in the name of a business.
func (r *reader) isInBusinessName() bool {
	return slices.ContainsFunc(r.signs["put in a name"], func(c text.Span) bool {
		s := r.Sentence(c.I)
		return !r.Quiet[c.I] && slices.ContainsFunc(r.signs["house of business"], func(b text.Span) bool { return s.I <= b.I && b.I < s.J })
	})
}

// namesSeveralVehicles reports whether vans, trucks and the like are spoken of.
func (r *reader) namesSeveralVehicles() bool { return r.any("several vehicles") }

// states is that so many facts are stated.
func states(n int) func(*reader) bool { return func(r *reader) bool { return r.facts() >= n } }

// answers reports whether the mail replies, and tells something.
func (r *reader) answers() bool {
	return r.in.Replies && r.tells() || r.inThread() && r.facts() > 0
}

// namesPolicy reports whether the mail speaks of a policy, or of insurance.
func (r *reader) namesPolicy() bool {
	for i := range r.Tokens {
		if r.Among(i, "words for a policy") && !r.Quiet[i] {
			return true
		}
	}
	return false
}

// isInsured reports whether the writer has a car or a policy of their own.
func (r *reader) isInsured() bool { return r.any("own insurance") }

// isOurs reports whether the mail speaks of the policy or records that we keep.
func (r *reader) isOurs() bool {
	if told("kept by us")(r) {
		return true
	}
	for i := range r.Tokens {
		if policyAt(r.Text, i) > i && !r.Quiet[i] {
			return true
		}
	}
	return false
}

// goesElsewhere reports whether a policy is to end as another company took over, and no
// coverage alone.
func (r *reader) goesElsewhere() bool {
	return told("leaving us")(r) && !r.wantsQuote() && !r.altersCover()
}

// onlyNamesCovers reports whether a mail that asks for no price, and answers nothing,
// states coverages and nothing else besides names and a day: of a policy that exists.
func (r *reader) onlyNamesCovers() bool {
	if r.isReply() || r.inThread() || r.in.Replies || r.wantsQuote() {
		return false
	}
	covers := 0
	for _, c := range r.claims {
		switch {
		case strings.HasPrefix(c.field, "coverages."):
			if !r.Is(r.Sentence(c.at).J-1, "?") {
				covers++
			}
		case !slices.Contains([]string{"given_name", "surname", "relationship", "effective_date", "named_insured.phone", "named_insured.email"}, c.field):
			return false
		}
	}
	return covers > 0
}

// givesPolicyNumber reports whether the mail names a policy by its number, as
// customers of ours do: "policy SU-22918".
func (r *reader) givesPolicyNumber() bool {
	for i := range r.Tokens {
		if !r.Among(i, "a policy") || r.Quiet[i] {
			continue
		}
		j := r.Skip(r.Skip(r.Skip(i+1, "number", "no", "num"), "#", ".", ":", "is"), "#")
		if r.Kind(j) == text.Word && r.Capital(j) && r.Is(j+1, "-") && r.Glued(j+1) {
			j += 2
		}
		if k := r.Kind(j); (k == text.Digits || k == text.Mixed) && len(r.At(j)) > 2 && !r.Dated[j] {
			return true
		}
	}
	return false
}

// namesAmount reports whether an amount of dollars is named.
func (r *reader) namesAmount() bool {
	for i := r.subjectEnd(); i < len(r.Tokens); i++ {
		if !r.Quiet[i] && (r.Is(i, "$") && r.Kind(i+1) == text.Digits || r.Kind(i) == text.Digits && r.Is(i+1, "dollars", "bucks", "dolares")) {
			return true
		}
	}
	return false
}

// namesCarrier reports whether another insurer is named.
func (r *reader) namesCarrier() bool { return r.hasClaim(theApplication, "prior_insurance.carrier") }

// insuresCar reports whether a car is what insurance is asked for: no such is one that
// the clause says we insure, "you have our Civic", or a "Ranger bass boat".
func (r *reader) insuresCar() bool {
	return !told("no car in it")(r) && (r.wantsAuto() || slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.of.kind == 'v' && c.field == "model" && !r.isWithUs(r.Clause(c.at)) && !r.isNoCar(c)
	}))
}

// hasCarWithUs reports whether the mail names a car that it says we insure.
func (r *reader) hasCarWithUs() bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.of.kind == 'v' && c.field == "model" && r.isWithUs(r.Clause(c.at))
	})
}

func (r *reader) isWithUs(s text.Span) bool {
	return slices.ContainsFunc(r.signs["a car with us"], func(c text.Span) bool { return s.I <= c.I && c.I < s.J })
}

// isNoCar reports whether right behind the model that c states stands what it is instead.
func (r *reader) isNoCar(c claim) bool {
	for i := c.at + 1; i < min(r.Clause(c.at).J, c.at+5) && !r.Is(i, "and", "&", "y", "plus", "with", "con"); i++ {
		if slices.ContainsFunc(r.signs["another line"], func(s text.Span) bool { return s.I == i }) {
			return true
		}
	}
	return false
}

// isClaim tells an accident that is reported from one that a driver's record has.
func (r *reader) isClaim(wantsQuote bool) bool {
	if r.reportsClaim(wantsQuote) {
		return !wantsQuote || r.facts() < 4
	}
	return !wantsQuote && r.facts() < 4 && (r.any("aftermath") || r.isDamagedLately())
}

// isDamagedLately reports whether a sentence speaks of damage, and of today or yesterday.
func (r *reader) isDamagedLately() bool {
	return slices.ContainsFunc(r.Cues["lately"], func(c text.Span) bool {
		return !r.Quiet[c.I] && r.Has(r.Sentence(c.I), "damaged", "accident") && !r.isSupposed(c, true)
	})
}

// isSupposed reports whether the sentence asks what would be, rather than tells what was: "am I
// covered if I hit a deer?". An event that comes before the "if" did happen.
func (r *reader) isSupposed(c text.Span, event bool) bool {
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

// reportsClaim leaves out what a request for a quote dates in the past, and what is only supposed.
func (r *reader) reportsClaim(wantsQuote bool) bool {
	for _, of := range []struct {
		Cue   string
		event bool
	}{{"files a claim", true}, {"claim matter", false}} {
		for _, c := range r.Cues[of.Cue] {
			if !r.Quiet[c.I] && !((wantsQuote || of.event) && r.isPast(c)) && !r.isSupposed(c, of.event) {
				return true
			}
		}
	}
	return false
}

// isPast reports whether the sentence of c names an earlier year behind it, which is
// no car's then, or a season or month that is over, or months and years "ago". The month before this one may be weeks ago.
func (r *reader) isPast(c text.Span) bool {
	s := r.Sentence(c.I)
	for i := max(s.I, c.I-12); i < min(s.J, c.J+12); i++ {
		if y, _, ok := find.YearAt(r.Text, i, r.Today.Year()-1, false); i >= c.J && ok && y > r.Today.Year()-20 {
			return true
		}
		if r.Is(i, "ago") && r.Is(i-1, "years", "year", "months", "yrs") || r.Is(i, "year", "spring", "summer", "fall", "winter") && r.Is(i-1, "last") {
			return true
		}
		if m := find.Months[r.At(i+1)]; r.Is(i, "last") && m > 0 && m != int(r.Today.Month()+10)%12+1 {
			return true
		}
	}
	return false
}
