package factcheck

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"ppamaild/agent/letters"
	"ppamaild/lazyregexp"
)

// reader finds claims in texts. It knows the months of every language for customers.
type reader struct {
	finders []finder
	months  map[string]int // by name in lower case
}

// readers has a reader for each set of words, because checks are frequent.
var readers sync.Map

// readerFor returns the reader for a set of words. The built-in languages are always known.
func readerFor(words letters.Words) *reader {
	if r, made := readers.Load(words); made {
		return r.(*reader)
	}
	r := &reader{months: map[string]int{}}
	var starts signs
	joins := []string{"of"}
	for _, w := range slices.Concat(letters.English().Languages(), words.Languages()) {
		for _, join := range strings.Fields(w.Say("letters.date")) {
			joins = append(joins, regexp.QuoteMeta(join))
		}
		for n := 1; n <= 12; n++ {
			name := lowered(w.Say("letters.month." + strconv.Itoa(n)))
			start := string([]rune(name)[:min(3, utf8.RuneCountInString(name))])
			r.months[name], starts = n, append(starts, start)
			if w.Language() == "en" {
				r.months[start] = n
			}
		}
	}
	r.months["sept"] = r.months["sep"]
	r.finders = append(slices.Clone(finders),
		r.dayFinders(starts, strings.Join(append(joins, "del"), "|"))...)
	readers.Store(words, r)
	return r
}

// dayFinders find "March 4, 1985" and "4 de marzo de 1985".
func (r *reader) dayFinders(months signs, joins string) []finder {
	const day, year = `(\d{1,2})(?:st|nd|rd|th)?`, `(\d{4})\b)?`
	joins = `(?:(?:` + joins + `) )?`
	return []finder{
		{months, lazyregexp.MustCompile(`(?i)(\pL+)\.? ` + day + `\b(?:,? ` + year),
			func(m []string) (claim, bool) { return r.day(m[3], m[1], m[2], m[0]) }},
		{months, lazyregexp.MustCompile(`(?i)\b` + day + `\.? ` + joins + `(\pL+)\.?(?:,? ` + joins + year),
			func(m []string) (claim, bool) { return r.day(m[3], m[2], m[1], m[0]) }},
	}
}

// day is the claim of a day, written as 2006-01-02.
func (r *reader) day(year, month, day, words string) (claim, bool) {
	number, is := r.months[lowered(month)]
	d, _ := strconv.Atoi(day) // two digits at most
	if year == "" {
		year = anyYear
	}
	return claim{dayClaim, fmt.Sprintf("%s-%02d-%02d", year, number, d), words}, is
}
