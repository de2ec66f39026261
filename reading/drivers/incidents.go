package drivers

import (
	"ppamaild/quote"
	"ppamaild/reading/claims"
	"ppamaild/reading/find"
	"ppamaild/reading/text"
	"ppamaild/reading/who"
)

func countIncidents(r *who.Party, cue, field string) {
	for _, c := range r.Cues[cue] {
		if r.Quiet[c.I] || r.Taken[c.I] || r.Is(c.I-1, "per", "each") {
			continue
		}
		n, at, ok := incidents(r.Sheet, c)
		if n > 0 && (r.Is(c.I-1, "parking") || r.Is(c.J, "of", "for") && r.Is(c.J+1, "parking")) {
			continue // that counts for nothing
		}
		if !ok || n == 0 && r.StartsAt("exception", c.J) > c.J || n > 0 && (r.Is(c.I, "points") || cue == "past claim" || isOld(r.Sheet, c) || field == "accidents" && isBlameless(r.Text, c)) {
			continue
		}
		sayRecord(r, field, n, at, quote.Stated)
	}
}

// incidents reads the number before a word such as "ticket".
func incidents(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	if r.Has(c, "incident told") { // "never crashed"
		return 0, c, true
	}
	s := r.Sentence(c.I)
	if n, at, ok := countBehind(r, c); ok {
		return n, at, true
	}
	from := max(s.I, c.I-6)
	for i := c.I - 1; i >= from; i-- {
		if r.Is(i, "a", "an", "another", "una", "un") {
			if denied(r.Text, i, s) {
				return 0, text.Between(i, c.J), true
			}
			return 1, text.Between(i, c.J), true
		}
		if n, ok := find.NumberAt(r.Text, i); ok && n.J <= c.I && !n.Dollar && !find.IsYears(r.At(n.J)) && (n.N < 10) {
			if k := beforeHad(r.Text, i); n.N == 1 && r.Is(k-1, "never", "not", "nor", "nary") && !r.Is(c.J, "but") {
				return 0, text.Between(k-1, c.J), true // "never one ticket"
			}
			return n.N, text.Between(i, c.J), true
		}
		if _, _, year := find.YearAt(r.Text, i, r.Today.Year(), false); !year && !r.Among(i, "before incidents") {
			break
		}
	}
	if denied(r.Text, c.I, s) {
		return 0, text.Between(denial(r.Text, c.I, s), c.J), true
	}
	if r.Is(c.I-1, "the") && r.Is(c.J, "that", "which") {
		return 1, text.Between(c.I-1, c.J), true // "the ticket that came with it"
	}
	when := r.Skip(c.J, "in", "(", ":", ",")
	v, dated := find.DateAt(r.Text, when)
	_, _, year := find.YearAt(r.Text, when, r.Today.Year(), false)
	if r.Has(c, "one incident") || (dated && v.Y != 0 || year) && (c.I == s.I || r.Breaks(c.I-1) || r.Body(r.Lines[r.LineOf(c.I)]).I == c.I) {
		return 1, c, true // "at-fault accident 2/2025"
	}
	return 0, c, false
}

func beforeHad(r *find.Text, i int) int {
	if r.Is(i-1, "had", "gotten", "got", "have") {
		return i - 1
	}
	return i
}

// countBehind reads the number behind a colon: "accidents: none".
func countBehind(r *claims.Sheet, c text.Span) (int, text.Span, bool) {
	j := r.Skip(c.J, ":", "=", "?")
	if j == c.J {
		return 0, text.Between(c.I, j+1), r.Is(j, "none", "ninguno", "ninguna") && (r.Breaks(j+1) || r.Sentence(j).J <= j+2 || r.StartsAt("everyone", j) > j+1)
	}
	if r.Is(j, "none", "no", "nope", "zero", "never", "nil", "ninguno", "ninguna") {
		return 0, text.Between(c.I, j+1), true
	}
	n, ok := find.NumberAt(r.Text, j)
	return n.N, text.Between(c.I, n.J), ok && n.N < 10 && !n.Dollar && !find.IsYears(r.At(n.J)) && !find.IsMiles(r.Text, n.J)
}

// denial returns where a negation that reaches token i stands, or -1: "no
// accidents or tickets", "haven't had any tickets", "neither of us has any".
func denial(r *find.Text, i int, s text.Span) int {
	c, ok := r.Before("negation", max(s.I, i-14), i)
	if !ok {
		return -1
	}
	for k := c.J; k < i; k++ {
		counted := r.Is(k, "one", "two", "1", "2") && !r.Is(k+1, "of")
		listed := r.Is(k, ",", "and", "y", "plus") && r.Is(k+1, "a", "an", "un", "una")
		more := r.Is(k, "mas") && r.Is(k-1, "nada", "no") && r.Is(k+1, "una", "un") // "nada más una multa"
		if counted || listed || more || r.Among(k, "limits a denial") || r.StartsAt("exception", k) > k || r.Is(k, ".") && !r.Glued(k+1) {
			return -1
		}
	}
	return c.I
}

func denied(r *find.Text, i int, s text.Span) bool { return denial(r, i, s) >= 0 }

// isOld reports whether the sentence dates an incident more than 36 months back.
func isOld(r *claims.Sheet, c text.Span) bool {
	s := r.Sentence(c.I)
	for i := c.J; i < min(s.J, c.J+10); i++ {
		if v, ok := find.DateAt(r.Text, i); ok && v.Y != 0 {
			if v.Short {
				v.Y += 2000
			}
			return (r.Today.Year()-v.Y)*12+int(r.Today.Month())-max(v.M, 1) > 36 && v.M > 0
		}
		if y, _, ok := find.YearAt(r.Text, i, r.Today.Year(), false); ok {
			return r.Today.Year()-y > 3
		}
		if n, ok := find.NumberAt(r.Text, i); ok {
			if k := r.Skip(n.J, "+", "or"); find.IsYears(r.At(k)) && r.Is(k+1, "ago", "back") {
				return n.N > 3
			}
		}
		if r.Has(text.Between(i, i+1), "long ago") {
			return true
		}
	}
	return false
}

// isBlameless reports whether the sentence, or the next one, says that the
// accident was not the driver's fault.
func isBlameless(r *find.Text, c text.Span) bool {
	s := r.Sentence(c.I)
	return r.Has(text.Between(max(s.I, c.I-10), min(len(r.Tokens), s.J+6)), "not my fault")
}
