// Package drivers reads facts about the people who drive: birth dates and ages, licenses,
// accidents and violations.
package drivers

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadRecord reads accidents and violations: none if the mail denies them, else their number.
func ReadRecord(r *who.Party) {
	for _, c := range r.Cues["clean record"] {
		if !r.Quiet[c.I] && !r.Has(c, "everyone else") && !r.Named("negation", c.I, 4) {
			sayClean(r, c)
		}
	}
	for i := range r.Tokens {
		c := text.Between(i, i+1)
		if r.Is(i, "clean") && !r.Quiet[i] && !r.Named("everyone else", i+1, 4) &&
			(StandsAsItem(r.Text, c) || r.Has(text.Between(i+1, i+3), "exception")) {
			sayClean(r, c)
		}
	}
	countIncidents(r, "accident", "accidents")
	countIncidents(r, "past claim", "accidents")
	countIncidents(r, "ticket", "violations")
	readNone(r)
}

// StandsAsItem reports whether c is a whole clause, except for a full stop.
func StandsAsItem(d *find.Text, c text.Span) bool {
	all := d.Clause(c.I)
	if d.Is(all.J-1, ".", "!") {
		all.J--
	}
	if find.IsYears(d.At(c.I-1)) || d.Among(c.I-1, "before clean") {
		all.I = max(all.I, c.I) // "licensed 30 years clean", "both clean"
	}
	return all == c
}

// sayClean claims a clean record. With exceptions in the sentence, the record is only inferred.
func sayClean(r *who.Party, c text.Span) {
	standing := quote.Stated
	if r.Has(r.Sentence(c.I), "exception") {
		standing = quote.Inferred
	}
	for _, field := range []string{"accidents", "violations"} {
		joint := namesSeveral(r, c.I) || r.Is(c.I-2, "i") && r.Is(c.I-3, "and", "&") // "Rob and I have"
		if !joint && r.Is(c.J-1, "records", "histories", "drivers", "licenses") {
			r.SayOf(r.EveryDriver(), field, 0, c, standing)
		} else {
			sayRecord(r, field, 0, c, standing)
		}
	}
}

// sayRecord claims a number of incidents. Without a subject, zero is the number of every driver.
func sayRecord(r *who.Party, field string, n int, at text.Span, standing quote.Standing) {
	r.SayOf(recordOf(r, n, at), field, n, at, standing)
}

func recordOf(r *who.Party, n int, at text.Span) []int {
	j := at.J
	for r.Is(j, "or", "and", ",", "/") && r.Has(text.Between(j+1, j+2), "accident", "ticket") {
		j = max(r.StartsAt("accident", j+1), r.StartsAt("ticket", j+1))
	}
	if r.Is(j, "for", "on") && r.Who[min(j+1, len(r.Tokens)-1)] > claims.Everybody {
		return r.PeopleAt(j + 1) // "no tickets or accidents for me"
	}
	people, shared := r.PeopleAt(at.I), sharesOne(r.Text, at)
	switch {
	case n > 0 && len(people) > 1 && shared:
		return nil
	case n == 0 && r.Is(at.I-2, "i", "he", "she"):
		return people // "no accidents for either of us, and I have no tickets"
	case n == 0 && (r.Who[at.I] == claims.NoPerson || r.Who[at.I] != claims.Everybody &&
		!namesSeveral(r, at.I) && r.Has(garage.ClauseOrSentence(r.Text, at.I), "everyone") ||
		r.Is(at.I-2, "household", "family", "house")):
		return r.EveryDriver()
	}
	return people
}

// namesSeveral reports whether several people are in focus at token i: "Ann and I both".
func namesSeveral(r *who.Party, i int) bool {
	return r.Who[i] > claims.Everybody && len(r.Crews[r.Who[i]]) > 1
}

// sharesOne reports whether several people share a single incident: "one ticket between us".
func sharesOne(r *find.Text, at text.Span) bool {
	return r.Has(text.Between(at.J, min(r.Sentence(at.I).J, at.J+2)), "between all") ||
		r.Has(text.Between(max(0, at.I-3), at.I), "between all")
}

// readNone reads "I have none" and "me neither" behind the incidents of another person.
func readNone(r *who.Party) {
	none := slices.Clone(r.Cues["me neither"])
	for i := range r.Tokens {
		if saysNone(r.Sheet, i) {
			none = append(none, text.Between(i-1, i+1))
		}
	}
	for _, c := range none {
		s := r.Sentence(c.I)
		before := text.Between(r.Sentence(max(0, s.I-1)).I, s.I)
		for _, field := range []string{"accidents", "violations"} {
			if !r.Quiet[c.I] && (Counted(r.Sheet, field, text.Between(s.I, c.I)) ||
				!r.Has(s, "accident", "ticket") && Counted(r.Sheet, field, before)) {
				sayRecord(r, field, 0, c, quote.Stated)
			}
		}
	}
}

// saysNone reports whether "none" at token i ends the denial of one person: "I have none".
func saysNone(r *claims.Sheet, i int) bool {
	if !r.Is(i, "none") && (!r.Is(i, "nothing", "0", "zero", "nada", "ninguno", "ninguna") || !r.EndsClause(i+1)) {
		return false
	}
	return r.Is(i-1, "have", "has", "had", "got", "tengo", "tiene", "tuve") || r.IsGiven(i-1) >= 0 ||
		r.Among(i-1, "personal") || r.Is(i-1, "me", "her", "him", "yo", "el", "ella", "mine", "hers")
}

// Counted reports whether s has a number of accidents or tickets.
func Counted(r *claims.Sheet, field string, s text.Span) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Field == field && s.I <= c.At && c.At < s.J })
}

// Grave returns the sentences about driving drunk or recklessly, or about a hit and run. Such an
// offense is more than one ticket, and a carrier asks about more years than for tickets.
func Grave(r *find.Text) (found []string) {
	for _, c := range r.Cues["grave offence"] {
		s := r.Sentence(c.I)
		if r.Quoted[c.I] || denial(r, c.I) >= 0 || r.Is(r.Skip(c.J, "-"), "free") || r.Quiet[c.I] && !r.Is(s.J-1, "?") {
			continue
		}
		if said := r.Words(s); !slices.Contains(found, said) {
			found = append(found, said)
		}
	}
	return found
}
