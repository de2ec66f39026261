package subject

import (
	"strings"
	"unicode"

	"ppamaild/lazyregexp"
)

// draft is the unread rest of a text. Readers cut out the parts that they read, so that no part is
// read twice.
type draft struct{ text string }

// placeholder replaces a cut part. It separates names and ends no sentence.
const placeholder = " , "

// take cuts out the matches of an expression if accept reports true for their groups.
func (d *draft) take(re *lazyregexp.Regexp, accept func(groups []string) bool) {
	var b strings.Builder
	last := 0
	for _, at := range re.FindAllStringSubmatchIndex(d.text, -1) {
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = d.text[at[2*i]:at[2*i+1]]
			}
		}
		if accept(groups) {
			b.WriteString(d.text[last:at[0]] + placeholder)
			last = at[1]
		}
	}
	d.text = b.String() + d.text[last:]
}

var (
	quotes = lazyregexp.MustCompile(`"([^"\n]{2,80})"|“([^”\n]{2,80})”`)
	email  = lazyregexp.MustCompile(`(?i)\b[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+\b`)
	phone  = lazyregexp.MustCompile(`(?:^|[\s,:;(])(?:\+?1[ .-]?)?\(?([2-9]\d\d)\)?[ ./-]{0,2}([2-9]\d\d)[ .-]?(\d{4})\b`)
)

func (d *draft) quoted() (words []string) {
	d.take(quotes, func(m []string) bool {
		if word := strings.TrimSpace(m[1] + m[2]); word != "" {
			words = append(words, word)
		}
		return true
	})
	return words
}

func (d *draft) emails() (all []string) {
	d.take(email, func(m []string) bool {
		all = append(all, strings.ToLower(m[0]))
		return true
	})
	return all
}

func (d *draft) phones() (all []string) {
	d.take(phone, func(m []string) bool {
		all = append(all, "+1"+m[1]+m[2]+m[3])
		return true
	})
	return all
}

// number matches possible numbers of policies and invoices. isNumber decides.
const number = `#?(?:\pL{1,6}[-/]?)?\d[\pL\d]*(?:[-/][\pL\d]+)*`

var (
	cued = lazyregexp.MustCompile(`(?i)\b(polic(?:y|ies)|invoices?|claims?)(?:\s+(?:no\.?|nos\.?|nr\.?|number|numbers))?\s*[:#]?\s*(` +
		number + `(?:\s*(?:,|&|\band\b|\bor\b)\s*` + number + `)*)`)
	each   = lazyregexp.MustCompile(number)
	loose  = lazyregexp.MustCompile(`\b[A-Z]{1,5}-?\d[A-Z\d]*(?:[-/][A-Z\d]+)*\b`)
	thread = lazyregexp.MustCompile(`\b[QT]-[0-9A-Z]{6}\b`)
	year   = lazyregexp.MustCompile(`^(?:19|20)\d\d$`)
)

// cued reads the numbers after "policy", "invoice" or "claim". Other words stay in the text.
func (d *draft) cued(s *Subjects) {
	d.take(thread, func(m []string) bool {
		s.Words = append(s.Words, m[0])
		return true
	})
	d.take(cued, func(m []string) bool {
		list := map[rune]*[]string{'p': &s.Policies, 'i': &s.Invoices,
			'c': &s.Numbers}[unicode.ToLower(rune(m[1][0]))]
		var found []string
		for _, n := range each.FindAllString(m[2], -1) {
			if n = strings.TrimPrefix(n, "#"); isNumber(n, 3) {
				found = append(found, n)
			}
		}
		*list = append(*list, found...)
		return len(found) > 0
	})
}

// loose reads numbers by their form: capitals and at least four digits.
func (d *draft) loose(s *Subjects) {
	d.take(loose, func(m []string) bool {
		is := isNumber(m[0], 4) && len(m[0]) != 17 // the length of a VIN
		if is {
			s.Numbers = append(s.Numbers, m[0])
		}
		return is
	})
}

// isNumber reports whether a word has this many digits and is no year.
func isNumber(word string, digits int) bool {
	n := 0
	for _, r := range word {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n >= digits && len(word) >= 4 && !year.MatchString(word)
}
