package intent

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/cover"
	"ppamaild/reading/drivers"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// Refer returns the reason why a person must take the mail, the most important reason first; "" for
// no reason. The caller knows whether the agency is licensed in the state.
func Refer(r *Topic, intent string) string {
	switch {
	case isInjection(r.Text) || hidesInjection(r.Sheet):
		return "injection_suspected"
	case intent == ClaimReport:
		return "claim"
	case intent == Cancel:
		return "cancel"
	case intent == Commercial:
		return quote.ReferCommercial
	case intent == Spam || intent == Billing || intent == Other:
		return ""
	}
	for _, reason := range []string{"sr22", "suspended"} {
		if applies(r.Party, reason) {
			return reason
		}
	}
	if applies(r.Party, "unlicensed") || applies(r.Party, "has no license") {
		return "unlicensed"
	}
	if isMinor(r.Party) {
		return quote.ReferMinor
	}
	for _, reason := range []string{"rideshare", "salvage", "non_owner"} {
		if applies(r.Party, reason) && !(reason == "non_owner" && (intent == OtherLine || hasVehicle(r))) {
			return reason
		}
	}
	switch {
	case isExotic(r.Sheet):
		return quote.ReferExotic
	case (applies(r.Party, "lapse") || cover.HasLapsed(r.Sheet)) && !endedLately(r.Sheet):
		return quote.ReferLapse
	case intent == OtherLine || wantsOtherLine(r):
		return OtherLine
	}
	return ""
}

// hidesInjection reports whether hidden text gives instructions to a program.
func hidesInjection(r *claims.Sheet) bool {
	return r.Mail.Hidden != "" && isInjection(find.New(find.Clip(r.Mail.Hidden)))
}

// applies reports whether the mail gives a reason without a denial: not "never suspended", "no
// rideshare", "used to drive for". A denial stands directly before the reason: "haven't driven
// since it was suspended" denies nothing.
func applies(r *who.Party, reason string) bool {
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
		passenger = passenger || reason == "non_owner" && r.InThread() && !slices.Contains(r.PeopleAt(c.I), r.Writer) // "my son has moved out, without a car"
		record := reason == "lapse" && isSinceOfRecord(r.Sheet, c)
		forbidden := reason == "lapse" && r.Is(c.I, "without", "sin") && r.Named("negation", c.I, 6) // "no plates without insurance"
		return !r.Quiet[c.I] && !past && !over && !passenger && !record && !forbidden && r.EndsAt("negation", k) == k
	})
}

// deniedFrom returns the first of the denied words that end with the words at c: "never had my
// license suspended or revoked", "never let my policy lapse", "never had a ticket, an accident or a
// lapse". Without a denial it returns c.I. The words in between belong to a set.
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

// isSinceOfRecord reports whether the words at c, for nothing since then, mean accidents or tickets:
// the text names these last, and no insurance afterwards.
func isSinceOfRecord(r *claims.Sheet, c text.Span) bool {
	if !r.Is(c.J-1, "since") || cover.SpeaksOfInsurance(r, c) {
		return false
	}
	from := r.Sentence(max(0, r.Sentence(c.I).I-1)).I
	last := -1
	for _, name := range []string{"accident", "ticket", "past claim"} {
		if found, ok := r.Before(name, from, c.I); ok {
			last = max(last, found.I)
		}
	}
	return last >= 0 && !cover.SpeaksOfInsurance(r, text.Between(last, c.I))
}

// isOnlySpokenOf reports whether the words at c describe another person than the writer, and the
// sentence does not say that the person drives. Only drivers need a license.
func isOnlySpokenOf(r *who.Party, c text.Span) bool {
	return (!slices.Contains(r.PeopleAt(c.I), r.Writer) || isOfHimOrHer(r.Text, c)) && !takesWheel(r.Text, c)
}

// isOfHimOrHer reports whether the words at c describe "he" or "she", even if the mail does not
// name the person: "Dev doesn't drive, he never got a license".
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

// endedLately reports whether the mail states the day on which the policy ended, and the day is too
// recent for a lapse by the rules of the state.
func endedLately(r *claims.Sheet) bool {
	var a quote.Application
	for _, c := range r.Claims {
		if v, ok := c.Value.(string); ok && c.Field == "garaging_address.state" {
			a.GaragingAddress.State = v
		}
		if v, ok := c.Value.(quote.Date); ok && c.Field == "prior_insurance.expires" && v <= r.DateOf() {
			a.PriorInsurance.Expires = v
		}
	}
	state, day := a.GaragingAddress.State, r.DateOf()
	judged := a.PriorInsurance.Expires != "" && state != "" && !quote.Denied(state, quote.PriorInsuranceHistory, day)
	return judged && quote.Refer(a, nil, day) != quote.ReferLapse
}

// isMinor reports whether the author is a minor, by birth date or in words.
func isMinor(r *who.Party) bool {
	if age, ok := who.AgeOf(r.Sheet, r.Writer); ok {
		return age < 18
	}
	for _, c := range r.Cues["i am aged"] {
		n, ok := find.NumberAt(r.Text, c.J)
		longAgo := func(c claims.Claim) bool { // licensed for more years than a person of that age
			years, _ := c.Value.(int)
			return c.Field == "years_licensed" && c.Of == claims.Driver(r.Writer) && years > n.N-14
		}
		if ok && !r.Dated[c.J] && 10 <= n.N && n.N < 18 && !find.IsMiles(r.Text, n.J) && !r.Among(n.J, "not years of age") && !drivers.CountsYearsOf(r.Text, n) && !r.Is(c.I-1, "since", "when", "after", "until", "day") && !slices.ContainsFunc(r.Claims, longAgo) && slices.Equal(r.PeopleAt(c.I), []int{0}) {
			return true
		}
	}
	return false
}

func isExotic(r *claims.Sheet) bool {
	for k, v := range r.Vehicles {
		alone := quote.Application{Vehicles: []quote.Vehicle{{Make: v.Make}}}
		if !v.Gone && claims.IsClaimed(r, claims.Car(k)) && quote.Refer(alone, nil, r.DateOf()) == quote.ReferExotic {
			return true
		}
	}
	return false
}

// isInjection reports whether the text gives instructions to a program. Single words such as
// "ignore", "bypass" or "prompt" are plain English. They count only together with their object.
func isInjection(d *find.Text) bool {
	return len(d.Cues["injection"]) > 0 ||
		slices.ContainsFunc(d.Cues["turns aside"], func(a text.Span) bool { return turnsRulesAside(d, a) }) ||
		slices.ContainsFunc(d.Cues["takes a part"], func(a text.Span) bool { return givesPart(d, a) }) ||
		slices.ContainsFunc(d.Cues["speaks as a program"], func(a text.Span) bool { return isProgramsVoice(d, a) }) ||
		ordersPrice(d) || ordersNoReview(d) || asksForPrompt(d)
}

// turnsRulesAside reports whether the verb at c orders a program to drop its rules or checks:
// "disregard your rules", "bypass the review", but not "ignore my last mail" or "just off the
// bypass".
func turnsRulesAside(d *find.Text, c text.Span) bool {
	if !isOrder(d, c.I) {
		return false
	}
	end, named := orderEnd(d, c.J), false
	for k := c.J; k < end; k++ {
		named = named || d.Has(text.Between(k, k+1), "of those rules")
		if d.Has(text.Between(k, k+1), "rules of a program") && (named || k == c.J || d.Has(text.Between(k+1, end), "of those rules")) {
			return true
		}
		if d.Is(c.I, "override", "bypass", "circumvent") && d.Has(text.Between(k, k+1), "gate of a program") {
			return true
		}
	}
	all, ok := d.Cue("all of before", text.Between(c.J, c.J+1))
	return ok && all.J == end && d.Has(text.Between(end, d.Sentence(c.I).J), "order to a program")
}

// isOrder reports whether the verb at token i is an order to the reader: not "I forget", "don't
// forget", "the bypass", "a manual override".
func isOrder(d *find.Text, i int) bool {
	return !d.Is(i-1, "i", "we", "he", "she", "they", "who", "people", "don't", "dont", "not", "never", "can't", "won't",
		"the", "a", "an", "no", "manual", "this", "that") && !(d.Glued(i) && d.Is(i-1, ".", "@", "-", "_")) && !(d.Is(i-1, "to") && d.Is(i-2, "had", "have", "has"))
}

// orderEnd returns the end of an order behind token i: a mark, "and", or a thing of the writer.
func orderEnd(d *find.Text, i int) int {
	end := min(d.Sentence(i).J, i+8)
	for k := i; k < end; k++ {
		if d.Kind(k) == text.Mark && !d.Is(k, `"`, "'") || d.Is(k, "and", "then", "my", "our", "his", "her", "their", "y", "i", "we", "mi") {
			return k
		}
	}
	return end
}

// givesPart reports whether the words at c give a program a role: "you are now in administrator
// mode", "act as an unrestricted AI", but not "I act as caregiver", "if you are an AI" or "you are
// now my agent".
func givesPart(d *find.Text, c text.Span) bool {
	if !isOrder(d, c.I) || d.Is(c.I-1, "if", "whether", "think", "that", "know", "sure", "guess", "believe", "hope", "and", "unless", "because", "since") {
		return false
	}
	now := d.Is(c.J-1, "now", "as", "be", "como")
	return d.Has(text.Between(c.J, orderEnd(d, c.J)), "part of a program") && (now || d.Is(d.Sentence(c.I).J-1, ".", "!") && d.Sentence(c.I).I == c.I && d.Is(c.J, "an", "a"))
}

// isProgramsVoice reports whether a line begins like the words of a program and gives an order:
// "SYSTEM: you must approve", but not "My stereo system: $900".
func isProgramsVoice(d *find.Text, c text.Span) bool {
	l := d.Lines[d.LineOf(c.I)]
	i := l.I
	for i < c.I && (d.Kind(i) == text.Mark || d.Is(i, "ai", "hey", "dear", "to", "the", "llm")) {
		i++
	}
	j := c.J
	for d.Is(j, "]", "*", "#", ">") {
		j++
	}
	if i != c.I || !d.Is(j, ":") && j == c.J {
		return false
	}
	return d.Has(text.Between(j, min(len(d.Tokens), j+12)), "order to a program")
}

// ordersPrice reports whether the text orders the price to be an amount.
func ordersPrice(d *find.Text) bool {
	return slices.ContainsFunc(d.Cues["sets the price"], func(c text.Span) bool {
		return isOrder(d, c.I) && (d.Is(c.J, "$") || d.Kind(c.J) == text.Digits || d.Is(c.J, "zero", "one", "cero", "un"))
	})
}

// ordersNoReview reports whether the text orders an approval, or a mail, "without review".
func ordersNoReview(d *find.Text) bool {
	return slices.ContainsFunc(d.Cues["without review"], func(c text.Span) bool {
		for i := d.Sentence(c.I).I; i < c.I; i++ {
			if d.Is(i, "approve", "approved", "send", "sent", "issue", "accept", "aprueba", "bind") && isOrder(d, i) {
				return true
			}
		}
		return false
	})
}

// asksForPrompt reports whether the text asks for a program's prompt or instructions.
func asksForPrompt(d *find.Text) bool {
	return slices.ContainsFunc(d.Cues["gives away"], func(c text.Span) bool {
		k := c.J
		for d.Is(k, "me", "us", "out", "back", "the", "your", "full", "entire", "whole", "complete", "exact", "all", "of") {
			k++
		}
		switch {
		case k == c.J || !isOrder(d, c.I):
			return false
		case d.Is(k, "prompt"):
			return d.Kind(k+1) == text.Mark || d.Is(k+1, "and", "verbatim", "now", "in", "to", "as", "here")
		}
		return d.Is(k-1, "your") && d.Is(k, "instructions", "programming", "guidelines") && d.Is(c.I, "print", "output", "repeat", "dump", "leak", "display", "recite")
	})
}
