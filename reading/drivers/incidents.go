package drivers

import (
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

// countIncidents claims the number of accidents or tickets at each cue, without old incidents.
func countIncidents(r *who.Party, cue, field string) {
	for _, c := range r.Cues[cue] {
		n, at, ok := incidents(r.Sheet, c)
		near := text.Between(max(r.Sentence(c.I).I, c.I-10), min(len(r.Tokens), r.Sentence(c.I).J+6))
		switch {
		case !ok, r.Quiet[c.I], r.Taken[c.I]:
		case n == 0 && r.StartsAt("exception", c.J) > c.J:
		case n > 0 && (cue == "past claim" || r.Is(c.I, "points") || isOld(r, c, n)):
		case n > 1 && r.Is(c.J+1, "both", "all") && r.Is(c.J+2, "hers", "his"): // "both hers"
		case n > 0 && (r.Is(c.I-1, "parking") || r.Is(c.J, "of", "for") && r.Is(c.J+1, "parking")):
		case n > 0 && field == "accidents" && r.Has(near, "not my fault"):
		default:
			sayRecord(r, field, n, at, quote.Stated)
		}
	}
}

// incidents reads the number of a word such as "ticket": before the word, behind a colon, or dated.
func incidents(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	if r.Has(c, "incident told") { // "never crashed"
		return 0, c, true
	}
	years := yearsBehind(r, c)
	n, at, ok := countBehind(r, c)
	if before, b, counted := countBefore(r, c); counted && (!ok || before > n) {
		return before, b, true // "two tickets: one in 2024"
	} else if ok {
		return n, at, n == 0 || n >= years
	}
	if i := denial(r.Text, c.I); i >= 0 {
		return 0, text.Between(i, c.J), true
	}
	when := r.Skip(c.J, "in", "(", ":", ",")
	v, dated := find.DateAt(r.Text, when)
	_, _, year := find.YearAt(r.Text, when, r.Today.Year(), false)
	alone := r.Sentence(c.I).I == c.I || r.Breaks(c.I-1) || r.Body(r.Lines[r.LineOf(c.I)]).I == c.I
	return 1, c, r.Has(c, "one incident") || alone && years < 2 && (dated && v.Y != 0 || year)
}

// yearsBehind counts the years behind c: "tickets: one in 2024, two in 2025".
func yearsBehind(r *claims.Sheet, c text.Span) (n int) {
	for i := c.J; i < r.Sentence(c.I).J; i++ {
		if r.Has(text.Between(i, i+1), "accident", "ticket", "licensed", "birth") {
			break
		}
		if _, _, is := find.YearAt(r.Text, i, r.Today.Year(), false); is {
			n++
		}
	}
	return n
}

// countBefore reads the number or the article before c: "two minor accidents", "a speeding ticket".
func countBefore(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	for i := c.I - 1; i >= max(r.Sentence(c.I).I, c.I-6); i-- {
		at := text.Between(i, c.J)
		if r.Is(i, "a", "an", "another", "una", "un") {
			if denial(r.Text, i) >= 0 {
				return 0, at, true
			}
			return 1, at, true
		}
		n, ok := find.NumberAt(r.Text, i)
		if ok && n.J <= c.I && !n.Dollar && n.N < 10 && !find.IsYears(r.At(n.J)) {
			if n.N == 1 && (r.Is(i-1, "never", "not", "nor") || r.Is(i-2, "never", "not")) {
				return 0, at, true // "never one ticket"
			}
			return n.N, at, true
		}
		_, _, year := find.YearAt(r.Text, i, r.Today.Year(), false)
		if !year && !r.Among(i, "before incidents") {
			break
		}
	}
	return 0, c, false
}

// countBehind reads the number behind a colon: "accidents: none".
func countBehind(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	j := r.Skip(c.J, ":", "=", "?") // or without: "accidents 1, tickets 0"
	at := text.Between(c.I, j+1)
	if r.Is(j, "none", "no", "nope", "zero", "never", "nil", "ninguno", "ninguna") {
		ends := r.EndsClause(j+1) || r.StartsAt("everyone", j) > j+1
		return 0, at, j > c.J || ends && r.Is(j, "none", "ninguno", "ninguna")
	}
	n, ok := find.NumberAt(r.Text, j)
	ok = ok && (j > c.J || StandsAsItem(r.Text, text.Between(c.I, n.J))) && n.N < 10 && !n.Dollar
	return n.N, text.Between(c.I, n.J), ok && !find.IsYears(r.At(n.J)) && !find.IsMiles(r.Text, n.J)
}

// denial returns the place of a negation that reaches token i, or -1: "no accidents or tickets".
func denial(r *find.Text, i int) int {
	c, ok := r.Before("negation", max(r.Sentence(i).I, i-14), i)
	if !ok {
		return -1
	}
	for k := c.J; k < i; k++ {
		counted := r.Is(k, "one", "two", "1", "2") && !r.Is(k+1, "of")
		listed := r.Is(k, ",", "and", "y", "plus") && r.Is(k+1, "a", "an", "un", "una") ||
			r.Is(k, ",") && r.Is(k+1, "speeding") && r.Is(k+2, "ticket") && !r.Is(k+3, "or", ",")
		from, own := r.Clause(k).I, r.Has(text.Between(c.J, c.J+1), "accident", "ticket")
		told := r.Among(k, "has a license") && (from > c.I || k > c.J+1 && r.Is(k-2, "and")) &&
			(own || r.Skip(from, "or", "and", "has") < k) // "no accidents, I got a ticket"
		more := r.Is(k, "mas") && r.Is(k-1, "nada", "no") && r.Is(k+1, "una", "un") // "nada más una multa"
		if counted || listed || more || told || r.Among(k, "limits a denial") ||
			r.StartsAt("exception", k) > k || r.Is(k, ".") && !r.Glued(k+1) {
			return -1
		}
	}
	return c.I
}

// isOld reports whether the sentence dates one of n incidents more than 36 months back.
func isOld(r *who.Party, c text.Span, n int) bool {
	s, from := r.Sentence(c.I), c.J
	if r.Is(s.I, "in") || r.Is(s.I+1, "in") {
		from = s.I // "In 1998 I had an accident"
	}
	for i := from; i < min(s.J, c.J+10) && (i < c.J || r.Who[i] == r.Who[c.I]); i++ {
		v, ok := find.DateAt(r.Text, i)
		if y, _, isYear := find.YearAt(r.Text, i, r.Today.Year(), false); !ok && isYear {
			v, ok = find.Date{Y: y, M: 12}, true
		}
		if v.Short {
			v.Y += 2000
		}
		old := ok && v.Y != 0 && (r.Today.Year()-v.Y)*12+int(r.Today.Month())-v.M > 36
		if ok && v.Y != 0 && (old || n == 1) {
			return old
		}
		ago, ok := find.NumberAt(r.Text, i)
		if r.Has(text.Between(i, i+1), "long ago") || ok && ago.N > 3 && find.IsYears(r.At(ago.J)) && r.Is(ago.J+1, "ago", "back") {
			return true
		}
	}
	return false
}
