package reading

import (
	"slices"

	"ppamaild/quote"
)

// refer says why a person must take the mail, the weightiest reason first; ""
// where nothing says so. Whether the agency is licensed in the state is the
// caller's to know.
func (r *reader) refer(intent string) string {
	switch {
	case r.isInjection() || r.hidesInjection():
		return "injection_suspected"
	case intent == claimReport:
		return "claim"
	case intent == cancel:
		return "cancel"
	case intent == commercial:
		return quote.ReferCommercial
	case intent == spam || intent == billing || intent == other:
		return ""
	}
	for _, reason := range []string{"sr22", "suspended"} {
		if r.applies(reason) {
			return reason
		}
	}
	if r.applies("unlicensed") || r.applies("has no license") {
		return "unlicensed"
	}
	if r.isMinor() {
		return quote.ReferMinor
	}
	for _, reason := range []string{"rideshare", "salvage", "non_owner"} {
		if r.applies(reason) && !(reason == "non_owner" && (intent == otherLine || r.hasVehicle())) {
			return reason
		}
	}
	switch {
	case r.isExotic():
		return quote.ReferExotic
	case (r.applies("lapse") || r.hasLapsed()) && !r.endedLately():
		return quote.ReferLapse
	case intent == otherLine || r.wantsOtherLine():
		return otherLine
	}
	return ""
}

// hidesInjection reports whether what the mail does not show speaks to a program.
func (r *reader) hidesInjection() bool {
	return r.in.Hidden != "" && newDocument(clip(r.in.Hidden)).isInjection()
}

// applies reports whether the mail gives a reason, and does not deny it: "never
// suspended", "no rideshare", "used to drive for". A denial stands right before
// it: "haven't driven since it was suspended" is none.
func (r *reader) applies(reason string) bool {
	return slices.ContainsFunc(r.cues[reason], func(c span) bool {
		past := r.has(span{max(r.clause(c.i).i, c.i-4), c.i}, "formerly")
		over := r.has(span{c.j, min(r.sentence(c.i).j, c.j+5)}, "no more")
		k := c.i
		for r.among(k-1, "between a denial") {
			k--
		}
		switch reason {
		case "suspended":
			k = min(k, r.deniedFrom(c, "had taken away"))
		case "lapse":
			k = min(k, r.deniedFrom(c, "had run out"))
		case "unlicensed", "has no license":
			if r.is(c.j, "suspended", "revoked") {
				return false // "never had a license suspended"
			}
		}
		passenger := reason == "unlicensed" && r.isOnlySpokenOf(c) || reason == "has no license" && !r.takesWheel(c)
		passenger = passenger || reason == "non_owner" && r.inThread() && !slices.Contains(r.peopleAt(c.i), r.writer) // "my son has moved out, without a car"
		record := reason == "lapse" && r.isSinceOfRecord(c)
		return !r.quiet[c.i] && !past && !over && !passenger && !record && !r.isForbidden(reason, c) && r.endsAt("negation", k) == k
	})
}

// isForbidden reports whether the words at c are told as what nobody may do: "they give me no
// plates without insurance".
func (r *reader) isForbidden(reason string, c span) bool {
	return reason == "lapse" && r.is(c.i, "without", "sin") && r.named("negation", c.i, 6)
}

// deniedFrom returns where what is denied starts that ends with the words at c, as what somebody had
// or let happen: "never had my license suspended or revoked", "never let my policy lapse", "never had a
// ticket, an accident or a lapse". Else it returns token c.i itself. Between them stand the words of a set.
func (r *reader) deniedFrom(c span, between string) int {
	from := r.sentence(c.i).i
	listed := r.is(c.j, "or", "nor")
	for k := c.i; k > from && c.i-k < 10; k-- {
		listed = listed || r.is(k-1, "or", "nor")
		switch {
		case r.is(k-1, "had", "have", "having", "has", "gotten", "got", "let"):
			return k - 1
		case !(listed && r.is(k-1, ",")) && !r.among(k-1, between):
			return c.i
		}
	}
	return c.i
}

// isSinceOfRecord reports whether the words at c, which do not say of what there was nothing since,
// say it of accidents or tickets: those were spoken of last, and no insurance since then.
func (r *reader) isSinceOfRecord(c span) bool {
	if !r.is(c.j-1, "since") || r.speaksOfInsurance(c) {
		return false
	}
	from := r.sentence(max(0, r.sentence(c.i).i-1)).i
	last := -1
	for _, name := range []string{"accident", "ticket", "past claim"} {
		if found, ok := r.before(name, from, c.i); ok {
			last = max(last, found.i)
		}
	}
	return last >= 0 && !r.speaksOfInsurance(span{last, c.i})
}

// isOnlySpokenOf reports whether the words at c are of somebody besides who writes,
// whom the sentence does not put at the wheel: a license is needed to drive.
func (r *reader) isOnlySpokenOf(c span) bool {
	return (!slices.Contains(r.peopleAt(c.i), r.writer) || r.isOfHimOrHer(c)) && !r.takesWheel(c)
}

// isOfHimOrHer reports whether "he" or "she" is who the words at c are of, also where the mail has
// nobody that this could be: "Dev doesn't drive, he never got a license".
func (r *reader) isOfHimOrHer(c span) bool {
	k := c.i
	for r.is(k-1, "just", "still", "actually", "really", "also", "even", "todavia", "aun") {
		k--
	}
	return r.is(k-1, "he", "she", "el", "ella")
}

// takesWheel reports whether the sentence of c says that somebody drives.
func (r *reader) takesWheel(c span) bool {
	s := r.sentence(c.i)
	return slices.ContainsFunc(r.cues["at the wheel"], func(d span) bool {
		return s.i <= d.i && d.i < s.j && !(c.i <= d.i && d.i < c.j) && !r.quiet[d.i] && !r.named("negation", d.i, 3)
	})
}

// endedLately reports whether the mail says on which day the policy ended, and that
// is too few days ago for a lapse by the rules of its state.
func (r *reader) endedLately() bool {
	var a quote.Application
	for _, c := range r.claims {
		switch v := c.value.(type) {
		case string:
			if c.field == "garaging_address.state" {
				a.GaragingAddress.State = v
			}
		case quote.Date:
			if c.field == "prior_insurance.expires" && v <= r.dateOf() {
				a.PriorInsurance.Expires = v
			}
		}
	}
	state, day := a.GaragingAddress.State, r.dateOf()
	judged := a.PriorInsurance.Expires != "" && state != "" && !quote.Denied(state, quote.PriorInsuranceHistory, day)
	return judged && quote.Refer(a, nil, day) != quote.ReferLapse
}

// isMinor: who asks is not of age, by birth date or in words.
func (r *reader) isMinor() bool {
	if age, ok := r.ageOf(r.writer); ok {
		return age < 18
	}
	for _, c := range r.cues["i am aged"] {
		n, ok := r.number(c.j)
		if ok && !r.dated[c.j] && 10 <= n.n && n.n < 18 && !r.isMiles(n.j) && !r.among(n.j, "not years of age") && !r.countsYearsOf(n) && !r.isAgeThen(c, n.n) && slices.Equal(r.peopleAt(c.i), []int{0}) {
			return true
		}
	}
	return false
}

// isAgeThen reports whether the age n behind the words at c is one that the writer had long ago:
// "licensed since I turned 17, so 30 years", "the week I turned 17".
func (r *reader) isAgeThen(c span, n int) bool {
	if !r.is(c.j-1, "turned") {
		return false
	}
	for k := c.i; k > c.i-3; k-- {
		if r.is(k-1, "since", "when", "after", "until", "till", "before", "once", "as", "week", "month", "year", "moment", "minute", "time") {
			return true
		}
		if r.is(k-1, "day") && r.is(k-2, "the", "very") {
			return true
		}
	}
	return r.writersYears() > n-leastAge+1 // nobody of that age was licensed so long ago
}

// writersYears returns for how many years the writer is said to be licensed, 0 where that is not said.
func (r *reader) writersYears() int {
	for _, c := range r.claims {
		if years, ok := c.value.(int); ok && c.field == "years_licensed" && c.of == (entity{'d', r.writer}) {
			return years
		}
	}
	return 0
}

// countsYearsOf reports whether n is how many years somebody has had something: "tengo 11 años
// con licencia".
func (r *reader) countsYearsOf(n number) bool {
	return isYears(r.at(n.j)) && r.is(n.j+1, "con", "de", "manejando", "licenciado", "licenciada", "conduciendo", "aqui", "en", "of", "licensed", "driving")
}

func (r *reader) isExotic() bool {
	for k, v := range r.vehicles {
		alone := quote.Application{Vehicles: []quote.Vehicle{{Make: v.make}}}
		if !v.gone && r.isClaimed(entity{'v', k}) && quote.Refer(alone, nil, r.dateOf()) == quote.ReferExotic {
			return true
		}
	}
	return false
}

// leastAge is at what age somebody is taken for a driver.
const leastAge = 15
