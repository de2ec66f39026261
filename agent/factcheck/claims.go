package factcheck

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"ppamaild/lazyregexp"
	"ppamaild/quote"
)

// claim is a statement in a text that must be true.
type claim struct {
	kind  claimKind
	value string // normalized
	words string // as written
}

// claimKind is the phrase for the kind of a claim.
type claimKind string

const (
	amountClaim  claimKind = "check.amount"
	percentClaim claimKind = "check.percentage"
	dayClaim     claimKind = "check.date"
	limitClaim   claimKind = "check.limit"
	vinClaim     claimKind = "check.vin"
	nameClaim    claimKind = "check.name"
)

// anyYear is the year of a day without a year.
const anyYear = "????"

// finder finds the claims of a kind in a stretch of text.
type finder struct {
	signs   interface{ in(lower string) bool }
	pattern *lazyregexp.Regexp
	read    func(m []string) (claim, bool) // reads the submatches of pattern
}

// signs are strings in lower case. A pattern matches only texts with a sign. Most texts have no
// sign, and a search for signs is many times faster than the pattern.
type signs []string

func (s signs) in(lower string) bool {
	return slices.ContainsFunc(s, func(sign string) bool { return strings.Contains(lower, sign) })
}

// wordOf is the sign of a pattern that matches only words of n letters and digits.
type wordOf int

func (n wordOf) in(lower string) bool {
	run := 0
	for i := range len(lower) {
		if c := lower[i]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			run++
			continue
		}
		if run == int(n) {
			return true
		}
		run = 0
	}
	return run == int(n)
}

var finders = []finder{
	{
		signs{"$", "usd", "dollars", "dólares", "bucks"},
		lazyregexp.MustCompile(`(?i)(?:\$|\bUSD) ?(\d[\d,]*(?:\.\d+)?)( ?k\b)?|\b(\d[\d,]*(?:\.\d+)?)( ?k)? ?(?:dollars|dólares|USD|bucks)\b`),
		func(m []string) (claim, bool) {
			return claim{amountClaim, amount(m[1]+m[3], m[2]+m[4] != ""), strings.TrimSpace(m[0])},
				true
		},
	},
	{
		signs{"%", "percent", "por ciento"},
		lazyregexp.MustCompile(`(?i)\b(\d+(?:\.\d+)?) ?(?:%|percent\b|por ciento\b)`),
		func(m []string) (claim, bool) { return claim{percentClaim, m[1], m[0]}, true },
	},
	{
		signs{"-"},
		lazyregexp.MustCompile(`\b(\d{4})-(\d{2})-(\d{2})\b`),
		func(m []string) (claim, bool) { return claim{dayClaim, m[0], m[0]}, true },
	},
	{
		signs{"/"},
		lazyregexp.MustCompile(`\b\d{1,4}(?:/\d{1,4}){1,2}\b`),
		func(m []string) (claim, bool) { return slashed(m[0]) },
	},
	{
		wordOf(17),
		lazyregexp.MustCompile(`(?i)\b[A-HJ-NPR-Z\d]{17}\b`),
		func(m []string) (claim, bool) {
			return claim{vinClaim, strings.ToUpper(m[0]), m[0]}, strings.ContainsAny(m[0], digits)
		},
	},
}

// claimsIn finds every amount, percentage, day, limit and VIN in a single line.
func (r *reader) claimsIn(text string, known memo[claim]) (found []claim) {
	for stretch := range aroundDigits(text) {
		found = append(found, known.find(stretch, r.claimsNear)...)
	}
	return found
}

// reach is the number of words of a claim before or after a word with a digit.
const reach = 4

const digits = "0123456789"

// aroundDigits yields the stretches of text around digits, because every claim has a digit. A
// search of the whole text takes many times longer.
func aroundDigits(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			digit := strings.IndexAny(text, digits)
			if digit < 0 {
				return
			}
			end := ahead(text, lastDigit(text, digit), reach)
			if !yield(text[back(text, digit, reach):end]) || end == len(text) {
				return
			}
			text = text[end+1:]
		}
	}
}

// lastDigit returns the place of the last digit in the stretch that begins at first. Digits of
// a stretch are at most a few words apart.
func lastDigit(text string, first int) int {
	end := ahead(text, first, 0)
	next := strings.LastIndexAny(text[end:ahead(text, first, 2*reach)], digits)
	if next < 0 {
		return first
	}
	return lastDigit(text, end+next)
}

// ahead returns the end of the word n words after a place, or the end of the text.
func ahead(text string, at, n int) int {
	for {
		space := strings.IndexByte(text[at:], ' ')
		if space < 0 {
			return len(text)
		}
		if n == 0 {
			return at + space
		}
		at, n = at+space+1, n-1
	}
}

// back returns the start of the word n words before a place, or the start of the text.
func back(text string, at, n int) int {
	for {
		space := strings.LastIndexByte(text[:at], ' ')
		if space < 0 || n == 0 {
			return space + 1
		}
		at, n = space, n-1
	}
}

func (r *reader) claimsNear(text string) (found []claim) {
	lower := lowered(text)
	for _, f := range r.finders {
		if !f.signs.in(lower) {
			continue
		}
		for _, m := range f.pattern.FindAllStringSubmatch(text, -1) {
			if c, is := f.read(m); is {
				found = append(found, c)
			}
		}
	}
	return found
}

// lowered returns text in lower case. (?i) also takes ſ for an s.
func lowered(text string) string { return strings.ReplaceAll(strings.ToLower(text), "ſ", "s") }

// amount normalizes "1,016.00" and "1016".
func amount(digits string, inThousands bool) string {
	digits = strings.TrimRight(strings.ReplaceAll(digits, ",", ""), ".")
	if whole, cents, found := strings.Cut(digits, "."); found && strings.Trim(cents, "0") == "" {
		digits = whole
	}
	if inThousands {
		digits += "000"
	}
	return digits
}

// slashed reads "100/300" and "100/300/50" as limits, and "12/1" and "12/1/2026" as days in
// the US order. Other texts are no claims.
func slashed(words string) (claim, bool) {
	parts := strings.Split(words, "/")
	limits := quote.BodilyInjuryLimits()
	if slices.Contains(limits, parts[0]+"/"+parts[1]) {
		return claim{limitClaim, words, words}, true
	}
	month, _ := strconv.Atoi(parts[0]) // digits
	day, _ := strconv.Atoi(parts[1])
	if month >= 1 && month <= 12 && day >= 1 && day <= 31 {
		return claim{dayClaim, fmt.Sprintf("%s-%02d-%02d", slashedYear(parts), month, day), words},
			true
	}
	person, accident := month, day
	return claim{limitClaim, words, words}, person >= 10 && accident > person && accident%5 == 0
}

// slashedYear is the year of "12/1/26" and "12/1/2026".
func slashedYear(parts []string) string {
	switch {
	case len(parts) < 3:
		return anyYear
	case len(parts[2]) == 2:
		return "20" + parts[2]
	}
	return parts[2]
}
