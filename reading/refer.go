package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// refer says why a person must take the mail, the weightiest reason first; "" where nothing says
// so. Whether the agency is licensed in the state is the caller's to know.
func refer(r *reader, intent string) string {
	switch {
	case isInjection(r.Text) || hidesInjection(r.sheet):
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
		if applies(r.party, reason) {
			return reason
		}
	}
	if applies(r.party, "unlicensed") || applies(r.party, "has no license") {
		return "unlicensed"
	}
	if isMinor(r.party) {
		return quote.ReferMinor
	}
	for _, reason := range []string{"rideshare", "salvage", "non_owner"} {
		if applies(r.party, reason) && !(reason == "non_owner" && (intent == otherLine || hasVehicle(r))) {
			return reason
		}
	}
	switch {
	case isExotic(r.sheet):
		return quote.ReferExotic
	case (applies(r.party, "lapse") || hasLapsed(r.sheet)) && !endedLately(r.sheet):
		return quote.ReferLapse
	case intent == otherLine || wantsOtherLine(r):
		return otherLine
	}
	return ""
}

// hidesInjection reports whether what the mail does not show speaks to a program.
func hidesInjection(r *sheet) bool {
	return r.in.Hidden != "" && isInjection(find.New(find.Clip(r.in.Hidden)))
}

// applies reports whether the mail gives a reason, and does not deny it: "never
// suspended", "no rideshare", "used to drive for". A denial stands right before
// it: "haven't driven since it was suspended" is none.
func applies(r *party, reason string) bool {
	return slices.ContainsFunc(r.Cues[reason], func(c text.Span) bool {
		past := r.Has(text.Between(max(r.Clause(c.I).I, c.I-4), c.I), "formerly")
		over := r.Has(text.Between(c.J, min(r.Sentence(c.I).J, c.J+5)), "no more")
		k := c.I
		for r.Among(k-1, "between a denial") {
			k--
		}
		switch reason {
		case "suspended":
			k = min(k, deniedFrom(r.Text, c, "had taken away"))
		case "lapse":
			k = min(k, deniedFrom(r.Text, c, "had run out"))
		case "unlicensed", "has no license":
			if r.Is(c.J, "suspended", "revoked") {
				return false // "never had a license suspended"
			}
		}
		passenger := reason == "unlicensed" && isOnlySpokenOf(r, c) || reason == "has no license" && !takesWheel(r.Text, c)
		passenger = passenger || reason == "non_owner" && r.inThread() && !slices.Contains(r.peopleAt(c.I), r.writer) // "my son has moved out, without a car"
		record := reason == "lapse" && isSinceOfRecord(r.sheet, c)
		return !r.Quiet[c.I] && !past && !over && !passenger && !record && !isForbidden(r.Text, reason, c) && r.EndsAt("negation", k) == k
	})
}

// isForbidden reports whether the words at c are told as what nobody may do: "they give me no
// plates without insurance".
func isForbidden(r *find.Text, reason string, c text.Span) bool {
	return reason == "lapse" && r.Is(c.I, "without", "sin") && r.Named("negation", c.I, 6)
}

// deniedFrom returns where denied words start that end with the words at c, as what somebody had or
// let happen: "never had my license suspended or revoked", "never let my policy lapse", "never had
// a ticket, an accident or a lapse". Else it returns token c.i itself. Between them stand the words
// of a set.
func deniedFrom(r *find.Text, c text.Span, between string) int {
	from := r.Sentence(c.I).I
	listed := r.Is(c.J, "or", "nor")
	for k := c.I; k > from && c.I-k < 10; k-- {
		listed = listed || r.Is(k-1, "or", "nor")
		switch {
		case r.Is(k-1, "had", "have", "having", "has", "gotten", "got", "let"):
			return k - 1
		case !(listed && r.Is(k-1, ",")) && !r.Among(k-1, between):
			return c.I
		}
	}
	return c.I
}

// isSinceOfRecord reports whether the words at c, which do not say of what there was nothing since,
// say it of accidents or tickets: those were spoken of last, and no insurance since then.
func isSinceOfRecord(r *sheet, c text.Span) bool {
	if !r.Is(c.J-1, "since") || speaksOfInsurance(r, c) {
		return false
	}
	from := r.Sentence(max(0, r.Sentence(c.I).I-1)).I
	last := -1
	for _, name := range []string{"accident", "ticket", "past claim"} {
		if found, ok := r.Before(name, from, c.I); ok {
			last = max(last, found.I)
		}
	}
	return last >= 0 && !speaksOfInsurance(r, text.Between(last, c.I))
}

// isOnlySpokenOf reports whether the words at c are of somebody besides who writes,
// whom the sentence does not put at the wheel: a license is needed to drive.
func isOnlySpokenOf(r *party, c text.Span) bool {
	return (!slices.Contains(r.peopleAt(c.I), r.writer) || isOfHimOrHer(r.Text, c)) && !takesWheel(r.Text, c)
}

// isOfHimOrHer reports whether "he" or "she" is who the words at c are of, also where the mail has
// nobody that this could be: "Dev doesn't drive, he never got a license".
func isOfHimOrHer(r *find.Text, c text.Span) bool {
	k := c.I
	for r.Is(k-1, "just", "still", "actually", "really", "also", "even", "todavia", "aun") {
		k--
	}
	return r.Is(k-1, "he", "she", "el", "ella")
}

func takesWheel(r *find.Text, c text.Span) bool {
	s := r.Sentence(c.I)
	return slices.ContainsFunc(r.Cues["at the wheel"], func(d text.Span) bool {
		return s.I <= d.I && d.I < s.J && !(c.I <= d.I && d.I < c.J) && !r.Quiet[d.I] && !r.Named("negation", d.I, 3)
	})
}

// endedLately reports whether the mail says on which day the policy ended, and that
// is too few days ago for a lapse by the rules of its state.
func endedLately(r *sheet) bool {
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
func isMinor(r *party) bool {
	if age, ok := ageOf(r.sheet, r.writer); ok {
		return age < 18
	}
	for _, c := range r.Cues["i am aged"] {
		n, ok := find.NumberAt(r.Text, c.J)
		if ok && !r.Dated[c.J] && 10 <= n.N && n.N < 18 && !find.IsMiles(r.Text, n.J) && !r.Among(n.J, "not years of age") && !countsYearsOf(r.Text, n) && !isAgeThen(r.sheet, c, n.N) && slices.Equal(r.peopleAt(c.I), []int{0}) {
			return true
		}
	}
	return false
}

// isAgeThen reports whether the age n behind the words at c is one that the writer had long ago:
// "licensed since I turned 17, so 30 years", "the week I turned 17".
func isAgeThen(r *sheet, c text.Span, n int) bool {
	if !r.Is(c.J-1, "turned") {
		return false
	}
	for k := c.I; k > c.I-3; k-- {
		if r.Is(k-1, "since", "when", "after", "until", "till", "before", "once", "as", "week", "month", "year", "moment", "minute", "time") {
			return true
		}
		if r.Is(k-1, "day") && r.Is(k-2, "the", "very") {
			return true
		}
	}
	return writersYears(r) > n-leastAge+1 // nobody of that age was licensed so long ago
}

// writersYears returns for how many years the writer is said to be licensed, or 0.
func writersYears(r *sheet) int {
	for _, c := range r.claims {
		if years, ok := c.value.(int); ok && c.field == "years_licensed" && c.of == (entity{'d', r.writer}) {
			return years
		}
	}
	return 0
}

// countsYearsOf reports whether n is how many years somebody has had something: "tengo 11 años
// con licencia".
func countsYearsOf(r *find.Text, n find.Number) bool {
	return isYears(r.At(n.J)) && r.Is(n.J+1, "con", "de", "manejando", "licenciado", "licenciada", "conduciendo", "aqui", "en", "of", "licensed", "driving")
}

func isExotic(r *sheet) bool {
	for k, v := range r.vehicles {
		alone := quote.Application{Vehicles: []quote.Vehicle{{Make: v.make}}}
		if !v.gone && isClaimed(r, entity{'v', k}) && quote.Refer(alone, nil, r.dateOf()) == quote.ReferExotic {
			return true
		}
	}
	return false
}

// leastAge is at what age somebody is taken for a driver.
const leastAge = 15
