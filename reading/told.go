package reading

import (
	"slices"
	"strings"
)

// told is a cue that is neither quoted nor denied.
func told(cue string) func(*reader) bool { return timesTold(cue, 1) }

// often is a cue that is told in several places.
func often(cue string) func(*reader) bool { return timesTold(cue, 2) }

func timesTold(cue string, times int) func(*reader) bool {
	return func(r *reader) bool {
		n := 0
		for _, c := range r.signs[cue] {
			if !r.quiet[c.i] && r.endsAt("negation", c.i) == c.i && !r.isIf(c) {
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
		return slices.ContainsFunc(r.signs[cue], func(c span) bool {
			s := r.sentence(c.i)
			i := r.skip(s.i, "so", "and", "also", "but")
			asks := r.is(i, "do", "does", "should", "am", "is", "are", "will", "would") && !r.is(i+1, "you") || r.is(c.i-1, "must", "should") || r.is(c.i-2, "have", "need")
			return !r.quiet[c.i] && !(asks && r.is(s.j-1, "?")) && r.endsAt("negation", c.i) == c.i && !r.isIf(c)
		})
	}
}

// isIf reports whether c stands in a question about what would be.
func (r *reader) isIf(c span) bool {
	s := r.sentence(c.i)
	return r.is(s.j-1, "?") && r.has(s, "supposes")
}

// happened is a cue of what is told, not supposed, and not of years ago.
func happened(cue string) func(*reader) bool {
	return func(r *reader) bool { return slices.ContainsFunc(r.signs[cue], r.hasHappened) }
}

func (r *reader) hasHappened(c span) bool {
	told := c.i >= r.subjectEnd() || !r.isQuestion()
	return told && !r.quiet[c.i] && !r.taken[c.i] && !r.isCover(c) && !r.named("negation", c.i, 4) && !r.isPast(c) && !r.isSupposed(c, true)
}

// showsHarm reports whether a part of a car is told to be in a state that it should not
// be in: "the mirror is gone".
func (r *reader) showsHarm() bool {
	return slices.ContainsFunc(r.signs["part of a car"], func(c span) bool {
		end := min(r.clause(c.i).j, c.j+4)
		return slices.ContainsFunc(r.signs["state of harm"], func(s span) bool { return c.j <= s.i && s.i < end && r.hasHappened(s) })
	})
}

// reportsHarm reports whether a reply tells of harm done of late, and asks what to do: it
// is more than an answer.
func (r *reader) reportsHarm() bool {
	return r.isReply() && told("of late")(r) && told("what now")(r)
}

// isCover reports whether the words at c are in the name of a coverage: "property damage".
func (r *reader) isCover(c span) bool {
	for _, name := range []string{"property damage", "liability", "uninsured motorist", "comprehensive", "collision"} {
		if before, ok := r.cue(name, span{max(0, c.i-2), c.j}); ok && before.j >= c.j {
			return true
		}
	}
	return false
}

// isInBusinessName reports whether a sentence puts something in the name of a business.
func (r *reader) isInBusinessName() bool {
	return slices.ContainsFunc(r.signs["put in a name"], func(c span) bool {
		s := r.sentence(c.i)
		return !r.quiet[c.i] && slices.ContainsFunc(r.signs["house of business"], func(b span) bool { return s.i <= b.i && b.i < s.j })
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
	for i := range r.toks {
		if r.among(i, "words for a policy") && !r.quiet[i] {
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
	for i := range r.toks {
		if r.policyAt(i) > i && !r.quiet[i] {
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
			if !r.is(r.sentence(c.at).j-1, "?") {
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
	for i := range r.toks {
		if !r.among(i, "a policy") || r.quiet[i] {
			continue
		}
		j := r.skip(r.skip(r.skip(i+1, "number", "no", "num"), "#", ".", ":", "is"), "#")
		if r.kind(j) == word && r.capital(j) && r.is(j+1, "-") && r.glued(j+1) {
			j += 2
		}
		if k := r.kind(j); (k == digits || k == mixed) && len(r.at(j)) > 2 && !r.dated[j] {
			return true
		}
	}
	return false
}

// namesAmount reports whether an amount of dollars is named.
func (r *reader) namesAmount() bool {
	for i := r.subjectEnd(); i < len(r.toks); i++ {
		if !r.quiet[i] && (r.is(i, "$") && r.kind(i+1) == digits || r.kind(i) == digits && r.is(i+1, "dollars", "bucks", "dolares")) {
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
		return c.of.kind == 'v' && c.field == "model" && !r.isWithUs(r.clause(c.at)) && !r.isNoCar(c)
	}))
}

// hasCarWithUs reports whether the mail names a car that it says we insure.
func (r *reader) hasCarWithUs() bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.of.kind == 'v' && c.field == "model" && r.isWithUs(r.clause(c.at))
	})
}

func (r *reader) isWithUs(s span) bool {
	return slices.ContainsFunc(r.signs["a car with us"], func(c span) bool { return s.i <= c.i && c.i < s.j })
}

// isNoCar reports whether right behind the model that c states stands what it is instead.
func (r *reader) isNoCar(c claim) bool {
	for i := c.at + 1; i < min(r.clause(c.at).j, c.at+5) && !r.is(i, "and", "&", "y", "plus", "with", "con"); i++ {
		if slices.ContainsFunc(r.signs["another line"], func(s span) bool { return s.i == i }) {
			return true
		}
	}
	return false
}
