package find

import (
	"strings"

	"ppamaild/lazy"
	"ppamaild/quote"
	"ppamaild/reading/text"
)

// Address is a place as written. The span of a missing part is empty.
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
		if d.Kind(k) == text.Mark && !d.Is(k, ",", ".", "-", "'", ";") || k > start && d.Row(k) > d.Row(start)+1 {
			return a
		}
		if d.Is(k, ".") && k > start && !d.Is(k-1, "st", "ft", "mt") {
			return a
		}
		if code, j, ok := StateAt(d, k); ok && (k > start || ZIPAt(d, d.Skip(j, ","))) {
			a.State, a.Code, a.J = text.Between(k, j), code, j
			a.City = cityBetween(d, start, k)
			return ZIPAfter(d, a)
		}
		if ZIPAt(d, k) {
			if _, street := StreetAt(d, k); street {
				return a // "PO Box 7 for mail, the house is 34760 Elm St"
			}
			a.City, a.J = cityBetween(d, start, k), k
			return ZIPAfter(d, a)
		}
	}
	return a
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
	for k := i; k < j; k++ {
		if d.Kind(k) != text.Word && !d.Is(k, ".", "-") || d.IsStop(k) && !d.Capital(k) && !d.Is(k, "city") && !(k+1 < j && d.Is(k+1, "city")) && !(Particles.Has(d.At(k)) && k+1 < j) || d.Is(k, "zip", "zipcode") {
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

// StateAt reads a state at token i. Two letters that are a word need capitals, or a ZIP behind.
func StateAt(d *Text, i int) (code string, j int, ok bool) {
	for n := 2; n > 0; n-- {
		if key, fits := keyOf(d, i, n); fits {
			if code, ok := Table("states")[key]; ok {
				return code, d.Skip(i+n, "."), true
			}
		}
	}
	if d.Kind(i) != text.Word || len(d.At(i)) != 2 || !quote.IsState(strings.ToUpper(d.At(i))) {
		return "", i, false
	}
	code = strings.ToUpper(d.At(i))
	written := d.Raw(text.Between(i, i+1))
	switch comma := d.Is(i-1, ","); {
	case ZIPAt(d, d.Skip(i+1, ",", ".")):
		return code, i + 1, true
	case written == code && (d.Cased || comma) && !d.Is(i+1, "'"):
		return code, i + 1, true
	case noWords.Has(code) && code != "VA" && d.Capital(i-1) && d.Kind(i-1) == text.Word && !d.IsStop(i-1) && d.Row(i-1) == d.Row(i) && (d.Breaks(i+1) || d.Is(i+1, ".") || d.Row(i+1) != d.Row(i)):
		return code, i + 1, true // "4 Elm Ave Fresno ca."
	}
	return code, i + 1, !d.Cased && noWords.Has(code)
}

// noWords are codes of states that are no words in lower case.
var noWords = lazy.Set("CA TX WA AZ NV FL NY NJ UT WI MN TN KY NC SC VA WV MD NH VT RI KS MT NM SD ND WY GA IL AR MS")

// AddressAt reads a street with its town, a PO box, or a town with its state.
func AddressAt(d *Text, i int) (Address, bool) {
	if a, ok := poBox(d, i); ok {
		return TownAfter(d, a), true
	}
	street, ok := StreetAt(d, i)
	if !ok {
		street, ok = ruralRoute(d, i)
	}
	if !ok {
		return Address{}, false
	}
	end := pastNoUnit(d, street.J)
	a := TownAfter(d, Address{Span: text.Between(street.I, end), Street: street})
	if a.J == end && d.Is(end, "in", "en", ",") {
		a.City = TownAlone(d, end+1)
		goesOn := !d.Breaks(a.City.J) && d.Sentence(end).J > a.City.J+1 && !d.Among(a.City.J, "behind a town")
		if d.Is(end, ",") && (d.Row(end+1) != d.Row(end) || goesOn) {
			a.City = text.Span{}
		}
		a.J = max(a.J, a.City.J)
	}
	return a, true
}

// pastNoUnit skips the word for a unit without a number at token i: ", Apt,", "Unit: -".
func pastNoUnit(d *Text, i int) int {
	from := d.Skip(i, ",")
	k := from
	for k < len(d.Tokens) && (dwellingUnits.Has(d.At(k)) || d.Is(k, "#") || k > from && (d.Kind(k) == text.Mark && !d.Is(k, ",", ";") || d.Is(k, "or", "number", "no", "n", "a", "na", "none"))) {
		k++
	}
	if k == from || k < len(d.Tokens) && !d.Is(k, ",", ";") && d.Row(k) == d.Row(k-1) {
		return i
	}
	return k
}

// IsState reports whether StateAt reads a state at token i.
func IsState(d *Text, i int) bool {
	_, _, ok := StateAt(d, i)
	return ok
}

// TownAlone reads a town without its state at token i.
func TownAlone(d *Text, i int) text.Span {
	j := i
	for j < min(len(d.Tokens), i+4) && !(j > i && IsState(d, j)) && (IsNamePart(d, j, j == i) || j > i && d.Is(j, "city")) && d.Capital(j) && (j == i || len(d.At(j)) > 1) {
		j++
		if d.Is(j, ".") && d.Is(j-1, "st", "mt", "ft") {
			j++
		}
	}
	if IsState(d, i) || j == i || NamesCar(d, i) {
		return text.Between(i, i)
	}
	return text.Between(i, j)
}

// MayBeArticle reports whether token i can be an article where no sentence starts.
func MayBeArticle(d *Text, i int) bool {
	return d.Cased && d.Is(i, "los", "las", "la", "el", "the") && d.Capital(i) && d.Capital(i+1) && d.Kind(i+1) == text.Word && d.Row(i+1) == d.Row(i)
}

func poBox(d *Text, i int) (Address, bool) {
	j := d.StartsAt("po box", i)
	if j == i {
		return Address{}, false
	}
	j = d.Skip(j, "#")
	if d.Kind(j) != text.Mark {
		j++
	}
	return Address{Span: text.Between(i, j), Box: true}, true
}

// unitAt reads ", Apt 3", "#14", "Unit B" at token j.
func unitAt(d *Text, j int) int {
	k := d.Skip(j, ",")
	if !d.Among(k, "words for a unit") || d.Is(k, "no", "fl") && !d.Is(k+1, ".") {
		return j
	}
	k = d.Skip(k+1, ".", "#", ":")
	k = d.Skip(k, "#")
	if k >= len(d.Tokens) || d.Kind(k) == text.Mark || d.Kind(k) == text.Word && len(d.At(k)) > 2 {
		return j
	}
	if d.Is(k+1, "-") && d.Glued(k+1) && d.Glued(k+2) {
		k += 2
	}
	return k + 1
}
