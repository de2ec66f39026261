package reading

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Private is a number that must not be passed on: a span of bytes, and its
// kind: "ssn", "license" or "card".
type Private struct {
	Kind       string
	Start, End int
}

// FindPrivate returns the private numbers in text, in order. Where the text can't be read, every
// number in it is private.
func FindPrivate(text string) []Private {
	var found []Private
	if failed := reads(func() { found = findPrivate(text) }); failed != "" {
		return everyNumber(text)
	}
	return found
}

// everyNumber takes each word with a digit for the number of a license.
func everyNumber(text string) []Private {
	var found []Private
	for i := 0; i < len(text); {
		end := i + 1
		for end < len(text) && (text[end] > ' ') == (text[i] > ' ') {
			end++
		}
		if strings.ContainsFunc(text[i:end], unicode.IsDigit) {
			found = append(found, Private{"license", i, end})
		}
		i = end
	}
	return found
}

func findPrivate(text string) []Private {
	if !mayHoldPrivate(lex(text)) {
		return nil
	}
	d := newDocument(text)
	var found []Private
	for i := 0; i < len(d.toks); i++ {
		if kind, s := d.private(i); kind != "" {
			found = append(found, Private{kind, d.toks[s.i].start, d.toks[s.j-1].end})
			i = s.j - 1
		}
	}
	return found
}

// Mask replaces the private numbers in text by the name of their kind in
// brackets: "[ssn]", "[license]", "[card]".
func Mask(text string) string {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return text // every one has a digit
	}
	var b strings.Builder
	last := 0
	for _, p := range FindPrivate(text) {
		b.WriteString(text[last:p.Start])
		b.WriteString("[" + p.Kind + "]")
		last = p.End
	}
	b.WriteString(text[last:])
	return b.String()
}

// mayHoldPrivate tells texts without private numbers by what those need: digits in such
// groups, or the words for a driver's license. Most texts have neither, and are not looked
// at any further.
func mayHoldPrivate(toks []token) bool {
	inRow := 0 // digits, with at most marks between them
	for i, t := range toks {
		switch t.kind {
		case digits:
			inRow += len(t.norm)
		case word, mixed:
			inRow = 0
		}
		if inRow >= fewestOfCard || isGroupedAsSSN(toks[i:]) || slices.Contains(licenseWords, t.norm) || licenseCue().startsAt(toks, i) {
			return true
		}
	}
	return false
}

// isGroupedAsSSN reports whether toks begin with nine digits, or with three, two and four.
func isGroupedAsSSN(toks []token) bool {
	if toks[0].kind == digits && len(toks[0].norm) == 9 {
		return true
	}
	for n, size := range []int{3, 2, 4} {
		if n > 0 && len(toks) > 0 && toks[0].kind == mark {
			toks = toks[1:]
		}
		if len(toks) == 0 || toks[0].kind != digits || len(toks[0].norm) != size {
			return false
		}
		toks = toks[1:]
	}
	return true
}

// fewestOfCard is how many digits the number of a card has at least.
const fewestOfCard = 13

// licenseWords mean a driver's license right before its number.
var licenseWords = []string{"license", "licence", "licencia"}

// licenseCue has the phrases alone that say that a driver's license number follows.
var licenseCue = sync.OnceValue(func() *phrases { return lexicon().only("license number") })

// private reads a private number at token i.
func (d *document) private(i int) (kind string, s span) {
	if d.kind(i) == word && len(d.at(i)) > 3 || d.kind(i) == mark {
		return "", span{}
	}
	if j := d.ssn(i); j > i {
		return "ssn", span{i, j}
	}
	if j := d.card(i); j > i {
		return "card", span{i, j}
	}
	if s, ok := d.license(i); ok {
		return "license", s
	}
	return "", span{}
}

// ssn reads "123-45-6789", or nine digits behind the word; areas 000, 666 and 9xx
// are not issued, but 9xx is that of a taxpayer number, which is as private.
func (d *document) ssn(i int) int {
	if d.kind(i) != digits || d.is(i-1, "-", "/", "+") && d.glued(i) {
		return i
	}
	named := d.named("ssn", i, 7)
	if len(d.at(i)) == 9 && named {
		return i + 1
	}
	j := i + 1
	var groups [3]string
	groups[0] = d.at(i)
	for k := 1; k < 3; k++ {
		if d.is(j, "-", ".", "–") {
			j++
		} else if !named {
			return i
		}
		if d.kind(j) != digits {
			return i
		}
		groups[k] = d.at(j)
		j++
	}
	if len(groups[0]) != 3 || len(groups[1]) != 2 || len(groups[2]) != 4 || d.is(j, "-") && d.glued(j) && d.glued(j+1) {
		return i
	}
	return j
}

// named reports whether a cue stands in the few tokens before i, in its sentence.
func (d *document) named(cue string, i, within int) bool {
	_, ok := d.before(cue, max(i-within, d.sentence(i).i), i)
	return ok
}

// card reads 13 to 19 digits, in groups or not, whose last one checks (Luhn).
func (d *document) card(i int) int {
	var number strings.Builder
	j := i
	for d.kind(j) == digits && number.Len() < 20 && !d.startsPhoneBehindZIP(i, j) {
		number.WriteString(d.at(j))
		j++
		if d.is(j, "-") && d.kind(j+1) == digits {
			j++
		}
	}
	n := number.String()
	if len(n) < fewestOfCard || len(n) > 19 || !luhn(n) || n[0] == '0' || isTime(n) {
		return i
	}
	return j
}

// isTime reports whether digits are a day and the time of it, as in Message-IDs. No card
// of as many digits begins like one.
func isTime(n string) bool {
	at, err := time.Parse("20060102150405", n)
	return err == nil && at.Year() > 1900 && at.Year() < 2100
}

// startsPhoneBehindZIP reports whether a telephone number starts at token j and a
// ZIP code, at token i, is all that stands before it: no group of a card has five digits first.
func (d *document) startsPhoneBehindZIP(i, j int) bool {
	if j != i+1 || !d.zipAt(i) {
		return false
	}
	_, end := d.phone(j)
	return end > j
}

func luhn(n string) bool {
	sum := 0
	for i := range len(n) {
		v := int(n[len(n)-1-i] - '0')
		if i%2 == 1 {
			v *= 2
			if v > 9 {
				v -= 9
			}
		}
		sum += v
	}
	return sum%10 == 0
}

// license reads a driver's license number behind the words for it: at least five
// characters with a digit, which is no date, year or number of years.
func (d *document) license(i int) (span, bool) {
	if d.kind(i) == word || !d.named("license number", i, 6) && !d.isSecondLicense(i) && !(d.kind(i) == mixed && len(d.at(i)) > 5 && d.is(i-1, licenseWords...)) {
		return span{}, false
	}
	if _, dated := d.date(i); dated && !strings.Contains(d.at(i), "*") && len(d.at(i)) < 5 {
		return span{}, false
	}
	s := span{i, i + 1}
	for d.is(s.j, "-") && d.glued(s.j) && d.glued(s.j+1) && d.kind(s.j+1) != mark {
		s.j += 2
	}
	if d.glued(i) && d.is(i-1, "-") && d.kind(i-2) == word && len(d.at(i-2)) < 3 {
		s.i -= 2
	} else if d.kind(i-1) == word && len(d.at(i-1)) == 1 && d.capital(i-1) && d.kind(i) == digits {
		s.i--
	}
	size := d.toks[s.j-1].end - d.toks[s.i].start
	return s, 5 <= size && size <= 19 && !d.isMiles(s.j) && !d.zipAt(i)
}

// isSecondLicense reports whether the sentence speaks of licenses, and gives at token i
// somebody else's: "mine is Oregon 4821973, my husband's is Washington WDL8PQR21XYZ".
func (d *document) isSecondLicense(i int) bool {
	if size := len(d.at(i)); size < 6 || size == 17 || !strings.ContainsAny(d.at(i), "0123456789") || !d.named("license number", i, 30) {
		return false
	}
	_, j, state := d.state(max(i-1, 0))
	return state && j == i || d.is(i-1, "is", "#", ":", "hers", "his")
}

// isMask reports whether token i is the kind in what Mask wrote.
func (d *document) isMask(i int) bool {
	return d.is(i, "ssn", "license", "card") && d.is(i-1, "[") && d.is(i+1, "]") && d.glued(i) && d.glued(i+1)
}

// takePrivate notes and takes the private numbers, and claims the driver's
// license.
func (r *reader) takePrivate() {
	for i := 0; i < len(r.toks); i++ {
		kind, s := r.private(i)
		if r.isMask(i) {
			kind, s = r.at(i), span{i, i}
		}
		if kind == "" {
			continue
		}
		if kind == "license" && r.isProducers(s.i) {
			r.take(s) // below a mail of ours
			continue
		}
		if !slices.Contains(r.pii, kind) {
			r.pii = append(r.pii, kind)
		}
		if s.empty() {
			continue
		}
		if kind == "card" {
			s.j = r.cardExpiry(s.j)
		}
		r.take(s)
		if kind == "license" {
			r.licenses = append(r.licenses, s)
		}
		i = s.j - 1
	}
	slices.Sort(r.pii)
}

// isProducers reports whether the license number at token i is that of who sells insurance, as it
// stands below their mails: "Licensed producer, license no. 0X00000".
func (d *document) isProducers(i int) bool {
	for k := d.lines[d.lineOf(i)].i; k < i; k++ {
		if d.is(k, "producer", "broker", "productor", "productora") {
			return true
		}
	}
	return false
}

// cardExpiry returns the end of "exp 09/28" behind a card's number that ends at
// token i, or i.
func (r *reader) cardExpiry(i int) int {
	j := r.startsAt("expires", r.skip(i, ",", "]"))
	if j == i {
		return i
	}
	j = r.skip(j, ".", ":", "date")
	if r.kind(j) == digits && r.is(j+1, "/", "-") && r.kind(j+2) == digits {
		return j + 3
	}
	return i
}
