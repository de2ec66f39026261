package find

import (
	"strings"
	"time"
	"unicode"

	"ppamaild/reading/text"
)

// Private is a number that must not be passed on: its bytes, and "ssn", "license" or "card".
type Private struct {
	Kind       string
	Start, End int
}

// FindPrivate returns the private numbers of a text, in order; each number of an unreadable text.
func FindPrivate(body string) []Private {
	var found []Private
	if failed := text.Bounded(func() { found = findPrivate(body) }); failed != "" {
		return everyNumber(body)
	}
	return found
}

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

func findPrivate(body string) []Private {
	d := New(body)
	var found []Private
	for i := 0; i < len(d.Tokens); i++ {
		if kind, s := PrivateAt(d, i); kind != "" {
			found = append(found, Private{kind, d.Tokens[s.I].Start, d.Tokens[s.J-1].End})
			i = s.J - 1
		}
	}
	return found
}

// Mask replaces the private numbers in text by their kinds: "[ssn]", "[license]", "[card]".
func Mask(text string) string {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return text // each private number has a digit
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

// PrivateAt reads a private number at token i.
func PrivateAt(d *Text, i int) (kind string, s text.Span) {
	if d.Kind(i) == text.Word && len(d.At(i)) > 3 || d.Kind(i) == text.Mark {
		return "", text.Span{}
	}
	if j := ssnEnd(d, i); j > i {
		return "ssn", text.Between(i, j)
	}
	if j := cardEnd(d, i); j > i {
		return "card", text.Between(i, j)
	}
	if s, ok := licenseAt(d, i); ok {
		return "license", s
	}
	return "", text.Span{}
}

// ssnEnd reads "123-45-6789", or nine digits behind the word. No Social Security number has the
// area 000, 666 or 9xx. A taxpayer number has the area 9xx, and is also private.
func ssnEnd(d *Text, i int) int {
	if d.Kind(i) != text.Digits || d.Is(i-1, "-", "/", "+") && d.Glued(i) {
		return i
	}
	named := d.Named("ssn", i, 7)
	if len(d.At(i)) == 9 && named {
		return i + 1
	}
	j := i + 1
	var groups [3]string
	groups[0] = d.At(i)
	for k := 1; k < 3; k++ {
		if d.Is(j, "-", ".", "–") {
			j++
		} else if !named {
			return i
		}
		if d.Kind(j) != text.Digits {
			return i
		}
		groups[k] = d.At(j)
		j++
	}
	if len(groups[0]) != 3 || len(groups[1]) != 2 || len(groups[2]) != 4 || d.Is(j, "-") && d.Glued(j) && d.Glued(j+1) {
		return i
	}
	return j
}

// cardEnd reads 13 to 19 digits, in groups or not, with a valid check digit (Luhn).
func cardEnd(d *Text, i int) int {
	var number strings.Builder
	j := i
	for d.Kind(j) == text.Digits && number.Len() < 20 && !startsPhoneBehindZIP(d, i, j) {
		number.WriteString(d.At(j))
		j++
		if d.Is(j, "-") && d.Kind(j+1) == text.Digits {
			j++
		}
	}
	n := number.String()
	if len(n) < 13 || len(n) > 19 || !luhn(n) || n[0] == '0' || isTime(n) {
		return i
	}
	return j
}

// isTime reports whether digits are a day with its time. No card number of 14 digits begins so.
func isTime(n string) bool {
	at, err := time.Parse("20060102150405", n)
	return err == nil && at.Year() > 1900 && at.Year() < 2100
}

// startsPhoneBehindZIP reports whether a telephone number starts at token j, right behind a ZIP
// code at token i. No card number begins with a group of five digits.
func startsPhoneBehindZIP(d *Text, i, j int) bool {
	if j != i+1 || !ZIPAt(d, i) {
		return false
	}
	_, end := PhoneAt(d, j)
	return end > j
}

func luhn(n string) bool {
	sum := 0
	for i := range len(n) {
		v := int(n[len(n)-1-i] - '0')
		if i%2 == 1 {
			v = v*2/10 + v*2%10
		}
		sum += v
	}
	return sum%10 == 0
}

// licenseAt reads a driver's license number behind the words for it: at least five
// characters with a digit, which is no date, year or number of years.
func licenseAt(d *Text, i int) (text.Span, bool) {
	if d.Kind(i) == text.Word || !d.Named("license number", i, 6) && !isSecondLicense(d, i) && !(d.Kind(i) == text.Mixed && len(d.At(i)) > 5 && d.Is(i-1, "license", "licence", "licencia")) {
		return text.Span{}, false
	}
	if _, dated := DateAt(d, i); dated && !strings.Contains(d.At(i), "*") && len(d.At(i)) < 5 {
		return text.Span{}, false
	}
	s := text.Between(i, i+1)
	for d.Is(s.J, "-") && d.Glued(s.J) && d.Glued(s.J+1) && d.Kind(s.J+1) != text.Mark {
		s.J += 2
	}
	if d.Glued(i) && d.Is(i-1, "-") && d.Kind(i-2) == text.Word && len(d.At(i-2)) < 3 {
		s.I -= 2
	} else if d.Kind(i-1) == text.Word && len(d.At(i-1)) == 1 && d.Capital(i-1) && d.Kind(i) == text.Digits {
		s.I--
	}
	size := d.Tokens[s.J-1].End - d.Tokens[s.I].Start
	return s, 5 <= size && size <= 19 && !IsMiles(d, s.J) && !ZIPAt(d, i)
}

// isSecondLicense reports whether token i is the license of a second person in a sentence about
// licenses: "mine is Oregon 4821973, my husband's is Washington WDL8PQR21XYZ".
func isSecondLicense(d *Text, i int) bool {
	if size := len(d.At(i)); size < 6 || size == 17 || !strings.ContainsAny(d.At(i), "0123456789") || !d.Named("license number", i, 30) {
		return false
	}
	_, j, state := StateAt(d, max(i-1, 0))
	return state && j == i || d.Is(i-1, "is", "#", ":", "hers", "his")
}

// IsMask reports whether token i is the kind in a placeholder of Mask.
func IsMask(d *Text, i int) bool {
	return d.Is(i, "ssn", "license", "card") && d.Is(i-1, "[") && d.Is(i+1, "]") && d.Glued(i) && d.Glued(i+1)
}

// IsProducers reports whether the license number at token i is a license to sell insurance, as in
// the mails of agencies: "Licensed producer, license no. 0X00000".
func IsProducers(d *Text, i int) bool {
	for k := d.Lines[d.LineOf(i)].I; k < i; k++ {
		if d.Is(k, "producer", "broker", "productor", "productora") || d.Is(k, "agente") {
			return true
		}
	}
	return false
}

// PhoneAt reads a number of the North American plan and returns it in E.164.
func PhoneAt(d *Text, i int) (string, int) {
	var b strings.Builder
	j := i
	if d.Is(j, "+") {
		j++
	}
	if d.Is(j, "1") && d.Is(j+1, "-", "(", ".", " ") || d.Is(j, "1") && j > i {
		j++
	}
	for b.Len() < 10 && j < min(len(d.Tokens), i+12) {
		switch size := len(d.At(j)); {
		case d.Kind(j) == text.Digits && (size >= 10 || size == 3 && b.Len() < 6 || size == 4 && b.Len() == 6 || size == 7 && b.Len() == 3):
			b.WriteString(d.At(j))
		case !d.Is(j, "(", ")", "-", ".", "/"), d.Is(j, ".", "/") && !d.Glued(j+1):
			return "", i
		}
		j++
	}
	n := b.String()
	if len(n) == 11 && n[0] == '1' {
		n = n[1:]
	}
	if len(n) != 10 || n[0] < '2' || n[3] < '2' || d.Kind(j) == text.Digits && d.Glued(j) || d.Row(i) != d.Row(j-1) {
		return "", i
	}
	return "+1" + n, j
}

// StartsPhone reports whether a phone number may start at token i.
func StartsPhone(d *Text, i int) bool {
	return (d.Is(i, "+", "(") || d.Kind(i) == text.Digits) && !(d.Glued(i) && d.Is(i-1, "-", "/", "$", ".", "("))
}

// EmailEnd returns the end of an address of mail that starts at token i, or i.
func EmailEnd(d *Text, i int) int {
	if d.Kind(i) == text.Mark || i > 0 && d.Glued(i) && !d.Is(i-1, "<", "(", ":", ",") {
		return i
	}
	j, at := i, 0
	for j < min(len(d.Tokens), i+16) && (j == i || d.Glued(j)) && (d.Kind(j) != text.Mark || d.Is(j, ".", "@", "-", "_", "+")) {
		if d.Is(j, "@") {
			at = j
		}
		j++
	}
	for j > i && d.Kind(j-1) == text.Mark {
		j--
	}
	if at == 0 || at > j-3 {
		return i
	}
	return j
}
