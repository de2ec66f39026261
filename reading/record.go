package reading

import (
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
)

// readRecord reads accidents and violations: none where the mail says so, else the number it gives.
func readRecord(r *party) {
	for _, c := range r.Cues["clean record"] {
		if !r.Quiet[c.I] && !r.Has(c, "everyone else") && !r.Has(text.Between(max(r.Sentence(c.I).I, c.I-4), c.I), "negation") {
			sayClean(r, c)
		}
	}
	for i := range r.Tokens {
		if c := (text.Between(i, i+1)); r.Is(i, "clean") && !isOthersClean(r.Text, i) && (standsAsItem(r.Text, c) || r.Has(text.Between(i+1, i+3), "exception")) && !r.Quiet[i] {
			sayClean(r, c) // an item of a list
		}
	}
	countIncidents(r, "accident", "accidents")
	countIncidents(r, "past claim", "accidents")
	countIncidents(r, "ticket", "violations")
	readOwnFault(r)
	readPairs(r)
	readNeither(r.sheet)
	readNone(r)
	readRecordTopics(r)
	readOnly(r.sheet)
	for _, c := range r.Cues["everyone else"] {
		for _, field := range []string{"accidents", "violations"} {
			r.sayOf(spotless(r.sheet), field, 0, c, quote.Stated)
		}
	}
}

// readNeither reads "me neither" as none of what its sentence, or the one before, denies
// of somebody else.
func readNeither(r *sheet) {
	for _, c := range r.Cues["me neither"] {
		s := r.Sentence(c.I)
		from := r.Sentence(max(0, s.I-1)).I
		for _, field := range []string{"accidents", "violations"} {
			if !r.Quiet[c.I] && (counted(r, field, text.Between(s.I, c.I)) || !r.Has(s, "accident", "ticket") && counted(r, field, text.Between(from, s.I))) {
				r.say(entity{'d', 0}, field, 0, c)
			}
		}
	}
}

// readPairs reads "0/0" as an item of its own, and "accidents/tickets 0/1", as a number of each.
func readPairs(r *party) {
	for i := range r.Tokens {
		first, ok1 := find.DigitsAt(r.Text, i, 1)
		second, ok2 := find.DigitsAt(r.Text, i+2, 1)
		s := text.Between(i, i+3)
		if !ok1 || !ok2 || !r.Is(i+1, "/") || !r.Glued(i+1) || !r.Glued(i+2) || r.Quiet[i] || !r.Free(s) {
			continue
		}
		j := skipBack(r.Text, i)
		ticket := r.EndsAt("ticket", j)
		labelled := ticket < j && r.Is(ticket-1, "/") && r.EndsAt("accident", ticket-1) < ticket-1
		if labelled || first+second == 0 && standsAsItem(r.Text, s) {
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

// standsAsItem reports whether c is all of its clause but for a full stop.
func standsAsItem(d *find.Text, c text.Span) bool {
	all := d.Clause(c.I)
	if d.Is(all.J-1, ".", "!") {
		all.J--
	}
	if isYears(d.At(c.I-1)) || d.Among(c.I-1, "before clean") {
		all.I = max(all.I, c.I) // "licensed 30 years clean", "both clean"
	}
	return all == c
}

// sayClean claims a clean record; with exceptions, it holds only for what they leave open.
func sayClean(r *party, c text.Span) {
	standing := quote.Stated
	if r.Has(r.Sentence(c.I), "exception") {
		standing = quote.Inferred
	}
	for _, field := range []string{"accidents", "violations"} {
		if several := r.who[c.I] > everybody && len(r.crews[r.who[c.I]]) > 1; !several && r.Is(c.J-1, "records", "histories", "drivers", "licenses") {
			r.sayOf(r.everyDriver(), field, 0, c, standing)
		} else {
			sayRecord(r, field, 0, c, standing)
		}
	}
}

func spotless(r *sheet) []int {
	return slices.DeleteFunc(r.everyDriver(), func(k int) bool {
		return slices.ContainsFunc(r.claims, func(c claim) bool {
			return c.of == (entity{'d', k}) && (c.field == "accidents" || c.field == "violations") && c.value != 0
		})
	})
}

// sayRecord claims a number of incidents of whom the sentence is about. Without a subject, "no
// accidents or tickets" is said of every driver, one ticket of the writer.
func sayRecord(r *party, field string, n int, at text.Span, standing quote.Standing) {
	r.sayOf(recordOf(r, n, at), field, n, at, standing)
}

func recordOf(r *party, n int, at text.Span) []int {
	j := at.J
	for r.Is(j, "or", "and", ",", "/") && r.Has(text.Between(j+1, j+2), "accident", "ticket") {
		j = max(r.StartsAt("accident", j+1), r.StartsAt("ticket", j+1))
	}
	if r.Is(j, "for", "on") && r.who[min(j+1, len(r.Tokens)-1)] > everybody {
		return r.peopleAt(j + 1) // "no tickets or accidents for me"
	}
	people := r.peopleAt(at.I)
	if n > 0 {
		if each := everyoneIn(r, at.I) && r.Has(text.Between(r.Clause(at.I).I, at.I), "everyone"); each && !sharesOne(r.Text, at) {
			return r.everyDriver()
		}
		if len(people) > 1 && sharesOne(r.Text, at) {
			return whoseOfAll(r.sheet, at, people)
		}
		return people
	}
	every := !turnsTo(r, at.I) && (everyoneIn(r, at.I) || namesNobody(r, at.I) && r.Has(r.Sentence(at.I), "everyone")) // "No accidents, no tickets, either of us."
	if every || r.who[at.I] == nobody || followsSeveral(r, at.I) || r.Is(at.I-2, "household", "family", "house") {
		return r.everyDriver()
	}
	return people
}

// turnsTo reports whether the sentence around token i has turned from everybody to
// somebody: "no accidents for either of us, and I have no tickets".
func turnsTo(r *party, i int) bool {
	c, ok := r.Before("everyone", r.Sentence(i).I, i)
	for k := c.J; ok && k < i; k++ {
		if r.who[k] > everybody && r.who[k] != r.who[k-1] && r.Is(k, "i", "he", "she", "i've", "he's", "she's") {
			return true
		}
	}
	return false
}

// sharesOne reports whether an incident is one for all: "one ticket between us".
func sharesOne(r *find.Text, at text.Span) bool {
	return r.Has(text.Between(at.J, min(r.Sentence(at.I).J, at.J+2)), "between all") || r.Has(text.Between(max(0, at.I-3), at.I), "between all")
}

// whoseOfAll returns the one of several people of whom the words behind an incident say
// that it is theirs: "(mine, for speeding)"; nobody where they don't.
func whoseOfAll(r *sheet, at text.Span, people []int) []int {
	for i := at.J; i < min(r.Sentence(at.I).J, at.J+6); i++ {
		if r.Is(i, "mine", "me") {
			return []int{0}
		}
		if k := r.isGiven(i); k >= 0 && slices.Contains(people, k) {
			return []int{k}
		}
	}
	return nil
}

// namesNobody reports whether the sentence around token i begins with a denial and
// is of nobody by name.
func namesNobody(r *party, i int) bool {
	s := r.Sentence(i)
	if s.J-s.I > 40 {
		return false
	}
	for k := s.I; k < s.J; k++ {
		if r.who[k] > everybody && r.who[k] != r.who[max(s.I-1, 0)] {
			return false
		}
	}
	return r.StartsAt("negation", s.I) > s.I
}

// followsSeveral reports whether the sentence around token i names nobody, and
// the one before it more than one person: "… (mine), … (Jorge's). No accidents."
func followsSeveral(r *party, i int) bool {
	s := r.Sentence(i)
	if s.I == 0 || r.lone[s.I] != r.lone[s.I-1] || r.lone[r.Clause(i).J-1] != r.lone[s.I] {
		return false
	}
	before := r.Sentence(s.I - 1)
	for k := s.I; k < min(i, s.I+30); k++ {
		if r.Among(k, "personal") || r.lone[k] != r.lone[s.I] || r.isGiven(k) >= 0 {
			return false
		}
	}
	for k := before.I + 1; k < before.J; k++ {
		if r.lone[k] != r.lone[k-1] && r.lone[before.I] > everybody {
			return k > before.I+1 && before.J-before.I > 12
		}
	}
	return false
}

// readNone reads "I have none" as none of what its sentence counted before, or of what
// the one before it counted of others: "He has a ticket. She has none."
func readNone(r *party) {
	for i := range r.Tokens {
		if !r.Is(i, "none", "nothing", "0", "zero", "nada", "ninguno", "ninguna") || r.Quiet[i] || !r.Is(i-1, "have", "has", "had", "got", "tengo", "tiene", "tuve") && !namesOne(r.sheet, i-1) || !r.Is(i, "none") && !endsThere(r.Text, i+1) {
			continue
		}
		s := r.Sentence(i)
		from := r.Sentence(max(0, s.I-1)).I
		for _, field := range []string{"accidents", "violations"} {
			if counted(r.sheet, field, text.Between(s.I, i)) || !r.Has(s, "accident", "ticket") && counted(r.sheet, field, text.Between(from, s.I)) {
				sayRecord(r, field, 0, text.Between(i-1, i+1), quote.Stated)
			}
		}
	}
}

// namesOne reports whether token i stands for one person, by name or as "I" and "she".
func namesOne(r *sheet, i int) bool {
	return r.isGiven(i) >= 0 || r.Among(i, "personal") || r.Is(i, "me", "her", "him", "yo", "el", "ella", "mine", "hers")
}

// endsThere reports whether nothing follows at token i that goes on with a denial: "nada",
// "nada de nada", "none of those".
func endsThere(r *find.Text, i int) bool {
	if r.Is(i, "de") && r.Is(i+1, "nada") {
		i += 2
	}
	return r.Breaks(i) || r.Is(i, ".", "!", "y", "and") || i >= r.Sentence(i-1).J
}

// counted reports whether s says how many accidents or tickets somebody has.
func counted(r *sheet, field string, s text.Span) bool {
	return slices.ContainsFunc(r.claims, func(c claim) bool { return c.field == field && s.I <= c.at && c.at < s.J })
}

// readOwnFault reads "I rear-ended a truck in 2024, my fault" as an accident.
func readOwnFault(r *party) {
	for _, c := range r.Cues["own fault"] {
		s := r.Sentence(c.I)
		hit, ok := r.Before("struck", s.I, c.I)
		if ok && !r.Quiet[c.I] && !r.Has(s, "accident", "not my fault") && r.EndsAt("negation", c.I) == c.I && !isOld(r.sheet, hit) {
			sayRecord(r, "accidents", 1, text.Between(hit.I, c.J), quote.Stated)
		}
	}
}

func (r *sheet) sayOf(people []int, field string, n int, at text.Span, standing quote.Standing) {
	for _, k := range people {
		if n > 0 {
			r.people[k].drives = true
		}
		r.claim(entity{'d', k}, field, n, at, standing)
	}
}

// grave returns the sentences that tell of driving drunk or recklessly, or of a hit and run: such
// a thing is more than one ticket, and a carrier asks of it further back than of tickets.
func grave(r *find.Text) (found []string) {
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

// topicAbove returns the heading that token i stands under: a sentence of few words that begins
// its line, "Tickets. None for her.", or such a line above the items of a list; else none.
func topicAbove(d *find.Text, i int) text.Span {
	k := d.LineOf(i)
	if s := d.Sentence(d.Body(d.Lines[k]).I); s.J <= i && isTopic(d, s) {
		return s
	}
	for n := 0; k > 0 && n < mostEntries && d.Is(d.Lines[k].I, "-", "*", "•", "·"); n++ {
		k--
	}
	if l := d.Lines[k]; l.J <= i && !d.Is(l.I, "-", "*", "•", "·", ">") && isTopic(d, l.Span) {
		return l.Span
	}
	return text.Span{}
}

// isTopic reports whether s is a word or three, and perhaps a mark.
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
func readRecordTopics(r *party) {
	for _, of := range []struct{ Cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.Cue] {
			head, l := r.Sentence(c.I), r.Lines[r.LineOf(c.I)]
			if r.Quiet[c.I] || r.Body(l).I != head.I || head.J >= l.J || !isTopic(r.Text, head) {
				continue
			}
			for s := r.Sentence(head.J); s.I < l.J; s = r.Sentence(s.J) {
				if !r.Has(s, "accident", "ticket") || of.Cue == "ticket" && !r.Has(s, "accident") {
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
func sayUnderTopic(r *party, field string, s text.Span) {
	for i := s.I; i < s.J; i++ {
		n, ok := find.NumberAt(r.Text, i)
		if r.Is(i, "none", "nothing", "zero", "no", "ninguno", "ninguna", "nunca", "never") {
			n, ok = find.Number{Span: text.Between(i, i+1)}, true
		}
		if !ok || n.Dollar || n.N > 9 || isYears(r.At(n.J)) || !countsOwn(r.sheet, i, s) || counted(r.sheet, field, s) {
			continue
		}
		people := namedIn(r, s)
		if people == nil && n.N > 0 {
			people = r.peopleAt(i)
		} else if people == nil {
			people = r.everyDriver()
		}
		r.sayOf(people, field, n.N, n.Span, quote.Stated)
		return
	}
}

// countsOwn reports whether a number at token i says how many somebody has.
func countsOwn(r *sheet, i int, s text.Span) bool {
	return i == s.I || r.Breaks(i-1) || isPersonEnd(r, i-1) || r.Among(i-1, "personal") ||
		r.Is(i-1, "have", "has", "had", "got", "just", "only", "and", "tengo", "tiene", "tuvo", "hay", "y")
}

// namedIn returns the people whom the first words for somebody in s stand for, or nil.
func namedIn(r *party, s text.Span) []int {
	for i := s.I; i < s.J; i++ {
		if r.who[i] > everybody && (r.Among(i, "personal") || r.Is(i, "me", "mine", "her", "him", "hers") || find.IsKin(r.Text, i) || r.isGiven(i) >= 0) {
			return r.peopleAt(i)
		}
	}
	return nil
}

// readOnly reads "that is the only ticket" as none of those who have not got it.
func readOnly(r *sheet) {
	for _, of := range []struct{ Cue, field string }{{"accident", "accidents"}, {"ticket", "violations"}} {
		for _, c := range r.Cues[of.Cue] {
			if r.Quiet[c.I] || !r.Is(c.I-1, "only") || !r.Is(c.I-2, "the") || !hasIncident(r, of.field) {
				continue
			}
			for _, k := range r.everyDriver() {
				if !r.hasClaim(entity{'d', k}, of.field) {
					r.infer(entity{'d', k}, of.field, 0, text.Between(c.I-1, c.J))
				}
			}
		}
	}
}

// hasIncident reports whether the mail says that somebody has an accident, or a ticket.
func hasIncident(r *sheet, field string) bool {
	for _, c := range r.claims {
		if n, ok := c.value.(int); ok && c.field == field && n > 0 {
			return true
		}
	}
	return false
}
