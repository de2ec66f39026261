package drivers

import (
	"cmp"
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/garage"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadDates finds out what each date is of: a birth, the start of cover, the
// end of the policy before, or none of these.
func ReadDates(r *who.Party) {
	for i := 0; i < len(r.Tokens); i++ {
		if r.Taken[i] || !find.MayBeDay(r.Text, i) {
			continue
		}
		v, ok := find.DateAt(r.Text, i)
		if !ok && r.Named("birth", i, 3) {
			v, ok = spacedDate(r.Sheet, i)
		}
		near := false
		if !ok || v.Y == 0 && r.Kind(i) != text.Word && find.Months.Get()[r.At(r.Skip(i+1, "of"))] == 0 && !isDated(r.Text, i) {
			if v, near = find.RelativeDay(r.Text, i, r.Today); !near {
				continue
			}
		}
		if !r.Free(v.Span) {
			continue
		}
		if end := readBirthList(r, v); end > v.I {
			i = end - 1
			continue
		}
		if readDate(r, v, near) {
			r.Take(v.Span)
		}
		i = v.J - 1
	}
	readStartThatDay(r.Sheet)
}

// isDated reports whether a word for a date stands before "12/1", which could
// be a fraction otherwise.
func isDated(r *find.Text, i int) bool {
	return r.Named("effective", i, 4) || r.Named("expires", i, 5) || r.Named("has ended", i, 5) || r.Named("birth", i, 4) || r.Among(i-1, "before a date")
}

// The roles of dates, each with the cue for it.
var dateRoles = []string{"birth", "expires", "effective", "licensed", "event"}

// readDate claims v in its role. It is false where the date says nothing to us
// and another reader may want it.
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
	case role == "effective" && (r.Is(v.I-1, "before") || isDeadline(r.Text, v) || startsElse(r.Text, v)):
		return true
	case role == "" && readRestatedStart(r.Sheet, v):
		return true
	case role == "effective" && (near || v.D > 0):
		if day, ok := v.Coming(r.Today); ok && day >= r.DateOf() {
			ofApplication(r.Sheet, "effective_date", day, v.Span, near)
			if endsThen(r.Text, v.J) {
				sayExpiry(r.Sheet, v)
			}
		}
		return true
	case role == "licensed":
		return false
	}
	return !near && readBareBirth(r, v)
}

// endsThen reports whether ", when my old policy runs out" stands behind a day that ends
// before token i.
func endsThen(r *find.Text, i int) bool {
	s := r.Sentence(i - 1)
	for k := i; k < min(s.J, i+5); k++ {
		if r.Is(k, "because", "porque", "since") && r.Has(text.Between(k, min(s.J, k+6)), "that day") || r.Is(k, "when", "cuando") {
			c, ok := r.Cue("expires", text.Between(k, min(s.J, k+10)))
			return ok && !slices.Contains(r.Dated[k:c.J], true)
		}
		if !r.Is(k, ",", "as", "that's", "thats", "that", "which", "is", "next", "es", "-", "(") {
			return false
		}
	}
	return false
}

// sayBirth claims a birth date of whom the sentence is about; the person does
// drive, unless the mail says no.
func sayBirth(r *who.Party, day quote.Date, s text.Span) {
	people := r.PeopleAt(s.I)
	if g := r.Lone[s.I]; len(people) > 1 && g > claims.Everybody {
		people = r.Crews[g]
	}
	if len(people) > 1 && r.Has(r.Sentence(s.I), "twins") {
		for _, k := range people {
			r.Say(claims.Driver(k), "date_of_birth", day, s)
		}
	}
	if len(people) != 1 {
		return
	}
	if k, ok := garage.AskedOf(r.Sheet, "drivers", "date_of_birth"); ok && r.Who[s.I] == claims.Nobody && k < len(r.People) {
		people = []int{k}
	}
	k := people[0]
	if age, ok := quote.Age(day, r.DateOf()); ok && age >= 14 {
		r.People[k].Drives = true
	} else if r.People[k].Relation == quote.Child {
		r.People[k].Idle = true
	}
	r.Say(claims.Driver(k), "date_of_birth", day, s)
}

func sayExpiry(r *claims.Sheet, v find.Date) {
	day, ok := v.Coming(r.Today)
	if r.Has(r.Sentence(v.I), "has ended") {
		day, ok = v.Gone(r.Today)
	}
	if !ok {
		return
	}
	r.Say(claims.Application, "prior_insurance.expires", day, v.Span)
}

// readStartThatDay reads cover that is to start on a day named before: "the day the old
// one ends", "I report on July 6, and would like to start that day".
func readStartThatDay(r *claims.Sheet) {
	for _, of := range []struct {
		days []text.Span
		ends bool
	}{{whenItEnds(r), true}, {r.Cues["that day"], false}} {
		for _, c := range of.days {
			if r.Quiet[c.I] || r.Is(c.I-1, "since") || !r.Named("start", c.I, 6) && !r.Is(c.J-1, "start") {
				continue
			}
			if day, at, ok := dayMeant(r, c, of.ends); ok {
				r.Infer(claims.Application, "effective_date", day, at)
			}
		}
	}
}

// dayMeant returns the day for "that day" at c: the end of the customer's policy, or a day in the
// same sentence.
func dayMeant(r *claims.Sheet, c text.Span, ends bool) (quote.Date, text.Span, bool) {
	for _, k := range slices.Backward(r.Claims) {
		if day, ok := k.Value.(quote.Date); ok && k.Field == "prior_insurance.expires" && (ends || k.At < c.I && c.I <= r.Sentence(k.At).J+14) {
			return day, text.Between(k.At, k.At+1), true
		}
	}
	for i := c.I - 1; i >= max(r.Sentence(c.I).I, c.I-40) && !ends; i-- {
		if !find.MayBeDay(r.Text, i) || r.Is(i-1, "before") {
			continue
		}
		v, ok := find.DateAt(r.Text, i)
		if !ok || v.D == 0 {
			v, ok = find.RelativeDay(r.Text, i, r.Today)
		}
		day, coming := v.Coming(r.Today)
		if ok && coming && v.J <= c.I && day >= r.DateOf() {
			return day, v.Span, true
		}
	}
	return "", text.Span{}, false
}

func ofApplication(r *claims.Sheet, field string, value any, s text.Span, inferred bool) {
	if inferred {
		r.Infer(claims.Application, field, value, s)
		return
	}
	r.Say(claims.Application, field, value, s)
}

// roleOf returns the cue for day v: a cue right behind v, as in "3/4/85 is my birthday", else the
// nearest cue before v in the sentence.
func roleOf(r *who.Party, v find.Date) string {
	s := r.Sentence(v.I)
	if r.Has(text.Between(v.J, min(s.J, v.J+4)), "birth behind") {
		return "birth"
	}
	if v.Y != 0 && v.D != 0 && isEquated(r.Sheet, v.I) {
		return "birth"
	}
	c, asks := r.Cue("quote request", text.Between(max(s.I, v.I-14), v.I))
	yours := r.Is(c.I, "your") || r.Is(c.I-1, "your", "have")
	if asks && !yours && r.Is(v.I-1, "from", "desde") && v.Y == 0 && v.D != 0 {
		return "effective" // "a quote from December 1"
	}
	best, role, from := -1, "", max(s.I, v.I-14)
	if r.Is(v.I-1, "(") {
		from = v.I
		for _, name := range dateRoles {
			if r.EndsAt(name, v.I-1) < v.I-1 {
				return name // "renewal (January 14)"
			}
		}
	}
	for _, name := range dateRoles {
		if c, ok := r.Before(name, from, v.I); ok && c.J > best {
			best, role = c.J, name
		}
	}
	if c, ok := r.Before("has ended", from, v.I); ok && c.J > best {
		best, role = c.J, "expires" // "expired on 9/8"
	}
	if best < 0 {
		return cmp.Or(roleBehind(r.Sheet, v, s), roleUnder(r.Sheet, v))
	}
	if role == "licensed" && who.IsPersonEnd(r.Sheet, v.I-1) && r.Kind(v.I-1) == text.Word && r.Lone[v.I-1] != r.Lone[best-1] {
		return "" // "licensed 26 years; Kate Burke 1/1/1985"
	}
	// Another date between the cue and this one has used it up, unless the cue
	// is of many: "born 3/4/85 and 5/6/87".
	for k := best; k < v.I; k++ {
		if r.Taken[k] && role != "birth" && role != "effective" && !r.Is(k-1, "until") && !r.Is(v.I-1, "to", "-", "through", "thru") {
			if _, ok := find.DateAt(r.Text, k); ok {
				return ""
			}
		}
	}
	if role == "birth" && v.I-best > 8 && !slices.Contains(dotted(r.Text, best, v.I), true) {
		return ""
	}
	return role
}

// roleUnder reads a date below a heading: "Start" above "- Dec 1".
func roleUnder(r *claims.Sheet, v find.Date) string {
	head := TopicAbove(r.Text, v.I)
	for _, name := range dateRoles {
		if r.Has(head, name) {
			return name
		}
	}
	return ""
}

// dotted reports for each token between i and j whether it is "is" or a colon.
func dotted(r *find.Text, i, j int) []bool {
	out := make([]bool, 0, j-i)
	for k := i; k < j; k++ {
		out = append(out, r.Is(k, "is", ":", "was", "es"))
	}
	return out
}

// roleBehind reads "12/1 is when my policy ends", "Friday would be the start".
func roleBehind(r *claims.Sheet, v find.Date, s text.Span) string {
	switch {
	case r.Is(v.I-1, "up") && find.NamesInsurer(r.Text, text.Between(s.I, v.I)):
		return "expires" // "with Safeco, up 1/3"
	case r.Is(v.J, "start", "effective"):
		return "effective" // "a December 1 start"
	case r.Is(v.I-1, "from") && r.Has(s, "changes a policy", "change of policy"):
		return "effective"
	}
	if !r.Is(v.J, "is", "would", "as", "will", "for", "being", "works") {
		return ""
	}
	behind := text.Between(v.J, min(s.J, v.J+6))
	for _, name := range []string{"expires", "effective"} {
		if r.Has(behind, name) {
			return name
		}
	}
	return ""
}

// spacedDate reads "5 12 1988", which is a date only behind a word for one.
func spacedDate(r *claims.Sheet, i int) (find.Date, bool) {
	m, ok1 := find.DigitsAt(r.Text, i, 2)
	day, ok2 := find.DigitsAt(r.Text, i+1, 2)
	y, ok3 := find.DigitsAt(r.Text, i+2, 4)
	v := find.Date{Span: text.Between(i, i+3), M: m, D: day, Y: y, Short: len(r.At(i+2)) == 2}
	return v, ok1 && ok2 && ok3 && len(r.At(i+2))%2 == 0 && v.Valid()
}

// isDeadline reports whether v is the day by which an answer is wanted, and no cover: "I need
// a price by Monday", "numbers by tomorrow EOD".
func isDeadline(r *find.Text, v find.Date) bool {
	if r.Is(v.J, "eod", "cob") || r.Is(v.I-1, "eod", "cob") {
		return true
	}
	s := r.Sentence(v.I)
	if !r.Is(v.I-1, "by", "until", "on", "before", "for", "para") || r.Has(text.Between(s.I, v.I), "insurance words", "coverage") {
		return false
	}
	for i := v.I - 1; i >= max(s.I, v.I-7); i-- {
		if r.Among(i, "quoted things") || r.Among(i, "answers by then") {
			return true
		}
	}
	return false
}

// startsElse reports whether it is something else that starts on the day v: "I start a new
// job on Monday", "my loan starts December 5".
func startsElse(r *find.Text, v find.Date) bool {
	s := r.Clause(v.I)
	c, ok := r.Before("effective", max(s.I, v.I-9), v.I)
	if !ok || !r.Is(c.I, "start", "starts", "starting", "begin", "begins", "beginning") || r.Has(text.Between(s.I, v.I), "insurance words", "coverage") {
		return false
	}
	for i := max(s.I, c.I-2); i < v.I; i++ {
		if r.Among(i, "starts besides cover") {
			return true
		}
	}
	return false
}

// readRestatedStart reads a day that corrects the one for the start of cover, where that was
// the last day spoken of: "Start May 1. Actually no: April 30th."
func readRestatedStart(r *claims.Sheet, v find.Date) bool {
	if v.D == 0 || !r.Has(text.Between(r.Sentence(v.I).I, v.I), "correction") {
		return false
	}
	last := -1
	for k, c := range r.Claims {
		if _, isDay := c.Value.(quote.Date); isDay && c.At < v.I && c.At >= v.I-claims.MostApart && (last < 0 || c.At >= r.Claims[last].At) {
			last = k
		}
	}
	day, ok := v.Coming(r.Today)
	if last < 0 || r.Claims[last].Field != "effective_date" || !ok || day < r.DateOf() {
		return false
	}
	r.Say(claims.Application, "effective_date", day, v.Span)
	return true
}

// whenItEnds finds the words for the day on which the customer's policy ends: "the day the
// old one runs out", "when my current insurance is up".
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
