package find

import (
	"strings"

	"ppamaild/quote"
	"ppamaild/reading/text"
)

// Address is a place as written; spans are empty for what it does not say.
type Address struct {
	text.Span
	Street, City, State, ZIP text.Span
	Code                     string // of the state
	Box                      bool   // a PO box
}

// TownAfter reads city, state and ZIP that follow the end of a.
func TownAfter(d *Text, a Address) Address {
	start := a.J
	for d.Is(start, ",", ".", "|", ";", "in", "en", "-", "city") || d.Is(start, "here") && d.Is(start+1, "in") {
		start++
	}
	limit := min(start+6, len(d.Tokens))
	for k := start; k < limit; k++ {
		if d.Is(k, "(") && k > start && ZIPAt(d, k+1) {
			city := cityBetween(d, start, k)
			if city.Empty() {
				return a
			}
			a.City, a.J = city, k+1 // "Tigard (97223)"
			return ZIPAfter(d, a)
		}
		if d.Kind(k) == text.Mark && !d.Is(k, ",", ".", "-", "'", ";") || k > start && d.Row(k) > d.Row(start)+1 {
			return a
		}
		if d.Is(k, ".") && k > start && !d.Is(k-1, "st", "ft", "mt") {
			return a
		}
		if k == start {
			if b, ok := townBehindState(d, a, k); ok {
				return b
			}
		}
		if k > start && d.Kind(k) == text.Digits && !ZIPAt(d, k) {
			if _, street := StreetAt(d, k); street {
				return a // "in Medford at 415 Pine Street 97504"
			}
		}
		if code, j, ok := StateAt(d, k); ok && (k > start || ZIPAt(d, d.Skip(j, ","))) {
			a.State, a.Code, a.J = text.Between(k, j), code, j
			a.City = cityBetween(d, start, k)
			return ZIPAfter(d, a)
		}
		if ZIPAt(d, k) {
			city := cityBetween(d, start, k)
			if _, street := StreetAt(d, k); street || k > start && city.Empty() && d.Is(k-1, "is") {
				return a // "PO Box 7 for mail, the house is 34760 Elm St"
			}
			a.City, a.J = city, k
			return ZIPAfter(d, a)
		}
	}
	return a
}

// townBehindState reads a town and a ZIP code behind the state at token i: "Oregon, Tigard, 97223".
func townBehindState(d *Text, a Address, i int) (Address, bool) {
	if !d.Cased || !d.Capital(i) {
		return a, false
	}
	code, j, ok := StateAt(d, i)
	if !ok || !d.Is(j, ",") {
		return a, false
	}
	a.State, a.Code, a.City = text.Between(i, j), code, TownAlone(d, j+1)
	a.J = a.City.J
	a = ZIPAfter(d, a)
	of, _ := quote.StateOfZIP(Written(d, a.ZIP))
	return a, !a.City.Empty() && of == code
}

func cityBetween(d *Text, i, j int) text.Span {
	_, _, stateFollows := StateAt(d, j)
	for j > i && d.Among(j-1, "between town and zip") && !(d.Is(j-1, "area") || d.Is(j-1, ".") && d.Is(j-2, "st", "ft", "mt") && j-2 == i) {
		j--
	}
	if j < len(d.Tokens) && d.Among(i, "no town") && d.Has(text.Between(j, min(len(d.Tokens), j+2)), "zip") {
		return text.Span{} // "Garaging ZIP 97701"
	}
	if _, end, ok := StateAt(d, i); ok && end == j && len(d.At(i)) > 2 && !stateFollows {
		return text.Span{} // "Oregon, ZIP 97013"
	}
	for i < j && d.Among(i, "before a town") && (!d.Capital(i) || d.Is(i, "that's", "it's")) {
		i++ // "it's in", "in the city of"
	}
	for k := i; k < j; k++ {
		if d.Row(k) != d.Row(i) && (d.Kind(i-1) == text.Digits || !d.Together(i, k+1)) {
			i = k // "88 Alder", or who somebody works for, above "Salem"
		}
	}
	for k := i; k+1 < j && d.Cased; k++ {
		if d.Is(k, ",") && k > i && !d.Capital(k-1) && d.Capital(k+1) {
			i = k + 1 // "is the address, Tigard"
		}
	}
	for k := i; k < j; k++ {
		if d.Kind(k) != text.Word && !d.Is(k, ".", "-") || text.StopWord(d.At(k)) && !d.Capital(k) && !d.Is(k, "city") && !(k+1 < j && d.Is(k+1, "city")) && !(Particles[d.At(k)] && k+1 < j) || d.Is(k, "zip", "zipcode") {
			return text.Span{}
		}
	}
	return text.Between(i, j)
}

// ZIPAfter reads the ZIP at the end of a, perhaps after "zip" or a comma.
func ZIPAfter(d *Text, a Address) Address {
	j := a.J
	for range 3 {
		j = d.Skip(j, ",", ".", ";", "/", "zip", "zipcode", "code", "-", ":", "is")
	}
	if _, street := StreetAt(d, j); !ZIPAt(d, j) || street {
		return a
	}
	a.ZIP, a.J = text.Between(j, j+1), j+1
	if d.Is(j+1, "-") && d.Glued(j+1) && d.Glued(j+2) && d.Kind(j+2) == text.Digits && len(d.At(j+2)) == 4 {
		a.ZIP.J, a.J = j+3, j+3
	}
	return a
}

// ZIPAt reports whether token i is a ZIP code that exists.
func ZIPAt(d *Text, i int) bool {
	if d.Kind(i) != text.Digits || len(d.At(i)) != 5 || d.Is(i-1, "$", "#", "'", "/", "-") && d.Glued(i) {
		return false
	}
	_, ok := quote.StateOfZIP(d.At(i))
	counts := i+1 < d.Sentence(i).J && (IsMiles(d, i+1) || PeriodFollows(d, i+1)) // a line below may be "Year: 2015"
	return ok && !counts && !d.Named("annual", i, 3) && !(d.Is(i+1, ",") && d.Glued(i+1) && d.Glued(i+2))
}

// StateAt reads the name or the two letters of a state at token i. Two letters
// that are also a word need capitals, or a ZIP behind them.
func StateAt(d *Text, i int) (code string, j int, ok bool) {
	for n := 2; n > 0; n-- {
		if key, fits := keyOf(d, i, n); fits {
			if code, ok := stateNames[key]; ok {
				return code, d.Skip(i+n, "."), true
			}
		}
	}
	if d.Kind(i) == text.Word && len(d.At(i)) == 1 && d.Is(i+1, ".") && d.Kind(i+2) == text.Word && len(d.At(i+2)) == 1 && d.Is(i+3, ".") && d.Glued(i+2) {
		code = strings.ToUpper(d.At(i) + d.At(i+2))
		return code, i + 4, quote.IsState(code) // "Santa Barbara, C.A. 93105"
	}
	if d.Kind(i) != text.Word || len(d.At(i)) != 2 || !quote.IsState(strings.ToUpper(d.At(i))) {
		return "", i, false
	}
	if d.Is(i, "me") && d.Row(i) != d.Row(i-1) && d.Is(i+1, ":", "=", "-") {
		return "", i, false // "Me: 12/1/1957"
	}
	code = strings.ToUpper(d.At(i))
	written := d.Raw(text.Between(i, i+1))
	switch comma := d.Is(i-1, ","); {
	case ZIPAt(d, d.Skip(i+1, ",", ".")):
		return code, i + 1, true
	case written == code && (d.Cased || comma) && !d.Is(i+1, "'"):
		return code, i + 1, true
	case comma && (written != strings.ToLower(written) || !text.StopWord(d.At(i)) && (!d.Cased || d.Kind(i+1) == text.Mark || d.Row(i+1) != d.Row(i))):
		return code, i + 1, true // "Portland, Or", but not "Pedro, va a su trabajo"
	case noWords[code] && code != "VA" && !isCourt(d, i) && d.Capital(i-1) && d.Kind(i-1) == text.Word && !text.StopWord(d.At(i-1)) && d.Row(i-1) == d.Row(i) && (d.Breaks(i+1) || d.Is(i+1, ".") || d.Row(i+1) != d.Row(i)):
		return code, i + 1, true // "4 Elm Ave Fresno ca."
	}
	return code, i + 1, !d.Cased && noWords[code]
}

// isCourt reports whether "Ct" at token i, behind no comma, ends a street name and is no state:
// nothing before the name says that it is a town, and no street precedes it.
func isCourt(d *Text, i int) bool {
	if !d.Is(i, "ct") || d.Raw(text.Between(i, i+1)) == "CT" {
		return false
	}
	k := i - 1
	for k > i-3 && d.Kind(k-1) == text.Word && d.Capital(k-1) && d.Row(k-1) == d.Row(i) {
		k--
	}
	return !d.Is(k-1, "in", "from", "near", "of", ",", "-") && d.Kind(k-1) != text.Digits
}

// noWords are codes of states that are no words in lower case.
var noWords = text.WordSet("CA TX WA AZ NV FL NY NJ UT WI MN TN KY NC SC VA WV MD CT NH VT RI KS MT NM SD ND WY GA IL AR MS")

var stateNames = tableOf("states")
