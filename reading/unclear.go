package reading

import (
	"fmt"
	"slices"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// unclear is what the customer wrote for a field, and no value can be made of. It is asked
// about, as what contradicts itself is.
type unclear string

// LearnersPermit is the value, in a Conflict by itself, of the years licensed of who has
// no license yet and learns to drive.
const LearnersPermit = "a learner's permit"

// fewestUnsplit is the least amount, in dollars, that is taken for liability limits which
// are not split into those per person and per accident.
const fewestUnsplit = 50_000

// readUnclearLimits reads "500k liability" and "the same limits as my policy now", where the
// mail says nothing clearer of liability limits.
func (r *reader) readUnclearLimits() {
	if r.hasClaim(theApplication, "coverages.bodily_injury") {
		return
	}
	for _, c := range r.Cues["limits unsplit"] {
		if n, ok := r.unsplit(c); ok {
			r.say(theApplication, "coverages.bodily_injury", unclear(dollars(n.n)), text.Between(min(c.I, n.I), max(c.J, n.J)))
			r.Take(n.Span)
		}
	}
	for _, c := range r.Cues["limits as now"] {
		r.say(theApplication, "coverages.bodily_injury", unclear("the same limits as now"), c)
	}
}

// readImpossibleBirths reads what stands for a birth date and is no day: "born 2/30/1985".
func (r *reader) readImpossibleBirths() {
	for _, c := range r.Cues["birth"] {
		i := r.Skip(c.J, "is", "was", ":", "=", "-", "on", "es", "el")
		at, none := r.noDay(i)
		if !none || r.Quiet[c.I] {
			continue
		}
		if of := r.peopleAt(at.I); len(of) == 1 && !r.hasClaim(entity{'d', of[0]}, "date_of_birth") {
			if born, words, ok := r.bornInstead(at); ok {
				r.say(entity{'d', of[0]}, "date_of_birth", born, words)
				continue
			}
			r.say(entity{'d', of[0]}, "date_of_birth", unclear(r.Raw(at)), at)
			r.Take(at)
		}
	}
}

// bornInstead reads the birth date that right behind wrong is put in its place: "born 2/30/1985,
// sorry, that should be 3/2/1985".
func (r *reader) bornInstead(wrong text.Span) (quote.Date, text.Span, bool) {
	for i := wrong.J; i < min(wrong.J+10, len(r.Tokens)); i++ {
		v, ok := r.date(i)
		if !ok {
			continue
		}
		c, said := r.Before("correction", wrong.J, i)
		born, ok := v.born(r.today)
		return born, v.Span, ok && v.d != 0 && v.y != 0 && said && i == r.SkipPast(c.J, ",", ":", "-", "no", "it's", "it", "is", "was") &&
			slices.Equal(r.peopleAt(v.I), r.peopleAt(wrong.I))
	}
	return "", text.Span{}, false
}

// noDay returns the words at token i that are written as a full date, of a day that no
// calendar has.
func (r *reader) noDay(i int) (text.Span, bool) {
	if _, day := r.date(i); day {
		return text.Span{}, false
	}
	for _, read := range []func(int) (date, bool){r.isoDate, r.slashDate, r.monthFirst, r.dayFirst} {
		if v, ok := read(i); ok && v.d != 0 && v.y != 0 && !v.valid() {
			return v.Span, true
		}
	}
	return text.Span{}, false
}

// unsplit reads the one amount beside a word for liability: "500k liability", "$1M in
// liability", "liability of 500,000", "300 CSL".
func (r *reader) unsplit(c text.Span) (number, bool) {
	single := r.Is(c.I, "csl", "combined", "single")
	amount := func(i int) (number, bool) {
		n, ok := r.limitAmount(i)
		if single && !n.dollar && n.n >= 50 && n.n <= 2000 { // in thousands, as limits are written
			n.n *= 1000
		}
		return n, ok
	}
	fits := func(n number) bool {
		return n.n >= fewestUnsplit && r.Free(n.Span) && !r.isMiles(n.J) && !r.Is(n.J, "/") && !r.Is(n.I-1, "/")
	}
	for i := max(r.Sentence(c.I).I, c.I-5); i < c.I; i++ {
		if n, ok := amount(i); ok && fits(n) && r.skipTo(n.J, c.I) {
			return n, true
		}
	}
	i := c.J
	for r.Among(i, "of an amount") && i < c.J+3 {
		i++
	}
	n, ok := amount(i)
	return n, ok && fits(n)
}

// skipTo reports whether only words such as "in" and "of" stand from token i up to j.
func (r *reader) skipTo(i, j int) bool {
	for i < j && r.Among(i, "for covers") {
		i++
	}
	return i == j
}

// limitAmount reads an amount, "$1M" and "1 million" too.
func (r *reader) limitAmount(i int) (number, bool) {
	if n, ok := r.number(i); ok {
		if r.Is(n.J, "million", "millones") && n.n < 10 {
			n.n, n.J = n.n*1_000_000, n.J+1
		}
		return n, true
	}
	k := r.Skip(i, "$")
	if r.Is(k, "1m", "1mm", "2m") {
		return number{Span: text.Between(i, k+1), n: text.Atoi(r.At(k)[:1]) * 1_000_000, dollar: true}, true
	}
	return number{}, false
}

// dollars writes an amount: "$1,000,000".
func dollars(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("$%d,%03d,%03d", n/1_000_000, n/1000%1000, n%1000)
	case n >= 1000:
		return fmt.Sprintf("$%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprintf("$%d", n)
}
