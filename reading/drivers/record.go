// Package drivers reads what a mail states of people who drive: birth dates and ages, licenses,
// accidents and violations.
package drivers

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// ReadRecord reads accidents and violations: none where the mail says so, else the number it gives.
func ReadRecord(r *who.Party) {
	for _, c := range r.Cues["clean record"] {
		if !r.Quiet[c.I] && !r.Has(c, "everyone else") && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.I), "negation") {
			sayClean(r, c)
		}
	}
	for i := range r.Tokens {
		if c := (text.Between(i, i+1)); r.Is(i, "clean") && !isOthersClean(r.Text, i) && (StandsAsItem(r.Text, c) || r.Has(text.Between(i+1, i+3), "exception")) && !r.Quiet[i] {
			sayClean(r, c) // an item of a list
		}
	}
	countIncidents(r, "accident", "accidents")
	countIncidents(r, "past claim", "accidents")
	countIncidents(r, "ticket", "violations")
	readOwnFault(r)
	readPairs(r)
	readNeither(r.Sheet)
	readNone(r)
	readRecordTopics(r)
	readOnly(r.Sheet)
	for _, c := range r.Cues["everyone else"] {
		for _, field := range []string{"accidents", "violations"} {
			r.SayOf(spotless(r.Sheet), field, 0, c, quote.Stated)
		}
	}
}

// readNeither reads "me neither" as none of what its sentence, or the one before, denies
// of somebody else.
func readNeither(r *claims.Sheet) {
	for _, c := range r.Cues["me neither"] {
		s := r.Sentence(c.I)
		from := r.Sentence(max(0, s.I-1)).I
		for _, field := range []string{"accidents", "violations"} {
			if !r.Quiet[c.I] && (Counted(r, field, text.Between(s.I, c.I)) || !r.Has(s, "accident", "ticket") && Counted(r, field, text.Between(from, s.I))) {
				r.Say(claims.Driver(0), field, 0, c)
			}
		}
	}
}

// readPairs reads "0/0" as an item of its own, and "accidents/tickets 0/1", as a number of each.
func readPairs(r *who.Party) {
	for i := range r.Tokens {
		first, ok1 := find.DigitsAt(r.Text, i, 1)
		second, ok2 := find.DigitsAt(r.Text, i+2, 1)
		s := text.Between(i, i+3)
		if !ok1 || !ok2 || !r.Is(i+1, "/") || !r.Glued(i+1) || !r.Glued(i+2) || r.Quiet[i] || !r.Free(s) {
			continue
		}
		j := find.SkipBack(r.Text, i)
		ticket := r.EndsAt("ticket", j)
		labelled := ticket < j && r.Is(ticket-1, "/") && r.EndsAt("accident", ticket-1) < ticket-1
		if labelled || first+second == 0 && StandsAsItem(r.Text, s) {
			sayRecord(r, "accidents", first, s, quote.Stated)
			sayRecord(r, "violations", second, s, quote.Stated)
			r.Take(s)
		}
	}
}

// isOthersClean reports whether "everyone else is clean" ends with token i.
func isOthersClean(r *find.Text, i int) bool {
	c, ok := r.Before("everyone else", max(0, i-6), i+1)
	return ok && c.J == i+1
}

// StandsAsItem reports whether c is all of its clause but for a full stop.
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

// sayClean claims a clean record; with exceptions, it holds only for what they leave open.
func sayClean(r *who.Party, c text.Span) {
	standing := quote.Stated
	if r.Has(r.Sentence(c.I), "exception") {
		standing = quote.Inferred
	}
	for _, field := range []string{"accidents", "violations"} {
		if several := r.Who[c.I] > claims.Everybody && len(r.Crews[r.Who[c.I]]) > 1; !several && r.Is(c.J-1, "records", "histories", "drivers", "licenses") {
			r.SayOf(r.EveryDriver(), field, 0, c, standing)
		} else {
			sayRecord(r, field, 0, c, standing)
		}
	}
}

func spotless(r *claims.Sheet) []int {
	return slices.DeleteFunc(r.EveryDriver(), func(k int) bool {
		return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool {
			return c.Of == claims.Driver(k) && (c.Field == "accidents" || c.Field == "violations") && c.Value != 0
		})
	})
}

// sayRecord claims a number of incidents of whom the sentence is about. Without a subject, "no
// accidents or tickets" is said of every driver, one ticket of the writer.
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
	people := r.PeopleAt(at.I)
	if n > 0 {
		if each := everyoneIn(r, at.I) && r.Has(text.Between(r.Clause(at.I).I, at.I), "everyone"); each && !sharesOne(r.Text, at) {
			return r.EveryDriver()
		}
		if len(people) > 1 && sharesOne(r.Text, at) {
			return nil
		}
		return people
	}
	every := !turnsTo(r, at.I) && (everyoneIn(r, at.I) || namesNobody(r, at.I) && r.Has(r.Sentence(at.I), "everyone")) // "No accidents, no tickets, either of us."
	if every || r.Who[at.I] == claims.Nobody || followsSeveral(r, at.I) || r.Is(at.I-2, "household", "family", "house") {
		return r.EveryDriver()
	}
	return people
}

// turnsTo reports whether the sentence around token i has turned from everybody to
// somebody: "no accidents for either of us, and I have no tickets".
func turnsTo(r *who.Party, i int) bool {
	c, ok := r.Before("everyone", r.Sentence(i).I, i)
	for k := c.J; ok && k < i; k++ {
		if r.Who[k] > claims.Everybody && r.Who[k] != r.Who[k-1] && r.Is(k, "i", "he", "she", "i've", "he's", "she's") {
			return true
		}
	}
	return false
}

// sharesOne reports whether an incident is one for all: "one ticket between us".
func sharesOne(r *find.Text, at text.Span) bool {
	return r.Has(text.Between(at.J, min(r.Sentence(at.I).J, at.J+2)), "between all") || r.Has(text.Between(max(0, at.I-3), at.I), "between all")
}

// namesNobody reports whether the sentence around token i begins with a denial and
// is of nobody by name.
func namesNobody(r *who.Party, i int) bool {
	s := r.Sentence(i)
	if s.J-s.I > 40 {
		return false
	}
	for k := s.I; k < s.J; k++ {
		if r.Who[k] > claims.Everybody && r.Who[k] != r.Who[max(s.I-1, 0)] {
			return false
		}
	}
	return r.StartsAt("negation", s.I) > s.I
}

// followsSeveral reports whether the sentence around token i names nobody, and
// the one before it more than one person: "… (mine), … (Jorge's). No accidents."
func followsSeveral(r *who.Party, i int) bool {
	s := r.Sentence(i)
	if s.I == 0 || r.Lone[s.I] != r.Lone[s.I-1] || r.Lone[r.Clause(i).J-1] != r.Lone[s.I] {
		return false
	}
	before := r.Sentence(s.I - 1)
	for k := s.I; k < min(i, s.I+30); k++ {
		if r.Among(k, "personal") || r.Lone[k] != r.Lone[s.I] || r.IsGiven(k) >= 0 {
			return false
		}
	}
	for k := before.I + 1; k < before.J; k++ {
		if r.Lone[k] != r.Lone[k-1] && r.Lone[before.I] > claims.Everybody {
			return k > before.I+1 && before.J-before.I > 12
		}
	}
	return false
}

// readNone reads "I have none" as none of the incidents that the sentence, or the sentence before,
// counted of others: "He has a ticket. She has none."
func readNone(r *who.Party) {
	for i := range r.Tokens {
		if !r.Is(i, "none", "nothing", "0", "zero", "nada", "ninguno", "ninguna") || r.Quiet[i] || !r.Is(i-1, "have", "has", "had", "got", "tengo", "tiene", "tuve") && !namesOne(r.Sheet, i-1) || !r.Is(i, "none") && !endsThere(r.Text, i+1) {
			continue
		}
		s := r.Sentence(i)
		from := r.Sentence(max(0, s.I-1)).I
		for _, field := range []string{"accidents", "violations"} {
			if Counted(r.Sheet, field, text.Between(s.I, i)) || !r.Has(s, "accident", "ticket") && Counted(r.Sheet, field, text.Between(from, s.I)) {
				sayRecord(r, field, 0, text.Between(i-1, i+1), quote.Stated)
			}
		}
	}
}

// namesOne reports whether token i stands for one person, by name or as "I" and "she".
func namesOne(r *claims.Sheet, i int) bool {
	return r.IsGiven(i) >= 0 || r.Among(i, "personal") || r.Is(i, "me", "her", "him", "yo", "el", "ella", "mine", "hers")
}

// endsThere reports whether nothing follows at token i that goes on with a denial: "nada",
// "nada de nada", "none of those".
func endsThere(r *find.Text, i int) bool {
	if r.Is(i, "de") && r.Is(i+1, "nada") {
		i += 2
	}
	return r.Breaks(i) || r.Is(i, ".", "!", "y", "and") || i >= r.Sentence(i-1).J
}

// Counted reports whether s says how many accidents or tickets somebody has.
func Counted(r *claims.Sheet, field string, s text.Span) bool {
	return slices.ContainsFunc(r.Claims, func(c claims.Claim) bool { return c.Field == field && s.I <= c.At && c.At < s.J })
}

// readOwnFault reads "I rear-ended a truck in 2024, my fault" as an accident.
func readOwnFault(r *who.Party) {
	for _, c := range r.Cues["own fault"] {
		s := r.Sentence(c.I)
		hit, ok := r.Before("struck", s.I, c.I)
		if ok && !r.Quiet[c.I] && !r.Has(s, "accident", "not my fault") && r.EndsAt("negation", c.I) == c.I && !isOld(r.Sheet, hit) {
			sayRecord(r, "accidents", 1, text.Between(hit.I, c.J), quote.Stated)
		}
	}
}

// Grave returns the sentences that tell of driving drunk or recklessly, or of a hit and run: such
// a thing is more than one ticket, and a carrier asks of it further back than of tickets.
func Grave(r *find.Text) (found []string) {
	for _, c := range r.Cues["grave offence"] {
		s := r.Sentence(c.I)
		if r.Quoted[c.I] || denied(r, c.I, s) || r.Is(r.Skip(c.J, "-"), "free") || r.Quiet[c.I] && !r.Is(s.J-1, "?") {
			continue
		}
		if said := r.Words(s); !slices.Contains(found, said) {
			found = append(found, said)
		}
	}
	return found
}

// TopicAbove returns the heading that token i stands under: a sentence of few words that begins
// its line, "Tickets. None for her.", or such a line above the items of a list; else none.
func TopicAbove(d *find.Text, i int) text.Span {
	k := d.LineOf(i)
	if s := d.Sentence(d.Body(d.Lines[k]).I); s.J <= i && isTopic(d, s) {
		return s
	}
	for n := 0; k > 0 && n < claims.MostEntries && d.Is(d.Lines[k].I, "-", "*", "•", "·"); n++ {
		k--
	}
	if l := d.Lines[k]; l.J <= i && !d.Is(l.I, "-", "*", "•", "·", ">") && isTopic(d, l.Span) {
		return l.Span
	}
	return text.Span{}
}

func isTopic(d *find.Text, s text.Span) bool {
	if s.J-s.I > 1 && d.Is(s.J-1, ".", ":", "?", "-") {
		s.J--
	}
	for i := s.I; i < s.J; i++ {
		if d.Kind(i) != text.Word {
			return false
		}
	}
	return !s.Empty() && s.J-s.I <= 3
}

// readRecordTopics reads what stands behind "Tickets." or "Accidents?" on its line: "None
// for her. I got one in May."
func readRecordTopics(r *who.Party) {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.cue] {
			head, l := r.Sentence(c.I), r.Lines[r.LineOf(c.I)]
			if r.Quiet[c.I] || r.Body(l).I != head.I || head.J >= l.J || !isTopic(r.Text, head) {
				continue
			}
			for s := r.Sentence(head.J); s.I < l.J; s = r.Sentence(s.J) {
				if !r.Has(s, "accident", "ticket") || of.cue == "ticket" && !r.Has(s, "accident") {
					sayUnderTopic(r, of.field, s)
				}
				if s.J >= len(r.Tokens) {
					break
				}
			}
		}
	}
}

// sayUnderTopic claims the number that s gives, of whom it names, else of everybody.
func sayUnderTopic(r *who.Party, field string, s text.Span) {
	for i := s.I; i < s.J; i++ {
		n, ok := find.NumberAt(r.Text, i)
		if r.Is(i, "none", "nothing", "zero", "no", "ninguno", "ninguna", "nunca", "never") {
			n, ok = find.Number{Span: text.Between(i, i+1)}, true
		}
		if !ok || n.Dollar || n.N > 9 || find.IsYears(r.At(n.J)) || !countsOwn(r.Sheet, i, s) || Counted(r.Sheet, field, s) {
			continue
		}
		people := namedIn(r, s)
		if people == nil && n.N > 0 {
			people = r.PeopleAt(i)
		} else if people == nil {
			people = r.EveryDriver()
		}
		r.SayOf(people, field, n.N, n.Span, quote.Stated)
		return
	}
}

// countsOwn reports whether a number at token i says how many somebody has.
func countsOwn(r *claims.Sheet, i int, s text.Span) bool {
	return i == s.I || r.Breaks(i-1) || who.IsPersonEnd(r, i-1) || r.Among(i-1, "personal") ||
		r.Is(i-1, "have", "has", "had", "got", "just", "only", "and", "tengo", "tiene", "tuvo", "hay", "y")
}

// namedIn returns the people whom the first words for somebody in s stand for, or nil.
func namedIn(r *who.Party, s text.Span) []int {
	for i := s.I; i < s.J; i++ {
		if r.Who[i] > claims.Everybody && (r.Among(i, "personal") || r.Is(i, "me", "mine", "her", "him", "hers") || find.IsKin(r.Text, i) || r.IsGiven(i) >= 0) {
			return r.PeopleAt(i)
		}
	}
	return nil
}

// readOnly reads "that is the only ticket" as none of those who have not got it.
func readOnly(r *claims.Sheet) {
	for _, of := range []struct{ cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.cue] {
			if r.Quiet[c.I] || !r.Is(c.I-1, "only") || !r.Is(c.I-2, "the") || !hasIncident(r, of.field) {
				continue
			}
			for _, k := range r.EveryDriver() {
				if !r.HasClaim(claims.Driver(k), of.field) {
					r.Infer(claims.Driver(k), of.field, 0, text.Between(c.I-1, c.J))
				}
			}
		}
	}
}

// hasIncident reports whether the mail says that somebody has an accident, or a ticket.
func hasIncident(r *claims.Sheet, field string) bool {
	for _, c := range r.Claims {
		if n, ok := c.Value.(int); ok && c.Field == field && n > 0 {
			return true
		}
	}
	return false
}
