package reading

import (
	"strings"

	"ppamaild/quote"
)

// address is a place as written; spans are empty for what it does not say.
type address struct {
	span
	street, city, state, zip span
	code                     string // of the state
	box                      bool   // a PO box
}

// townAfter reads city, state and ZIP that follow the end of a.
func (d *document) townAfter(a address) address {
	start := a.j
	for d.is(start, ",", ".", "|", ";", "in", "en", "-", "city") || d.is(start, "here") && d.is(start+1, "in") {
		start++
	}
	limit := min(start+6, len(d.toks))
	for k := start; k < limit; k++ {
		if d.is(k, "(") && k > start && d.zipAt(k+1) {
			city := d.cityBetween(start, k)
			if city.empty() {
				return a
			}
			a.city, a.j = city, k+1 // "Tigard (97223)"
			return d.zipAfter(a)
		}
		if d.kind(k) == mark && !d.is(k, ",", ".", "-", "'", ";") || k > start && d.row(k) > d.row(start)+1 {
			return a
		}
		if d.is(k, ".") && k > start && !d.is(k-1, "st", "ft", "mt") {
			return a
		}
		if k == start {
			if b, ok := d.townBehindState(a, k); ok {
				return b
			}
		}
		if k > start && d.kind(k) == digits && !d.zipAt(k) {
			if _, street := d.street(k); street {
				return a // "in Medford at 415 Pine Street 97504"
			}
		}
		if code, j, ok := d.state(k); ok && (k > start || d.zipAt(d.skip(j, ","))) {
			a.state, a.code, a.j = span{k, j}, code, j
			a.city = d.cityBetween(start, k)
			return d.zipAfter(a)
		}
		if d.zipAt(k) {
			city := d.cityBetween(start, k)
			if _, street := d.street(k); street || k > start && city.empty() && d.is(k-1, "is") {
				return a // "PO Box 7 for mail, the house is 34760 Elm St"
			}
			a.city, a.j = city, k
			return d.zipAfter(a)
		}
	}
	return a
}

// townBehindState reads a town and its ZIP code behind the state that stands at token i, as
// some write them: "Oregon, Tigard, 97223".
func (d *document) townBehindState(a address, i int) (address, bool) {
	if !d.cased || !d.capital(i) {
		return a, false
	}
	code, j, ok := d.state(i)
	if !ok || !d.is(j, ",") {
		return a, false
	}
	a.state, a.code, a.city = span{i, j}, code, d.townAlone(j+1)
	a.j = a.city.j
	a = d.zipAfter(a)
	of, _ := quote.StateOfZIP(d.written(a.zip))
	return a, !a.city.empty() && of == code
}

func (d *document) cityBetween(i, j int) span {
	_, _, stateFollows := d.state(j)
	for j > i && d.among(j-1, "between town and zip") && !(d.is(j-1, "area") || d.is(j-1, ".") && d.is(j-2, "st", "ft", "mt") && j-2 == i) {
		j--
	}
	if j < len(d.toks) && d.among(i, "no town") && d.has(span{j, min(len(d.toks), j+2)}, "zip") {
		return span{} // "Garaging ZIP 97701"
	}
	if _, end, ok := d.state(i); ok && end == j && len(d.at(i)) > 2 && !stateFollows {
		return span{} // "Oregon, ZIP 97013"
	}
	for i < j && d.among(i, "before a town") && (!d.capital(i) || d.is(i, "that's", "it's")) {
		i++ // "it's in", "in the city of"
	}
	for k := i; k < j; k++ {
		if d.row(k) != d.row(i) && (d.kind(i-1) == digits || !d.together(i, k+1)) {
			i = k // "88 Alder", or who somebody works for, above "Salem"
		}
	}
	for k := i; k+1 < j && d.cased; k++ {
		if d.is(k, ",") && k > i && !d.capital(k-1) && d.capital(k+1) {
			i = k + 1 // "is the address, Tigard"
		}
	}
	for k := i; k < j; k++ {
		if d.kind(k) != word && !d.is(k, ".", "-") || stopWord(d.at(k)) && !d.capital(k) && !d.is(k, "city") && !(k+1 < j && d.is(k+1, "city")) && !(particles[d.at(k)] && k+1 < j) || d.is(k, "zip", "zipcode") {
			return span{}
		}
	}
	return span{i, j}
}

// zipAfter reads the ZIP at the end of a, perhaps after "zip" or a comma.
func (d *document) zipAfter(a address) address {
	j := a.j
	for range 3 {
		j = d.skip(j, ",", ".", ";", "/", "zip", "zipcode", "code", "-", ":", "is")
	}
	if _, street := d.street(j); !d.zipAt(j) || street {
		return a
	}
	a.zip, a.j = span{j, j + 1}, j+1
	if d.is(j+1, "-") && d.glued(j+1) && d.glued(j+2) && d.kind(j+2) == digits && len(d.at(j+2)) == 4 {
		a.zip.j, a.j = j+3, j+3
	}
	return a
}

// zipAt reports whether a ZIP code that exists stands at token i.
func (d *document) zipAt(i int) bool {
	if d.kind(i) != digits || len(d.at(i)) != 5 || d.is(i-1, "$", "#", "'", "/", "-") && d.glued(i) {
		return false
	}
	_, ok := quote.StateOfZIP(d.at(i))
	counts := i+1 < d.sentence(i).j && (d.isMiles(i+1) || d.periodFollows(i+1)) // a line below may be "Year: 2015"
	return ok && !counts && !d.named("annual", i, 3) && !(d.is(i+1, ",") && d.glued(i+1) && d.glued(i+2))
}

// state reads the name or the two letters of a state at token i. Two letters
// that are also a word need capitals, or a ZIP behind them.
func (d *document) state(i int) (code string, j int, ok bool) {
	for n := 2; n > 0; n-- {
		if key, fits := d.key(i, n); fits {
			if code, ok := stateNames[key]; ok {
				return code, d.skip(i+n, "."), true
			}
		}
	}
	if d.kind(i) == word && len(d.at(i)) == 1 && d.is(i+1, ".") && d.kind(i+2) == word && len(d.at(i+2)) == 1 && d.is(i+3, ".") && d.glued(i+2) {
		code = strings.ToUpper(d.at(i) + d.at(i+2))
		return code, i + 4, quote.IsState(code) // "Santa Barbara, C.A. 93105"
	}
	if d.kind(i) != word || len(d.at(i)) != 2 || !quote.IsState(strings.ToUpper(d.at(i))) {
		return "", i, false
	}
	if d.is(i, "me") && d.row(i) != d.row(i-1) && d.is(i+1, ":", "=", "-") {
		return "", i, false // "Me: 12/1/1957"
	}
	code = strings.ToUpper(d.at(i))
	written := d.raw(span{i, i + 1})
	switch comma := d.is(i-1, ","); {
	case d.zipAt(d.skip(i+1, ",", ".")):
		return code, i + 1, true
	case written == code && (d.cased || comma) && !d.is(i+1, "'"):
		return code, i + 1, true
	case comma && (written != strings.ToLower(written) || !stopWord(d.at(i)) && (!d.cased || d.kind(i+1) == mark || d.row(i+1) != d.row(i))):
		return code, i + 1, true // "Portland, Or", but not "Pedro, va a su trabajo"
	case noWords[code] && code != "VA" && !d.isCourt(i) && d.capital(i-1) && d.kind(i-1) == word && !stopWord(d.at(i-1)) && d.row(i-1) == d.row(i) && (d.breaks(i+1) || d.is(i+1, ".") || d.row(i+1) != d.row(i)):
		return code, i + 1, true // "4 Elm Ave Fresno ca."
	}
	return code, i + 1, !d.cased && noWords[code]
}

// isCourt reports whether "Ct" at token i, behind no comma, ends the name of a street and is no state:
// nothing before that name says that it is a town, and no street stands there that it could follow.
func (d *document) isCourt(i int) bool {
	if !d.is(i, "ct") || d.raw(span{i, i + 1}) == "CT" {
		return false
	}
	k := i - 1
	for k > i-3 && d.kind(k-1) == word && d.capital(k-1) && d.row(k-1) == d.row(i) {
		k--
	}
	return !d.is(k-1, "in", "from", "near", "of", ",", "-") && d.kind(k-1) != digits
}

// noWords are codes of states that are no words in lower case.
var noWords = wordSet("CA TX WA AZ NV FL NY NJ UT WI MN TN KY NC SC VA WV MD CT NH VT RI KS MT NM SD ND WY GA IL AR MS")

var stateNames = map[string]string{"alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "cali": "CA", "calif": "CA",
	"colorado": "CO", "connecticut": "CT", "delaware": "DE", "districtofcolumbia": "DC", "florida": "FL", "georgia": "GA", "hawaii": "HI",
	"idaho": "ID", "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS", "kentucky": "KY", "louisiana": "LA", "maine": "ME",
	"maryland": "MD", "massachusetts": "MA", "michigan": "MI", "minnesota": "MN", "mississippi": "MS", "missouri": "MO", "montana": "MT",
	"nebraska": "NE", "nevada": "NV", "newhampshire": "NH", "newjersey": "NJ", "newmexico": "NM", "newyork": "NY", "northcarolina": "NC",
	"northdakota": "ND", "ohio": "OH", "oklahoma": "OK", "oregon": "OR", "pennsylvania": "PA", "rhodeisland": "RI", "southcarolina": "SC",
	"southdakota": "SD", "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA", "washington": "WA",
	"ore": "OR", "wash": "WA", "ariz": "AZ", "colo": "CO", "mich": "MI", "minn": "MN", "tenn": "TN", "fla": "FL", "tex": "TX", "nev": "NV",
	"westvirginia": "WV", "wisconsin": "WI", "wyoming": "WY"}
