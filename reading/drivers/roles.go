package drivers

import (
	"slices"
	"time"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadDates finds the role of each date: a birth, the start of cover, the end of a policy, or none.
func ReadDates(r *who.Party) {
	for i := 0; i < len(r.Tokens); i++ {
		v, near, ok := dayAt(r.Sheet, i)
		if !ok || !r.Free(v.Span) {
			continue
		}
		if readDate(r, v, near) {
			r.Take(v.Span)
		}
		i = v.J - 1
	}
	readStartThatDay(r.Sheet)
}

// dayAt reads the date at token i. near reports a day that counts from today, such as "Friday".
func dayAt(r *claims.Sheet, i int) (v find.Date, near, ok bool) {
	if !find.MayBeDay(r.Text, i) {
		return v, false, false
	}
	v, ok = find.DateAt(r.Text, i)
	if !ok && r.Named("birth", i, 3) {
		v, ok = spacedDate(r, i)
	}
	month := r.Kind(i) == text.Word || find.Months.Get()[r.At(r.Skip(i+1, "of"))] > 0
	if ok && (v.Y != 0 || month || r.Named("effective", i, 4) || r.Named("expires", i, 5) ||
		r.Named("has ended", i, 5) || r.Named("birth", i, 4) || r.Among(i-1, "before a date")) { // "12/1"
		return v, false, true
	}
	v, near = find.RelativeDay(r.Text, i, r.Today)
	return v, near, near
}

// spacedDate reads "5 12 1988", which is a date only behind a word for a date.
func spacedDate(r *claims.Sheet, i int) (find.Date, bool) {
	m, ok1 := find.DigitsAt(r.Text, i, 2)
	day, ok2 := find.DigitsAt(r.Text, i+1, 2)
	y, ok3 := find.DigitsAt(r.Text, i+2, 4)
	v := find.Date{Span: text.Between(i, i+3), M: m, D: day, Y: y, Short: len(r.At(i+2)) == 2}
	return v, ok1 && ok2 && ok3 && len(r.At(i+2))%2 == 0 && v.Valid()
}

// readDate claims v in its role. It returns false if the date remains for another reader.
func readDate(r *who.Party, v find.Date, near bool) bool {
	switch role := roleOf(r, v); {
	case role == "birth" && !near:
		day, ok := v.Born(r.Today)
		if ok {
			sayBirth(r, day, v.Span)
		}
		return ok
	case role == "expires":
		if _, until := find.DateAt(r.Text, v.J+1); !until || !r.Is(v.J, "to", "-", "through", "thru") {
			sayExpiry(r.Sheet, v) // and no start of a "policy period"
		}
		return true
	case role == "effective" && (r.Is(v.I-1, "before") || isOtherDay(r.Text, v)):
		return true
	case role == "effective" && (near || v.D > 0):
		standing := quote.Stated
		if near {
			standing = quote.Inferred
		}
		far := quote.Date(r.Today.AddDate(0, 10, 0).Format(time.DateOnly))
		if day, ok := v.Coming(r.Today); ok && day >= r.DateOf() && (v.Y != 0 || day < far) {
			r.Claim(claims.Application, "effective_date", day, v.Span, standing)
		}
		return true
	}
	return !near && readBareBirth(r, v)
}

// The cues for the roles of dates.
var dateRoles = []struct{ cue, role string }{{"birth", "birth"}, {"expires", "expires"},
	{"effective", "effective"}, {"licensed", "licensed"}, {"event", "event"}, {"has ended", "expires"}}

// roleOf returns the role of day v by the nearest cue before v in the sentence.
func roleOf(r *who.Party, v find.Date) string {
	best, role := -1, ""
	for _, of := range dateRoles {
		if c, ok := r.Before(of.cue, max(r.Sentence(v.I).I, v.I-14), v.I); ok && c.J > best {
			best, role = c.J, of.role
		}
	}
	last := len(r.Claims) - 1
	if best < 0 && last >= 0 && r.Claims[last].Field == "effective_date" &&
		r.Has(text.Between(max(r.Sentence(v.I).I, v.I-claims.MostApart), v.I), "correction") {
		return "effective" // "Start May 1. Actually no: April 30."
	}
	if role == "" && r.Is(v.I-1, "from") && v.D > 0 && r.Has(r.Sentence(v.I), "quote request") {
		return "effective" // "a quote for my Civic from December 1"
	}
	if role == "licensed" && r.Kind(v.I-1) == text.Word && who.IsPersonEnd(r.Sheet, v.I-1) &&
		r.Lone[v.I-1] != r.Lone[best-1] {
		return "" // "licensed 26 years; Kate Burke 1/1/1985"
	}
	return role
}

// isOtherDay reports whether v is the day of an answer, "by Monday", or starts a job or a trip.
func isOtherDay(r *find.Text, v find.Date) bool {
	s := r.Sentence(v.I)
	covers := r.Has(text.Between(s.I, v.I), "insurance words", "coverage")
	until := r.Is(v.I-1, "by", "until", "on", "before", "for", "para")
	for i := v.I - 1; i >= max(s.I, v.I-7); i-- {
		if r.Among(i, "words for a policy") {
			return false
		}
		quoted := until && (r.Among(i, "quoted things") || r.Among(i, "answers by then"))
		if !covers && (quoted || r.Among(i, "other starts")) || quoted && r.Is(v.I-1, "by", "before") {
			return true
		}
	}
	return false
}

// sayBirth claims a birth date for the person in focus, who drives if old enough.
func sayBirth(r *who.Party, day quote.Date, s text.Span) {
	people := r.PeopleAt(s.I)
	if len(people) != 1 && !r.Has(r.Sentence(s.I), "twins") {
		return
	}
	for _, k := range people {
		if age, ok := quote.Age(day, r.DateOf()); ok && age >= 14 {
			r.People[k].Drives = true
		}
		r.Say(claims.Driver(k), "date_of_birth", day, s)
	}
}

// sayExpiry claims v as the end of the customer's policy.
func sayExpiry(r *claims.Sheet, v find.Date) {
	day, ok := v.Coming(r.Today)
	if !endsPolicy(r, v.I) {
		return
	}
	if r.Has(r.Sentence(v.I), "has ended") {
		day, ok = v.Gone(r.Today)
	}
	far := quote.Date(r.Today.AddDate(0, 10, 0).Format(time.DateOnly))
	if ok && (v.Y != 0 || day < far) { // "I let it run out on 11/10": last month, or next year?
		r.Say(claims.Application, "prior_insurance.expires", day, v.Span)
	}
}

// endsPolicy reports whether a policy, and no license, lease or card, ends on the day at token i.
func endsPolicy(r *claims.Sheet, i int) bool {
	s := r.Sentence(i)
	for k := i - 1; k >= max(s.I, i-claims.MostApart); k-- {
		if r.Among(k, "ends too") {
			return false
		}
		if _, _, carrier := find.CarrierAt(r.Text, k); carrier || r.Among(k, "words for a policy") {
			return true
		}
	}
	return true
}

// readStartThatDay reads cover that is to start on the day when the customer's policy ends.
func readStartThatDay(r *claims.Sheet) {
	k := slices.IndexFunc(r.Claims, func(c claims.Claim) bool {
		return c.Field == "prior_insurance.expires" && c.At >= 0
	})
	if k < 0 {
		return
	}
	expires := r.Claims[k]
	same := slices.DeleteFunc(slices.Clone(r.Cues["that day"]), func(c text.Span) bool {
		return c.I <= expires.At || c.I > r.Sentence(expires.At).J+14
	})
	for _, c := range append(whenItEnds(r), same...) {
		if !r.Quiet[c.I] && !r.Is(c.I-1, "since") && (r.Named("start", c.I, 6) || r.Is(c.J-1, "start")) {
			r.Infer(claims.Application, "effective_date", expires.Value, text.Between(expires.At, expires.At+1))
		}
	}
}

// whenItEnds finds words such as "the day the old policy runs out", "when my insurance is up".
func whenItEnds(r *claims.Sheet) []text.Span {
	var found []text.Span
	for _, c := range r.Cues["the day"] {
		j := c.J
		for j < c.J+6 && r.StartsAt("ends", j) == j && (r.Among(j, "of what ends") || find.LongestInsurer(r.Text, j) > 0) {
			j++
		}
		if end := r.StartsAt("ends", j); end > j && (j > c.J || r.Is(j, "it's", "that's", "vence", "se", "termina")) {
			found = append(found, text.Between(c.I, end))
		}
	}
	return found
}
