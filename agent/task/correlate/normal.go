package correlate

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ppamaild/lazy"
	"ppamaild/lazyregexp"
	"ppamaild/spelling"
)

// Each function normalizes a value, and returns "" for an invalid value.

var emailForm = lazyregexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)

// normalEmail lowers the case. RFC 5321 §2.4 lets domains distinguish local parts by case, but
// none does.
func normalEmail(s string) string { return strings.ToLower(emailForm.FindString(s)) }

// phoneForm matches a North American phone number in a text.
var phoneForm = lazyregexp.MustCompile(`(?:^|[^\pL\pN.+-])((?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}|\+1[2-9]\d{9})(?:$|[^\pN-])`)

// normalPhone keeps the digits without the country code 1 and the extension.
func normalPhone(s string) string {
	s, _, _ = strings.Cut(strings.ToLower(s), "x") // "x12", "ext. 12"
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
	if len(digits) == 11 && digits[0] == '1' {
		return digits[1:]
	}
	if len(digits) < 7 || len(digits) > 15 {
		return ""
	}
	return digits
}

// normalNumber compresses the number of a policy or an invoice: "INV 22-91" is "inv2291".
func normalNumber(s string) string {
	n := strings.ReplaceAll(spelling.Words(s), " ", "")
	if len(n) < 3 || !strings.ContainsFunc(n, unicode.IsDigit) {
		return ""
	}
	return n
}

var legalForms = lazy.Set("inc incorporated llc lp llp ltd limited co corp corporation company gmbh plc the")

func normalVendor(s string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(spelling.Words(s)),
		func(w string) bool { return legalForms.Has(w) }), " ")
}

// notPeople are words that no name of a person has.
var notPeople = lazy.Set(`accounts accounting admin agency bank billing center claims club customer customers department desk
	estate group help info insurance invoices mail marketing noreply office payable payments quote quotes reception reply reviews
	sales service services shop staff support team trust unknown`)

// person parses a name. ok is false for other text.
func person(s string) (n spelling.Name, ok bool) {
	words := strings.Fields(spelling.Words(s))
	impossible := func(w string) bool {
		return notPeople.Has(w) || legalForms.Has(w) && w != "the" ||
			strings.ContainsFunc(w, unicode.IsDigit)
	}
	if len(words) > 6 || slices.ContainsFunc(words, impossible) || strings.Contains(s, "@") {
		return n, false
	}
	n = spelling.ParseName(s)
	return n, len(n.Family) > 0
}

// streetWords are the abbreviations in addresses (USPS Publication 28, appendix C).
var streetWords = lazy.Value[map[string]string]{New: func() map[string]string {
	return map[string]string{
		"street": "st", "avenue": "ave", "av": "ave", "boulevard": "blvd", "drive": "dr", "road": "rd",
		"lane": "ln", "court": "ct",
		"place": "pl", "circle": "cir", "parkway": "pkwy", "highway": "hwy", "terrace": "ter",
		"square": "sq", "trail": "trl",
		"north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw",
		"southeast": "se", "southwest": "sw",
		"apartment": "apt", "suite": "ste", "unit": "apt",
	}
}}

// normalAddress requires a digit, because a city alone is no address.
func normalAddress(s string) string {
	words := strings.Fields(spelling.Words(s))
	for i, w := range words {
		if short, ok := streetWords.Get()[w]; ok {
			words[i] = short
		}
	}
	if len(words) < 3 || !strings.ContainsFunc(s, unicode.IsDigit) {
		return ""
	}
	return strings.Join(words, " ")
}

// normalAmount is exact: "$1,200.5" and "1200.50 USD" are "1200.50".
func normalAmount(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == ',' || r == '$' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(s)), "USD"))
	if len(s) > 30 || strings.ContainsAny(s, "EPX_/") { // big.Rat accepts more than amounts
		return ""
	}
	amount, ok := new(big.Rat).SetString(s)
	if !ok {
		return ""
	}
	return amount.FloatString(2)
}

var dateForms = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly,
	"1/2/2006", "1/2/06",
	"January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006", time.RFC1123Z, time.RFC1123,
	"Mon, 2 Jan 2006 15:04:05 -0700", "2006/01/02",
}

// unixForm matches seconds or milliseconds since 1970, from 2001 on.
var unixForm = lazyregexp.MustCompile(`^([1-9]\d{9})(\d{3})?$`)

// readDate parses a date in US or program notation.
func readDate(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if unix := unixForm.FindStringSubmatch(s); unix != nil {
		seconds, _ := strconv.ParseInt(unix[1], 10, 64) // ten digits fit
		return time.Unix(seconds, 0).UTC(), true
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func normalDate(s string) string {
	if t, ok := readDate(s); ok {
		return t.Format(time.DateOnly)
	}
	return ""
}
